// Instances of one rule body: a value for each variable that the body binds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "isonova/datalog/rule.hpp"
#include "isonova/datalog/sort_rows.hpp"

namespace isonova::relaxation {

struct RuleInstances {
    std::vector<std::uint32_t> variables;
    std::vector<ObjectId> values;
    std::size_t count = 0;

    RuleInstances() = default;
    explicit RuleInstances(const datalog::Rule& rule) {
        std::vector<bool> bound(rule.domains.size(), false);
        for (const datalog::Atom& atom : rule.body)
            for (const Term term : atom.args)
                if (term.is_variable()) bound[term.variable()] = true;
        for (std::uint32_t v = 0; v < bound.size(); ++v)
            if (bound[v]) variables.push_back(v);
    }
    void add(const ObjectId* all) {
        for (const std::uint32_t v : variables) values.push_back(all[v]);
        ++count;
    }
    // By values, each once: the order of edges does not depend on how instances were found.
    void sort() {
        if (variables.empty()) {
            count = std::min<std::size_t>(count, 1);
            return;
        }
        datalog::sort_rows(values, variables.size());
        count = values.size() / variables.size();
    }
    void release() { values = {}; }  // the memory, not the count
};

}  // namespace isonova::relaxation
