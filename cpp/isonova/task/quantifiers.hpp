// Universal quantifiers out of conditions.
//
// `forall x: phi(x, V)` becomes the conjunction of phi over all objects x, simplified with the static facts while it is
// being built, so that `forall ?p (imply (destin ?p f3) (served ?p))` is the few (served p) that matter. That needs the
// static parts of phi to speak of no variable in V: those variables (`static_variables`) are first given values, one
// copy of the action for each (specialise.hpp). Where that would be too many copies or too many conjuncts, the forall
// becomes the negation of a derived predicate, true if some x breaks phi. A recursive derived predicate in phi must not
// be negated: then phi becomes a derived predicate, and the conjunction of its atoms is built one quantified variable
// at a time, a derived predicate each, so that it stays as small as the sum of their sets of objects.
#pragma once

#include <functional>

#include "isonova/task/simplify.hpp"

namespace isonova {

class Quantifiers {
  public:
    // Makes a derived predicate that holds where `formula` does; returns its atom over the formula's free variables.
    using Invent = std::function<Literal(const Formula& formula, const Scope& scope)>;

    Quantifiers(Simplifier& simplify, const Statics& statics, Invent invent, std::vector<bool> recursive,
                std::size_t most_instances)
        : simplify_(simplify),
          statics_(statics),
          invent_(std::move(invent)),
          recursive_(std::move(recursive)),
          most_instances_(most_instances),
          allowance_(1000 * most_instances) {}

    // The free variables of the foralls in `formula` that occur in their static atoms and constraints.
    void static_variables(const Formula& formula, std::vector<std::uint32_t>& out) const;

    // An equal formula without forall. `formula` is simplified, and so is the result.
    Formula eliminate(Formula formula, Scope& scope);

  private:
    // Shared by a quantifier and all that are nested in it: together they must not multiply without end.
    struct Budget {
        std::size_t parts;
        std::size_t nodes;  // of formulas copied on the way, weighed
    };
    // Where `budget` is given, inside a quantifier that is being expanded: false if it does not suffice.
    bool eliminate(Formula& formula, Scope& scope, bool inside_forall, Budget* budget);
    bool expand_all(const Formula& quantified, Scope& scope, bool inside_forall, Budget* budget, Formula& out);
    // Conjunction (forall) or disjunction (exists) of the body over all objects; false if there would be too many
    // parts.
    bool expand(const Formula& body, const std::vector<std::uint32_t>& variables, std::size_t next, Scope& scope,
                Budget& budget, Formula& out);

    bool is_recursive(const Formula& formula) const;
    Formula positive(const Formula& forall, const Scope& scope);

    Simplifier& simplify_;
    const Statics& statics_;
    Invent invent_;
    std::vector<bool> recursive_;  // by declared predicate
    std::size_t most_instances_;
    std::size_t allowance_;  // nodes that expansions given up may still cost; then they are given up early
};

}  // namespace isonova
