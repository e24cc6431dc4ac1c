// Literals over fluent and derived predicates, turned into sorted rows of atom ids for one binding of the variables.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "isonova/ground/reachable_atoms.hpp"

namespace isonova::grounding {

// The id of a literal's atom under a binding, `none` if it cannot be reached.
inline AtomId ground_atom(const Literal& literal, const ObjectId* values, const ReachableAtoms& atoms) {
    constexpr std::size_t usual = 16;
    const std::size_t count = literal.args.size();
    const Term* terms = literal.args.data();
    const auto value = [&](Term term) { return term.is_variable() ? values[term.variable()] : term.object(); };
    if (count > usual) {
        std::vector<ObjectId> args(count);
        std::transform(terms, terms + count, args.begin(), value);
        return atoms.id(literal.predicate, args.data());
    }
    ObjectId args[usual];
    for (std::size_t i = 0; i < count; ++i) args[i] = value(terms[i]);
    return atoms.id(literal.predicate, args);
}

// A conjunction of ground literals: both rows sorted, without repetition.
struct GroundCondition {
    std::vector<AtomId> positive;
    std::vector<AtomId> negative;
    void clear() {
        positive.clear();
        negative.clear();
    }
};

class ConditionGrounder {
  public:
    // Static literals and constraints are left to the join that finds the bindings.
    ConditionGrounder(const Condition& condition, const Task& task);

    // False if the conjunction can never hold. A negative literal over an unreachable atom always holds and is left
    // out.
    bool ground(const ObjectId* values, const ReachableAtoms& atoms, GroundCondition& out) const;

  private:
    std::vector<const Literal*> literals_;
};

void sort_unique(std::vector<AtomId>& row);
bool intersect(std::span<const AtomId> a, std::span<const AtomId> b);  // both sorted

}  // namespace isonova::grounding
