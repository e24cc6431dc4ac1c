#include "isonova/lifted/state_relations.hpp"

#include <algorithm>

namespace isonova::lifted {

StateRelations::StateRelations(const Task& task, const AtomTable& atoms)
    : atoms_(&atoms), object_count_(static_cast<std::uint32_t>(task.objects.size())) {
    std::uint32_t columns = 0;
    for (const Predicate& predicate : task.predicates) {
        relations_.push_back({predicate.arity(), 0, {}});
        first_index_.push_back(columns);
        columns += predicate.arity();
    }
    indices_.resize(columns);
}

void StateRelations::clear() {
    for (const AtomId atom : listed_) {
        bits_[atom >> 6] = 0;
        Tuples& relation = relations_[atoms_->predicate(atom)];
        relation.size = 0;
        relation.values.clear();
    }
    listed_.clear();
    if (++era_ == 0) {
        for (Index& index : indices_) {
            index.era = 0;
            std::fill(index.heads.begin(), index.heads.end(), Head{});
        }
        era_ = 1;
    }
}

bool StateRelations::insert(AtomId atom) {
    if ((atom >> 6) >= bits_.size()) bits_.resize(std::max<std::size_t>(2 * bits_.size(), (atom >> 6) + 1), 0);
    if (test(bits_.data(), atom)) return false;
    isonova::insert(bits_.data(), atom);
    listed_.push_back(atom);
    Tuples& relation = relations_[atoms_->predicate(atom)];
    const std::span<const ObjectId> args = atoms_->args(atom);
    relation.values.insert(relation.values.end(), args.begin(), args.end());
    ++relation.size;
    return true;
}

void StateRelations::update(Index& index, PredicateId predicate, std::uint32_t column) {
    if (index.era != era_) {
        index.era = era_;
        index.heads.resize(object_count_);
        index.next.clear();
    }
    const Tuples& relation = relations_[predicate];
    for (auto place = static_cast<std::uint32_t>(index.next.size()); place < relation.size; ++place) {
        Head& head = index.heads[relation.values[std::size_t{place} * relation.arity + column]];
        index.next.push_back(head.era == era_ ? head.place : none);
        head = {era_, place};
    }
}

datalog::Estimate StateRelations::measure(PredicateId predicate) const {
    const Tuples& relation = relations_[predicate];
    datalog::Estimate estimate{static_cast<double>(relation.size), {}};
    std::vector<bool> seen;
    for (std::uint32_t column = 0; column < relation.arity; ++column) {
        seen.assign(object_count_, false);
        double distinct = 0;
        for (std::uint32_t place = 0; place < relation.size; ++place) {
            const ObjectId value = tuple(predicate, place)[column];
            distinct += !seen[value];
            seen[value] = true;
        }
        estimate.distinct.push_back(distinct);
    }
    return estimate;
}

}  // namespace isonova::lifted
