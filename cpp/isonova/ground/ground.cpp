#include "isonova/ground/ground.hpp"

#include <algorithm>

#include "isonova/ground/action_grounding.hpp"
#include "isonova/ground/axiom_grounding.hpp"
#include "isonova/ground/literal_grounding.hpp"
#include "isonova/ground/reachable_atoms.hpp"
#include "isonova/util/step_budget.hpp"

namespace isonova {

using namespace grounding;

namespace {

void ground_init(GroundTask& out, const ReachableAtoms& atoms) {
    const Task& task = atoms.task();
    for (std::size_t i = 0; i < task.init.size(); ++i)
        if (task.predicates[task.init.predicate(i)].kind == PredicateKind::fluent)
            out.init.push_back(atoms.id(task.init.predicate(i), task.init.args(i).data()));
    std::sort(out.init.begin(), out.init.end());
}

void ground_goal(GroundTask& out, const ReachableAtoms& atoms) {
    const Task& task = atoms.task();
    out.goal_unreachable = task.goal_false;
    for (const Literal& literal : task.goal) {
        const AtomId atom = ground_atom(literal, nullptr, atoms);
        if (task.predicates[literal.predicate].kind == PredicateKind::fixed) {
            if ((atom == none) != literal.negated) out.goal_unreachable = true;
        } else if (atom == none) {
            if (!literal.negated) out.goal_unreachable = true;
        } else {
            (literal.negated ? out.negative_goal : out.goal).push_back(atom);
        }
    }
    sort_unique(out.goal);
    sort_unique(out.negative_goal);
    if (intersect(out.goal, out.negative_goal)) out.goal_unreachable = true;
}

GroundTask ground_within(TaskPtr task, Limits& limits, const GroundOptions& options, const AtomTable* known) {
    Budget budget(options);
    ReachableAtoms atoms(*task, limits, budget, known);
    GroundTask out;
    out.task = std::move(task);
    out.atoms = atoms.table();
    out.fluent_count = atoms.fluent_count();
    ground_init(out, atoms);
    ground_goal(out, atoms);
    ground_actions(out, atoms, limits, budget);
    ground_axioms(out, atoms, limits, budget);
    budget.check_bytes(atoms.bytes() + bytes(out));
    return out;
}

}  // namespace

GroundTask ground(TaskPtr task, Limits& limits, const GroundOptions& options, const AtomTable* atoms) {
    const StepBudget budget(limits, options.max_steps);
    try {
        return ground_within(std::move(task), limits, options, atoms);
    } catch (const Halted& halted) {
        if (halted.why == Halt::steps && budget.is_spent()) throw BudgetExceeded{BudgetExceeded::What::steps};
        throw;
    }
}

}  // namespace isonova
