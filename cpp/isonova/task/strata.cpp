#include "isonova/task/strata.hpp"

#include <algorithm>

namespace isonova {

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
    for (bool changed = true; changed;) {
        changed = false;
        for (const PredicateId head : derived) {
            std::uint32_t least = stratum[head];
            for (const Axiom* axiom : rules[head])
                for (const Literal& literal : axiom->body.literals)
                    if (!rules[literal.predicate].empty())
                        least = std::max(least, stratum[literal.predicate] + (literal.negated ? 1u : 0u));
            if (least == stratum[head]) continue;
            if (least >= derived.size()) return head;
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
