// Partition novelty, as in best-first width search (Lipovetzky and Geffner, "Best-first width search: exploration and
// exploitation in classical planning", AAAI 2017): 0 if the state has a feature that no state of the same h had before,
// else 1. The key is (novelty, h).
//
// With levels, features of the first map of a union count for more than those of the second, and so on: the novelty is
// the place of the first map that has a feature which is new, or the number of maps. Over atoms and pairs of atoms,
// this is the novelty measure w of that paper, less 1.
#pragma once

#include <unordered_map>
#include <vector>

#include "isonova/novelty/novelty.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

class PartitionNovelty : public Novelty {
  public:
    // Growing asks `limits`, if given, and throws Halted where they do not allow it.
    // With more than one level, ids must know their maps.
    explicit PartitionNovelty(const FeatureIds& ids, const Limits* limits = nullptr, std::uint8_t levels = 1)
        : ids_(ids), limits_(limits), levels_(levels) {}

    Key score_and_insert(std::span<const FeatureId> features, Value h) override;
    void open(std::span<const FeatureId> features, Value h) override;
    Key score_and_insert(std::span<const FeatureId> gained, std::span<const FeatureId> lost, Value h) override;
    void forget() override {
        partitions_.clear();
        entries_ = 0;
    }
    bool is_new(const Key& key) const override { return key.primary < levels_; }
    std::uint64_t entries() const override { return entries_; }
    std::size_t bytes() const override;

  private:
    struct Partition {
        std::vector<std::uint64_t> seen;  // a bit per feature
        std::uint64_t opened = 0;         // the expansion that `missing` belongs to
        std::vector<FeatureId> missing;   // features of the parent that are not seen in this partition
    };
    // Lowers the level to the feature's if it is new.
    void enter(Partition& partition, FeatureId feature, std::uint8_t& level);

    const FeatureIds& ids_;
    const Limits* limits_;
    std::uint8_t levels_;
    std::unordered_map<Value, Partition> partitions_;
    std::uint64_t entries_ = 0;
    std::span<const FeatureId> parent_;
    Value parent_h_ = 0;
    std::uint64_t expansion_ = 0;
    std::vector<FeatureId> lost_;
};

}  // namespace isonova
