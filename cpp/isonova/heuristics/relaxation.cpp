#include "isonova/heuristics/relaxation.hpp"

#include <algorithm>

#include "isonova/heuristics/cheaper_heuristic.hpp"
#include "isonova/heuristics/datalog_heuristic.hpp"

namespace isonova {

namespace {

// A graph of so many instances is always built. A larger one has to be worth it: where the goal is reached from the
// initial state within a small share of what the graph may have, thousands of states are evaluated by then.
constexpr std::uint64_t small_graph = 500'000;
constexpr std::uint64_t far_share = 4000;

}  // namespace

std::unique_ptr<Heuristic> make_relaxation_heuristic(TaskPtr task, const AtomTable& table, Relaxation kind,
                                                     CostType cost_type, Limits& limits,
                                                     const RelaxedGraphOptions& options) {
    RelaxedGraphOptions small = options;
    small.max_instances = std::min(options.max_instances, small_graph);
    small.max_steps = options.max_steps / 4;
    small.may_drop_inequalities = false;
    auto graph = build_relaxed_graph(*task, cost_type, limits, small);
    if (!graph) {
        auto without = std::make_unique<DatalogHeuristic>(task, table, kind, cost_type, limits);
        if (without->goal_is_near(options.max_instances / far_share)) return without;
        graph = build_relaxed_graph(*task, cost_type, limits, options);
        if (!graph) return without;
    }
    return std::make_unique<CheaperHeuristic>(graph, table, kind, limits);
}

}  // namespace isonova
