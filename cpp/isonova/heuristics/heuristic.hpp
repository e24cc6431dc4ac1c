// A heuristic estimates the cost from a state to the goal; `dead_end` where it knows that there is no way. Values
// depend on the state alone, never on what was evaluated before. The unit of work is an expansion: siblings share their
// parent.
#pragma once

#include <span>
#include <vector>

#include "isonova/state/state_space.hpp"

namespace isonova {

class Heuristic {
  public:
    virtual ~Heuristic() = default;

    // Whether it needs Expansion::parent_atoms; if not, it makes do with parent_h, its own value of the parent.
    virtual bool wants_parent_atoms() const { return true; }
    // Overwrites `out` with the values of all children, expansion by expansion. Throws Halted when a limit is reached.
    virtual void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out) = 0;
    // One state, by the fluent and derived atoms true in it.
    virtual Value evaluate_atoms(std::span<const AtomId> atoms) = 0;
    // Whether every state it calls a dead end is one.
    virtual bool safe() const { return true; }
};

}  // namespace isonova
