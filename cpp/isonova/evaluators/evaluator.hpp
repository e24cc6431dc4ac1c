// From an expansion to the places of its children in the open list. An evaluator may remember what it has seen (novelty
// does), so the search shows it every new state exactly once, in the order of generation.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/state/key.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

struct Evaluation {
    Value h = 0;  // `dead_end`: the state is not queued, whatever its key
    Key key;
};

struct NoveltyRate {  // of an evaluator that knows novelty
    std::uint64_t states = 0;
    std::uint64_t new_states = 0;
};

class Evaluator {
  public:
    virtual ~Evaluator() = default;
    virtual Evaluation evaluate_initial(StateId state, std::span<const AtomId> atoms) = 0;
    // Overwrites `out` with one entry per child.
    virtual void evaluate(const Expansion& expansion, std::vector<Evaluation>& out) = 0;
    // Whether dead ends are proved to be dead ends.
    virtual bool safe() const = 0;
    // Whether Expansion::parent_h is wanted; if not, the search need not keep the h of each state.
    virtual bool wants_parent_h() const { return false; }
    // Whether Expansion::parent_atoms is wanted.
    virtual bool wants_parent_atoms() const { return true; }
    // Whether h is the primary part of every key; then Expansion::parent_h is set without being kept for each state.
    virtual bool key_is_h() const { return false; }
    // What comes next, to be looked at in `evaluate` by an evaluator that gains by it; null when the search is over.
    // Evaluations are the same with and without.
    virtual void follow(Upcoming*) {}
    virtual NoveltyRate novelty_rate() const { return {}; }
};

}  // namespace isonova
