// Novelty gives a state its place in the open list by its features and its heuristic value, compared with those of all
// states before. It remembers every state it has seen, so states must come once each, in the order of generation; dead
// ends never come.
//
// The unit of work is an expansion. An opened parent has been seen before with the same h, so all its features are in
// the table: what is left to look at for a child is mostly what it gained and lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "isonova/features/feature_map.hpp"
#include "isonova/state/key.hpp"

namespace isonova {

class Novelty {
  public:
    virtual ~Novelty() = default;

    // A state by all its features: the initial one, or any that comes without a parent. Scores it, then enters it.
    virtual Key score_and_insert(std::span<const FeatureId> features, Value h) = 0;
    // `features` stay valid until the next call of open.
    virtual void open(std::span<const FeatureId> features, Value h) = 0;
    // A child of the opened state, by its difference. Scores it, then enters it.
    virtual Key score_and_insert(std::span<const FeatureId> gained, std::span<const FeatureId> lost, Value h) = 0;

    // All states: the table is empty again. A kind from elsewhere need not know how.
    virtual void forget() { throw std::logic_error("this kind of novelty cannot forget states"); }
    // Whether a state with this key showed something new.
    virtual bool is_new(const Key& key) const = 0;
    virtual std::uint64_t entries() const = 0;  // of the table
    virtual std::size_t bytes() const = 0;
};

}  // namespace isonova
