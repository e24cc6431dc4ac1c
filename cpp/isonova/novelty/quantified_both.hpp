// Quantified-Both novelty (Katz et al., 2017, generalised to any features by Chen, 2025): with lowest(f) the smallest h
// of the states seen that have f (infinity if none has),
//   new(s) = the features f of s with h(s) < lowest(f),  old(s) = those with h(s) > lowest(f),
//   key(s) = -|new(s)| if that is not 0, else |old(s)|.
//
// Of a child, a feature kept from its parent has lowest(f) <= h(parent). So if h(child) > h(parent) all of them are
// old; if the two are equal, old are those that were old for the parent, counted once per expansion; only h(child) <
// h(parent) asks for a look at each.
#pragma once

#include <vector>

#include "isonova/novelty/novelty.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

class QuantifiedBoth : public Novelty {
  public:
    // Growing asks `limits`, if given, and throws Halted where they do not allow it.
    explicit QuantifiedBoth(const FeatureIds& ids, const Limits* limits = nullptr) : ids_(ids), limits_(limits) {}

    Key score_and_insert(std::span<const FeatureId> features, Value h) override;
    void open(std::span<const FeatureId> features, Value h) override;
    Key score_and_insert(std::span<const FeatureId> gained, std::span<const FeatureId> lost, Value h) override;
    void forget() override {
        narrow_.clear();
        wide_.clear();
    }
    bool is_new(const Key& key) const override { return key.primary < 0; }
    std::uint64_t entries() const override { return narrow_.size() + wide_.size(); }
    std::size_t bytes() const override {
        return narrow_.capacity() * sizeof(narrow_[0]) + wide_.capacity() * sizeof(wide_[0]);
    }

  private:
    template <class T>
    Key score(std::vector<T>& lowest, std::span<const FeatureId> gained, std::span<const FeatureId> lost, T h);
    void widen();

    const FeatureIds& ids_;
    const Limits* limits_;
    // By feature; the largest value of the type is infinity. 32 bits until an h needs more.
    std::vector<std::int32_t> narrow_;
    std::vector<std::int64_t> wide_;
    bool is_wide_ = false;

    std::span<const FeatureId> parent_;
    Value parent_h_ = 0;
    std::uint64_t parent_old_ = 0;  // features of the parent with lowest(f) < h(parent), if counted
    bool counted_ = false;
    std::vector<Value> saved_;
};

}  // namespace isonova
