// The stable colouring of a state's graph: Weisfeiler-Leman iterated until no two objects of the same colour differ any
// more. Two states that a symmetry of the task maps to each other have the same colouring. States with the same
// colouring need not be symmetric, but for most tasks they are.
//
// The graph is the ILG with static atoms, types and constants. An object that an action or an axiom names has a colour
// of its own. A round colours objects by the atoms around them, each with the colours of its other objects: two
// iterations of WL in one. What the static part of the graph tells is worked out once: objects that it tells apart
// from all others, and static atoms with no two objects besides these, add nothing to a state's colouring.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/features/colour_hash.hpp"
#include "isonova/features/ilg.hpp"

namespace isonova {

class StableColouring {
  public:
    // `task` and `atoms` must outlive it; `atoms` may grow.
    StableColouring(const Task& task, const AtomTable& atoms);

    // Whether any two objects look alike before a state is given. If not, every state has a colouring of its own.
    bool any_alike() const { return any_alike_; }
    // Of a state by its fluent and derived atoms. Equal for two states of the task if their colourings are.
    std::uint64_t operator()(std::span<const AtomId> atoms);

    std::uint64_t work() const { return work_; }  // edges looked at so far
    std::size_t bytes() const;

  private:
    struct Coloured {  // a node of the graph
        AtomNodeId node;
        ClassId kind;
    };
    void collect(std::span<const AtomId> atoms);
    void refine();
    void round();
    std::size_t count_colours();

    Ilg ilg_;
    std::vector<ColourHash> factors_;    // by label
    std::vector<ColourHash> kinds_;      // by class of atoms
    std::vector<ColourHash> start_;      // of each object: its colour in the static part
    std::vector<AtomNodeId> goals_;      // their nodes
    std::vector<Coloured> statics_;      // static atoms that a state's colouring needs
    std::vector<AtomNodeId> goal_held_;  // of the state
    std::vector<Coloured> nodes_;        // of the state
    std::vector<ColourHash> colours_, sums_;
    std::vector<std::uint64_t> sorted_;
    bool any_alike_ = true;
    std::uint64_t work_ = 0;
};

}  // namespace isonova
