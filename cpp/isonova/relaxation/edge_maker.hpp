// From instances of rules to nodes and edges. Relations are complete by then. `not-p` nodes have to be known before
// what achieves them, so their instances are noted first.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "isonova/datalog/relation.hpp"
#include "isonova/datalog/semi_naive.hpp"
#include "isonova/relaxation/graph_edges.hpp"
#include "isonova/relaxation/rule_instances.hpp"
#include "isonova/relaxation/split_rules.hpp"

namespace isonova::relaxation {

class EdgeMaker {
  public:
    EdgeMaker(const Task& task, const SplitRules& split, const datalog::Relations& relations);

    // False where the goal cannot be reached. Before everything else: goals are the first `not-p` nodes.
    bool make_goal(std::vector<NodeId>& goal);
    void note_negations(const datalog::Rule& rule, const RuleInstances& instances);
    void note_negative_goals();  // other than the task's

    // Of an auxiliary relation that never changes: the cheapest way to derive each tuple, and of these the first.
    void make_choices(const datalog::Rule& rule, const RuleInstances& instances);
    // Rules of equal bodies whose heads are one edge: a single auxiliary one, or several of one action.
    void make_split_edges(const datalog::RuleGroup& same, const RuleInstances& instances);
    void make_whole_edges(const WholeRule& whole, const RuleInstances& instances);

    // Hears the bytes of the edges now and then and may throw.
    void on_edges(std::function<void(std::size_t)> watch) { watch_ = std::move(watch); }
    void finish(RelaxedGraph& graph, bool any_goal);  // fills in what was made

  private:
    const ObjectId* ground(const std::vector<Term>& terms) {
        args_.clear();
        for (const Term term : terms) args_.push_back(term.is_variable() ? values_[term.variable()] : term.object());
        return args_.data();
    }
    std::uint32_t find(const datalog::Atom& atom) { return relations_[atom.relation].find(ground(atom.args)); }
    // Of a fluent that can be reached.
    NodeId negation(NodeId node) {
        if (negation_[node] == none) negation_[node] = node_count_++;
        return negation_[node];
    }
    NodeId head_node(const datalog::Atom& atom);
    void load_values(const datalog::Rule& rule, const RuleInstances& instances, std::size_t row);
    std::int64_t collect_body(const datalog::Rule& rule);
    std::uint32_t derivation_rule(std::uint32_t source);
    void finish_edge(std::int64_t cost, std::uint32_t rule);

    const Task& task_;
    const WholeRules& rules_;
    const datalog::Program& program_;
    const datalog::Relations& relations_;
    std::function<void(std::size_t)> watch_;

    std::vector<NodeId> first_node_;  // per relation
    std::uint32_t node_count_ = 0;
    std::vector<NodeId> negation_;                    // per atom node
    std::vector<std::vector<std::int64_t>> weight_;   // per unchanging relation with costs: of each tuple
    std::vector<std::vector<std::uint32_t>> choice_;  // per unchanging auxiliary relation: variables of each tuple
    GraphEdges edges_;
    Derivations derivations_;
    std::vector<std::uint32_t> rule_of_source_;

    // Of the instance at hand.
    std::vector<ObjectId> values_, args_;
    std::vector<NodeId> body_, heads_;
    bool contradicts_ = false;  // whether it needs an atom and its negation
    std::vector<std::uint32_t> uses_;
    std::vector<std::uint32_t> map_;  // per body atom of the rule at hand: row of maps
};

}  // namespace isonova::relaxation
