#include "isonova/lifted/schema_effects.hpp"

#include <algorithm>

namespace isonova::lifted {

namespace {

void sort_unique(std::vector<AtomId>& atoms) {
    if (atoms.size() < 2) return;
    std::sort(atoms.begin(), atoms.end());
    atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
}

}  // namespace

SchemaEffects::SchemaEffects(const Schema& schema, Fixed& fixed, AtomTable& atoms, Limits& limits)
    : schema_(&schema), atoms_(&atoms) {
    for (const Effect& effect : schema.effects) {
        if (effect.unconditional()) {
            unconditional_.push_back(&effect.literal);
            continue;
        }
        std::vector<ObjectSetId> domains = schema.parameters;
        domains.insert(domains.end(), effect.parameters.begin(), effect.parameters.end());
        const datalog::Rule rule = fixed.rule(effect.condition, std::move(domains), schema.arity());
        conditional_.push_back({&effect.literal, ConditionJoin(rule, none, schema.arity(), fixed, limits)});
    }
}

void SchemaEffects::note(const Literal& literal, const ObjectId* values, const StateRelations& state) {
    args_.clear();
    for (const Term term : literal.args) args_.push_back(term.is_variable() ? values[term.variable()] : term.object());
    if (literal.negated) {
        const AtomId atom = atoms_->find(literal.predicate, args_);
        if (atom != none && state.holds(atom)) removed_->push_back(atom);
    } else {
        const AtomId atom =
            may_intern_ ? atoms_->intern(literal.predicate, args_) : atoms_->find(literal.predicate, args_);
        if (atom == none)
            complete_ = false;
        else
            (state.holds(atom) ? kept_ : *added_).push_back(atom);
    }
}

void SchemaEffects::apply(const ObjectId* values, StateRelations& state, std::vector<AtomId>& added,
                          std::vector<AtomId>& removed) {
    may_intern_ = true;
    collect(values, state, added, removed);
}

bool SchemaEffects::try_to_apply(const ObjectId* values, StateRelations& state, std::vector<AtomId>& added,
                                 std::vector<AtomId>& removed) {
    may_intern_ = false;
    complete_ = true;
    collect(values, state, added, removed);
    return complete_;
}

void SchemaEffects::collect(const ObjectId* values, StateRelations& state, std::vector<AtomId>& added,
                            std::vector<AtomId>& removed) {
    added_ = &added;
    removed_ = &removed;
    added.clear();
    removed.clear();
    kept_.clear();
    for (const Literal* literal : unconditional_) note(*literal, values, state);
    for (auto& [literal, join] : conditional_) {
        join.set({values, schema_->arity()});
        join.run(state, [&, literal = literal](const ObjectId* extended) { note(*literal, extended, state); });
    }
    sort_unique(added);
    sort_unique(removed);
    if (kept_.empty() || removed.empty()) return;
    sort_unique(kept_);
    std::erase_if(removed, [&](AtomId atom) { return std::binary_search(kept_.begin(), kept_.end(), atom); });
}

}  // namespace isonova::lifted
