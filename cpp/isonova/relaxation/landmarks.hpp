// Landmarks of a task's delete relaxation: facts that are true at some time on the way of every plan.
//
// A fact is a node of the relaxed graph that is no auxiliary one: an atom, or `not-p`. A landmark is one fact, or
// several of which one must be true at some time (a disjunctive landmark). Every fact landmark occurs in any relaxed
// plan, so the nodes of one relaxed plan are the candidates. For all nodes together, many candidates at a time, a least
// fixpoint finds which nodes are reachable without a candidate: a candidate is a landmark if and only if some goal is
// not reachable without it. (Zhu and Givan, "Landmark extraction via planning graph propagation", 2003, compute the
// same sets; Keyder, Richter and Helmert, "Sound and complete landmarks for and/or graphs", 2010, prove them complete.)
//
// Auxiliary nodes pass sets on. One that is a landmark and whose edges have a single fact as their body is a
// disjunctive landmark. Splitting changes no fact landmark: a union of intersections is the same whichever way it is
// split. Dropped inequalities and negated derived literals can only lose landmarks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "isonova/relaxation/relaxed_graph.hpp"
#include "isonova/util/limits.hpp"
#include "isonova/util/rows.hpp"

namespace isonova {

using LandmarkId = std::uint32_t;

struct LandmarkOptions {
    std::uint64_t max_steps = 200'000'000;  // nodes of edges looked at; a count, so that every machine finds the same
    std::size_t most_disjuncts = 4;         // facts of a disjunctive landmark; below 2: no disjunctive landmarks
};

struct Landmarks {
    Rows facts;                         // of each landmark; single facts by node, then disjunctive landmarks
    std::vector<std::uint8_t> is_goal;  // whether its fact is a goal
    // Natural orders: the landmarks that are true before it, or with it, on every way to it. Ascending, transitive.
    Rows before;
    // Greedy-necessary orders: the landmarks for which it must be true at the time when they first become true (for a
    // derived one) or directly before. Landmarks that are true in the initial state need nothing.
    Rows needed_for;
    bool goal_unreachable = false;  // then there are no landmarks here

    std::size_t size() const { return facts.size(); }
    std::size_t bytes() const { return facts.bytes() + before.bytes() + needed_for.bytes() + is_goal.capacity(); }
};

// The nodes that are true in a state: its atoms, and `not-p` where p is false. Ascending.
std::vector<NodeId> true_nodes(const RelaxedGraph& graph, AtomNodes& nodes, std::span<const AtomId> atoms);

// Landmarks from the state where just the nodes `initial` are true. Null past the budget of steps. Throws Halted.
std::shared_ptr<const Landmarks> find_landmarks(const RelaxedGraph& graph, std::span<const NodeId> initial,
                                                Limits& limits, const LandmarkOptions& options = {});

}  // namespace isonova
