// How often each colour occurs in the opened state, and the features that follow. A child is told by changes of counts;
// they are either turned into a difference of features and forgotten, or kept (the child becomes the opened state).
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "isonova/features/feature_map.hpp"
#include "isonova/features/slot_table.hpp"
#include "isonova/util/make_room.hpp"

namespace isonova {

using ColourId = std::uint32_t;

class ColourHistogram {
  public:
    // With `counts` a feature is a colour with its count, else a colour.
    // Growing asks `limits`, if given, and throws Halted where they do not allow it.
    ColourHistogram(bool counts, std::uint32_t iterations, FeatureIds& ids, const Limits* limits = nullptr)
        : counts_(counts), ids_(ids), limits_(limits), others_(64, limits), features_by_iteration_(iterations + 1, 0) {}

    ColourId add_colour(std::uint32_t iteration) {
        make_room(entries_, entries_.size() + 1, limits_);
        entries_.push_back({0, 0, none, none});
        iterations_.push_back(static_cast<std::uint8_t>(iteration));
        return static_cast<ColourId>(entries_.size() - 1);
    }
    std::uint32_t colour_count() const { return static_cast<std::uint32_t>(entries_.size()); }
    std::uint32_t iteration(ColourId colour) const { return iterations_[colour]; }

    // Before changes: how many there will be at most.
    void expect_changes(std::size_t most) {
        if (changed_.size() < changed_count_ + most) changed_.resize(2 * (changed_count_ + most));
    }
    void change(ColourId colour, std::int32_t by) {
        Entry& entry = entries_[colour];
        changed_[changed_count_] = colour;
        changed_count_ += entry.delta == 0;
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
    void forget_changes();
    void clear();  // nothing occurs, and there are no changes

    // The sum of weight times count over the colours of the opened state. A colour past the end of `weights` has none.
    std::int64_t weigh(std::span<const std::int64_t> weights) const;
    // By how much the changes change that sum; forgets the changes.
    std::int64_t weigh_changes(std::span<const std::int64_t> weights);

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
    struct Other {
        ColourId colour = none;
        std::uint32_t count = 0;
        FeatureId feature = none;
        bool is_empty() const { return count == 0; }
        bool same(const Other& other) const { return colour == other.colour && count == other.count; }
        std::size_t hash() const {
            return static_cast<std::size_t>((std::uint64_t{colour} << 32 | count) * 0x9e3779b97f4a7c15u >> 32);
        }
    };
    FeatureId feature(ColourId colour, std::uint32_t count) {
        if (counts_ && count != 1) {
            return others_.find({colour, count, none}, [&](Other& made) { made.feature = next(colour); }).feature;
        }
        FeatureId& first = entries_[colour].first;
        if (first == none) first = next(colour);
        return first;
    }
    FeatureId next(ColourId colour) {
        ++features_by_iteration_[iterations_[colour]];
        return ids_.next();
    }

    bool counts_;
    FeatureIds& ids_;
    const Limits* limits_;
    std::vector<Entry> entries_;
    std::vector<std::uint8_t> iterations_;
    SlotTable<Other> others_;        // of counts above 1
    std::vector<ColourId> changed_;  // the first changed_count_ of it
    std::size_t changed_count_ = 0;
    std::vector<ColourId> present_;
    std::vector<FeatureId> features_;  // of the colours present
    std::vector<std::uint64_t> features_by_iteration_;
};

}  // namespace isonova
