// The landmark count by its definition, with sets, state by state: slow, and shares nothing with LandmarkCount.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "isonova/relaxation/landmarks.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova::testing {

class SlowLandmarkCount {
  public:
    using Set = std::set<LandmarkId>;

    SlowLandmarkCount(const Landmarks& landmarks, const RelaxedGraph& graph, const StateSpace& space)
        : landmarks_(landmarks), graph_(graph), space_(space) {}

    Set holding(StateId state) const {
        std::vector<AtomId> atoms;
        space_.atoms(state, atoms);
        AtomNodes nodes(graph_, space_.atom_table());
        const std::vector<NodeId> all = true_nodes(graph_, nodes, atoms);
        Set out;
        for (LandmarkId landmark = 0; landmark < landmarks_.size(); ++landmark)
            for (const NodeId node : landmarks_.facts[landmark])
                if (std::binary_search(all.begin(), all.end(), node)) out.insert(landmark);
        return out;
    }

    // What a child accepts that is reached from a state with these accepted landmarks: those that are true in it, and
    // whose natural predecessors were accepted before. Axioms make a derived atom true together with what it follows
    // from.
    Set accept(Set accepted, const Set& holds) const {
        const Set parent = accepted;
        for (bool changed = true; changed;) {
            changed = false;
            for (const LandmarkId landmark : holds) {
                const auto before = landmarks_.before[landmark];
                const Set& earlier = is_derived(landmark) ? accepted : parent;
                if (std::all_of(before.begin(), before.end(), [&](LandmarkId each) { return earlier.contains(each); }))
                    changed |= accepted.insert(landmark).second;
            }
        }
        return accepted;
    }

    Value value(const Set& accepted, const Set& holds) const {
        Value out = 0;
        for (LandmarkId landmark = 0; landmark < landmarks_.size(); ++landmark) {
            const auto later = landmarks_.needed_for[landmark];
            const bool needed = landmarks_.is_goal[landmark] || std::any_of(later.begin(), later.end(), [&](auto each) {
                                    return !accepted.contains(each);
                                });
            out += !accepted.contains(landmark) || (!holds.contains(landmark) && needed);
        }
        return out;
    }

    Value evaluate_initial(StateId state) {
        accepted_[state] = accept({}, holding(state));
        return value(accepted_[state], holding(state));
    }
    struct Found {
        Value value;
        bool accepts;
    };
    Found evaluate(StateId parent, StateId child) {
        accepted_[child] = accept(accepted_[parent], holding(child));
        return {value(accepted_[child], holding(child)), accepted_[child] != accepted_[parent]};
    }
    bool duplicate(StateId parent, StateId child) {
        const Set other = accept(accepted_[parent], holding(child));
        Set both;
        std::set_intersection(accepted_[child].begin(), accepted_[child].end(), other.begin(), other.end(),
                              std::inserter(both, both.end()));
        narrowed += both != accepted_[child];
        accepted_[child] = both;
        return other != accepted_[parent];
    }

    std::size_t narrowed = 0;  // duplicates with an accepted set that had more

  private:
    bool is_derived(LandmarkId landmark) const {
        const auto facts = landmarks_.facts[landmark];
        return std::any_of(facts.begin(), facts.end(), [&](NodeId node) {
            return node < graph_.atoms.size() &&
                   space_.task().predicates[graph_.atoms.predicate(node)].kind == PredicateKind::derived;
        });
    }

    const Landmarks& landmarks_;
    const RelaxedGraph& graph_;
    const StateSpace& space_;
    std::map<StateId, Set> accepted_;
};

}  // namespace isonova::testing
