// What the tests of all relaxation heuristics share.
#pragma once

#include <algorithm>
#include <filesystem>
#include <set>

#include "../tasks/may_be_weaker.hpp"
#include "isonova/ground/ground.hpp"
#include "isonova/heuristics/heuristic.hpp"
#include "isonova/pddl/syntax.hpp"
#include "isonova/task/normalise.hpp"

namespace isonova::testing {

struct RelaxedAction {
    std::uint32_t action = 0;  // index in Task::actions
    std::vector<ObjectId> arguments;
    friend auto operator<=>(const RelaxedAction&, const RelaxedAction&) = default;
};

inline std::vector<RelaxedAction> named(const AtomTable& table, const std::vector<ActionNumber>& numbers) {
    std::vector<RelaxedAction> out;
    for (const ActionNumber number : numbers) {
        const auto arguments = table.args(number);
        out.push_back({table.predicate(number), {arguments.begin(), arguments.end()}});
    }
    return out;
}

struct RelaxedPlan {
    Value cost = 0;  // as ff has it; `dead_end` if there is none
    std::vector<RelaxedAction> actions;
};

inline RelaxedPlan relaxed_plan(Heuristic& ff, std::span<const AtomId> atoms) {
    std::vector<Value> values;
    std::vector<std::vector<ActionNumber>> plans;
    ff.evaluate_states(std::span(&atoms, 1), values, &plans);
    return {values[0], named(*ff.actions(), plans[0])};
}

// Do the plan's actions, in any order and without deletes, reach the goal? Negative literals are nodes (atom, false).
inline bool reaches_goal(const GroundTask& task, const RelaxedPlan& plan, const std::vector<AtomId>& state) {
    using Node = std::pair<AtomId, bool>;
    std::set<Node> reached;
    for (AtomId atom = 0; atom < task.atoms.size(); ++atom) reached.insert({atom, false});
    for (const AtomId atom : state) {
        reached.erase({atom, false});
        reached.insert({atom, true});
    }
    const auto holds = [&](std::span<const AtomId> yes, std::span<const AtomId> no) {
        return std::all_of(yes.begin(), yes.end(), [&](AtomId atom) { return reached.contains({atom, true}); }) &&
               std::all_of(no.begin(), no.end(),
                           [&](AtomId atom) { return atom >= task.fluent_count || reached.contains({atom, false}); });
    };
    const auto in_plan = [&](ActionId action) {
        const Schema& schema = task.task->schemata[task.schema[action]];
        RelaxedAction name{schema.action, {}};
        for (const Term term : schema.declared)
            name.arguments.push_back(term.is_variable() ? task.arguments[action][term.variable()] : term.object());
        return std::find(plan.actions.begin(), plan.actions.end(), name) != plan.actions.end();
    };
    for (std::size_t before = 0; before != reached.size();) {
        before = reached.size();
        const auto achieve = [&](std::span<const AtomId> adds, std::span<const AtomId> deletes) {
            for (const AtomId atom : adds) reached.insert({atom, true});
            for (const AtomId atom : deletes) reached.insert({atom, false});
        };
        for (ActionId action = 0; action < task.action_count(); ++action) {
            if (!in_plan(action) || !holds(task.precondition[action], task.negative_precondition[action])) continue;
            achieve(task.adds[action], task.deletes[action]);
            for (std::uint32_t e = task.effect_start[action]; e < task.effect_start[action + 1]; ++e)
                if (holds(task.effect_condition[e], task.effect_negative_condition[e]))
                    achieve(task.effect_adds[e], task.effect_deletes[e]);
        }
        for (std::uint32_t axiom = 0; axiom < task.axiom_count(); ++axiom)
            if (holds(task.axiom_body[axiom], task.axiom_negative_body[axiom]))
                reached.insert({task.axiom_head[axiom], true});
    }
    return holds(task.goal, task.negative_goal);
}

inline TaskPtr read_task(const std::filesystem::path& folder) {
    return normalise(*pddl::parse(pddl::read_source((folder / "domain.pddl").string()),
                                  pddl::read_source((folder / "problem.pddl").string())));
}

}  // namespace isonova::testing
