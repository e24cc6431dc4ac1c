// The relations after reachability: static ones complete, fluent and derived ones with exactly the reachable tuples in
// order. The id of a reachable atom is its relation's first id plus its place there.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/datalog/estimate.hpp"
#include "isonova/datalog/object_bits.hpp"
#include "isonova/datalog/relation.hpp"
#include "isonova/datalog/rule.hpp"
#include "isonova/ground/budget.hpp"
#include "isonova/state/atom_table.hpp"
#include "isonova/util/limits.hpp"

namespace isonova::grounding {

class ReachableAtoms {
  public:
    // `known`, where given, are the reachable atoms; otherwise these are found out.
    ReachableAtoms(const Task& task, Limits& limits, const Budget& budget, const AtomTable* known = nullptr);
    ReachableAtoms(const ReachableAtoms&) = delete;

    const Task& task() const { return *program_.task; }
    std::uint32_t fluent_count() const { return fluent_count_; }
    AtomTable table() const;

    // The id of a fluent or derived atom, `none` if it cannot be reached.
    AtomId id(PredicateId predicate, const ObjectId* args) const {
        const std::uint32_t place = relations_[predicate].find(args);
        return place == none ? none : first_[predicate] + place;
    }
    bool holds_statically(PredicateId predicate, const ObjectId* args) const {
        return relations_[predicate].find(args) != none;
    }

    datalog::Relations& relations() { return relations_; }
    const datalog::ObjectBits& sets() const { return sets_; }
    const datalog::Estimates& estimates() const { return estimates_; }
    // Lets the variables from `given` on that nothing binds range over their object sets.
    void bind_free_variables(datalog::Rule& rule, std::uint32_t given);
    std::size_t bytes() const;

  private:
    datalog::Program program_;
    datalog::ObjectBits sets_;
    datalog::Relations relations_;
    datalog::Estimates estimates_;
    std::vector<AtomId> first_;  // per predicate
    std::uint32_t fluent_count_ = 0;
};

}  // namespace isonova::grounding
