// Sets of objects that variables range over, each stored once.
#pragma once

#include <map>
#include <vector>

#include "isonova/task/task.hpp"

namespace isonova {

class ObjectSets {
  public:
    explicit ObjectSets(std::vector<std::vector<ObjectId>>& sets) : sets_(sets) {}

    ObjectSetId intern(std::vector<ObjectId> sorted);
    ObjectSetId intersection(ObjectSetId a, ObjectSetId b);
    bool disjoint(ObjectSetId a, ObjectSetId b) { return sets_[intersection(a, b)].empty(); }
    bool contains(ObjectSetId set, ObjectId object) const;
    const std::vector<ObjectId>& operator[](ObjectSetId id) const { return sets_[id]; }

  private:
    std::vector<std::vector<ObjectId>>& sets_;
    std::map<std::vector<ObjectId>, ObjectSetId> ids_;
    std::map<std::pair<ObjectSetId, ObjectSetId>, ObjectSetId> intersections_;
};

}  // namespace isonova
