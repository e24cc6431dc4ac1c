#include "isonova/heuristics/lane_add_ff.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace isonova {

namespace {

constexpr LaneMask all_lanes = 0xffff;

}  // namespace

LaneAddFF::LaneAddFF(std::shared_ptr<const RelaxedGraph> graph, const AtomTable& table, Relaxation kind, Limits& limits)
    : LaneAddFF(std::move(graph), table, kind, limits, Options{}) {}

LaneAddFF::LaneAddFF(std::shared_ptr<const RelaxedGraph> graph, const AtomTable& table, Relaxation kind, Limits& limits,
                     const Options& options)
    : GraphAddFF(std::make_shared<GraphWorkspace>(std::move(graph), table, kind), kind, limits),
      options_(options),
      holds_(graph_.node_count, 0) {
    statistics_.has_graph = true;
    statistics_.nodes = graph_.node_count;
    statistics_.edges = graph_.edge_count();
    statistics_.split_schemata = graph_.statistics.split_schemata;
    statistics_.dropped_inequalities = graph_.statistics.dropped_inequalities;
    statistics_.seconds = graph_.statistics.seconds;
    statistics_.lane_width = 16;
}

void LaneAddFF::pause() {
    if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
}

void LaneAddFF::open(std::span<const AtomId> parent_atoms) {
    for (const NodeId node : parent_) holds_[node] = 0;
    parent_.clear();
    const auto add = [&](NodeId node) {
        parent_.push_back(node);
        holds_[node] = all_lanes;
    };
    for (const AtomId atom : parent_atoms)
        if (const NodeId node = node_of(atom); node != none) add(node);
    for (const NodeId atom : workspace_->negated)
        if (!holds_[atom]) add(graph_.negation[atom]);
}

void LaneAddFF::append_nodes(std::span<const AtomId> atoms, std::span<const AtomId> opposite,
                             std::vector<NodeId>& out) {
    for (const AtomId atom : atoms)
        if (const NodeId node = node_of(atom); node != none) out.push_back(node);
    if (workspace_->negated.empty()) return;
    for (const AtomId atom : opposite)
        if (const NodeId node = node_of(atom); node != none && graph_.negation[node] != none)
            out.push_back(graph_.negation[node]);
}

void LaneAddFF::begin_states() {
    pool_.clear();
    states_.clear();
}

void LaneAddFF::add_state(std::size_t removed, Value* value, std::vector<ActionNumber>* plan) {
    states_.push_back({states_.empty() ? 0 : states_.back().end, removed, pool_.size(), value, plan});
}

void LaneAddFF::add_children(const Expansion& expansion, Value* values) {
    for (const Child& child : expansion.children) {
        const auto added = expansion.added(child), removed = expansion.removed(child);
        append_nodes(added, removed, pool_);
        const std::size_t middle = pool_.size();
        append_nodes(removed, added, pool_);
        add_state(middle, values++);
    }
}

void LaneAddFF::compare(std::span<const AtomId> atoms) {
    mark_.resize(graph_.node_count, 0);
    other_.clear();
    append_nodes(atoms, {}, other_);
    for (const NodeId node : other_) mark_[node] = 1;
    for (const NodeId atom : workspace_->negated) {
        if (mark_[atom]) continue;
        other_.push_back(graph_.negation[atom]);
        mark_[graph_.negation[atom]] = 1;
    }
    gained_.clear();
    lost_.clear();
    std::copy_if(other_.begin(), other_.end(), std::back_inserter(gained_), [&](NodeId node) { return !holds_[node]; });
    std::copy_if(parent_.begin(), parent_.end(), std::back_inserter(lost_), [&](NodeId node) { return !mark_[node]; });
    for (const NodeId node : other_) mark_[node] = 0;
}

void LaneAddFF::add_other(Value* value, std::vector<ActionNumber>* plan) {
    pool_.insert(pool_.end(), gained_.begin(), gained_.end());
    const std::size_t middle = pool_.size();
    pool_.insert(pool_.end(), lost_.begin(), lost_.end());
    add_state(middle, value, plan);
}

void LaneAddFF::add_others(const Expansion& expansion, Value* values) {
    enum : std::uint8_t { unmarked, gained, lost };
    const auto mark = [&](std::span<const NodeId> nodes, std::uint8_t as) {
        for (const NodeId node : nodes) mark_[node] = as;
    };
    for (const Child& child : expansion.children) {
        const auto added = expansion.added(child), removed = expansion.removed(child);
        child_gained_.clear();
        child_lost_.clear();
        append_nodes(added, removed, child_gained_);
        append_nodes(removed, added, child_lost_);
        mark(child_gained_, gained);
        mark(child_lost_, lost);
        const auto write = [&](NodeId node, bool wanted) {
            if (wanted) pool_.push_back(node);
        };
        for (const NodeId node : gained_) write(node, mark_[node] != lost);
        for (const NodeId node : child_gained_) write(node, !holds_[node]);
        const std::size_t middle = pool_.size();
        for (const NodeId node : lost_) write(node, mark_[node] != gained);
        for (const NodeId node : child_lost_) write(node, holds_[node]);
        add_state(middle, values++);
        mark(child_gained_, unmarked);
        mark(child_lost_, unmarked);
    }
}

void LaneAddFF::apply(const State& state, std::uint32_t lane, bool forth) {
    const LaneMask bit = LaneMask{1} << lane;
    for (const NodeId node : forth ? removed(state) : added(state)) holds_[node] &= ~bit;
    for (const NodeId node : forth ? added(state) : removed(state)) holds_[node] |= bit;
}

void LaneAddFF::evaluate_swept(const LaneSweep& sweep, std::span<const std::uint32_t> states, LaneMask lanes) {
    if (lanes == 0) return;
    PlanBatch batch;
    batch.lanes = lanes;
    for_each_lane(lanes, [&](std::uint32_t lane) { batch.plans[lane] = states_[states[lane]].plan; });
    const LaneMask need_holds = kind_ == Relaxation::ff && graph_.may_cycle_freely ? lanes : batch.written();
    for_each_lane(need_holds, [&](std::uint32_t lane) { apply(states_[states[lane]], lane, true); });
    if (sweep.bits() == 16)
        find_values(LaneCosts<std::uint16_t>{static_cast<const std::uint16_t*>(sweep.values()), holds_.data()}, batch);
    else
        find_values(LaneCosts<std::uint32_t>{static_cast<const std::uint32_t*>(sweep.values()), holds_.data()}, batch);
    for_each_lane(need_holds, [&](std::uint32_t lane) { apply(states_[states[lane]], lane, false); });
    for_each_lane(lanes, [&](std::uint32_t lane) {
        if (Value* const value = states_[states[lane]].value) *value = batch.values[lane];
    });
}

void LaneAddFF::evaluate_lanes(LaneSweep& sweep, std::span<const std::uint32_t> states,
                               std::vector<std::uint32_t>& doubtful) {
    const std::uint32_t width = std::min(sweep.lanes(), options_.most_lanes);
    for (std::size_t first = 0; first < states.size(); first += width) {
        pause();
        LaneBatch batch;
        batch.parent = parent_;
        batch.count = static_cast<std::uint32_t>(std::min<std::size_t>(width, states.size() - first));
        for (std::uint32_t lane = 0; lane < batch.count; ++lane) {
            batch.added[lane] = added(states_[states[first + lane]]);
            batch.removed[lane] = removed(states_[states[first + lane]]);
        }
        sweep.run(batch);
        ++statistics_.batches;
        statistics_.states += batch.count;
        statistics_.visits += sweep.visits();
        statistics_.swept += sweep.swept();
        for_each_lane(sweep.doubtful(), [&](std::uint32_t lane) { doubtful.push_back(states[first + lane]); });
        // Values are those of dead ends until written.
        const LaneMask reached = ((LaneMask{1} << batch.count) - 1) & ~(sweep.unreached() | sweep.doubtful());
        evaluate_swept(sweep, states.subspan(first, batch.count), reached);
        sweep.clear();
        renew_order(sweep.visits());
    }
}

// What a batch visits more than the first one did after the order was renewed is put down to its age.
void LaneAddFF::renew_order(std::uint64_t visits) {
    if (usual_visits_ == 0) usual_visits_ = visits + 1;
    if (visits > usual_visits_) superfluous_ += visits - usual_visits_;
    if (static_cast<double>(superfluous_) <= options_.patience * (graph_.edge_count() + 64.0)) return;
    order_->refer_to(parent_, workspace_->dijkstra, limits_);
    ++statistics_.reorders;
    superfluous_ = usual_visits_ = 0;
}

void LaneAddFF::prepare() {
    SweepOrder order(graph_);
    order.refer_to(parent_, workspace_->dijkstra, limits_);
    order.set_goal(workspace_->goal);
    order_ = std::move(order);
}

void LaneAddFF::evaluate_added_states() {
    if (!order_) prepare();
    all_.clear();
    for (std::uint32_t i = 0; i < states_.size(); ++i) all_.push_back(i);
    again_.clear();
    last_.clear();
    // Where costs are too large for 16 bits most of the time, these are tried every 64th time only.
    if (options_.least_bits == 16 && (narrow_failures_ == 0 || --narrow_failures_ == 0)) {
        if (!narrow_) narrow_ = make_lane_sweep(graph_, *order_, workspace_->combine, 16, options_.simd);
        evaluate_lanes(*narrow_, all_, again_);
        if (2 * again_.size() > all_.size()) narrow_failures_ = 64;
    } else {
        again_ = all_;
    }
    if (again_.empty()) return;
    if (options_.least_bits <= 32) {
        if (!medium_) medium_ = make_lane_sweep(graph_, *order_, workspace_->combine, 32, options_.simd);
        evaluate_lanes(*medium_, again_, last_);
    } else {
        last_ = again_;
    }
    for (const std::uint32_t i : last_) evaluate_wide(states_[i]);
}

void LaneAddFF::evaluate_wide(const State& state) {
    Dijkstra& dijkstra = workspace_->dijkstra;
    dijkstra.begin();
    apply(state, 0, true);
    for (const NodeId node : parent_)
        if (holds_[node] & 1) dijkstra.make_true(node);
    for (const NodeId node : added(state)) dijkstra.make_true(node);
    apply(state, 0, false);  // the run may throw
    const bool reached = dijkstra.run(needs_plan(state.plan) ? Dijkstra::Scope::plan : Dijkstra::Scope::goals, limits_);
    statistics_.visits += dijkstra.visits();
    if (!reached) return;
    apply(state, 0, true);
    const Value found = value(dijkstra, holds_.data(), state.plan);
    apply(state, 0, false);
    if (state.value) *state.value = found;
}

std::uint32_t LaneAddFF::lanes() const {
    if (options_.least_bits == 64) return 1;
    return std::min(options_.most_lanes, options_.least_bits == 16 && narrow_failures_ <= 1 ? 16u : 8u);
}

// Lanes that the children of one parent leave empty take those of the next.
void LaneAddFF::evaluate_with_plans(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                                    std::span<std::vector<ActionNumber>* const> plans) {
    std::size_t total = 0;
    for (const Expansion* expansion : expansions) total += expansion->children.size();
    out.assign(total, dead_end);
    for (auto* plan : plans)
        if (plan) plan->clear();
    if (graph_.goal_unreachable) return;
    Value* values = out.data();
    for (std::size_t i = 0; i < expansions.size();) {
        begin_states();
        for (; i < expansions.size() && (states_.empty() || states_.size() % lanes() != 0); ++i) {
            const Expansion& expansion = *expansions[i];
            auto* const plan = i < plans.size() ? plans[i] : nullptr;
            if (expansion.children.empty() && !plan) continue;
            if (states_.empty()) {
                open(expansion.parent_atoms);
                add_children(expansion, values);
                if (plan) add_state(pool_.size(), nullptr, plan);
            } else {
                compare(expansion.parent_atoms);
                add_others(expansion, values);
                if (plan) add_other(nullptr, plan);
            }
            values += expansion.children.size();
        }
        evaluate_added_states();
    }
}

Value LaneAddFF::evaluate_atoms(std::span<const AtomId> atoms) {
    if (graph_.goal_unreachable) return dead_end;
    Value out = dead_end;
    open(atoms);
    begin_states();
    add_state(0, &out);
    evaluate_added_states();
    return out;
}

void LaneAddFF::evaluate_states(std::span<const std::span<const AtomId>> states, std::vector<Value>& out,
                                std::vector<std::vector<ActionNumber>>* plans) {
    out.assign(states.size(), dead_end);
    if (plans) {
        plans->resize(states.size());
        for (auto& plan : *plans) plan.clear();
    }
    if (graph_.goal_unreachable) return;
    const auto plan = [&](std::size_t i) { return plans ? &(*plans)[i] : nullptr; };
    for (std::size_t i = 0; i < states.size();) {
        begin_states();
        open(states[i]);
        add_state(0, &out[i], plan(i));
        for (++i; i < states.size() && states_.size() % lanes() != 0; ++i) {
            compare(states[i]);
            add_other(&out[i], plan(i));
        }
        evaluate_added_states();
    }
}

}  // namespace isonova
