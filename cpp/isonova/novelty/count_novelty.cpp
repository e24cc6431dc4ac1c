#include "isonova/novelty/count_novelty.hpp"

#include <algorithm>
#include <limits>

#include "isonova/util/make_room.hpp"

namespace isonova {

Key CountNovelty::score_and_insert(std::span<const FeatureId> gained, std::span<const FeatureId> lost, Value h) {
    constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max() - 1;
    std::vector<std::uint32_t>& counts = counts_[h];
    if (counts.size() < ids_.size()) {
        make_room(counts, ids_.size(), limits_);
        counts.resize(ids_.size(), 0);
    }
    // What was lost has the highest count for as long as the look lasts, and gets its own again.
    saved_.clear();
    for (const FeatureId f : lost) {
        saved_.push_back(counts[f]);
        counts[f] = most;
    }
    std::uint32_t rarest = most;
    for (const auto features : {gained, parent_})
        for (const FeatureId f : features) {
            std::uint32_t& count = counts[f];
            rarest = std::min(rarest, count);
            count += count < most;
        }
    for (std::size_t i = 0; i < lost.size(); ++i) counts[lost[i]] = saved_[i];
    return {rarest, h};
}

std::uint64_t CountNovelty::entries() const {
    std::uint64_t sum = 0;
    for (const auto& [h, counts] : counts_)
        sum += counts.size() - static_cast<std::uint64_t>(std::count(counts.begin(), counts.end(), 0u));
    return sum;
}

std::size_t CountNovelty::bytes() const {
    std::size_t sum = 0;
    for (const auto& [h, counts] : counts_) sum += sizeof h + sizeof counts + counts.capacity() * sizeof(counts[0]);
    return sum;
}

}  // namespace isonova
