#include "isonova/relaxation/split_rules.hpp"

#include "isonova/datalog/splitting.hpp"
#include "isonova/relaxation/exact_variants.hpp"

namespace isonova::relaxation {

SplitRules::SplitRules(const Task& task, CostType cost_type, const std::vector<bool>& drop_inequalities,
                       bool inexact_whole)
    : whole(task, cost_type),
      inexact(whole.unit_count(), false),
      program(make_program(drop_inequalities, inexact_whole)) {}

datalog::Program SplitRules::make_program(const std::vector<bool>& drop_inequalities, bool inexact_whole) {
    const Task& task = *whole.program.task;
    datalog::Program unsplit = whole.program;
    std::vector<datalog::Rule> left_whole;
    for (const WholeRule& each : whole.rules) {
        const std::uint32_t unit = whole.origins[each.rule.source].unit;
        const bool drop = unit < task.schemata.size() && drop_inequalities[unit];
        for (const Head& head : each.heads) {
            auto variants = exact_variants(each, head, whole, !drop);
            if (!variants) {
                inexact[unit] = true;
                variants.emplace(1, each.rule);
                variants->front().head = head.atom;
                if (inexact_whole) {
                    left_whole.push_back(std::move(variants->front()));
                    whole_heads.push_back(&head);
                    continue;
                }
            }
            for (datalog::Rule& rule : *variants) unsplit.rules.push_back(std::move(rule));
        }
    }
    const datalog::Relations initial = load(whole, unsplit);
    for (datalog::RelationId id = 0; id < unsplit.arity.size(); ++id) {
        const PredicateId predicate = whole.is_negation(id) ? id - whole.first_negation : id;
        estimates.push_back(unsplit.changes[id] ? datalog::guess(task.predicates[predicate], task)
                                                : datalog::measure(initial[id]));
    }
    datalog::Program out = datalog::split(unsplit, estimates);
    for (datalog::Rule& rule : left_whole) out.rules.push_back(std::move(rule));
    return out;
}

}  // namespace isonova::relaxation
