#include "isonova/ground/effect_grounding.hpp"

#include <algorithm>
#include <tuple>

#include "isonova/datalog/relaxed_rules.hpp"

namespace isonova::grounding {

namespace {

void remove_all(std::vector<AtomId>& row, const std::vector<AtomId>& sorted) {
    std::erase_if(row, [&](AtomId atom) { return std::binary_search(sorted.begin(), sorted.end(), atom); });
}

}  // namespace

EffectGrounder::EffectGrounder(const Schema& schema, ReachableAtoms& atoms, Limits& limits, Budget& budget)
    : schema_(schema), atoms_(atoms), budget_(budget) {
    for (const Effect& effect : schema.effects) {
        if (effect.unconditional()) {
            unconditional_.push_back(&effect);
            continue;
        }
        datalog::Rule rule;
        rule.domains = schema.parameters;
        rule.domains.insert(rule.domains.end(), effect.parameters.begin(), effect.parameters.end());
        datalog::add_condition(rule, effect.condition, atoms.task());
        atoms.bind_free_variables(rule, schema.arity());
        conditional_.push_back(
            {&effect,
             datalog::Join(rule, none, schema.arity(), atoms.relations(), atoms.sets(), atoms.estimates(), limits),
             ConditionGrounder(effect.condition, atoms.task())});
    }
}

bool EffectGrounder::ground(const ObjectId* values, const GroundCondition& precondition) {
    adds_.clear();
    deletes_.clear();
    found_.clear();
    pool_.clear();
    for (const Effect* effect : unconditional_) {
        const AtomId atom = ground_atom(effect->literal, values, atoms_);
        if (atom != none) (effect->literal.negated ? deletes_ : adds_).push_back(atom);
    }
    for (Conditional& conditional : conditional_) {
        for (std::uint32_t variable = 0; variable < schema_.arity(); ++variable)
            conditional.join.set(variable, values[variable]);
        conditional.join.run([&](const ObjectId* extended) {
            if (conditional.condition.ground(extended, atoms_, scratch_))
                add_conditional(*conditional.effect, extended, precondition);
        });
    }
    settle();
    return !adds_.empty() || !deletes_.empty() || !found_.empty();
}

void EffectGrounder::add_conditional(const Effect& effect, const ObjectId* values,
                                     const GroundCondition& precondition) {
    if (intersect(scratch_.positive, precondition.negative) || intersect(scratch_.negative, precondition.positive))
        return;
    const AtomId atom = ground_atom(effect.literal, values, atoms_);
    if (atom == none) return;
    budget_.count_instance();
    remove_all(scratch_.positive, precondition.positive);
    remove_all(scratch_.negative, precondition.negative);
    if (scratch_.positive.empty() && scratch_.negative.empty()) {
        (effect.literal.negated ? deletes_ : adds_).push_back(atom);
        return;
    }
    found_.push_back({static_cast<std::uint32_t>(pool_.size()), static_cast<std::uint32_t>(scratch_.positive.size()),
                      static_cast<std::uint32_t>(scratch_.negative.size()), atom, effect.literal.negated});
    pool_.insert(pool_.end(), scratch_.positive.begin(), scratch_.positive.end());
    pool_.insert(pool_.end(), scratch_.negative.begin(), scratch_.negative.end());
}

bool EffectGrounder::same_condition(const Found& a, const Found& b) const {
    return a.positive == b.positive && a.negative == b.negative &&
           std::equal(pool_.begin() + a.first, pool_.begin() + a.first + a.positive + a.negative,
                      pool_.begin() + b.first);
}

// By condition; within one, adds before deletes.
bool EffectGrounder::less(const Found& a, const Found& b) const {
    const auto begin = pool_.begin();
    const auto order = std::lexicographical_compare_three_way(begin + a.first, begin + a.first + a.positive,
                                                              begin + b.first, begin + b.first + b.positive);
    if (order != 0) return order < 0;
    const auto negative =
        std::lexicographical_compare_three_way(begin + a.first + a.positive, begin + a.first + a.positive + a.negative,
                                               begin + b.first + b.positive, begin + b.first + b.positive + b.negative);
    if (negative != 0) return negative < 0;
    return std::tie(a.deletes, a.atom) < std::tie(b.deletes, b.atom);
}

void EffectGrounder::settle() {
    sort_unique(adds_);
    sort_unique(deletes_);
    if (intersect(deletes_, adds_)) remove_all(deletes_, adds_);
    if (found_.empty()) return;
    std::erase_if(found_,
                  [&](const Found& found) { return std::binary_search(adds_.begin(), adds_.end(), found.atom); });
    std::sort(found_.begin(), found_.end(), [&](const Found& a, const Found& b) { return less(a, b); });
    // Within one condition an added atom is not deleted, and nothing happens twice.
    std::size_t kept = 0, group = 0;
    for (std::size_t i = 0; i < found_.size(); ++i) {
        const Found found = found_[i];
        if (kept == 0 || !same_condition(found_[kept - 1], found)) group = kept;
        const auto first = found_.begin() + static_cast<std::ptrdiff_t>(group);
        const auto last = found_.begin() + static_cast<std::ptrdiff_t>(kept);
        if (std::none_of(first, last, [&](const Found& other) { return other.atom == found.atom; }))
            found_[kept++] = found;
    }
    found_.resize(kept);
}

void EffectGrounder::write(GroundTask& out) const {
    out.adds.push_row(adds_);
    out.deletes.push_row(deletes_);
    for (std::size_t i = 0; i < found_.size();) {
        const Found& first = found_[i];
        out.effect_condition.push_row({pool_.data() + first.first, first.positive});
        out.effect_negative_condition.push_row({pool_.data() + first.first + first.positive, first.negative});
        for (; i < found_.size() && same_condition(first, found_[i]); ++i)
            (found_[i].deletes ? out.effect_deletes : out.effect_adds).push(found_[i].atom);
        out.effect_adds.end_row();
        out.effect_deletes.end_row();
    }
    out.effect_start.push_back(static_cast<std::uint32_t>(out.effect_condition.size()));
}

}  // namespace isonova::grounding
