// Count-based novelty (after Rosa and Lipovetzky, "Count-based novelty exploration in classical planning", ECAI 2024):
// how many states of the same h had the rarest feature of the state. 0 means that the feature is new. The key is
// (count, h).
//
// Each state adds to the count of each of its features, so a child costs as much as it has features, however little it
// differs from its parent.
#pragma once

#include <unordered_map>
#include <vector>

#include "isonova/novelty/novelty.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

class CountNovelty : public Novelty {
  public:
    // Growing asks `limits`, if given, and throws Halted where they do not allow it.
    explicit CountNovelty(const FeatureIds& ids, const Limits* limits = nullptr) : ids_(ids), limits_(limits) {}

    Key score_and_insert(std::span<const FeatureId> features, Value h) override {
        open({}, h);
        return score_and_insert(features, {}, h);
    }
    void open(std::span<const FeatureId> features, Value /*h*/) override { parent_ = features; }
    Key score_and_insert(std::span<const FeatureId> gained, std::span<const FeatureId> lost, Value h) override;
    void forget() override { counts_.clear(); }
    bool is_new(const Key& key) const override { return key.primary == 0; }
    std::uint64_t entries() const override;
    std::size_t bytes() const override;

  private:
    const FeatureIds& ids_;
    const Limits* limits_;
    std::unordered_map<Value, std::vector<std::uint32_t>> counts_;  // of each feature, by h
    std::span<const FeatureId> parent_;
    std::vector<std::uint32_t> saved_;
};

}  // namespace isonova
