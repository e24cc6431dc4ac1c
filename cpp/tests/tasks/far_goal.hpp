// A random task has a goal of few literals, which mostly holds at once or never: here it gets one that is far.
#pragma once

#include <random>

#include "isonova/ground/ground.hpp"
#include "isonova/task/task.hpp"

namespace isonova::testing {

// The task with a goal of some reachable atoms and some that must not hold: seldom true at once.
inline TaskPtr with_far_goal(const TaskPtr& task, std::uint32_t seed) {
    Limits limits;
    const GroundTask ground_task = ground(task, limits);
    auto changed = std::make_shared<Task>(*task);
    changed->goal.clear();
    changed->goal_false = false;
    std::mt19937 random(seed);
    for (AtomId atom = 0; atom < ground_task.atoms.size(); ++atom) {
        if (random() % 3 == 0) continue;
        Literal literal{ground_task.atoms.predicate(atom), random() % 4 == 0, {}};
        for (const ObjectId object : ground_task.atoms.args(atom)) literal.args.push_back(Term::object(object));
        changed->goal.push_back(std::move(literal));
    }
    return changed;
}

}  // namespace isonova::testing
