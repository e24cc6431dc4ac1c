// Landmarks of a ground task by definition: strike facts from the initial state and from everything that makes them
// true, and see whether the goal can still be reached without deletes. Slow, and shares nothing with the relaxed graph.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "heuristics/slow_relaxation.hpp"
#include "isonova/relaxation/landmarks.hpp"

namespace isonova::testing {

class SlowLandmarks {
  public:
    using Facts = std::set<Node>;

    SlowLandmarks(const GroundTask& task, const std::vector<AtomId>& initial)
        : operators_(operators(task, task.cost)), users_(2 * task.atoms.size()) {
        for (AtomId atom = 0; atom < task.atoms.size(); ++atom)
            initial_.insert({atom, std::binary_search(initial.begin(), initial.end(), atom)});
        for (const AtomId atom : task.goal) goal_.insert({atom, true});
        for (const AtomId atom : task.negative_goal)
            if (atom < task.fluent_count) goal_.insert({atom, false});
        for (std::size_t i = 0; i < operators_.size(); ++i) {
            for (const Node& node : operators_[i].body) users_[index(node)].push_back(i);
            heads_.emplace_back();
            for (const Node& node : operators_[i].heads) heads_.back().push_back(index(node));
            body_sizes_.push_back(operators_[i].body.size());
        }
    }

    const Facts& goal() const { return goal_; }
    bool is_initial(const Node& node) const { return initial_.contains(node); }

    // Which facts can be reached without those struck.
    std::vector<bool> reachable_without(const Facts& struck) const {
        std::vector<bool> reached(users_.size(), false), allowed(users_.size(), true);
        for (const Node& node : struck) allowed[index(node)] = false;
        std::vector<std::size_t> queue, missing = body_sizes_;
        const auto reach = [&](std::size_t fact) {
            if (!allowed[fact] || reached[fact]) return;
            reached[fact] = true;
            queue.push_back(fact);
        };
        for (const Node& node : initial_) reach(index(node));
        for (std::size_t i = 0; i < missing.size(); ++i)
            if (missing[i] == 0) std::for_each(heads_[i].begin(), heads_[i].end(), reach);
        for (std::size_t next = 0; next < queue.size(); ++next)
            for (const std::size_t i : users_[queue[next]])
                if (--missing[i] == 0) std::for_each(heads_[i].begin(), heads_[i].end(), reach);
        return reached;
    }
    static bool all(const Facts& facts, const std::vector<bool>& reached) {
        return std::all_of(facts.begin(), facts.end(), [&](const Node& node) { return reached[index(node)]; });
    }
    static bool any(const Facts& facts, const std::vector<bool>& reached) {
        return std::any_of(facts.begin(), facts.end(), [&](const Node& node) { return reached[index(node)]; });
    }
    bool is_landmark(const Facts& facts) const { return !all(goal_, reachable_without(facts)); }

    // The operators that can make one of the facts true for the first time: they do not need it before.
    std::vector<const Operator*> first_achievers(const Facts& facts, const std::vector<bool>& without) const {
        std::vector<const Operator*> out;
        for (const Operator& each : operators_)
            if (meets(each.heads, facts) && all(each.body, without)) out.push_back(&each);
        return out;
    }
    static bool meets(const Facts& a, const Facts& b) {
        return std::any_of(a.begin(), a.end(), [&](const Node& node) { return b.contains(node); });
    }

  private:
    static std::size_t index(const Node& node) { return 2 * node.first + node.second; }

    std::vector<Operator> operators_;
    std::vector<std::vector<std::size_t>> users_, heads_;  // by `index`
    std::vector<std::size_t> body_sizes_;
    Facts initial_, goal_;
};

// The facts of a landmark by the atoms of a ground task.
inline SlowLandmarks::Facts facts_of(const Landmarks& landmarks, LandmarkId landmark, const RelaxedGraph& graph,
                                     const AtomTable& atoms) {
    SlowLandmarks::Facts out;
    for (const NodeId node : landmarks.facts[landmark]) {
        const auto negated = std::find(graph.negation.begin(), graph.negation.end(), node);
        const bool positive = negated == graph.negation.end();
        const NodeId atom = positive ? node : static_cast<NodeId>(negated - graph.negation.begin());
        out.insert({atoms.find(graph.atoms.predicate(atom), graph.atoms.args(atom)), positive});
    }
    return out;
}

}  // namespace isonova::testing
