// One dense integer id for every ground atom that an engine has met. Both engines, all heuristics and all features
// speak of atoms by these ids and by nothing else.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/task/task.hpp"

namespace isonova {

using AtomId = std::uint32_t;

class AtomTable {
  public:
    explicit AtomTable(std::uint32_t predicate_count = 0);

    void reserve(std::size_t atoms);
    AtomId intern(PredicateId predicate, std::span<const ObjectId> args);
    AtomId find(PredicateId predicate, std::span<const ObjectId> args) const;  // `none` if absent

    std::uint32_t size() const { return static_cast<std::uint32_t>(predicates_.size()); }
    PredicateId predicate(AtomId atom) const { return predicates_[atom]; }
    std::span<const ObjectId> args(AtomId atom) const {
        return {args_.data() + starts_[atom], starts_[atom + 1] - starts_[atom]};
    }
    std::size_t bytes() const;

  private:
    void rehash(std::size_t slots);

    std::vector<PredicateId> predicates_;
    std::vector<ObjectId> args_;
    std::vector<std::uint32_t> starts_{0};
    std::vector<AtomId> slots_;  // open addressing over the arrays above; `none` is empty
};

}  // namespace isonova
