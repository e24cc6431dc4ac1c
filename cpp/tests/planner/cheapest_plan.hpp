// The cost of a cheapest plan by Dijkstra's algorithm over all states, with the interpreter of ground tasks: slow, and
// shares nothing with the searches.
#pragma once

#include <map>
#include <optional>
#include <queue>

#include "../ground/random_ground_task.hpp"

namespace isonova::testing {

struct Cheapest {
    std::optional<std::int64_t> cost;  // none: there is no plan
    bool is_known = true;              // false: more states than looked at
};

inline Cheapest cheapest_plan(const GroundTask& task, std::size_t most_states) {
    const Interpreter interpreter(task);
    std::map<Atoms, std::int64_t> g{{interpreter.initial(), 0}};
    using Entry = std::pair<std::int64_t, Atoms>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    queue.push({0, interpreter.initial()});
    while (!queue.empty()) {
        const auto [cost, state] = queue.top();
        queue.pop();
        if (cost > g[state]) continue;
        const Atoms full = interpreter.full(state);
        if (interpreter.is_goal(full)) return {cost, true};
        if (g.size() > most_states) return {{}, false};
        for (ActionId a = 0; a < task.action_count(); ++a) {
            if (!interpreter.applicable(a, full)) continue;
            const Atoms next = interpreter.apply(a, full);
            const std::int64_t other = cost + task.cost[a];
            const auto [known, is_new] = g.try_emplace(next, other);
            if (!is_new && known->second <= other) continue;
            known->second = other;
            queue.push({other, next});
        }
    }
    return {};
}

}  // namespace isonova::testing
