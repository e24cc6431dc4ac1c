#include "isonova/ground/reachable_atoms.hpp"

#include "isonova/datalog/reachability.hpp"
#include "isonova/datalog/relaxed_rules.hpp"

namespace isonova::grounding {

namespace {

datalog::Relations relations_of(const datalog::Program& program, const AtomTable& atoms) {
    datalog::Relations relations = datalog::load(program);
    for (AtomId atom = 0; atom < atoms.size(); ++atom) relations[atoms.predicate(atom)].insert(atoms.args(atom).data());
    return relations;
}

}  // namespace

ReachableAtoms::ReachableAtoms(const Task& task, Limits& limits, const Budget& budget, const AtomTable* known)
    : program_(datalog::empty_program(task)),
      sets_(task),
      relations_(known ? relations_of(program_, *known)
                       : datalog::reach(task, limits, [&](std::size_t bytes) { budget.check_bytes(bytes); })),
      first_(task.predicates.size(), 0) {
    relations_.erase(relations_.begin() + program_.first_auxiliary(), relations_.end());
    AtomId next = 0;
    for (const PredicateKind kind : {PredicateKind::fluent, PredicateKind::derived}) {
        for (PredicateId predicate = 0; predicate < task.predicates.size(); ++predicate) {
            if (task.predicates[predicate].kind != kind) continue;
            relations_[predicate].sort();
            relations_[predicate].prefer_direct();
            first_[predicate] = next;
            next += relations_[predicate].size();
        }
        if (kind == PredicateKind::fluent) fluent_count_ = next;
    }
    budget.check_atoms(fluent_count_);
    for (datalog::Relation& relation : relations_) {
        relation.drop_indices();
        estimates_.push_back(datalog::measure(relation));
    }
}

AtomTable ReachableAtoms::table() const {
    AtomTable table(static_cast<std::uint32_t>(first_.size()));
    for (const PredicateKind kind : {PredicateKind::fluent, PredicateKind::derived}) {
        for (PredicateId predicate = 0; predicate < first_.size(); ++predicate) {
            if (task().predicates[predicate].kind != kind) continue;
            const datalog::Relation& relation = relations_[predicate];
            for (std::uint32_t id = 0; id < relation.size(); ++id)
                table.intern(predicate, {relation.tuple(id), relation.arity()});
        }
    }
    return table;
}

void ReachableAtoms::bind_free_variables(datalog::Rule& rule, std::uint32_t given) {
    const std::size_t before = rule.body.size();
    datalog::bind_free_variables(rule, given, program_);
    for (std::size_t i = before; i < rule.body.size(); ++i) {
        const datalog::RelationId id = rule.body[i].relation;
        datalog::Relation& relation = relations_[id];
        if (relation.size() > 0) continue;
        for (const ObjectId object : task().set(rule.domains[rule.body[i].args[0].variable()]))
            relation.insert(&object);
        relation.publish_all();
        estimates_[id] = datalog::measure(relation);
    }
}

std::size_t ReachableAtoms::bytes() const {
    std::size_t sum = 0;
    for (const datalog::Relation& relation : relations_) sum += relation.bytes();
    return sum;
}

}  // namespace isonova::grounding
