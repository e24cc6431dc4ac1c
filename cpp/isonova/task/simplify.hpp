// Simplification of formulas by what is known before any search: static facts, equalities of objects, the sets that
// variables range over.
#pragma once

#include "isonova/task/formula.hpp"
#include "isonova/task/object_sets.hpp"
#include "isonova/task/statics.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

class Simplifier {
  public:
    // Everything that can take long in normalisation simplifies all the time, so this is where limits are looked at; it
    // throws Halted when one is reached.
    Simplifier(Statics& statics, ObjectSets& sets, Limits* limits = nullptr)
        : statics_(statics), sets_(sets), limits_(limits) {}

    // The result is truth, falsity, or contains neither; conjunctions and disjunctions are flat and have at least two
    // parts; quantifiers bind only variables that occur; no forall stands directly over a conjunction.
    Formula operator()(Formula formula, Scope& scope);

    Formula::Kind evaluate(const Literal& literal);                            // truth, falsity or literal (open)
    Formula::Kind evaluate(const Constraint& constraint, const Scope& scope);  // truth, falsity or constraint (open)

    const std::vector<ObjectId>& values(std::uint32_t variable, const Scope& scope) const {
        return sets_[scope.variables[variable].domain];
    }
    // The values of `variable` for which `formula` is not decided by a single static literal in it: for the others a
    // conjunction is false, a disjunction true. Sorted.
    std::vector<ObjectId> open_values(std::uint32_t variable, const Formula& formula, bool disjunction,
                                      const Scope& scope);

  private:
    Formula junction(Formula formula, Scope& scope);
    Formula quantifier(Formula formula, Scope& scope);

    Statics& statics_;
    ObjectSets& sets_;
    Limits* limits_;
};

}  // namespace isonova
