// The static facts of a task, asked by pattern: is there a tuple of this predicate that agrees with the objects bound
// so far? Indices are made on first use, one per set of bound columns.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "isonova/task/task.hpp"

namespace isonova {

class Statics {
  public:
    explicit Statics(const Task& task);

    bool is_static(PredicateId predicate) const { return task_.predicates[predicate].kind == PredicateKind::fixed; }

    enum class Answer : std::uint8_t { no, maybe, yes };
    // Of a static atom whose variables are free: `yes` only if it has none and is a fact, `no` if no fact matches.
    Answer holds(PredicateId predicate, std::span<const Term> args);

    // The objects that `variable` has in facts which agree with the objects bound in `args`; sorted.
    std::vector<ObjectId> values(PredicateId predicate, std::span<const Term> args, std::uint32_t variable);

  private:
    using Index = std::vector<std::uint32_t>;  // atoms of the predicate, sorted by the bound columns
    // The facts that agree with the objects bound in `args`.
    std::span<const std::uint32_t> matches(PredicateId predicate, std::span<const Term> args);
    const Index& index(PredicateId predicate, std::uint64_t bound);

    const Task& task_;
    std::vector<std::uint32_t> first_;  // atoms of predicate p in task.init: first_[p] .. first_[p + 1]
    std::unordered_map<std::uint64_t, Index> indices_;
};

}  // namespace isonova
