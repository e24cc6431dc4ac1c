#include "isonova/lifted/derivation.hpp"

namespace isonova::lifted {

Derivation::Derivation(Fixed& fixed, AtomTable& atoms, Limits& limits) : atoms_(&atoms) {
    const Task& task = *fixed.task;
    for (const Axiom& axiom : task.axioms) strata_.resize(std::max<std::size_t>(strata_.size(), axiom.stratum + 1));
    std::vector<std::vector<bool>> derives(strata_.size(), std::vector<bool>(task.predicates.size(), false));
    for (const Axiom& axiom : task.axioms) derives[axiom.stratum][axiom.head.predicate] = true;
    for (Stratum& stratum : strata_) stratum.triggers.resize(task.predicates.size());
    for (const Axiom& axiom : task.axioms) {
        const datalog::Rule rule = fixed.rule(axiom.body, axiom.parameters, 0);
        Stratum& stratum = strata_[axiom.stratum];
        stratum.axioms.push_back({&axiom, ConditionJoin(rule, none, 0, fixed, limits)});
        for (std::uint32_t i = 0; i < rule.body.size(); ++i) {
            const datalog::RelationId relation = rule.body[i].relation;
            if (relation < task.predicates.size() && derives[axiom.stratum][relation])
                stratum.triggers[relation].push_back({&axiom, ConditionJoin(rule, i, 0, fixed, limits)});
        }
    }
}

void Derivation::conclude(const Axiom& axiom, const ObjectId* values, StateRelations& state) {
    args_.clear();
    for (const Term term : axiom.head.args)
        args_.push_back(term.is_variable() ? values[term.variable()] : term.object());
    const AtomId atom = atoms_->intern(axiom.head.predicate, args_);
    if (state.insert(atom)) queue_.push_back(atom);
}

void Derivation::derive(StateRelations& state) {
    for (Stratum& stratum : strata_) {
        queue_.clear();
        for (auto& [axiom, join] : stratum.axioms)
            join.run(state, [&, axiom = axiom](const ObjectId* values) { conclude(*axiom, values, state); });
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            const AtomId atom = queue_[i];
            for (auto& [axiom, join] : stratum.triggers[atoms_->predicate(atom)])
                join.run(atoms_->args(atom).data(), state,
                         [&, axiom = axiom](const ObjectId* values) { conclude(*axiom, values, state); });
        }
    }
}

}  // namespace isonova::lifted
