#include "isonova/novelty/partition_novelty.hpp"

#include <algorithm>

#include "isonova/util/make_room.hpp"

namespace isonova {

void PartitionNovelty::enter(Partition& partition, FeatureId feature, std::uint8_t& level) {
    std::uint64_t& word = partition.seen[feature / 64];
    const std::uint64_t bit = std::uint64_t{1} << (feature % 64);
    if (word & bit) return;
    word |= bit;
    ++entries_;
    level = levels_ == 1 ? std::uint8_t{0} : std::min(level, ids_.map(feature));
}

void PartitionNovelty::open(std::span<const FeatureId> features, Value h) {
    parent_ = features;
    parent_h_ = h;
    ++expansion_;
}

Key PartitionNovelty::score_and_insert(std::span<const FeatureId> features, Value h) {
    open({}, h);
    return score_and_insert(features, {}, h);
}

Key PartitionNovelty::score_and_insert(std::span<const FeatureId> gained, std::span<const FeatureId> lost, Value h) {
    Partition& partition = partitions_[h];
    if (partition.seen.size() * 64 < ids_.size()) {
        make_room(partition.seen, ids_.size() / 64 + 1, limits_);
        partition.seen.resize(ids_.size() / 64 + 1, 0);
    }
    std::uint8_t level = levels_;
    for (const FeatureId f : gained) enter(partition, f, level);
    // The parent itself is in the partition of its h. In another one, a sibling has entered all but what it lost.
    if (h != parent_h_) {
        if (partition.opened != expansion_) {
            partition.opened = expansion_;
            partition.missing.clear();
            for (const FeatureId f : parent_) {
                if (!(partition.seen[f / 64] >> (f % 64) & 1)) partition.missing.push_back(f);
            }
        }
        if (!partition.missing.empty()) {
            lost_.assign(lost.begin(), lost.end());
            std::sort(lost_.begin(), lost_.end());
            std::erase_if(partition.missing, [&](FeatureId f) {
                if (std::binary_search(lost_.begin(), lost_.end(), f)) return false;
                enter(partition, f, level);
                return true;
            });
        }
    }
    return {level, h};
}

std::size_t PartitionNovelty::bytes() const {
    std::size_t sum = 0;
    for (const auto& [h, partition] : partitions_) {
        sum += sizeof h + sizeof partition + partition.seen.capacity() * sizeof(std::uint64_t) +
               partition.missing.capacity() * sizeof(FeatureId);
    }
    return sum;
}

}  // namespace isonova
