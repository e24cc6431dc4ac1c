// How often each colour occurs in the opened state, and the features that follow. A child is told by changes of counts;
// they are either turned into a difference of features and forgotten, or kept (the child becomes the opened state).
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "isonova/features/feature_map.hpp"

namespace isonova {

using ColourId = std::uint32_t;

class ColourHistogram {
  public:
    // With `counts` a feature is a colour with its count, else a colour.
    ColourHistogram(bool counts, std::uint32_t iterations, FeatureIds& ids)
        : counts_(counts), ids_(ids), features_by_iteration_(iterations + 1, 0) {}

    ColourId add_colour(std::uint32_t iteration) {
        entries_.push_back({0, 0, none, none});
        iterations_.push_back(static_cast<std::uint8_t>(iteration));
        return static_cast<ColourId>(entries_.size() - 1);
    }
    std::uint32_t colour_count() const { return static_cast<std::uint32_t>(entries_.size()); }
    std::uint32_t iteration(ColourId colour) const { return iterations_[colour]; }

    void change(ColourId colour, std::int32_t by) {
        Entry& entry = entries_[colour];
        if (entry.delta == 0) changed_.push_back(colour);
        entry.delta += by;
    }
    void prefetch([[maybe_unused]] ColourId colour) const {
#if defined(__GNUC__)
        __builtin_prefetch(&entries_[colour]);
#endif
    }
    // Appends what the changes make of the features, and forgets the changes.
    void difference(std::vector<FeatureId>& gained, std::vector<FeatureId>& lost);
    void keep_changes();
    void clear();  // nothing occurs

    std::span<const FeatureId> features() const { return features_; }

    struct Counted {
        ColourId colour;
        std::uint32_t count;
    };
    const std::vector<std::uint64_t>& features_by_iteration() const { return features_by_iteration_; }
    // The colour and count behind each feature that this histogram has made.
    boost::unordered_flat_map<FeatureId, Counted> meaning() const;
    std::size_t bytes() const;

  private:
    struct Entry {
        std::uint32_t count;  // in the opened state
        std::int32_t delta;
        std::uint32_t place;  // in features_, if count is not 0
        FeatureId first;      // the feature of count 1, `none` if not met
    };
    FeatureId feature(ColourId colour, std::uint32_t count) {
        if (!counts_ || count == 1) {
            FeatureId& first = entries_[colour].first;
            if (first == none) first = next(colour);
            return first;
        }
        FeatureId& found = others_.try_emplace(std::uint64_t{colour} << 32 | count, none).first->second;
        if (found == none) found = next(colour);
        return found;
    }
    FeatureId next(ColourId colour) {
        ++features_by_iteration_[iterations_[colour]];
        return ids_.next();
    }

    bool counts_;
    FeatureIds& ids_;
    std::vector<Entry> entries_;
    std::vector<std::uint8_t> iterations_;
    boost::unordered_flat_map<std::uint64_t, FeatureId> others_;
    std::vector<ColourId> changed_;
    std::vector<ColourId> present_;
    std::vector<FeatureId> features_;  // of the colours present
    std::vector<std::uint64_t> features_by_iteration_;
};

}  // namespace isonova
