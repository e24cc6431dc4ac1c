// Heuristics that need no relaxation.
#pragma once

#include "isonova/heuristics/heuristic.hpp"

namespace isonova {

// 0 for every state, goal or not: greedy search becomes breadth-first search.
class BlindHeuristic : public Heuristic {
  public:
    bool wants_parent_atoms() const override { return false; }
    void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                  std::vector<ActionNumber>* = nullptr) override;
    Value evaluate_atoms(std::span<const AtomId>) override { return 0; }
};

// The number of goal literals that do not hold, negative ones included.
class GoalCountHeuristic : public Heuristic {
  public:
    GoalCountHeuristic(std::span<const AtomId> goal, std::span<const AtomId> negative_goal, std::uint32_t atom_count);
    bool wants_parent_atoms() const override { return false; }
    void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                  std::vector<ActionNumber>* = nullptr) override;
    Value evaluate_atoms(std::span<const AtomId> atoms) override;

  private:
    // Atoms that came up later are no goals.
    Value change(AtomId atom) const { return atom < change_.size() ? change_[atom] : 0; }

    Value when_empty_;                 // the value of the state without atoms
    std::vector<std::int8_t> change_;  // by which a true atom changes it
};

}  // namespace isonova
