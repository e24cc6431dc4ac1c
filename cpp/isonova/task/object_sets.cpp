#include "isonova/task/object_sets.hpp"

#include <algorithm>
#include <iterator>

namespace isonova {

ObjectSetId ObjectSets::intern(std::vector<ObjectId> sorted) {
    const auto [place, created] = ids_.try_emplace(std::move(sorted), static_cast<ObjectSetId>(sets_.size()));
    if (created) sets_.push_back(place->first);
    return place->second;
}

ObjectSetId ObjectSets::intersection(ObjectSetId a, ObjectSetId b) {
    if (a == b) return a;
    const auto key = std::minmax(a, b);
    const auto known = intersections_.find(key);
    if (known != intersections_.end()) return known->second;
    std::vector<ObjectId> both;
    std::set_intersection(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(), std::back_inserter(both));
    const ObjectSetId id = intern(std::move(both));
    intersections_.emplace(key, id);
    return id;
}

bool ObjectSets::contains(ObjectSetId set, ObjectId object) const {
    return std::binary_search(sets_[set].begin(), sets_[set].end(), object);
}

}  // namespace isonova
