// A task with a goal of many literals has few landmarks beside its goals: here it gets a goal of one.
#pragma once

#include <random>

#include "isonova/ground/ground.hpp"
#include "isonova/task/task.hpp"

namespace isonova::testing {

// The task with one reachable atom as its goal, which is not true at once where there is such an atom.
inline TaskPtr with_one_goal(const TaskPtr& task, std::uint32_t seed) {
    Limits limits;
    const GroundTask ground_task = ground(task, limits);
    std::vector<AtomId> atoms;
    for (AtomId atom = 0; atom < ground_task.atoms.size(); ++atom)
        if (!std::binary_search(ground_task.init.begin(), ground_task.init.end(), atom)) atoms.push_back(atom);
    if (atoms.empty()) return task;
    const AtomId goal = atoms[std::mt19937(seed)() % atoms.size()];
    auto changed = std::make_shared<Task>(*task);
    changed->goal_false = false;
    Literal literal{ground_task.atoms.predicate(goal), false, {}};
    for (const ObjectId object : ground_task.atoms.args(goal)) literal.args.push_back(Term::object(object));
    changed->goal = {literal};
    return changed;
}

}  // namespace isonova::testing
