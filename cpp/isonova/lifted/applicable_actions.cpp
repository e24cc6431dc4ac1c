#include "isonova/lifted/applicable_actions.hpp"

#include "isonova/datalog/sort_rows.hpp"

namespace isonova::lifted {

ApplicableActions::ApplicableActions(Fixed& fixed, Limits& limits)
    : fixed_(&fixed), limits_(&limits), functions_(*fixed.task) {
    for (const Schema& schema : fixed.task->schemata)
        rules_.push_back(fixed.rule(schema.precondition, schema.parameters, 0));
    order();
}

void ApplicableActions::order() {
    joins_.clear();
    for (const datalog::Rule& rule : rules_) joins_.emplace_back(rule, none, 0, *fixed_, *limits_);
}

void ApplicableActions::find(StateRelations& state) {
    groups_.clear();
    values_.clear();
    size_ = 0;
    for (SchemaId id = 0; id < joins_.size(); ++id) {
        const Schema& schema = fixed_->task->schemata[id];
        const std::size_t arity = schema.arity();
        const bool has_terms = !schema.cost.terms.empty();
        std::size_t count = 0;
        rows_.clear();
        joins_[id].run(state, [&](const ObjectId* values) {
            if (has_terms && !functions_.evaluate(schema.cost, values)) return;
            ++count;
            rows_.insert(rows_.end(), values, values + arity);
        });
        if (count == 0) continue;
        if (count > 1 && arity > 0) datalog::sort_rows(rows_, arity);
        groups_.push_back({id, static_cast<std::uint32_t>(arity == 0 ? 1 : count), values_.size()});
        values_.insert(values_.end(), rows_.begin(), rows_.end());
        size_ += groups_.back().count;
    }
}

}  // namespace isonova::lifted
