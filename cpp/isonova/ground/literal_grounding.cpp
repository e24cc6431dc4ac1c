#include "isonova/ground/literal_grounding.hpp"

#include <algorithm>

namespace isonova::grounding {

ConditionGrounder::ConditionGrounder(const Condition& condition, const Task& task) {
    for (const Literal& literal : condition.literals)
        if (task.predicates[literal.predicate].kind != PredicateKind::fixed) literals_.push_back(&literal);
}

bool ConditionGrounder::ground(const ObjectId* values, const ReachableAtoms& atoms, GroundCondition& out) const {
    out.clear();
    for (const Literal* literal : literals_) {
        const AtomId atom = ground_atom(*literal, values, atoms);
        if (literal->negated) {
            if (atom != none) out.negative.push_back(atom);
        } else {
            if (atom == none) return false;
            out.positive.push_back(atom);
        }
    }
    sort_unique(out.positive);
    sort_unique(out.negative);
    return !intersect(out.positive, out.negative);
}

void sort_unique(std::vector<AtomId>& row) {
    // Rows have a handful of entries, mostly in order.
    AtomId* const first = row.data();
    const std::size_t size = row.size();
    bool repeated = false;
    for (std::size_t i = 1; i < size; ++i) {
        const AtomId atom = first[i];
        if (first[i - 1] < atom) continue;
        if (i > 16) {
            std::sort(row.begin(), row.end());
            repeated = true;
            break;
        }
        std::size_t at = i;
        for (; at > 0 && first[at - 1] > atom; --at) first[at] = first[at - 1];
        first[at] = atom;
        repeated |= at > 0 && first[at - 1] == atom;
    }
    if (!repeated) return;
    row.erase(std::unique(row.begin(), row.end()), row.end());
}

bool intersect(std::span<const AtomId> a, std::span<const AtomId> b) {
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] == b[j]) return true;
        a[i] < b[j] ? ++i : ++j;
    }
    return false;
}

}  // namespace isonova::grounding
