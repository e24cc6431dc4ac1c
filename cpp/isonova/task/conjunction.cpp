#include "isonova/task/conjunction.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace isonova {

using Kind = Formula::Kind;

bool solve(Condition& condition, Scope& scope, const std::vector<bool>& may_replace, Substitution& replaced,
           Simplifier& simplify, ObjectSets& sets) {
    const auto replaceable = [&](Term term) {
        return term.is_variable() && term.variable() < may_replace.size() && may_replace[term.variable()];
    };
    // One equality at a time, each substituted everywhere before the next is looked at.
    for (std::size_t i = 0; i < condition.constraints.size();) {
        Constraint equality = condition.constraints[i];
        if (!equality.equal || equality.lhs == equality.rhs) {
            ++i;
            continue;
        }
        // The variable that goes is the later one, so that declared parameters survive.
        Term gone = equality.lhs, kept = equality.rhs;
        if (gone.code() < kept.code()) std::swap(gone, kept);
        if (!replaceable(gone)) std::swap(gone, kept);
        if (!replaceable(gone)) {
            ++i;
            continue;
        }
        const ObjectSetId domain = scope.variables[gone.variable()].domain;
        if (kept.is_variable()) {
            ObjectSetId& other = scope.variables[kept.variable()].domain;
            // A variable that may not change keeps its set, so the equality must stay to say what is left of it.
            const ObjectSetId common = sets.intersection(domain, other);
            if (common != other && !replaceable(kept)) {
                ++i;
                continue;
            }
            other = common;
            if (sets[common].empty()) return false;
        } else if (!sets.contains(domain, kept.object())) {
            return false;
        }
        Substitution one;
        one.set(gone.variable(), kept);
        for (Literal& literal : condition.literals) one.apply(literal);
        for (Constraint& constraint : condition.constraints) {
            constraint.lhs = one(constraint.lhs);
            constraint.rhs = one(constraint.rhs);
        }
        for (std::uint32_t v = 0; v < scope.variables.size(); ++v) {
            const Term now = replaced(Term::variable(v));
            if (now == gone) replaced.set(v, kept);
        }
        i = 0;
    }
    return tidy(condition, scope, simplify);
}

namespace {

// Keeps the first of equal literals, in order; false if a literal stands beside its opposite.
bool drop_repeated(std::vector<Literal>& literals) {
    std::vector<std::uint32_t> order(literals.size());
    std::iota(order.begin(), order.end(), 0);
    const auto atom = [&](std::uint32_t i) { return std::tie(literals[i].predicate, literals[i].args); };
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return atom(a) != atom(b) ? atom(a) < atom(b) : a < b; });
    std::vector<bool> repeated(literals.size(), false);
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (atom(order[i - 1]) != atom(order[i])) continue;
        if (literals[order[i - 1]].negated != literals[order[i]].negated) return false;
        repeated[order[i]] = true;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < literals.size(); ++i) {
        if (repeated[i]) continue;
        if (kept != i) literals[kept] = std::move(literals[i]);
        ++kept;
    }
    literals.resize(kept);
    return true;
}

}  // namespace

bool tidy(Condition& condition, const Scope& scope, Simplifier& simplify) {
    bool possible = true;
    std::erase_if(condition.literals, [&](const Literal& literal) {
        const Kind kind = simplify.evaluate(literal);
        possible &= kind != Kind::falsity;
        return kind != Kind::literal;
    });
    if (!possible || !drop_repeated(condition.literals)) return false;

    std::vector<Constraint> constraints;
    for (Constraint constraint : condition.constraints) {
        const Kind kind = simplify.evaluate(constraint, scope);
        if (kind == Kind::falsity) return false;
        if (kind == Kind::truth) continue;
        if (constraint.lhs < constraint.rhs) std::swap(constraint.lhs, constraint.rhs);
        if (std::find(constraints.begin(), constraints.end(), constraint) == constraints.end())
            constraints.push_back(constraint);
    }
    condition.constraints = std::move(constraints);
    return true;
}

}  // namespace isonova
