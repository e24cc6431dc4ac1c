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

// Nodes of a formula, each once and once more for every quantifier around it: what simplifying it costs.
std::size_t work(const Formula& formula, std::size_t around = 1) {
    if (!formula.variables.empty()) ++around;
    std::size_t nodes = around;
    for (const Formula& child : formula.children) nodes += work(child, around);
    return nodes;
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

Formula Quantifiers::eliminate(Formula formula, Scope& scope) {
    eliminate(formula, scope, false, nullptr);
    return formula;
}

bool Quantifiers::eliminate(Formula& formula, Scope& scope, bool inside_forall, Budget* budget) {
    switch (formula.kind) {
        case Kind::conjunction:
        case Kind::disjunction:
            if (!inside_forall && !has_forall(formula)) return true;
            for (Formula& child : formula.children)
                if (!eliminate(child, scope, inside_forall, budget)) return false;
            formula = simplify_(std::move(formula), scope);
            return true;
        case Kind::exists: {
            if (!inside_forall && !has_forall(formula)) return true;
            // Existential variables of a conjunct per object would multiply as parameters of the action; as a
            // disjunction they do not.
            Formula expanded;
            if (expand_all(formula, scope, inside_forall, budget, expanded)) {
                formula = std::move(expanded);
                return true;
            }
            if (budget) return false;
            formula = Formula::of(invent_(formula, scope));
            return true;
        }
        case Kind::forall: {
            std::vector<std::uint32_t> open;
            static_variables(formula, open);
            Formula expanded;
            if (open.empty()) {
                if (expand_all(formula, scope, true, budget, expanded)) {
                    formula = std::move(expanded);
                    return true;
                }
                if (budget) return false;
            }
            if (is_recursive(formula)) {
                formula = positive(formula, scope);
                return true;
            }
            Literal broken = invent_(negation(formula), scope);
            broken.negated = true;
            formula = Formula::of(std::move(broken));
            return true;
        }
        default:
            return true;
    }
}

bool Quantifiers::expand_all(const Formula& quantified, Scope& scope, bool inside_forall, Budget* budget,
                             Formula& out) {
    const bool outermost = budget == nullptr;
    const std::size_t nodes = std::min(100 * most_instances_, std::max(most_instances_, allowance_));
    Budget own{5 * most_instances_, nodes};
    if (outermost) budget = &own;
    const std::size_t variables = scope.variables.size();
    out = Formula::of(quantified.is(Kind::forall) ? Kind::conjunction : Kind::disjunction);
    if (expand(quantified.children.front(), quantified.variables, 0, scope, *budget, out)) {
        out = simplify_(std::move(out), scope);
        if (eliminate(out, scope, inside_forall, budget)) return true;
    }
    if (outermost) allowance_ -= std::min(allowance_, nodes - own.nodes);
    scope.variables.erase(scope.variables.begin() + static_cast<std::ptrdiff_t>(variables), scope.variables.end());
    return false;
}

bool Quantifiers::is_recursive(const Formula& formula) const {
    if (formula.is(Kind::literal) && formula.literal.predicate < recursive_.size() &&
        recursive_[formula.literal.predicate])
        return true;
    return std::any_of(formula.children.begin(), formula.children.end(),
                       [&](const Formula& child) { return is_recursive(child); });
}

Formula Quantifiers::positive(const Formula& forall, const Scope& scope) {
    Formula all = forall.children.front();
    for (std::size_t i = forall.variables.size(); i-- > 0;) {
        const Formula one = Formula::of(invent_(all, scope));
        all = Formula::of(Kind::conjunction);
        for (const ObjectId object : simplify_.values(forall.variables[i], scope)) {
            Substitution value;
            value.set(forall.variables[i], Term::object(object));
            all.children.push_back(one);
            value.apply(all.children.back());
        }
    }
    return all;
}

bool Quantifiers::expand(const Formula& body, const std::vector<std::uint32_t>& variables, std::size_t next,
                         Scope& scope, Budget& budget, Formula& out) {
    const Kind neutral = out.is(Kind::conjunction) ? Kind::truth : Kind::falsity;
    const Kind absorbing = out.is(Kind::conjunction) ? Kind::falsity : Kind::truth;
    if (body.is(neutral)) return true;
    if (body.is(absorbing)) {
        out.children.push_back(body);
        return true;
    }
    if (next == variables.size()) {
        if (out.children.size() >= most_instances_ || budget.parts == 0) return false;
        --budget.parts;
        out.children.push_back(with_fresh_variables(body, scope));
        return true;
    }
    for (const ObjectId object : simplify_.open_values(variables[next], body, out.is(Kind::conjunction), scope)) {
        const std::size_t copied = work(body);
        if (budget.nodes < copied) return false;
        budget.nodes -= copied;
        Formula instance = body;
        Substitution value;
        value.set(variables[next], Term::object(object));
        value.apply(instance);
        if (!expand(simplify_(std::move(instance), scope), variables, next + 1, scope, budget, out)) return false;
        if (!out.children.empty() && out.children.back().is(absorbing)) return true;
    }
    return true;
}

}  // namespace isonova
