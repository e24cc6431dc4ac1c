#include "isonova/datalog/estimate.hpp"

#include <algorithm>

namespace isonova::datalog {

Estimate measure(const Relation& relation) {
    return {static_cast<double>(relation.size()), relation.distinct_values()};
}

Estimate guess(const Predicate& predicate, const Task& task) {
    Estimate estimate{1, {}};
    for (const TypeId type : predicate.parameter_types) {
        const double values = static_cast<double>(task.set(task.types[type].objects).size());
        estimate.size *= values;
        estimate.distinct.push_back(values);
    }
    return estimate;
}

JoinEstimate estimate_join(std::span<const Atom* const> atoms, const Rule& rule, const Estimates& estimates) {
    JoinEstimate join{1, std::vector<double>(rule.domains.size(), 0)};
    for (const Atom* atom : atoms) {
        const Estimate& relation = estimates[atom->relation];
        join.size *= relation.size;
        for (std::size_t column = 0; column < atom->args.size(); ++column) {
            const double values = std::max(1.0, relation.distinct[column]);
            const Term term = atom->args[column];
            if (!term.is_variable()) {
                join.size /= values;
                continue;
            }
            double& known = join.distinct[term.variable()];
            // Of two columns joined, the smaller set of values is taken to lie within the larger.
            if (known > 0) {
                join.size /= std::max(known, values);
                known = std::min(known, values);
            } else {
                known = values;
            }
        }
    }
    return join;
}

}  // namespace isonova::datalog
