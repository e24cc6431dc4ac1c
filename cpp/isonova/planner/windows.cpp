#include "isonova/planner/windows.hpp"

#include <algorithm>
#include <new>

#include "isonova/ground/ground.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "isonova/lifted/lifted_state_space.hpp"
#include "isonova/planner/plan_order.hpp"
#include "isonova/planner/window_goals.hpp"
#include "isonova/planner/window_search.hpp"

namespace isonova {

// The state space, the heuristic and the plan's own states.
class Windows::Engine {
  public:
    Engine(TaskPtr task, std::shared_ptr<const GroundTask> ground, std::shared_ptr<const RelaxedGraph> graph,
           Limits& limits, const WindowOptions& options)
        : task_(std::move(task)), graph_(std::move(graph)), limits_(limits) {
        if (ground) {
            auto space = std::make_unique<GroundStateSpace>(ground, limits, choose_packing(*ground, limits));
            restart_ = [each = space.get()](auto fluents) { return each->restart(fluents); };
            space_ = std::move(space);
            use(std::move(ground));
        } else {
            auto space = std::make_unique<LiftedStateSpace>(task_, limits);
            lifted_ = space.get();
            restart_ = [each = space.get()](auto fluents) { return each->restart(fluents); };
            space_ = std::move(space);
        }
        heuristic_ = std::make_unique<AdaptiveAddFF>(graph_, space_->atom_table(), options.estimate, limits);
        search_ = std::make_unique<WindowSearch>(*space_, restart_, *heuristic_, limits);
        search_->weight = options.weight;
    }

    // Takes a plan if it is valid. Throws Halted.
    bool take(std::span<const ActionInstance> plan) {
        Rows ways = ways_ ? ways_->of(plan) : Rows();
        const auto has_all = [&] {
            for (std::size_t step = 0; step < plan.size(); ++step)
                if (ways[step].empty()) return false;
            return true;
        };
        if (lifted_ && (!ways_ || !has_all())) {
            use(std::make_shared<const GroundTask>(ground(restricted(*task_, plan), limits_, {}, &graph_->atoms)));
            ways = ways_->of(plan);
        }
        auto found = trace_plan(*simulation_, ways);
        if (found) trace_ = std::move(*found);
        return found.has_value();
    }
    PlanOrder order() const { return {trace_.reads, trace_.writes}; }

    std::int64_t cost(std::uint32_t first, std::uint32_t last) const { return trace_.cost[last] - trace_.cost[first]; }

    // Makes a window the one that the functions below are about. Returns a hash of it.
    std::uint64_t open(std::uint32_t first, std::uint32_t last) {
        std::uint64_t hash = 0x9e3779b97f4a7c15u;
        const auto mix = [&](std::uint64_t value) {
            hash = (hash ^ value) * 0xd6e8feb86659fd93u;
            hash ^= hash >> 32;
        };
        start_.clear();
        goal_ = {};
        const Simulation::State &from = trace_.states[first], &to = trace_.states[last];
        for_each_bit(from.data(), words_for(ground_->fluent_count), [&](AtomId atom) {
            if (atom < ground_->fluent_count) start_.push_back(in_space(atom));
        });
        if (lifted_) std::sort(start_.begin(), start_.end());
        for (const AtomId atom : start_) mix(atom);
        const auto want = [&](AtomId atom, bool value) {
            const AtomId known = in_space(atom);
            (value ? goal_.atoms : goal_.negative).push_back(known);
            mix(2 * std::uint64_t{known} + value + (std::uint64_t{1} << 40));
            NodeId node = graph_->node(ground_->atoms.predicate(atom), ground_->atoms.args(atom));
            if (node != none && !value) node = graph_->negation[node];
            if (node != none) goal_.nodes.push_back(node);
        };
        if (last + 1 == trace_.states.size()) {
            // No step follows: any state that satisfies the goal will do, however it derives what the goal asks for.
            for (const AtomId atom : ground_->goal) want(atom, true);
            for (const AtomId atom : ground_->negative_goal) want(atom, false);
        } else {
            const Simulation::State& needed = trace_.needed[last];
            for_each_bit(needed.data(), needed.size(), [&](AtomId atom) { want(atom, test(to.data(), atom)); });
        }
        mix(static_cast<std::uint64_t>(cost(first, last)));
        std::sort(goal_.nodes.begin(), goal_.nodes.end());
        return hash;
    }
    Value estimate() { return search_->estimate(start_, goal_); }
    void start(std::int64_t bound, std::int64_t trust) { search_->start(start_, goal_, bound, trust); }
    WindowOutcome advance(std::uint64_t evaluations, std::uint64_t work, std::vector<ActionInstance>& plan) {
        return search_->advance(evaluations, work, plan);
    }
    std::uint64_t work() const { return search_->work(); }

  private:
    void use(std::shared_ptr<const GroundTask> task) {
        ground_ = std::move(task);
        simulation_.emplace(*ground_, limits_);
        ways_.emplace(*ground_);
    }
    AtomId in_space(AtomId atom) {
        return lifted_ ? lifted_->atom_table().intern(ground_->atoms.predicate(atom), ground_->atoms.args(atom)) : atom;
    }

    TaskPtr task_;
    std::shared_ptr<const RelaxedGraph> graph_;
    Limits& limits_;
    std::shared_ptr<const GroundTask> ground_;  // at least the plan's actions
    std::optional<Simulation> simulation_;
    std::optional<StepWays> ways_;
    std::unique_ptr<StateSpace> space_;
    LiftedStateSpace* lifted_ = nullptr;  // where it is the space
    WindowSearch::Restart restart_;
    std::unique_ptr<AdaptiveAddFF> heuristic_;
    std::unique_ptr<WindowSearch> search_;
    PlanTrace trace_;
    std::vector<AtomId> start_;
    WindowGoal goal_;
};

Windows::Windows(TaskPtr task, std::shared_ptr<const GroundTask> ground, Limits& limits, const WindowOptions& options)
    : task_(std::move(task)), ground_(std::move(ground)), limits_(limits), options_(options) {
    options_.graph.any_goal = true;
}
Windows::~Windows() = default;

void Windows::improve(std::vector<ActionInstance> plan) {
    plan_.steps = std::move(plan);
    level_ = doublings_ = 0;
    over_ = improved_ = cut_short_ = false;
    stop();
}

// The window in the middle of which this is begins anew.
void Windows::stop() {
    prepared_ = is_listed_ = false;
    open_.reset();
}

bool Windows::prepare() {
    if (prepared_) return true;
    if (!engine_) {
        auto graph = build_relaxed_graph(*task_, CostType::normal, limits_, options_.graph);
        if (!graph || graph->goal_unreachable) return false;
        engine_ = std::make_unique<Engine>(task_, ground_, std::move(graph), limits_, options_);
    }
    if (!engine_->take(plan_.steps)) return false;
    adopt();
    return true;
}

// The engine has taken the plan.
void Windows::adopt() {
    plan_.cost = engine_->cost(0, size());
    order_ = std::make_unique<PlanOrder>(engine_->order());
    is_gathered_ = false;
    prepared_ = true;
}

// False where there is none.
bool Windows::next_round() {
    is_listed_ = false;
    if (improved_) {  // once more, for what is new
        improved_ = false;
        return true;
    }
    const auto length = [&](std::uint32_t doublings) { return std::uint64_t{options_.shortest} << doublings; };
    std::uint32_t longest = 0;
    while (length(longest) < size()) ++longest;
    if (doublings_ < std::min(level_, longest)) {
        ++doublings_;
        return true;
    }
    const bool all_evaluations =
        level_ >= longest && options_.evaluations << (level_ - longest) >= options_.most_evaluations;
    if (all_evaluations || (level_ >= longest && !cut_short_)) return false;
    ++level_;
    doublings_ = 0;
    cut_short_ = false;
    return true;
}

// The plan with the window as a stretch of it, which the engine takes.
Windows::Arranged Windows::arrange(const Candidate& window) {
    const std::uint32_t length = std::min(size(), options_.shortest << doublings_);
    Arranged out;
    if (window.is_gathered) {
        PlanOrder::Gathered gathered = order_->gather(window.step, length);
        out = {std::move(gathered.steps), gathered.first, gathered.last, {}};
    } else {
        out.first = std::min(window.step, size() - length);
        out.last = out.first + length;
        for (std::uint32_t step = 0; step < size(); ++step) out.order.push_back(step);
    }
    for (const std::uint32_t step : out.order) out.steps.push_back(plan_.steps[step]);
    if (window.is_gathered || is_gathered_) engine_->take(out.steps);
    is_gathered_ = window.is_gathered;
    return out;
}

// Whether there is nothing left to find with so many evaluations.
bool Windows::was_tried(std::uint64_t evaluated) {
    cut_short_ |= evaluated >= evaluations() && evaluated != nothing_left;
    return evaluated >= evaluations();
}

void Windows::list_candidates() {
    const std::uint32_t length = std::min(size(), options_.shortest << doublings_);
    const std::uint32_t stride = std::max(1u, length / 4);
    candidates_.clear();
    const auto add = [&](std::uint32_t step, bool is_gathered) {
        const Arranged plan = arrange({step, is_gathered, 0});
        const std::int64_t cost = engine_->cost(plan.first, plan.last);
        if (cost == 0 || was_tried(tried_[engine_->open(plan.first, plan.last)])) return;
        const Value estimate = engine_->estimate();
        if (estimate != dead_end) candidates_.push_back({step, is_gathered, cost - estimate});
    };
    for (std::uint32_t step = 0; step + length < size(); step += stride) add(step, false);
    if (length > 0) add(size() - length, false);
    for (std::uint32_t step = 0; options_.gather && length < size() && step < size(); step += stride) add(step, true);
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.gain > b.gain; });
    next_candidate_ = 0;
    is_listed_ = true;
}

void Windows::open(const Candidate& window) {
    Arranged plan = arrange(window);
    const std::uint64_t hash = engine_->open(plan.first, plan.last);
    if (was_tried(tried_[hash])) return;
    engine_->start(engine_->cost(plan.first, plan.last), trust());
    open_ = {std::move(plan), hash};
}

bool Windows::search(std::uint64_t work) {
    std::vector<ActionInstance> stretch;
    const WindowOutcome outcome = engine_->advance(evaluations(), work, stretch);
    if (outcome == WindowOutcome::paused) return false;
    auto [plan, hash] = std::move(*open_);
    open_.reset();
    if (outcome != WindowOutcome::found) {
        const bool is_last = outcome == WindowOutcome::exhausted && trust() == options_.trust;
        tried_[hash] = is_last ? nothing_left : evaluations();
        cut_short_ |= !is_last;
        return false;
    }
    plan.steps.erase(plan.steps.begin() + plan.first, plan.steps.begin() + plan.last);
    plan.steps.insert(plan.steps.begin() + plan.first, stretch.begin(), stretch.end());
    // The whole plan is simulated before it counts.
    if (!engine_->take(plan.steps)) {
        tried_[hash] = nothing_left;
        return false;
    }
    plan_.steps = std::move(plan.steps);
    adopt();
    improved_ = true;
    // The other windows stay, where their steps are still there.
    std::vector<std::uint32_t> place(plan.order.size(), none);
    for (std::uint32_t i = 0; i < plan.order.size(); ++i) {
        if (i < plan.first) place[plan.order[i]] = i;
        if (i >= plan.last)
            place[plan.order[i]] = i - plan.last + plan.first + static_cast<std::uint32_t>(stretch.size());
    }
    for (Candidate& each : candidates_)
        if (each.step != none) each.step = place[each.step];
    return true;
}

std::optional<Windows::Plan> Windows::next(std::uint64_t work) {
    if (over_ || work == 0) return std::nullopt;
    try {
        over_ = !prepare();
        if (over_) return std::nullopt;
        for (const std::uint64_t last = engine_->work() + work; engine_->work() < last;) {
            if (!is_listed_) list_candidates();
            if (open_) {
                if (search(last)) return plan_;
            } else if (next_candidate_ < candidates_.size()) {
                const Candidate window = candidates_[next_candidate_++];
                if (window.step != none) open(window);
            } else if (!next_round()) {
                over_ = true;
                break;
            }
        }
    } catch (const Halted&) {
        stop();
    } catch (const std::bad_alloc&) {
        stop();
    }
    return std::nullopt;
}

}  // namespace isonova
