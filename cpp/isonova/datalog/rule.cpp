#include "isonova/datalog/rule.hpp"

namespace isonova::datalog {

std::vector<std::int64_t> body_signature(const Rule& rule) {
    std::vector<std::int64_t> key;
    for (const auto* atoms : {&rule.body, &rule.absent, &rule.negated}) {
        key.push_back(static_cast<std::int64_t>(atoms->size()));
        for (const Atom& atom : *atoms) {
            key.push_back(atom.relation);
            for (const Term term : atom.args) key.push_back(term.code());
        }
    }
    key.push_back(static_cast<std::int64_t>(rule.constraints.size()));
    for (const Constraint& constraint : rule.constraints) {
        key.push_back(constraint.lhs.code());
        key.push_back(constraint.rhs.code());
        key.push_back(constraint.equal);
    }
    key.push_back(static_cast<std::int64_t>(rule.domains.size()));
    key.insert(key.end(), rule.domains.begin(), rule.domains.end());
    return key;
}

}  // namespace isonova::datalog
