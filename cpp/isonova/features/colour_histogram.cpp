#include "isonova/features/colour_histogram.hpp"

namespace isonova {

void ColourHistogram::difference(std::vector<FeatureId>& gained, std::vector<FeatureId>& lost) {
    for (const ColourId colour : changed_) {
        Entry& entry = entries_[colour];
        if (entry.delta == 0) continue;  // it came and went, or is in the list twice
        const std::uint32_t before = entry.count;
        const std::uint32_t after = before + static_cast<std::uint32_t>(entry.delta);
        entry.delta = 0;
        if (!counts_ && before != 0 && after != 0) continue;
        if (before != 0) lost.push_back(features_[entry.place]);
        if (after != 0) gained.push_back(feature(colour, after));
    }
    changed_.clear();
}

void ColourHistogram::keep_changes() {
    for (const ColourId colour : changed_) {
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
    changed_.clear();
}

void ColourHistogram::clear() {
    for (const ColourId colour : present_) entries_[colour].count = 0;
    present_.clear();
    features_.clear();
}

boost::unordered_flat_map<FeatureId, ColourHistogram::Counted> ColourHistogram::meaning() const {
    boost::unordered_flat_map<FeatureId, Counted> result;
    for (ColourId colour = 0; colour < entries_.size(); ++colour) {
        if (entries_[colour].first != none) result[entries_[colour].first] = {colour, 1};
    }
    for (const auto& [key, id] : others_) {
        result[id] = {static_cast<ColourId>(key >> 32), static_cast<std::uint32_t>(key)};
    }
    return result;
}

std::size_t ColourHistogram::bytes() const {
    return entries_.capacity() * sizeof(Entry) + iterations_.capacity() +
           others_.bucket_count() * (sizeof(std::uint64_t) * 2 + 1) +
           (changed_.capacity() + present_.capacity() + features_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace isonova
