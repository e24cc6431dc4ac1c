// The delete relaxation of a ground task, literally: slow, and shares nothing with the heuristics.
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "isonova/ground/ground_task.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova::testing {

// A literal of the relaxation: an atom, or the negation of a fluent.
using Node = std::pair<AtomId, bool>;
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Operator {
    std::set<Node> body, heads;
    double cost;
};

// One per action, conditional effect and axiom.
inline std::vector<Operator> operators(const GroundTask& task, const std::vector<std::int64_t>& costs) {
    std::vector<Operator> out;
    const auto require = [&](Operator& op, std::span<const AtomId> yes, std::span<const AtomId> no) {
        for (const AtomId atom : yes) op.body.insert({atom, true});
        for (const AtomId atom : no) {
            if (atom < task.fluent_count) op.body.insert({atom, false});
        }
    };
    const auto achieve = [&](Operator& op, const std::set<AtomId>& sure, std::span<const AtomId> adds,
                             std::span<const AtomId> deletes) {
        for (const AtomId atom : deletes) {
            if (!sure.contains(atom) && std::find(adds.begin(), adds.end(), atom) == adds.end())
                op.heads.insert({atom, false});
        }
        for (const AtomId atom : adds) op.heads.insert({atom, true});
    };
    for (ActionId a = 0; a < task.action_count(); ++a) {
        const std::set<AtomId> sure(task.adds[a].begin(), task.adds[a].end());
        Operator op{{}, {}, static_cast<double>(costs[a])};
        require(op, task.precondition[a], task.negative_precondition[a]);
        for (std::uint32_t e = task.effect_start[a]; e < task.effect_start[a + 1]; ++e) {
            Operator effect = op;
            require(effect, task.effect_condition[e], task.effect_negative_condition[e]);
            achieve(effect, sure, task.effect_adds[e], task.effect_deletes[e]);
            out.push_back(effect);
        }
        achieve(op, sure, task.adds[a], task.deletes[a]);
        out.push_back(op);
    }
    for (std::uint32_t x = 0; x < task.axiom_count(); ++x) {
        Operator op{{}, {{task.axiom_head[x], true}}, 0};
        require(op, task.axiom_body[x], task.axiom_negative_body[x]);
        out.push_back(op);
    }
    return out;
}

// h_add, h_max, and the costliest action that no relaxed plan can do without: at most the cost of any relaxed plan,
// also where one action serves with two of its conditional effects, one for the other, and h_max counts it twice.
enum class Estimate : std::uint8_t { add, max, bottleneck };

// Bellman and Ford: sweeps over all operators until nothing changes.
inline double fixpoint(const GroundTask& task, const std::vector<Operator>& ops, const std::set<AtomId>& state,
                       Estimate estimate) {
    std::map<Node, double> value;
    for (AtomId atom = 0; atom < task.atoms.size(); ++atom) {
        value[{atom, true}] = state.contains(atom) ? 0 : infinity;
        value[{atom, false}] = state.contains(atom) ? infinity : 0;
    }
    const auto total = [&](const std::set<Node>& nodes) {
        double out = 0;
        for (const Node& node : nodes) out = estimate == Estimate::add ? out + value[node] : std::max(out, value[node]);
        return out;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (const Operator& op : ops) {
            const double before = total(op.body);
            const double cost = estimate == Estimate::bottleneck ? std::max(op.cost, before) : op.cost + before;
            for (const Node& head : op.heads) {
                if (cost < value[head]) {
                    value[head] = cost;
                    changed = true;
                }
            }
        }
    }
    std::set<Node> goal;
    for (const AtomId atom : task.goal) goal.insert({atom, true});
    for (const AtomId atom : task.negative_goal) {
        if (atom < task.fluent_count) goal.insert({atom, false});
    }
    return total(goal);
}

inline double as_double(Value value) {
    return value == dead_end ? infinity : static_cast<double>(value);
}

}  // namespace isonova::testing
