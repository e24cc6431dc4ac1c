// Membership of objects in the task's object sets, one bit each.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/task/task.hpp"

namespace isonova::datalog {

class ObjectBits {
  public:
    explicit ObjectBits(const Task& task)
        : words_((task.objects.size() + 63) / 64), bits_(words_ * task.object_sets.size()) {
        for (std::size_t set = 0; set < task.object_sets.size(); ++set) {
            for (const ObjectId object : task.object_sets[set])
                bits_[set * words_ + object / 64] |= std::uint64_t{1} << (object % 64);
            all_.push_back(task.object_sets[set].size() == task.objects.size());
        }
    }
    bool contains(ObjectSetId set, ObjectId object) const {
        return (bits_[set * words_ + object / 64] >> (object % 64)) & 1;
    }
    bool is_everything(ObjectSetId set) const { return all_[set]; }

  private:
    std::size_t words_;
    std::vector<std::uint64_t> bits_;
    std::vector<bool> all_;
};

}  // namespace isonova::datalog
