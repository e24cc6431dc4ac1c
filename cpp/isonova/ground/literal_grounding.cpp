#include "isonova/ground/literal_grounding.hpp"

#include <algorithm>

namespace isonova::grounding {

AtomId ground_atom(const Literal& literal, const ObjectId* values, const ReachableAtoms& atoms) {
    constexpr std::size_t usual = 16;
    ObjectId buffer[usual];
    std::vector<ObjectId> large;
    ObjectId* args = buffer;
    if (literal.args.size() > usual) {
        large.resize(literal.args.size());
        args = large.data();
    }
    for (std::size_t i = 0; i < literal.args.size(); ++i) {
        const Term term = literal.args[i];
        args[i] = term.is_variable() ? values[term.variable()] : term.object();
    }
    return atoms.id(literal.predicate, args);
}

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
    if (row.size() < 2) return;
    std::sort(row.begin(), row.end());
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
