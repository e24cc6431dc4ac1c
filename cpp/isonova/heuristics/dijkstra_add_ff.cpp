#include "isonova/heuristics/dijkstra_add_ff.hpp"

namespace isonova {

DijkstraAddFF::DijkstraAddFF(std::shared_ptr<GraphWorkspace> workspace, Relaxation kind, Limits& limits)
    : GraphAddFF(std::move(workspace), kind, limits), holds_(graph_.node_count, 0) {
    for (const NodeId atom : workspace_->negated) holds_[graph_.negation[atom]] = 1;
}

DijkstraAddFF::DijkstraAddFF(std::shared_ptr<const RelaxedGraph> graph, const AtomTable& table, Relaxation kind,
                             Limits& limits)
    : DijkstraAddFF(std::make_shared<GraphWorkspace>(std::move(graph), table, kind), kind, limits) {}

void DijkstraAddFF::set(NodeId node, bool now) {
    holds_[node] = now;
    if (node < graph_.negation.size() && graph_.negation[node] != none) holds_[graph_.negation[node]] = !now;
}

void DijkstraAddFF::set_all(std::span<const AtomId> atoms, bool now) {
    for (const AtomId atom : atoms)
        if (const NodeId found = node_of(atom); found != none) set(found, now);
}

void DijkstraAddFF::open(std::span<const AtomId> atoms) {
    for (const NodeId each : opened_) set(each, false);
    opened_.clear();
    for (const AtomId atom : atoms) {
        const NodeId found = node_of(atom);
        if (found == none) continue;
        opened_.push_back(found);
        set(found, true);
    }
}

Value DijkstraAddFF::evaluate_state(std::span<const AtomId> added, std::vector<ActionNumber>* plan) {
    Dijkstra& dijkstra = workspace_->dijkstra;
    dijkstra.begin();
    for (const NodeId each : opened_)
        if (holds_[each]) dijkstra.make_true(each);
    for (const AtomId atom : added)
        if (const NodeId found = node_of(atom); found != none) dijkstra.make_true(found);
    for (const NodeId atom : workspace_->negated)
        if (!holds_[atom]) dijkstra.make_true(graph_.negation[atom]);
    const bool reached = dijkstra.run(needs_plan(plan) ? Dijkstra::Scope::plan : Dijkstra::Scope::goals, limits_);
    visits_ += dijkstra.visits();
    return reached ? value(dijkstra, holds_.data(), plan) : dead_end;
}

Value DijkstraAddFF::evaluate_atoms(std::span<const AtomId> atoms) {
    if (graph_.goal_unreachable) return dead_end;
    open(atoms);
    return evaluate_state({});
}

void DijkstraAddFF::evaluate_states(std::span<const std::span<const AtomId>> states, std::vector<Value>& out,
                                    std::vector<std::vector<ActionNumber>>* plans) {
    out.assign(states.size(), dead_end);
    if (plans) plans->resize(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
        auto* const plan = plans ? &(*plans)[i] : nullptr;
        if (plan) plan->clear();
        if (graph_.goal_unreachable) continue;
        open(states[i]);
        out[i] = evaluate_state({}, plan);
    }
}

void DijkstraAddFF::evaluate_with_plans(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                                        std::span<std::vector<ActionNumber>* const> plans) {
    out.clear();
    for (std::size_t i = 0; i < expansions.size(); ++i) {
        const Expansion& expansion = *expansions[i];
        auto* const plan = i < plans.size() ? plans[i] : nullptr;
        if (plan) plan->clear();
        if (graph_.goal_unreachable) {
            out.insert(out.end(), expansion.children.size(), dead_end);
            continue;
        }
        if (!expansion.children.empty() || plan) open(expansion.parent_atoms);
        if (plan) evaluate_state({}, plan);
        for (const Child& child : expansion.children) {
            const auto added = expansion.added(child), removed = expansion.removed(child);
            set_all(removed, false);
            set_all(added, true);
            out.push_back(evaluate_state(added));
            set_all(added, false);
            set_all(removed, true);
        }
    }
}

}  // namespace isonova
