#include "isonova/task/conjunction.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

namespace isonova {

using Kind = Formula::Kind;

namespace {

// What each variable has been found equal to.
class Classes {
  public:
    explicit Classes(std::size_t variables) {
        for (std::uint32_t v = 0; v < variables; ++v) terms_.push_back(Term::variable(v));
    }
    Term find(Term term) {
        Term root = term;
        while (root.is_variable() && terms_[root.variable()] != root) root = terms_[root.variable()];
        while (term != root) {
            const Term next = terms_[term.variable()];
            terms_[term.variable()] = root;
            term = next;
        }
        return root;
    }
    void replace(Term variable, Term term) { terms_[variable.variable()] = term; }

  private:
    std::vector<Term> terms_;
};

}  // namespace

bool solve(Condition& condition, Scope& scope, const std::vector<bool>& may_replace, Substitution& replaced,
           Simplifier& simplify, ObjectSets& sets) {
    std::vector<Constraint> open;
    for (const Constraint& constraint : condition.constraints)
        if (constraint.equal) open.push_back(constraint);
    if (open.empty()) return tidy(condition, scope, simplify);

    const auto replaceable = [&](Term term) {
        return term.is_variable() && term.variable() < may_replace.size() && may_replace[term.variable()];
    };
    Classes classes(scope.variables.size());
    // An equality that must stay may become solvable when another one has been.
    for (bool progress = true; progress;) {
        progress = false;
        std::vector<Constraint> left;
        for (const Constraint& equality : open) {
            // The variable that goes is the later one, so that declared parameters survive.
            Term gone = classes.find(equality.lhs), kept = classes.find(equality.rhs);
            if (gone == kept) continue;
            if (gone.code() < kept.code()) std::swap(gone, kept);
            if (!replaceable(gone)) std::swap(gone, kept);
            if (!replaceable(gone)) {
                left.push_back(equality);
                continue;
            }
            const ObjectSetId domain = scope.variables[gone.variable()].domain;
            if (kept.is_variable()) {
                ObjectSetId& other = scope.variables[kept.variable()].domain;
                // A variable that may not change keeps its set, so the equality must stay to say what is left of it.
                const ObjectSetId common = sets.intersection(domain, other);
                if (common != other && !replaceable(kept)) {
                    left.push_back(equality);
                    continue;
                }
                other = common;
                if (sets[common].empty()) return false;
            } else if (!sets.contains(domain, kept.object())) {
                return false;
            }
            classes.replace(gone, kept);
            progress = true;
        }
        open = std::move(left);
    }
    for (std::uint32_t v = 0; v < scope.variables.size(); ++v) {
        const Term variable = Term::variable(v), now = classes.find(variable);
        if (now != variable) replaced.set(v, now);
    }
    for (Literal& literal : condition.literals) replaced.apply(literal);
    for (Constraint& constraint : condition.constraints) {
        constraint.lhs = replaced(constraint.lhs);
        constraint.rhs = replaced(constraint.rhs);
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
    std::set<std::tuple<Term, Term, bool>> seen;
    for (Constraint constraint : condition.constraints) {
        const Kind kind = simplify.evaluate(constraint, scope);
        if (kind == Kind::falsity) return false;
        if (kind == Kind::truth) continue;
        if (constraint.lhs < constraint.rhs) std::swap(constraint.lhs, constraint.rhs);
        if (seen.emplace(constraint.lhs, constraint.rhs, constraint.equal).second) constraints.push_back(constraint);
    }
    condition.constraints = std::move(constraints);
    return true;
}

}  // namespace isonova
