// The applicable instances of all schemata in one state, in canonical order: by schema, then by arguments.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/datalog/function_values.hpp"
#include "isonova/lifted/condition_join.hpp"

namespace isonova::lifted {

class ApplicableActions {
  public:
    ApplicableActions(Fixed& fixed, Limits& limits);

    // Chooses the order of each join anew, by what the estimates say now.
    void order();
    void find(StateRelations& state);

    struct Group {  // instances of one schema
        SchemaId schema;
        std::uint32_t count;
        std::size_t first;  // value
    };
    const std::vector<Group>& groups() const { return groups_; }
    const ObjectId* values(const Group& group, std::uint32_t instance) const {
        return values_.data() + group.first + std::size_t{instance} * fixed_->task->schemata[group.schema].arity();
    }
    std::int64_t cost(const Group& group, std::uint32_t instance) {
        return *functions_.evaluate(fixed_->task->schemata[group.schema].cost, values(group, instance));
    }
    std::uint32_t size() const { return size_; }

  private:
    Fixed* fixed_;
    Limits* limits_;
    datalog::FunctionValues functions_;
    std::vector<datalog::Rule> rules_;  // per schema
    std::vector<ConditionJoin> joins_;
    std::vector<Group> groups_;
    std::vector<ObjectId> values_;
    std::vector<ObjectId> rows_;
    std::uint32_t size_ = 0;
};

}  // namespace isonova::lifted
