#include <algorithm>

#include "isonova/relaxation/dominated_heads.hpp"
#include "isonova/relaxation/graph_edges.hpp"

namespace isonova {

namespace relaxation {
namespace {

// Leaves out heads from which no goal can be reached.
void drop_irrelevant_heads(GraphEdges& edges, std::uint32_t node_count, const std::vector<NodeId>& goal) {
    const Rows achievers = edges.heads.transposed(node_count);
    std::vector<std::uint8_t> relevant(node_count, 0), seen(edges.size(), 0);
    std::vector<NodeId> stack = goal;
    for (const NodeId node : goal) relevant[node] = 1;
    while (!stack.empty()) {
        const NodeId node = stack.back();
        stack.pop_back();
        for (const EdgeId edge : achievers[node]) {
            if (seen[edge]) continue;
            seen[edge] = 1;
            for (const NodeId other : edges.body[edge]) {
                if (!relevant[other]) stack.push_back(other);
                relevant[other] = 1;
            }
        }
    }
    edges.heads.filter([&](std::size_t, NodeId node) { return relevant[node]; });
}

template <class T>
void keep_where(std::vector<T>& list, const std::vector<std::uint8_t>& keep) {
    std::size_t out = 0;
    for (std::size_t i = 0; i < list.size(); ++i)
        if (keep[i]) list[out++] = list[i];
    list.resize(out);
    list.shrink_to_fit();
}

void keep_where(Rows& rows, const std::vector<std::uint8_t>& keep) {
    rows.keep_rows([&](std::size_t row) { return keep[row]; });
    rows.shrink_to_fit();
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

void finish_graph(RelaxedGraph& graph, GraphEdges edges, Derivations derivations, std::uint32_t node_count,
                  const std::vector<NodeId>& negation, const InternAtom& intern, bool any_goal) {
    if (graph.goal_unreachable) graph.goal.clear();
    if (!any_goal) drop_irrelevant_heads(edges, node_count, graph.goal);
    drop_dominated_heads(edges.body, edges.heads, edges.cost);

    std::vector<std::uint8_t> used(node_count, 0), keep(edges.size(), 0);
    const auto use = [&](std::span<const NodeId> nodes) {
        for (const NodeId node : nodes) used[node] = 1;
    };
    use(graph.goal);
    for (std::size_t atom = 0; any_goal && atom < negation.size(); ++atom) {
        used[atom] = 1;
        if (negation[atom] != none) used[negation[atom]] = 1;
    }
    for (std::size_t edge = 0; edge < edges.size(); ++edge) {
        if (edges.heads[edge].empty()) continue;
        keep[edge] = 1;
        use(edges.body[edge]);
        use(edges.heads[edge]);
    }
    std::vector<NodeId> name(node_count, none);
    const auto atom_count = static_cast<NodeId>(negation.size());
    for (NodeId node = 0; node < atom_count; ++node)
        if (used[node] || (negation[node] != none && used[negation[node]])) name[node] = graph.node_count++;
    graph.atoms.reserve(graph.node_count);
    for (NodeId node = 0; node < atom_count; ++node)
        if (name[node] != none) intern(node, graph.atoms);
    for (NodeId node = atom_count; node < node_count; ++node)
        if (used[node]) name[node] = graph.node_count++;
    graph.negation.assign(graph.atoms.size(), none);
    for (NodeId node = 0; node < atom_count; ++node)
        if (name[node] != none && negation[node] != none) graph.negation[name[node]] = name[negation[node]];

    // New names come in the order of the old ones: rows and the goal stay sorted.
    const auto rename = [&](std::span<NodeId> nodes) {
        for (NodeId& node : nodes) node = name[node];
    };
    rename(graph.goal);
    for (Rows* rows : {&edges.body, &edges.heads}) {
        keep_where(*rows, keep);
        rows->for_each_row(rename);
    }
    keep_where(edges.cost, keep);
    keep_where(edges.rule, keep);
    keep_where(edges.values, keep);
    keep_where(edges.uses, keep);
    edges.uses.for_each_row([&](std::span<std::uint32_t> row) {
        for (std::size_t i = 0; i < row.size(); i += 2) row[i] = name[row[i]];
    });
    graph.body = std::move(edges.body);
    graph.heads = std::move(edges.heads);
    graph.cost = std::move(edges.cost);
    derivations.rule = std::move(edges.rule);
    derivations.values = std::move(edges.values);
    derivations.uses = std::move(edges.uses);
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
