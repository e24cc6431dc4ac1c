#include "isonova/task/strata.hpp"

#include <algorithm>

namespace isonova {

namespace {

void collect_predicates(const Formula& formula, std::vector<PredicateId>& out) {
    if (formula.is(Formula::Kind::literal)) out.push_back(formula.literal.predicate);
    for (const Formula& child : formula.children) collect_predicates(child, out);
}

// Unmarks whatever leads to no marked predicate.
void peel(const std::vector<std::vector<PredicateId>>& to, const std::vector<std::vector<PredicateId>>& from,
          std::vector<bool>& marked) {
    std::vector<std::size_t> left(to.size());
    std::vector<PredicateId> free;
    for (PredicateId p = 0; p < to.size(); ++p) {
        for (const PredicateId q : to[p]) left[p] += marked[q];
        if (marked[p] && left[p] == 0) free.push_back(p);
    }
    while (!free.empty()) {
        const PredicateId p = free.back();
        free.pop_back();
        marked[p] = false;
        for (const PredicateId q : from[p])
            if (marked[q] && --left[q] == 0) free.push_back(q);
    }
}

}  // namespace

std::vector<bool> recursive_predicates(const std::vector<RawAxiom>& axioms, std::size_t predicates) {
    std::vector<std::vector<PredicateId>> uses(predicates), used_by(predicates);
    for (const RawAxiom& axiom : axioms) collect_predicates(axiom.body, uses[axiom.head.predicate]);
    for (PredicateId head = 0; head < predicates; ++head) {
        std::sort(uses[head].begin(), uses[head].end());
        uses[head].erase(std::unique(uses[head].begin(), uses[head].end()), uses[head].end());
        for (const PredicateId used : uses[head]) used_by[used].push_back(head);
    }
    std::vector<bool> marked(predicates, true);
    peel(uses, used_by, marked);
    peel(used_by, uses, marked);
    return marked;
}

std::optional<PredicateId> stratify(Task& task) {
    const std::size_t count = task.predicates.size();
    std::vector<std::vector<const Axiom*>> rules(count);
    std::vector<PredicateId> derived;
    for (const Axiom& axiom : task.axioms) {
        if (rules[axiom.head.predicate].empty()) derived.push_back(axiom.head.predicate);
        rules[axiom.head.predicate].push_back(&axiom);
    }
    // Raise strata until nothing changes; more strata than derived predicates means that negation runs in a circle.
    std::vector<std::uint32_t> stratum(count, 0);
    std::vector<PredicateId> raised_by(count, none);
    const auto declared_on_circle = [&](PredicateId predicate) {
        for (std::size_t i = 0; i < derived.size(); ++i) predicate = raised_by[predicate];
        while (task.predicates[predicate].invented) predicate = raised_by[predicate];
        return predicate;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (const PredicateId head : derived) {
            std::uint32_t least = stratum[head];
            for (const Axiom* axiom : rules[head]) {
                for (const Literal& literal : axiom->body.literals) {
                    const std::uint32_t needed = stratum[literal.predicate] + (literal.negated ? 1 : 0);
                    if (rules[literal.predicate].empty() || needed <= least) continue;
                    least = needed;
                    raised_by[head] = literal.predicate;
                }
            }
            if (least == stratum[head]) continue;
            if (least >= derived.size()) return declared_on_circle(head);
            stratum[head] = least;
            changed = true;
        }
    }
    for (Axiom& axiom : task.axioms) axiom.stratum = stratum[axiom.head.predicate];
    std::stable_sort(task.axioms.begin(), task.axioms.end(),
                     [](const Axiom& a, const Axiom& b) { return a.stratum < b.stratum; });
    return std::nullopt;
}

}  // namespace isonova
