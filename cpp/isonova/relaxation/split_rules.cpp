#include "isonova/relaxation/split_rules.hpp"

#include <algorithm>

#include "isonova/datalog/splitting.hpp"
#include "isonova/relaxation/exact_variants.hpp"

namespace isonova::relaxation {

namespace {

constexpr std::size_t most_variants = 24, few_variants = 4;

bool is_inequality(const Constraint& constraint) {
    return !constraint.equal;
}

bool has_inequalities(const WholeRule& whole) {
    const auto& [rule, heads] = whole;
    return !rule.negated.empty() ||
           std::any_of(heads.begin(), heads.end(), [](const Head& head) { return !head.unless.empty(); }) ||
           std::any_of(rule.constraints.begin(), rule.constraints.end(), is_inequality);
}

}  // namespace

SplitRules::SplitRules(const Task& task, CostType cost_type, const std::vector<bool>& drop_inequalities,
                       bool inexact_whole, bool any_goal)
    : whole(task, cost_type, any_goal),
      inexact(whole.unit_count(), false),
      can_shrink(whole.unit_count(), false),
      program(make_program(drop_inequalities, inexact_whole)) {}

datalog::Program SplitRules::make_program(const std::vector<bool>& drop_inequalities, bool inexact_whole) {
    const Task& task = *whole.program.task;
    datalog::Program unsplit = whole.program;
    std::vector<datalog::Rule> left_whole;
    for (const WholeRule& each : whole.rules) {
        const std::uint32_t unit = whole.origins[each.rule.source].unit;
        const bool drop = unit < task.schemata.size() && drop_inequalities[unit];
        for (const Head& head : each.heads) {
            auto variants = exact_variants(each, head, whole, !drop, drop ? few_variants : most_variants);
            if (!drop && unit < task.schemata.size())
                can_shrink[unit] =
                    can_shrink[unit] || has_inequalities(each) || !variants || variants->size() > few_variants;
            if (!variants && drop) {
                datalog::Rule plain = each.rule;
                plain.head = head.atom;
                std::erase_if(plain.constraints, is_inequality);
                variants.emplace(1, std::move(plain));
            } else if (!variants) {
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
