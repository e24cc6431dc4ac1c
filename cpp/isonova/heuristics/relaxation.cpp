#include "isonova/heuristics/relaxation.hpp"

#include <algorithm>
#include <limits>

#include "isonova/heuristics/cheaper_heuristic.hpp"
#include "isonova/heuristics/datalog_heuristic.hpp"
#include "isonova/util/step_budget.hpp"

namespace isonova {

namespace {

// A graph of so many instances is always built. A larger one has to be worth it: where the goal is reached from the
// initial state within a small share of what the graph may have, thousands of states are evaluated by then.
constexpr std::uint64_t small_graph = 500'000;
constexpr std::uint64_t far_share = 4000;

// Calls `work` with so many steps of joins; false where they do not do.
template <class Work>
bool within(std::uint64_t steps, Limits& limits, Work work) {
    const StepBudget budget(limits, steps);
    try {
        work();
        return true;
    } catch (const Halted& halted) {
        if (halted.why != Halt::steps || !budget.is_spent()) throw;
        return false;
    }
}

}  // namespace

std::unique_ptr<Heuristic> make_relaxation_heuristic(TaskPtr task, const AtomTable& table, Relaxation kind,
                                                     CostType cost_type, Limits& limits,
                                                     const RelaxedGraphOptions& options) {
    RelaxedGraphOptions small = options;
    small.max_instances = std::min(options.max_instances, small_graph);
    small.max_steps = options.max_steps / 4;
    small.may_drop_inequalities = false;
    if (auto graph = build_relaxed_graph(*task, cost_type, limits, small))
        return std::make_unique<CheaperHeuristic>(graph, table, kind, limits);
    std::unique_ptr<DatalogHeuristic> exact;
    bool is_near = false;
    within(small.max_steps, limits, [&] {
        exact = std::make_unique<DatalogHeuristic>(task, table, kind, cost_type, limits);
        is_near = exact->reaches_goal(options.max_instances / far_share);
    });
    if (is_near) return exact;
    if (auto graph = build_relaxed_graph(*task, cost_type, limits, options))
        return std::make_unique<CheaperHeuristic>(graph, table, kind, limits);
    // What takes that long for the first state would for the others.
    const auto no_end = std::numeric_limits<std::uint64_t>::max();
    if (exact && within(options.max_steps, limits, [&] { exact->reaches_goal(no_end); })) return exact;
    return std::make_unique<DatalogHeuristic>(task, table, kind, cost_type, limits, false);
}

}  // namespace isonova
