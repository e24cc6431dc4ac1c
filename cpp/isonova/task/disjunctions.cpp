#include "isonova/task/disjunctions.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace isonova {

using Kind = Formula::Kind;

namespace {

void append(Condition& to, const Condition& from) {
    to.literals.insert(to.literals.end(), from.literals.begin(), from.literals.end());
    to.constraints.insert(to.constraints.end(), from.constraints.begin(), from.constraints.end());
}

Condition of(Literal literal) {
    Condition condition;
    condition.literals.push_back(std::move(literal));
    return condition;
}

std::vector<Condition> product(Condition common, const std::vector<std::vector<Condition>>& factors) {
    std::vector<Condition> result;
    result.push_back(std::move(common));
    for (const auto& factor : factors) {
        if (factor.size() == 1) {
            for (Condition& condition : result) append(condition, factor.front());
            continue;
        }
        std::vector<Condition> next;
        next.reserve(result.size() * factor.size());
        for (const Condition& condition : result) {
            for (const Condition& choice : factor) {
                next.push_back(condition);
                append(next.back(), choice);
            }
        }
        result = std::move(next);
    }
    return result;
}

using Part = std::vector<std::int64_t>;

Part key(const Literal& literal) {
    Part part{literal.predicate, literal.negated};
    for (const Term term : literal.args) part.push_back(term.code());
    return part;
}

Part key(const Constraint& constraint) {
    return {-1, constraint.equal, constraint.lhs.code(), constraint.rhs.code()};
}

// A disjunct that says more than another adds nothing to the disjunction.
void drop_subsumed(std::vector<Condition>& ways) {
    if (ways.size() < 2) return;
    std::map<Part, std::size_t> numbers;
    std::vector<std::vector<std::size_t>> parts(ways.size());
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const auto add = [&](Part part) {
            parts[i].push_back(numbers.try_emplace(std::move(part), numbers.size()).first->second);
        };
        for (const Literal& literal : ways[i].literals) add(key(literal));
        for (const Constraint& constraint : ways[i].constraints) add(key(constraint));
        std::sort(parts[i].begin(), parts[i].end());
        parts[i].erase(std::unique(parts[i].begin(), parts[i].end()), parts[i].end());
    }
    const auto includes = [&](std::size_t larger, std::size_t smaller) {
        return std::includes(parts[larger].begin(), parts[larger].end(), parts[smaller].begin(), parts[smaller].end());
    };
    std::vector<bool> dropped(ways.size(), false);
    for (std::size_t i = 0; i < ways.size(); ++i)
        for (std::size_t j = 0; j < ways.size() && !dropped[i]; ++j)
            dropped[i] = j != i && !dropped[j] && includes(i, j) && (j < i || !includes(j, i));
    std::size_t kept = 0;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        if (dropped[i]) continue;
        if (kept != i) ways[kept] = std::move(ways[i]);
        ++kept;
    }
    ways.resize(kept);
}

}  // namespace

std::vector<Condition> disjuncts(const Formula& formula, const Scope& scope, std::size_t most,
                                 const Quantifiers::Invent& invent) {
    switch (formula.kind) {
        case Kind::truth:
            return {Condition{}};
        case Kind::falsity:
            return {};
        case Kind::literal:
            return {of(formula.literal)};
        case Kind::constraint: {
            Condition condition;
            condition.constraints.push_back(formula.constraint);
            return {std::move(condition)};
        }
        case Kind::exists:
            return disjuncts(formula.children.front(), scope, most, invent);
        case Kind::disjunction: {
            std::vector<Condition> result;
            for (const Formula& child : formula.children) {
                for (Condition& condition : disjuncts(child, scope, most, invent))
                    result.push_back(std::move(condition));
                if (result.size() > most) return {of(invent(formula, scope))};
            }
            return result;
        }
        case Kind::conjunction: {
            // Most conjuncts are single literals; they go into every disjunct and need no factor of their own.
            Condition common;
            std::vector<std::vector<Condition>> factors;
            std::vector<const Formula*> origins;
            for (const Formula& child : formula.children) {
                if (child.is(Kind::literal)) {
                    common.literals.push_back(child.literal);
                } else if (child.is(Kind::constraint)) {
                    common.constraints.push_back(child.constraint);
                } else {
                    factors.push_back(disjuncts(child, scope, most, invent));
                    origins.push_back(&child);
                    if (factors.back().empty()) return {};
                }
            }
            // The narrowest factors whose product fits stay; the others become atoms, the widest first.
            std::vector<std::size_t> order(factors.size());
            std::iota(order.begin(), order.end(), 0);
            std::stable_sort(order.begin(), order.end(),
                             [&](std::size_t a, std::size_t b) { return factors[a].size() > factors[b].size(); });
            std::size_t size = 1, wide = order.size();
            while (wide > 0 && size * factors[order[wide - 1]].size() <= most) size *= factors[order[--wide]].size();
            for (std::size_t i = 0; i < wide; ++i)
                if (factors[order[i]].size() > 1) factors[order[i]] = {of(invent(*origins[order[i]], scope))};
            std::vector<Condition> result = product(std::move(common), factors);
            drop_subsumed(result);
            return result;
        }
        case Kind::forall:
            break;
    }
    return {};
}

}  // namespace isonova
