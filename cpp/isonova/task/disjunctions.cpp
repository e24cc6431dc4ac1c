#include "isonova/task/disjunctions.hpp"

#include <algorithm>

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

bool includes(const Condition& larger, const Condition& smaller) {
    const auto within = [](const auto& parts) {
        return [&](const auto& part) { return std::find(parts.begin(), parts.end(), part) != parts.end(); };
    };
    return std::all_of(smaller.literals.begin(), smaller.literals.end(), within(larger.literals)) &&
           std::all_of(smaller.constraints.begin(), smaller.constraints.end(), within(larger.constraints));
}

// A disjunct that says more than another adds nothing to the disjunction.
void drop_subsumed(std::vector<Condition>& ways) {
    std::vector<bool> dropped(ways.size(), false);
    for (std::size_t i = 0; i < ways.size(); ++i)
        for (std::size_t j = 0; j < ways.size() && !dropped[i]; ++j)
            dropped[i] = j != i && !dropped[j] && includes(ways[i], ways[j]) && (j < i || !includes(ways[j], ways[i]));
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
            const auto too_many = [&] {
                std::size_t size = 1;
                for (const auto& factor : factors)
                    if ((size *= factor.size()) > most) return true;
                return false;
            };
            while (too_many()) {
                std::size_t widest = 0;
                for (std::size_t i = 1; i < factors.size(); ++i)
                    if (factors[i].size() > factors[widest].size()) widest = i;
                factors[widest] = {of(invent(*origins[widest], scope))};
            }
            std::vector<Condition> result = product(std::move(common), factors);
            if (result.size() > 1) drop_subsumed(result);
            return result;
        }
        case Kind::forall:
            break;
    }
    return {};
}

}  // namespace isonova
