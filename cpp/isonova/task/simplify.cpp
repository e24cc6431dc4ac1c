#include "isonova/task/simplify.hpp"

#include <algorithm>

namespace isonova {

using Kind = Formula::Kind;

Kind Simplifier::evaluate(const Literal& literal) {
    if (!statics_.is_static(literal.predicate)) return Kind::literal;
    switch (statics_.holds(literal.predicate, literal.args)) {
        case Statics::Answer::no:
            return literal.negated ? Kind::truth : Kind::falsity;
        case Statics::Answer::yes:
            return literal.negated ? Kind::falsity : Kind::truth;
        case Statics::Answer::maybe:
            break;
    }
    return Kind::literal;
}

Kind Simplifier::evaluate(const Constraint& constraint, const Scope& scope) {
    const Term a = constraint.lhs, b = constraint.rhs;
    bool can_be_equal = true;
    if (a == b) return constraint.equal ? Kind::truth : Kind::falsity;
    if (a.is_variable() && b.is_variable())
        can_be_equal = !sets_.disjoint(scope.variables[a.variable()].domain, scope.variables[b.variable()].domain);
    else if (a.is_variable())
        can_be_equal = sets_.contains(scope.variables[a.variable()].domain, b.object());
    else if (b.is_variable())
        can_be_equal = sets_.contains(scope.variables[b.variable()].domain, a.object());
    else
        can_be_equal = false;
    if (can_be_equal) return Kind::constraint;
    return constraint.equal ? Kind::falsity : Kind::truth;
}

Formula Simplifier::operator()(Formula formula, Scope& scope) {
    if (limits_) {
        const Halt halt = limits_->check();
        if (halt != Halt::go_on) throw Halted{halt};
    }
    switch (formula.kind) {
        case Kind::truth:
        case Kind::falsity:
            return formula;
        case Kind::literal: {
            const Kind kind = evaluate(formula.literal);
            return kind == Kind::literal ? formula : Formula::of(kind);
        }
        case Kind::constraint: {
            const Kind kind = evaluate(formula.constraint, scope);
            return kind == Kind::constraint ? formula : Formula::of(kind);
        }
        case Kind::conjunction:
        case Kind::disjunction:
            return junction(std::move(formula), scope);
        case Kind::exists:
        case Kind::forall:
            return quantifier(std::move(formula), scope);
    }
    return formula;
}

std::vector<ObjectId> Simplifier::open_values(std::uint32_t variable, const Formula& formula, bool disjunction,
                                              const Scope& scope) {
    const std::vector<ObjectId>& domain = sets_[scope.variables[variable].domain];
    std::vector<ObjectId> best = domain;
    const auto look_at = [&](const Formula& part) {
        if (!part.is(Kind::literal) || part.literal.negated != disjunction) return;
        if (!statics_.is_static(part.literal.predicate)) return;
        const auto& args = part.literal.args;
        if (std::find(args.begin(), args.end(), Term::variable(variable)) == args.end()) return;
        const std::vector<ObjectId> values = statics_.values(part.literal.predicate, args, variable);
        std::vector<ObjectId> both;
        std::set_intersection(values.begin(), values.end(), domain.begin(), domain.end(), std::back_inserter(both));
        if (both.size() < best.size()) best = std::move(both);
    };
    if (formula.is(disjunction ? Kind::disjunction : Kind::conjunction)) {
        for (const Formula& child : formula.children) look_at(child);
    } else {
        look_at(formula);
    }
    return best;
}

Formula Simplifier::junction(Formula formula, Scope& scope) {
    const Kind neutral = formula.is(Kind::conjunction) ? Kind::truth : Kind::falsity;
    const Kind absorbing = formula.is(Kind::conjunction) ? Kind::falsity : Kind::truth;
    std::vector<Formula> parts;
    for (Formula& child : formula.children) {
        Formula part = (*this)(std::move(child), scope);
        if (part.is(absorbing)) return part;
        if (part.is(neutral)) continue;
        if (part.is(formula.kind))
            std::move(part.children.begin(), part.children.end(), std::back_inserter(parts));
        else
            parts.push_back(std::move(part));
    }
    if (parts.empty()) return Formula::of(neutral);
    if (parts.size() == 1) return std::move(parts.front());
    formula.children = std::move(parts);
    return formula;
}

Formula Simplifier::quantifier(Formula formula, Scope& scope) {
    const bool exists = formula.is(Kind::exists);
    for (const std::uint32_t variable : formula.variables)
        if (sets_[scope.variables[variable].domain].empty()) return exists ? Formula::falsity() : Formula::truth();
    Formula body = (*this)(std::move(formula.children.front()), scope);
    if (body.is(Kind::truth) || body.is(Kind::falsity)) return body;

    std::vector<std::uint32_t> used;
    free_variables(body, used);
    std::erase_if(formula.variables, [&](std::uint32_t v) { return !std::binary_search(used.begin(), used.end(), v); });
    if (formula.variables.empty()) return body;
    if (!exists && body.is(Kind::conjunction)) {
        Formula parts = Formula::of(Kind::conjunction);
        for (Formula& child : body.children) {
            Formula part = Formula::of(Kind::forall);
            part.variables = formula.variables;
            part.children.push_back(std::move(child));
            parts.children.push_back(with_fresh_variables(part, scope));
        }
        return junction(std::move(parts), scope);
    }
    formula.children.front() = std::move(body);
    return formula;
}

}  // namespace isonova
