// h_add, h_FF and the relaxed plan of one state on the relaxed graph, literally: slow, and shares nothing with the
// heuristics but the graph.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "../heuristics/relaxation_checks.hpp"
#include "isonova/relaxation/relaxed_graph.hpp"

namespace isonova::testing {

class SlowPlan {
  public:
    Value add = dead_end, ff = dead_end;
    std::set<RelaxedAction> actions;
    std::vector<RelaxedAction> plan;  // the same, as they were chosen

    SlowPlan(const RelaxedGraph& graph, const AtomTable& table, std::span<const AtomId> state)
        : graph_(graph), holds_(graph.node_count, false), value_(graph.node_count, infinite) {
        if (graph.goal_unreachable) return;
        for (const AtomId atom : state)
            if (const NodeId node = graph.node(table.predicate(atom), table.args(atom)); node < graph.atoms.size())
                holds_[node] = true;
        for (NodeId atom = 0; atom < graph.negation.size(); ++atom)
            if (graph.negation[atom] != none && !holds_[atom]) holds_[graph.negation[atom]] = true;
        find_values();
        std::uint64_t sum = 0;
        for (const NodeId node : graph.goal) {
            if (value_[node] == infinite) return;
            sum += value_[node];
        }
        add = static_cast<Value>(sum);
        if (graph.may_cycle_freely) find_ranks();
        extract();
    }

  private:
    static constexpr std::uint64_t infinite = std::uint64_t{1} << 60;

    std::uint64_t cost(EdgeId edge) const {
        std::uint64_t sum = static_cast<std::uint64_t>(graph_.cost[edge]);
        for (const NodeId node : graph_.body[edge]) sum = std::min(sum + value_[node], infinite);
        return sum;
    }

    void find_values() {
        for (NodeId node = 0; node < graph_.node_count; ++node)
            if (holds_[node]) value_[node] = 0;
        for (bool changed = true; changed;) {
            changed = false;
            for (EdgeId edge = 0; edge < graph_.edge_count(); ++edge)
                for (const NodeId head : graph_.heads[edge]) {
                    if (cost(edge) >= value_[head]) continue;
                    value_[head] = cost(edge);
                    changed = true;
                }
        }
    }

    bool tight(EdgeId edge, NodeId head) const { return value_[head] != infinite && cost(edge) == value_[head]; }
    bool as_late(NodeId node, NodeId head) const { return !holds_[node] && value_[node] == value_[head]; }

    // The round in which a node is reached among nodes of its value.
    void find_ranks() {
        rank_.assign(graph_.node_count, unranked);
        for (bool changed = true; changed;) {
            changed = false;
            for (NodeId head = 0; head < graph_.node_count; ++head) {
                for (const EdgeId edge : graph_.achievers[head]) {
                    if (!tight(edge, head)) continue;
                    std::uint64_t rank = 0;
                    for (const NodeId node : graph_.body[edge])
                        if (as_late(node, head)) rank = std::max(rank, rank_[node] + 1);
                    if (rank >= rank_[head]) continue;
                    rank_[head] = rank;
                    changed = true;
                }
            }
        }
    }

    EdgeId supporter(NodeId head) const {
        for (const EdgeId edge : graph_.achievers[head]) {
            if (!tight(edge, head)) continue;
            const auto body = graph_.body[edge];
            const auto too_late = [&](NodeId node) { return as_late(node, head) && rank_[node] >= rank_[head]; };
            if (graph_.may_cycle_freely && std::any_of(body.begin(), body.end(), too_late)) continue;
            return edge;
        }
        return none;
    }

    std::vector<ObjectId> variables(EdgeId edge, std::uint64_t& cost) const {
        const Derivations& derivations = graph_.derivations;
        std::vector<ObjectId> out(derivations.values[edge].begin(), derivations.values[edge].end());
        cost += static_cast<std::uint64_t>(graph_.cost[edge]);
        const auto uses = derivations.uses[edge];
        for (std::size_t i = 0; i < uses.size(); i += 2) {
            const auto below = variables(supporter(uses[i]), cost);
            const auto map = derivations.maps[uses[i + 1]];
            for (std::size_t v = 0; v < map.size(); ++v) out[map[v]] = below[v];
        }
        return out;
    }

    void extract() {
        std::vector<NodeId> queue;
        std::set<NodeId> needed, added;
        const auto need = [&](NodeId node) {
            if (!holds_[node] && needed.insert(node).second) queue.push_back(node);
        };
        for (const NodeId node : graph_.goal) need(node);
        ff = 0;
        for (std::size_t next = 0; next < queue.size(); ++next) {
            const NodeId node = queue[next];
            if (added.contains(node)) continue;
            const EdgeId edge = supporter(node);
            for (const NodeId other : graph_.body[edge]) need(other);
            const Derivations::Rule& rule = graph_.derivations.rules[graph_.derivations.rule[edge]];
            if (rule.action == none) continue;
            std::uint64_t cost = 0;
            const auto values = variables(edge, cost);
            RelaxedAction action{rule.action, {}};
            for (const Term term : rule.declared)
                action.arguments.push_back(term.is_variable() ? values[term.variable()] : term.object());
            if (!actions.insert(action).second) continue;
            plan.push_back(action);
            ff += static_cast<Value>(cost);
            if (cost == 0) continue;
            for (const auto& [predicate, terms] : graph_.derivations.adds[rule.action]) {
                std::vector<ObjectId> args;
                for (const Term term : terms)
                    args.push_back(term.is_variable() ? action.arguments[term.variable()] : term.object());
                const NodeId other = graph_.node(predicate, args);
                if (other != none && value_[other] == value_[node]) added.insert(other);
            }
        }
    }

    static constexpr std::uint64_t unranked = infinite;
    const RelaxedGraph& graph_;
    std::vector<bool> holds_;
    std::vector<std::uint64_t> value_, rank_;
};

}  // namespace isonova::testing
