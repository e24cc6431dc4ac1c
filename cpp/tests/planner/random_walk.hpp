// Plans that were not searched for.
#pragma once

#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "../tasks/random_task.hpp"
#include "slow_shorten.hpp"

namespace isonova::testing {

struct Walk {  // a plan that was not searched for: full of steps that it does not need
    TaskPtr task;
    std::vector<ActionInstance> plan;
    std::vector<std::int64_t> costs;
};

inline Literal ground_literal(const GroundAtom& atom, bool negated) {
    Literal out{atom.predicate, negated, {}};
    for (const ObjectId object : atom.args) out.args.push_back(Term::object(object));
    return out;
}

// Steps that change something, then a goal of a few literals that hold in the end.
inline Walk random_walk(std::uint32_t seed) {
    std::mt19937 random(seed);
    auto task = std::make_shared<Task>(*random_task(seed));
    task->goal.clear();
    task->goal_false = false;
    if (seed % 3 == 0)
        for (Schema& schema : task->schemata) schema.cost = {};
    const PlainSimulator simulator(*task);
    Walk out{task, {}, {}};
    Atoms state = simulator.plain().init;
    for (std::size_t length = 1 + random() % 14; out.plan.size() < length;) {
        std::vector<ActionInstance> steps;
        std::vector<std::pair<Atoms, std::int64_t>> next;
        for (const auto& [key, action] : simulator.plain().actions) {
            const ActionInstance step = simulator.instance(key.first, key.second);
            const auto reached = simulator.apply(step, state);
            if (!reached || reached->first == state) continue;
            steps.push_back(step);
            next.push_back(*reached);
        }
        if (steps.empty()) break;
        const std::size_t chosen = random() % steps.size();
        out.plan.push_back(steps[chosen]);
        out.costs.push_back(next[chosen].second);
        state = next[chosen].first;
    }
    const Atoms last = simulator.full(state);
    Atoms all = simulator.plain().fluents;
    all.insert(simulator.plain().derived.begin(), simulator.plain().derived.end());
    for (const GroundAtom& atom : all)
        if (random() % 100 < (last.contains(atom) ? 25 : 6))
            task->goal.push_back(ground_literal(atom, !last.contains(atom)));
    return out;
}

}  // namespace isonova::testing
