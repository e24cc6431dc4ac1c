#include <algorithm>

#include "isonova/relaxation/dominated_heads.hpp"
#include "isonova/relaxation/graph_edges.hpp"

namespace isonova {

namespace relaxation {
namespace {

// Heads from which some goal can be reached.
Rows relevant_heads(const GraphEdges& edges, std::uint32_t node_count, const std::vector<NodeId>& goal) {
    const Rows achievers = edges.heads.transposed(node_count);
    std::vector<bool> relevant(node_count, false), seen(edges.size(), false);
    std::vector<NodeId> stack = goal;
    for (const NodeId node : goal) relevant[node] = true;
    while (!stack.empty()) {
        const NodeId node = stack.back();
        stack.pop_back();
        for (const EdgeId edge : achievers[node]) {
            if (seen[edge]) continue;
            seen[edge] = true;
            for (const NodeId other : edges.body[edge]) {
                if (!relevant[other]) stack.push_back(other);
                relevant[other] = true;
            }
        }
    }
    Rows out;
    for (std::size_t edge = 0; edge < edges.size(); ++edge) {
        for (const NodeId node : edges.heads[edge])
            if (relevant[node]) out.push(node);
        out.end_row();
    }
    return out;
}

// Whether edges without cost lead from a node back to itself: what is left when nodes that no such edge needs any more
// are taken away one by one.
bool has_free_cycle(const RelaxedGraph& graph) {
    std::vector<std::uint32_t> incoming(graph.node_count, 0);
    const auto for_each_step = [&](NodeId node, auto visit) {
        for (const EdgeId edge : graph.uses[node])
            if (graph.cost[edge] == 0)
                for (const NodeId head : graph.heads[edge]) visit(head);
    };
    for (NodeId node = 0; node < graph.node_count; ++node) for_each_step(node, [&](NodeId head) { ++incoming[head]; });
    std::vector<NodeId> free;
    for (NodeId node = 0; node < graph.node_count; ++node)
        if (incoming[node] == 0) free.push_back(node);
    for (std::size_t i = 0; i < free.size(); ++i)
        for_each_step(free[i], [&](NodeId head) {
            if (--incoming[head] == 0) free.push_back(head);
        });
    return free.size() != graph.node_count;
}

}  // namespace

void finish_graph(RelaxedGraph& graph, const GraphEdges& edges, Derivations derivations, std::uint32_t node_count,
                  const std::vector<NodeId>& negation, const InternAtom& intern) {
    if (graph.goal_unreachable) graph.goal.clear();
    Rows heads = relevant_heads(edges, node_count, graph.goal);
    drop_dominated_heads(edges.body, heads, edges.cost);

    std::vector<bool> used(node_count, false);
    const auto use = [&](std::span<const NodeId> nodes) {
        for (const NodeId node : nodes) used[node] = true;
    };
    use(graph.goal);
    for (std::size_t edge = 0; edge < edges.size(); ++edge) {
        if (heads[edge].empty()) continue;
        use(edges.body[edge]);
        use(heads[edge]);
    }
    std::vector<NodeId> name(node_count, none);
    for (NodeId node = 0; node < negation.size(); ++node) {
        if (!used[node] && (negation[node] == none || !used[negation[node]])) continue;
        name[node] = graph.node_count++;
        intern(node, graph.atoms);
    }
    for (auto node = static_cast<NodeId>(negation.size()); node < node_count; ++node)
        if (used[node]) name[node] = graph.node_count++;
    graph.negation.assign(graph.atoms.size(), none);
    for (NodeId node = 0; node < negation.size(); ++node)
        if (name[node] != none && negation[node] != none) graph.negation[name[node]] = name[negation[node]];

    for (NodeId& node : graph.goal) node = name[node];
    std::sort(graph.goal.begin(), graph.goal.end());
    std::vector<NodeId> row;
    const auto renamed = [&](std::span<const NodeId> nodes) -> std::vector<NodeId>& {
        row.clear();
        for (const NodeId node : nodes) row.push_back(name[node]);
        std::sort(row.begin(), row.end());
        return row;
    };
    for (std::size_t edge = 0; edge < edges.size(); ++edge) {
        if (heads[edge].empty()) continue;
        graph.body.push_row(renamed(edges.body[edge]));
        graph.heads.push_row(renamed(heads[edge]));
        graph.cost.push_back(edges.cost[edge]);
        derivations.rule.push_back(edges.rule[edge]);
        derivations.values.push_row(edges.values[edge]);
        const auto uses = edges.uses[edge];
        for (std::size_t i = 0; i < uses.size(); i += 2) {
            derivations.uses.push(name[uses[i]]);
            derivations.uses.push(uses[i + 1]);
        }
        derivations.uses.end_row();
    }
    graph.achievers = graph.heads.transposed(graph.node_count);
    graph.uses = graph.body.transposed(graph.node_count);
    graph.derivations = std::move(derivations);
    graph.may_cycle_freely = has_free_cycle(graph);
}

}  // namespace relaxation

std::size_t RelaxedGraph::bytes() const {
    std::size_t sum = atoms.bytes() + cost.capacity() * sizeof(std::int64_t) + derivations.rule.capacity() * 4;
    for (const Rows* rows :
         {&body, &heads, &achievers, &uses, &derivations.values, &derivations.uses, &derivations.maps})
        sum += rows->bytes();
    return sum + (negation.capacity() + goal.capacity()) * sizeof(NodeId);
}

}  // namespace isonova
