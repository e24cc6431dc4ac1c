#include "isonova/heuristics/graph_heuristic.hpp"

#include <algorithm>
#include <iterator>

namespace isonova {

GraphHeuristic::GraphHeuristic(std::shared_ptr<const RelaxedGraph> graph, const AtomTable& table, Relaxation kind,
                               Limits& limits)
    : GraphHeuristic(std::move(graph), table, kind, limits, Options{}) {}

GraphHeuristic::GraphHeuristic(std::shared_ptr<const RelaxedGraph> graph, const AtomTable& table, Relaxation kind,
                               Limits& limits, const Options& options)
    : graph_(std::move(graph)),
      kind_(kind),
      options_(options),
      limits_(limits),
      nodes_(*graph_, table),
      order_(*graph_),
      extractor_(*graph_),
      holds_(graph_->node_count, 0) {
    for (NodeId atom = 0; atom < graph_->negation.size(); ++atom)
        if (graph_->negation[atom] != none) negated_.push_back(atom);
    statistics_.has_graph = true;
    statistics_.nodes = graph_->node_count;
    statistics_.edges = graph_->edge_count();
    statistics_.split_schemata = graph_->statistics.split_schemata;
    statistics_.dropped_inequalities = graph_->statistics.dropped_inequalities;
    statistics_.seconds = graph_->statistics.seconds;
    statistics_.lane_width = 16;
}

void GraphHeuristic::pause() {
    if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
}

void GraphHeuristic::open(std::span<const AtomId> parent_atoms) {
    for (const NodeId node : parent_) holds_[node] = 0;
    parent_.clear();
    const auto add = [&](NodeId node) {
        parent_.push_back(node);
        holds_[node] = 1;
    };
    for (const AtomId atom : parent_atoms)
        if (const NodeId node = nodes_[atom]; node != none) add(node);
    for (const NodeId atom : negated_)
        if (!holds_[atom]) add(graph_->negation[atom]);
}

void GraphHeuristic::append_nodes(std::span<const AtomId> atoms, std::span<const AtomId> opposite,
                                  std::vector<NodeId>& out) {
    for (const AtomId atom : atoms)
        if (const NodeId node = nodes_[atom]; node != none) out.push_back(node);
    if (negated_.empty()) return;
    for (const AtomId atom : opposite)
        if (const NodeId node = nodes_[atom]; node != none && graph_->negation[node] != none)
            out.push_back(graph_->negation[node]);
}

void GraphHeuristic::read_children(const Expansion& expansion) {
    for (const Child& child : expansion.children) {
        const auto added = expansion.added(child), removed = expansion.removed(child);
        append_nodes(added, removed, pool_);
        bounds_.push_back(pool_.size());
        append_nodes(removed, added, pool_);
        bounds_.push_back(pool_.size());
    }
}

void GraphHeuristic::read_others(const Expansion& expansion) {
    enum : std::uint8_t { unmarked, true_there, gained, lost };
    mark_.resize(graph_->node_count, unmarked);
    const auto mark = [&](std::span<const NodeId> nodes, std::uint8_t as) {
        for (const NodeId node : nodes) mark_[node] = as;
    };
    other_.clear();
    append_nodes(expansion.parent_atoms, {}, other_);
    mark(other_, true_there);
    for (const NodeId atom : negated_)
        if (mark_[atom] == unmarked) other_.push_back(graph_->negation[atom]);
    mark(other_, true_there);
    gained_.clear();
    lost_.clear();
    std::copy_if(other_.begin(), other_.end(), std::back_inserter(gained_), [&](NodeId node) { return !holds_[node]; });
    std::copy_if(parent_.begin(), parent_.end(), std::back_inserter(lost_), [&](NodeId node) { return !mark_[node]; });
    mark(other_, unmarked);

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
        bounds_.push_back(pool_.size());
        for (const NodeId node : lost_) write(node, mark_[node] != gained);
        for (const NodeId node : child_lost_) write(node, holds_[node]);
        bounds_.push_back(pool_.size());
        mark(child_gained_, unmarked);
        mark(child_lost_, unmarked);
    }
}

void GraphHeuristic::find_differences() {
    children_.clear();
    std::size_t start = 0;
    for (std::size_t i = 0; i < bounds_.size(); i += 2) {
        const std::span<const NodeId> all(pool_);
        children_.push_back(
            {all.subspan(start, bounds_[i] - start), all.subspan(bounds_[i], bounds_[i + 1] - bounds_[i])});
        start = bounds_[i + 1];
    }
}

void GraphHeuristic::apply(const Difference& child, bool forth) {
    for (const NodeId node : child.removed) holds_[node] = !forth;
    for (const NodeId node : child.added) holds_[node] = forth;
}

template <class T>
Value GraphHeuristic::value(const T* costs, std::size_t stride, const Difference& child) {
    if (kind_ == Relaxation::add && !plan_) {
        std::uint64_t sum = 0;
        for (const NodeId node : graph_->goal)
            sum = std::min(sum + costs[node * stride], static_cast<std::uint64_t>(dead_end) - 1);
        return static_cast<Value>(sum);
    }
    const bool exact = graph_->may_cycle_freely || plan_;
    if (exact) apply(child, true);
    const Value cost = extractor_.extract(NodeCosts<T>{costs, stride, holds_.data()}, plan_);
    if (exact) apply(child, false);
    return cost;
}

void GraphHeuristic::evaluate_lanes(LaneSweep& sweep, std::span<const std::uint32_t> children, Value* out,
                                    std::vector<std::uint32_t>& doubtful) {
    const std::uint32_t width = std::min(sweep.lanes(), options_.most_lanes);
    for (std::size_t first = 0; first < children.size(); first += width) {
        pause();
        LaneBatch batch;
        batch.parent = parent_;
        batch.count = static_cast<std::uint32_t>(std::min<std::size_t>(width, children.size() - first));
        for (std::uint32_t lane = 0; lane < batch.count; ++lane) {
            batch.added[lane] = children_[children[first + lane]].added;
            batch.removed[lane] = children_[children[first + lane]].removed;
        }
        sweep.run(batch);
        ++statistics_.batches;
        statistics_.states += batch.count;
        statistics_.visits += sweep.visits();
        statistics_.swept += sweep.swept();
        for (std::uint32_t lane = 0; lane < batch.count; ++lane) {
            const std::uint32_t child = children[first + lane];
            if (sweep.doubtful() >> lane & 1)
                doubtful.push_back(child);
            else if (sweep.unreached() >> lane & 1)
                out[child] = dead_end;
            else if (sweep.bits() == 16)
                out[child] =
                    value(static_cast<const std::uint16_t*>(sweep.values()) + lane, sweep.lanes(), children_[child]);
            else
                out[child] =
                    value(static_cast<const std::uint32_t*>(sweep.values()) + lane, sweep.lanes(), children_[child]);
        }
        sweep.clear();
        renew_order(sweep.visits());
    }
}

// What a batch visits more than the first one did after the order was renewed is put down to its age.
void GraphHeuristic::renew_order(std::uint64_t visits) {
    if (usual_visits_ == 0) usual_visits_ = visits + 1;
    if (visits > usual_visits_) superfluous_ += visits - usual_visits_;
    if (static_cast<double>(superfluous_) <= options_.patience * (graph_->edge_count() + 64.0)) return;
    order_.refer_to(parent_);
    ++statistics_.reorders;
    superfluous_ = usual_visits_ = 0;
}

void GraphHeuristic::evaluate_siblings(std::size_t first, std::size_t count, Value* out) {
    if (!referred_) {
        order_.refer_to(parent_);
        referred_ = true;
    }
    all_.clear();
    for (std::size_t i = 0; i < count; ++i) all_.push_back(static_cast<std::uint32_t>(first + i));
    again_.clear();
    last_.clear();
    // Where costs are too large for 16 bits most of the time, these are tried every 64th time only.
    if (options_.least_bits == 16 && (narrow_failures_ == 0 || --narrow_failures_ == 0)) {
        if (!narrow_) narrow_ = make_lane_sweep(*graph_, order_, 16, options_.simd);
        evaluate_lanes(*narrow_, all_, out, again_);
        if (2 * again_.size() > count) narrow_failures_ = 64;
    } else {
        again_ = all_;
    }
    if (again_.empty()) return;
    if (options_.least_bits <= 32) {
        if (!medium_) medium_ = make_lane_sweep(*graph_, order_, 32, options_.simd);
        evaluate_lanes(*medium_, again_, out, last_);
    } else {
        last_ = again_;
    }
    if (!last_.empty() && !wide_) wide_.emplace(*graph_);
    for (const std::uint32_t child : last_) {
        apply(children_[child], true);
        wide_true_.clear();
        for (NodeId node = 0; node < graph_->node_count; ++node)
            if (holds_[node]) wide_true_.push_back(node);
        apply(children_[child], false);
        wide_->run(wide_true_, limits_);
        const bool reached = std::all_of(graph_->goal.begin(), graph_->goal.end(),
                                         [&](NodeId node) { return wide_->values()[node] != WideCosts::infinity; });
        out[child] = reached ? value(wide_->values(), 1, children_[child]) : dead_end;
    }
}

std::uint32_t GraphHeuristic::lanes() const {
    if (options_.least_bits == 64) return 1;
    return std::min(options_.most_lanes, options_.least_bits == 16 && narrow_failures_ <= 1 ? 16u : 8u);
}

// Lanes that the children of one parent leave empty take those of the next.
void GraphHeuristic::evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out) {
    std::size_t total = 0;
    for (const Expansion* expansion : expansions) total += expansion->children.size();
    out.assign(total, dead_end);
    if (graph_->goal_unreachable) return;
    Value* values = out.data();
    for (std::size_t i = 0; i < expansions.size();) {
        pool_.clear();
        bounds_.clear();
        const auto read = [&] { return bounds_.size() / 2; };
        for (; i < expansions.size() && (read() == 0 || read() % lanes() != 0); ++i) {
            if (expansions[i]->children.empty()) continue;
            if (read() != 0) {
                read_others(*expansions[i]);
                continue;
            }
            open(expansions[i]->parent_atoms);
            read_children(*expansions[i]);
        }
        find_differences();
        evaluate_siblings(0, children_.size(), values);
        values += children_.size();
    }
}

Value GraphHeuristic::evaluate_atoms(std::span<const AtomId> atoms) {
    if (graph_->goal_unreachable) return dead_end;
    open(atoms);
    children_.assign(1, {});
    Value out = dead_end;
    evaluate_siblings(0, 1, &out);
    return out;
}

RelaxedPlan GraphHeuristic::relaxed_plan(std::span<const AtomId> atoms) {
    RelaxedPlan plan;
    plan_ = &plan;
    const Value cost = evaluate_atoms(atoms);
    plan_ = nullptr;
    plan.cost = cost;
    return plan;
}

}  // namespace isonova
