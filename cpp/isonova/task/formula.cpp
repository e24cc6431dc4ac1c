#include "isonova/task/formula.hpp"

#include <algorithm>

namespace isonova {

using Kind = Formula::Kind;

Formula Formula::of(Literal literal) {
    Formula formula = of(Kind::literal);
    formula.literal = std::move(literal);
    return formula;
}

Formula Formula::of(Constraint constraint) {
    Formula formula = of(Kind::constraint);
    formula.constraint = constraint;
    return formula;
}

Formula Formula::both(Formula a, Formula b) {
    Formula formula = of(Kind::conjunction);
    formula.children.push_back(std::move(a));
    formula.children.push_back(std::move(b));
    return formula;
}

void Substitution::set(std::uint32_t variable, Term term) {
    const auto place = std::lower_bound(terms_.begin(), terms_.end(), variable,
                                        [](const auto& entry, std::uint32_t v) { return entry.first < v; });
    if (place != terms_.end() && place->first == variable)
        place->second = term;
    else
        terms_.insert(place, {variable, term});
}

Term Substitution::operator()(Term term) const {
    if (!term.is_variable()) return term;
    const auto place = std::lower_bound(terms_.begin(), terms_.end(), term.variable(),
                                        [](const auto& entry, std::uint32_t v) { return entry.first < v; });
    return place != terms_.end() && place->first == term.variable() ? place->second : term;
}

void Substitution::apply(Literal& literal) const {
    for (Term& term : literal.args) term = (*this)(term);
}

void Substitution::apply(Formula& formula) const {
    if (formula.is(Kind::literal)) {
        apply(formula.literal);
    } else if (formula.is(Kind::constraint)) {
        formula.constraint.lhs = (*this)(formula.constraint.lhs);
        formula.constraint.rhs = (*this)(formula.constraint.rhs);
    }
    for (Formula& child : formula.children) apply(child);
}

void Substitution::rename(Formula& formula) const {
    for (std::uint32_t& variable : formula.variables) variable = (*this)(Term::variable(variable)).variable();
    if (formula.children.empty()) apply(formula);
    for (Formula& child : formula.children) rename(child);
}

Formula negation(const Formula& formula) {
    Formula result = formula;
    switch (formula.kind) {
        case Kind::truth:
            result.kind = Kind::falsity;
            break;
        case Kind::falsity:
            result.kind = Kind::truth;
            break;
        case Kind::literal:
            result.literal.negated = !result.literal.negated;
            break;
        case Kind::constraint:
            result.constraint.equal = !result.constraint.equal;
            break;
        case Kind::conjunction:
            result.kind = Kind::disjunction;
            break;
        case Kind::disjunction:
            result.kind = Kind::conjunction;
            break;
        case Kind::exists:
            result.kind = Kind::forall;
            break;
        case Kind::forall:
            result.kind = Kind::exists;
            break;
    }
    for (Formula& child : result.children) child = negation(child);
    return result;
}

namespace {

void freshen(Formula& formula, Scope& scope) {
    if (!formula.variables.empty()) {
        Substitution fresh;
        for (std::uint32_t& variable : formula.variables) {
            const Scope::Variable old = scope.variables[variable];
            const std::uint32_t added = scope.add(old.name, old.domain);
            fresh.set(variable, Term::variable(added));
            variable = added;
        }
        fresh.apply(formula.children.front());
    }
    for (Formula& child : formula.children) freshen(child, scope);
}

void insert(std::vector<std::uint32_t>& sorted, std::uint32_t variable) {
    const auto place = std::lower_bound(sorted.begin(), sorted.end(), variable);
    if (place == sorted.end() || *place != variable) sorted.insert(place, variable);
}

}  // namespace

Formula with_fresh_variables(const Formula& formula, Scope& scope) {
    Formula copy = formula;
    freshen(copy, scope);
    return copy;
}

void free_variables(const Formula& formula, std::vector<std::uint32_t>& out) {
    if (formula.is(Kind::literal)) {
        for (const Term term : formula.literal.args)
            if (term.is_variable()) insert(out, term.variable());
    } else if (formula.is(Kind::constraint)) {
        for (const Term term : {formula.constraint.lhs, formula.constraint.rhs})
            if (term.is_variable()) insert(out, term.variable());
    } else if (!formula.variables.empty()) {
        std::vector<std::uint32_t> inner;
        free_variables(formula.children.front(), inner);
        for (const std::uint32_t variable : inner)
            if (std::find(formula.variables.begin(), formula.variables.end(), variable) == formula.variables.end())
                insert(out, variable);
    } else {
        for (const Formula& child : formula.children) free_variables(child, out);
    }
}

void bound_variables(const Formula& formula, std::vector<std::uint32_t>& out) {
    out.insert(out.end(), formula.variables.begin(), formula.variables.end());
    for (const Formula& child : formula.children) bound_variables(child, out);
}

bool has_forall(const Formula& formula) {
    return formula.is(Kind::forall) || std::any_of(formula.children.begin(), formula.children.end(), has_forall);
}

}  // namespace isonova
