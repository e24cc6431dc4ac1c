#include "isonova/novelty/quantified_both.hpp"

#include <algorithm>
#include <limits>

#include "isonova/util/make_room.hpp"

namespace isonova {

namespace {

template <class T>
constexpr T infinity = std::numeric_limits<T>::max();

bool is_narrow(Value h) {
    return h >= std::numeric_limits<std::int32_t>::min() && h < infinity<std::int32_t>;
}

}  // namespace

void QuantifiedBoth::widen() {
    make_room(wide_, narrow_.size(), limits_);
    for (const std::int32_t h : narrow_) wide_.push_back(h == infinity<std::int32_t> ? infinity<std::int64_t> : h);
    narrow_ = {};
    is_wide_ = true;
}

void QuantifiedBoth::open(std::span<const FeatureId> features, Value h) {
    parent_ = features;
    parent_h_ = h;
    counted_ = false;
}

Key QuantifiedBoth::score_and_insert(std::span<const FeatureId> features, Value h) {
    open({}, h);
    return score_and_insert(features, {}, h);
}

Key QuantifiedBoth::score_and_insert(std::span<const FeatureId> gained, std::span<const FeatureId> lost, Value h) {
    if (!is_wide_ && !is_narrow(h)) widen();
    if (is_wide_) return score(wide_, gained, lost, h);
    return score(narrow_, gained, lost, static_cast<std::int32_t>(h));
}

template <class T>
Key QuantifiedBoth::score(std::vector<T>& table, std::span<const FeatureId> gained, std::span<const FeatureId> lost,
                          T h) {
    if (table.size() < ids_.size()) {
        make_room(table, ids_.size(), limits_);
        table.resize(ids_.size(), infinity<T>);
    }
    T* lowest = table.data();
    const auto parent_h = static_cast<T>(parent_h_);
    Value new_features = 0, old_features = 0;
    for (const FeatureId f : gained) {
        const T before = lowest[f];
        new_features += h < before;
        old_features += h > before;
        lowest[f] = std::min(h, before);
    }
    if (h > parent_h) {
        old_features += static_cast<Value>(parent_.size() - lost.size());
    } else if (h == parent_h) {
        if (new_features != 0) return {-new_features};  // the number of old ones is of no interest then
        if (!counted_) {
            parent_old_ = 0;
            for (const FeatureId f : parent_) parent_old_ += lowest[f] < parent_h;
            counted_ = true;
        }
        old_features += static_cast<Value>(parent_old_);
        for (const FeatureId f : lost) old_features -= lowest[f] < parent_h;
    } else {
        // What was lost gets h for as long as the look lasts: neither new nor old, and not changed.
        saved_.clear();
        for (const FeatureId f : lost) {
            saved_.push_back(static_cast<Value>(lowest[f]));
            lowest[f] = h;
        }
        for (const FeatureId f : parent_) {
            const T before = lowest[f];
            new_features += h < before;
            old_features += h > before;
            parent_old_ += before == parent_h;  // it now is old for the parent's h
            lowest[f] = std::min(h, before);
        }
        for (std::size_t i = 0; i < lost.size(); ++i) lowest[lost[i]] = static_cast<T>(saved_[i]);
    }
    return {new_features != 0 ? -new_features : old_features};
}

}  // namespace isonova
