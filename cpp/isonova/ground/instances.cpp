#include "isonova/ground/instances.hpp"

#include <algorithm>

#include "isonova/datalog/join.hpp"
#include "isonova/datalog/relaxed_rules.hpp"
#include "isonova/datalog/sort_rows.hpp"

namespace isonova::grounding {

Instances::Instances(const std::vector<ObjectSetId>& parameters, const Condition& condition,
                     const std::vector<std::uint32_t>& variables, ReachableAtoms& atoms, Limits& limits, Budget& budget)
    : width_(variables.size()) {
    datalog::Rule rule;
    rule.domains = parameters;
    datalog::add_condition(rule, condition, atoms.task());
    atoms.bind_free_variables(rule, 0);
    datalog::Join join(rule, none, 0, atoms.relations(), atoms.sets(), atoms.estimates(), limits);
    join.run([&](const ObjectId* values) {
        budget.count_instance();
        ++size_;
        for (const std::uint32_t variable : variables) values_.push_back(values[variable]);
        if (budget.counts_bytes() && (size_ & 0xfff) == 0) budget.check_bytes(atoms.bytes() + 4 * values_.capacity());
    });
    if (width_ == 0) {
        size_ = std::min<std::size_t>(size_, 1);
        return;
    }
    datalog::sort_rows(values_, width_);
    size_ = values_.size() / width_;
}

}  // namespace isonova::grounding
