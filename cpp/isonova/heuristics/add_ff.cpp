#include "isonova/heuristics/add_ff.hpp"

#include <algorithm>
#include <limits>

#include "isonova/heuristics/adaptive_add_ff.hpp"
#include "isonova/heuristics/datalog_add_ff.hpp"
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

std::shared_ptr<const AddFFBasis> choose_add_ff_basis(TaskPtr task, CostType cost_type, Limits& limits,
                                                      const RelaxedGraphOptions& options) {
    auto basis = std::make_shared<AddFFBasis>(AddFFBasis{task, cost_type, nullptr, true});
    RelaxedGraphOptions small = options;
    small.max_instances = std::min(options.max_instances, small_graph);
    small.max_steps = options.max_steps / 4;
    small.may_drop_inequalities = false;
    if ((basis->graph = build_relaxed_graph(*task, cost_type, limits, small))) return basis;
    std::unique_ptr<OrderedDatalog> exact;
    bool is_near = false;
    within(small.max_steps, limits, [&] {
        exact = std::make_unique<OrderedDatalog>(*task, cost_type, limits);
        is_near = exact->reaches_goal_initially(options.max_instances / far_share);
    });
    if (is_near) return basis;
    if ((basis->graph = build_relaxed_graph(*task, cost_type, limits, options))) return basis;
    // What takes that long for the first state would for the others.
    const auto no_end = std::numeric_limits<std::uint64_t>::max();
    basis->inequalities = exact && within(options.max_steps, limits, [&] { exact->reaches_goal_initially(no_end); });
    return basis;
}

std::unique_ptr<Heuristic> make_add_ff(const AddFFBasis& basis, const AtomTable& table, Relaxation kind,
                                       Limits& limits) {
    if (basis.graph) return std::make_unique<AdaptiveAddFF>(basis.graph, table, kind, limits);
    return std::make_unique<DatalogAddFF>(basis.task, table, kind, basis.cost_type, limits, basis.inequalities);
}

std::unique_ptr<Heuristic> make_hmax(const AddFFBasis& basis, const AtomTable& table, Limits& limits) {
    if (!basis.graph) return nullptr;
    return std::make_unique<AdaptiveAddFF>(basis.graph, table, Relaxation::max, limits);
}

std::unique_ptr<Heuristic> make_add_ff(TaskPtr task, const AtomTable& table, Relaxation kind, CostType cost_type,
                                       Limits& limits, const RelaxedGraphOptions& options) {
    return make_add_ff(*choose_add_ff_basis(std::move(task), cost_type, limits, options), table, kind, limits);
}

}  // namespace isonova
