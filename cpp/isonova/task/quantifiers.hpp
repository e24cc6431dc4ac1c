// Universal quantifiers out of conditions.
//
// `forall x: phi(x, V)` becomes the conjunction of phi over all objects x, simplified with the static facts while it is
// being built, so that `forall ?p (imply (destin ?p f3) (served ?p))` is the few (served p) that matter. That needs the
// static parts of phi to speak of no variable in V: those variables (`static_variables`) are first given values, one
// copy of the action for each (specialise.hpp). Where that would be too many copies or too many conjuncts, the forall
// becomes the negation of a derived predicate, true if some x breaks phi.
#pragma once

#include <functional>

#include "isonova/task/simplify.hpp"

namespace isonova {

class Quantifiers {
  public:
    // Makes a derived predicate that holds where `formula` does; returns its atom over the formula's free variables.
    using Invent = std::function<Literal(const Formula& formula, const Scope& scope)>;

    Quantifiers(Simplifier& simplify, const Statics& statics, Invent invent)
        : simplify_(simplify), statics_(statics), invent_(std::move(invent)) {}

    // The free variables of the foralls in `formula` that occur in their static atoms and constraints.
    void static_variables(const Formula& formula, std::vector<std::uint32_t>& out) const;

    // An equal formula without forall. `formula` is simplified, and so is the result.
    Formula eliminate(Formula formula, Scope& scope) { return eliminate(std::move(formula), scope, false); }

  private:
    static constexpr std::size_t most_instances = 20'000;

    Formula eliminate(Formula formula, Scope& scope, bool inside_forall);
    // Conjunction (forall) or disjunction (exists) of the body over all objects; false if there would be too many
    // parts.
    bool expand(const Formula& quantified, Scope& scope, Formula& out);
    bool expand(const Formula& body, const std::vector<std::uint32_t>& variables, std::size_t next, Scope& scope,
                std::size_t& steps, Formula& out);

    Simplifier& simplify_;
    const Statics& statics_;
    Invent invent_;
};

}  // namespace isonova
