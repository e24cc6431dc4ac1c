#include "isonova/heuristics/simple_heuristics.hpp"

namespace isonova {

void BlindHeuristic::evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                              std::vector<ActionNumber>*) {
    out.clear();
    for (const Expansion* expansion : expansions) out.insert(out.end(), expansion->children.size(), 0);
}

GoalCountHeuristic::GoalCountHeuristic(std::span<const AtomId> goal, std::span<const AtomId> negative_goal,
                                       std::uint32_t atom_count)
    : when_empty_(0), change_(atom_count, 0) {
    // An atom may be demanded twice, or demanded and forbidden: it counts once for each side.
    std::vector<bool> positive(atom_count), negative(atom_count);
    for (const AtomId atom : goal) {
        if (positive[atom]) continue;
        positive[atom] = true;
        ++when_empty_;
        --change_[atom];
    }
    for (const AtomId atom : negative_goal) {
        if (negative[atom]) continue;
        negative[atom] = true;
        ++change_[atom];
    }
}

Value GoalCountHeuristic::evaluate_atoms(std::span<const AtomId> atoms) {
    Value value = when_empty_;
    for (const AtomId atom : atoms) value += change(atom);
    return value;
}

void GoalCountHeuristic::evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                                  std::vector<ActionNumber>*) {
    out.clear();
    for (const Expansion* expansion : expansions) {
        const Value parent =
            expansion->with_parent_atoms ? evaluate_atoms(expansion->parent_atoms) : expansion->parent_h;
        for (const Child& child : expansion->children) {
            const AtomId* atom = expansion->pool.data() + child.first;
            Value value = parent;
            for (const AtomId* end = atom + child.added; atom != end; ++atom) value += change(*atom);
            for (const AtomId* end = atom + child.removed; atom != end; ++atom) value -= change(*atom);
            out.push_back(value);
        }
    }
}

}  // namespace isonova
