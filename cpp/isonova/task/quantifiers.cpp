#include "isonova/task/quantifiers.hpp"

#include <algorithm>

namespace isonova {

using Kind = Formula::Kind;

namespace {

// Free variables of the static atoms and constraints below `formula`.
void static_parts(const Formula& formula, const Statics& statics, std::vector<std::uint32_t>& out) {
    if (formula.is(Kind::constraint) || (formula.is(Kind::literal) && statics.is_static(formula.literal.predicate))) {
        free_variables(formula, out);
        return;
    }
    for (const Formula& child : formula.children) static_parts(child, statics, out);
    for (const std::uint32_t variable : formula.variables) std::erase(out, variable);
}

}  // namespace

void Quantifiers::static_variables(const Formula& formula, std::vector<std::uint32_t>& out) const {
    if (formula.is(Kind::forall)) {
        std::vector<std::uint32_t> found;
        static_parts(formula, statics_, found);
        out.insert(out.end(), found.begin(), found.end());
        std::sort(out.begin(), out.end());
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return;
    }
    for (const Formula& child : formula.children) static_variables(child, out);
    // A variable bound here is no variable of the action; its quantifier will be expanded instead.
    for (const std::uint32_t variable : formula.variables) std::erase(out, variable);
}

Formula Quantifiers::eliminate(Formula formula, Scope& scope, bool inside_forall) {
    switch (formula.kind) {
        case Kind::conjunction:
        case Kind::disjunction:
            if (!inside_forall && !has_forall(formula)) return formula;
            for (Formula& child : formula.children) child = eliminate(std::move(child), scope, inside_forall);
            return simplify_(std::move(formula), scope);
        case Kind::exists: {
            if (!inside_forall && !has_forall(formula)) return formula;
            // Existential variables of a conjunct per object would multiply as parameters of the action; as a
            // disjunction they do not.
            Formula expanded;
            if (expand(formula, scope, expanded)) return eliminate(std::move(expanded), scope, inside_forall);
            return Formula::of(invent_(formula, scope));
        }
        case Kind::forall: {
            std::vector<std::uint32_t> open;
            static_variables(formula, open);
            Formula expanded;
            if (open.empty() && expand(formula, scope, expanded)) return eliminate(std::move(expanded), scope, true);
            Literal broken = invent_(negation(formula), scope);
            broken.negated = true;
            return Formula::of(std::move(broken));
        }
        default:
            return formula;
    }
}

bool Quantifiers::expand(const Formula& quantified, Scope& scope, Formula& out) {
    out = Formula::of(quantified.is(Kind::forall) ? Kind::conjunction : Kind::disjunction);
    std::size_t steps = 0;
    if (!expand(quantified.children.front(), quantified.variables, 0, scope, steps, out)) return false;
    out = simplify_(std::move(out), scope);
    return true;
}

bool Quantifiers::expand(const Formula& body, const std::vector<std::uint32_t>& variables, std::size_t next,
                         Scope& scope, std::size_t& steps, Formula& out) {
    const Kind neutral = out.is(Kind::conjunction) ? Kind::truth : Kind::falsity;
    const Kind absorbing = out.is(Kind::conjunction) ? Kind::falsity : Kind::truth;
    if (body.is(neutral)) return true;
    if (body.is(absorbing)) {
        out.children.push_back(body);
        return true;
    }
    if (next == variables.size()) {
        if (out.children.size() >= most_instances) return false;
        out.children.push_back(with_fresh_variables(body, scope));
        return true;
    }
    for (const ObjectId object : simplify_.open_values(variables[next], body, out.is(Kind::conjunction), scope)) {
        if (++steps > 50 * most_instances) return false;
        Formula instance = body;
        Substitution value;
        value.set(variables[next], Term::object(object));
        value.apply(instance);
        if (!expand(simplify_(std::move(instance), scope), variables, next + 1, scope, steps, out)) return false;
        if (!out.children.empty() && out.children.back().is(absorbing)) return true;
    }
    return true;
}

}  // namespace isonova
