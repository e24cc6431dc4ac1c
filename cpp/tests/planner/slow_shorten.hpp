// Greedy action elimination as its definition reads, on states that are sets of atoms.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "../ground/slow_grounder.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova::testing {

class PlainSimulator {
  public:
    explicit PlainSimulator(const Task& task) : task_(task), plain_(SlowGrounder(task).ground()) {}

    const PlainTask& plain() const { return plain_; }

    ActionInstance instance(SchemaId schema, const std::vector<ObjectId>& values) const {
        ActionInstance out;
        out.assign(task_.schemata[schema], values.data());
        return out;
    }

    Atoms full(const Atoms& fluents) const {  // with the derived atoms
        Atoms state = fluents;
        std::uint32_t last = 0;
        for (const auto& [stratum, head, body] : plain_.axioms) last = std::max(last, stratum);
        for (std::uint32_t now = 0; now <= last; ++now) {
            for (std::size_t before = state.size() + 1; before != state.size();) {
                before = state.size();
                for (const auto& [stratum, head, body] : plain_.axioms)
                    if (stratum == now && holds(body, state)) state.insert(head);
            }
        }
        return state;
    }

    bool is_goal(const Atoms& fluents) const {
        return !plain_.goal_unreachable && holds({plain_.goal, plain_.negative_goal}, full(fluents));
    }

    // Applies the PDDL action, whichever way it is applicable.
    std::optional<std::pair<Atoms, std::int64_t>> apply(const ActionInstance& step, const Atoms& fluents) const {
        const Atoms state = full(fluents);
        for (const auto& [key, action] : plain_.actions) {
            const ActionInstance found = instance(key.first, key.second);
            if (found.action != step.action || found.arguments != step.arguments) continue;
            if (!holds(action.precondition, state)) continue;
            Atoms adds = action.effect.adds, deletes = action.effect.deletes, out = fluents;
            for (const auto& [condition, effect] : action.conditional) {
                if (!holds(condition, state)) continue;
                adds.insert(effect.adds.begin(), effect.adds.end());
                deletes.insert(effect.deletes.begin(), effect.deletes.end());
            }
            for (const GroundAtom& atom : deletes) out.erase(atom);
            out.insert(adds.begin(), adds.end());
            return std::pair{out, action.cost};
        }
        return std::nullopt;
    }

    bool valid(const std::vector<ActionInstance>& plan) const {
        Atoms state = plain_.init;
        for (const ActionInstance& step : plan) {
            const auto next = apply(step, state);
            if (!next) return false;
            state = next->first;
        }
        return is_goal(state);
    }

  private:
    static bool holds(const PlainCondition& condition, const Atoms& state) {
        for (const GroundAtom& atom : condition.first)
            if (!state.contains(atom)) return false;
        for (const GroundAtom& atom : condition.second)
            if (state.contains(atom)) return false;
        return true;
    }

    const Task& task_;
    PlainTask plain_;
};

// The places of the steps that stay.
inline std::vector<std::uint32_t> slow_shorten(const PlainSimulator& simulator, const std::vector<ActionInstance>& plan,
                                               const std::vector<std::int64_t>& costs) {
    std::vector<std::uint32_t> kept;
    for (std::uint32_t i = 0; i < plan.size(); ++i) kept.push_back(i);
    for (;;) {
        std::vector<std::uint32_t> best = kept;
        std::pair<std::int64_t, std::size_t> gain{-1, 0};
        for (const std::uint32_t without : kept) {
            std::vector<std::uint32_t> rest;
            std::int64_t cost = 0;
            Atoms state = simulator.plain().init;
            for (const std::uint32_t step : kept) {
                const auto next = step == without ? std::nullopt : simulator.apply(plan[step], state);
                if (next) {
                    state = next->first;
                    rest.push_back(step);
                } else {
                    cost += costs[step];
                }
            }
            if (!simulator.is_goal(state)) continue;
            if (const std::pair found{cost, kept.size() - rest.size()}; found > gain) {
                gain = found;
                best = rest;
            }
        }
        if (best == kept) return kept;
        kept = best;
    }
}

}  // namespace isonova::testing
