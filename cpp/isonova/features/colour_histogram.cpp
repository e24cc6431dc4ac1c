#include "isonova/features/colour_histogram.hpp"

namespace isonova {

void ColourHistogram::difference(std::vector<FeatureId>& gained, std::vector<FeatureId>& lost) {
    std::size_t gains = gained.size(), losses = lost.size();
    gained.resize(gains + changed_count_);
    lost.resize(losses + changed_count_);
    for (std::size_t i = 0; i < changed_count_; ++i) {
        const ColourId colour = changed_[i];
        Entry& entry = entries_[colour];
        if (entry.delta == 0) continue;  // it came and went, or is in the list twice
        const std::uint32_t before = entry.count;
        const std::uint32_t after = before + static_cast<std::uint32_t>(entry.delta);
        entry.delta = 0;
        if (!counts_ && before != 0 && after != 0) continue;
        if (before != 0) lost[losses++] = features_[entry.place];
        if (after != 0) gained[gains++] = feature(colour, after);
    }
    changed_count_ = 0;
    gained.resize(gains);
    lost.resize(losses);
}

void ColourHistogram::keep_changes() {
    for (std::size_t i = 0; i < changed_count_; ++i) {
        const ColourId colour = changed_[i];
        Entry& entry = entries_[colour];
        if (entry.delta == 0) continue;
        const std::uint32_t before = entry.count;
        entry.count += static_cast<std::uint32_t>(entry.delta);
        entry.delta = 0;
        if (before == 0) {
            entry.place = static_cast<std::uint32_t>(present_.size());
            present_.push_back(colour);
            features_.push_back(feature(colour, entry.count));
        } else if (entry.count == 0) {
            entries_[present_.back()].place = entry.place;
            present_[entry.place] = present_.back();
            features_[entry.place] = features_.back();
            present_.pop_back();
            features_.pop_back();
        } else {
            features_[entry.place] = feature(colour, entry.count);
        }
    }
    changed_count_ = 0;
}

std::int64_t ColourHistogram::weigh(std::span<const std::int64_t> weights) const {
    std::int64_t sum = 0;
    for (const ColourId colour : present_) {
        if (colour < weights.size()) sum += weights[colour] * entries_[colour].count;
    }
    return sum;
}

std::int64_t ColourHistogram::weigh_changes(std::span<const std::int64_t> weights) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < changed_count_; ++i) {
        const ColourId colour = changed_[i];
        if (colour < weights.size()) sum += weights[colour] * entries_[colour].delta;
        entries_[colour].delta = 0;
    }
    changed_count_ = 0;
    return sum;
}

void ColourHistogram::clear() {
    for (const ColourId colour : present_) entries_[colour].count = 0;
    present_.clear();
    features_.clear();
    forget_changes();  // left over if memory ran out on the way
}

void ColourHistogram::forget_changes() {
    for (std::size_t i = 0; i < changed_count_; ++i) entries_[changed_[i]].delta = 0;
    changed_count_ = 0;
}

boost::unordered_flat_map<FeatureId, ColourHistogram::Counted> ColourHistogram::meaning() const {
    boost::unordered_flat_map<FeatureId, Counted> result;
    for (ColourId colour = 0; colour < entries_.size(); ++colour) {
        if (entries_[colour].first != none) result[entries_[colour].first] = {colour, 1};
    }
    others_.for_each([&](const Other& other) { result[other.feature] = {other.colour, other.count}; });
    return result;
}

std::size_t ColourHistogram::bytes() const {
    return entries_.capacity() * sizeof(Entry) + iterations_.capacity() + others_.bytes() +
           (changed_.capacity() + present_.capacity() + features_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace isonova
