// The fluent and derived atoms true in one state, as relations to join over. Loading a state is cheap: an atom is one
// bit and one copied tuple, and an index on a column is made only when a join first asks for it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/datalog/estimate.hpp"
#include "isonova/state/atom_table.hpp"
#include "isonova/state/bits.hpp"

namespace isonova::lifted {

class StateRelations {
  public:
    // `atoms` must outlive it; it may grow.
    StateRelations(const Task& task, const AtomTable& atoms);

    void clear();
    bool insert(AtomId atom);  // false if it was there
    // In the order of insertion.
    std::span<const AtomId> atoms() const { return listed_; }

    bool holds(AtomId atom) const { return (atom >> 6) < bits_.size() && test(bits_.data(), atom); }
    bool holds(PredicateId predicate, std::span<const ObjectId> args) const {
        const AtomId atom = atoms_->find(predicate, args);
        return atom != none && holds(atom);
    }

    std::uint32_t size(PredicateId predicate) const { return relations_[predicate].size; }
    const ObjectId* tuple(PredicateId predicate, std::uint32_t place) const {
        const Tuples& relation = relations_[predicate];
        return relation.values.data() + std::size_t{place} * relation.arity;
    }
    // The tuples with this object in this column, as a chain of places that ends with `none`.
    std::uint32_t first(PredicateId predicate, std::uint32_t column, ObjectId object) {
        Index& index = indices_[first_index_[predicate] + column];
        if (index.era != era_ || index.next.size() != relations_[predicate].size) update(index, predicate, column);
        const Head& head = index.heads[object];
        return head.era == era_ ? head.place : none;
    }
    std::uint32_t next(PredicateId predicate, std::uint32_t column, std::uint32_t place) const {
        return indices_[first_index_[predicate] + column].next[place];
    }

    datalog::Estimate measure(PredicateId predicate) const;

  private:
    struct Tuples {
        std::uint32_t arity = 0;
        std::uint32_t size = 0;
        std::vector<ObjectId> values;
    };
    struct Head {
        std::uint32_t era = 0;
        std::uint32_t place = 0;
    };
    struct Index {
        std::uint32_t era = 0;
        std::vector<Head> heads;  // per object
        std::vector<std::uint32_t> next;
    };
    void update(Index& index, PredicateId predicate, std::uint32_t column);

    const AtomTable* atoms_;
    std::uint32_t object_count_;
    std::vector<Tuples> relations_;
    std::vector<std::uint32_t> first_index_;  // per predicate
    std::vector<Index> indices_;
    std::uint32_t era_ = 1;  // of the state loaded; what bears another one is out of date
    std::vector<AtomId> listed_;
    std::vector<Word> bits_;
};

}  // namespace isonova::lifted
