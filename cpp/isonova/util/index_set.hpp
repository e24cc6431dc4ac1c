// A set of small integers that finds its smallest member in a few steps however sparse it is: a bit per index, a bit
// per word of those, and so on.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace isonova {

class IndexSet {
  public:
    static constexpr std::size_t nothing = static_cast<std::size_t>(-1);
    static constexpr std::size_t limit = std::size_t{1} << 24;  // members are below

    void insert(std::size_t index) {
        for (auto& level : levels_) {
            if (index / 64 >= level.size()) level.resize(index / 64 + 1, 0);
            level[index / 64] |= std::uint64_t{1} << (index % 64);
            index /= 64;
        }
    }
    void erase(std::size_t index) {
        for (auto& level : levels_) {
            if (level[index / 64] &= ~(std::uint64_t{1} << (index % 64))) return;
            index /= 64;
        }
    }
    std::size_t smallest() const {
        if (levels_.back().empty() || levels_.back()[0] == 0) return nothing;
        std::size_t index = 0;
        for (std::size_t i = levels_.size(); i-- > 0;) {
            index = index * 64 + static_cast<std::size_t>(std::countr_zero(levels_[i][index]));
        }
        return index;
    }

    // The smallest member that is not below `index`, or `nothing`.
    std::size_t smallest_from(std::size_t index) const {
        std::size_t level = 0;
        for (;; ++level, index = index / 64 + 1) {
            if (level == levels_.size() || index / 64 >= levels_[level].size()) return nothing;
            const std::uint64_t rest = levels_[level][index / 64] >> (index % 64);
            if (rest == 0) continue;
            index += static_cast<std::size_t>(std::countr_zero(rest));
            break;
        }
        while (level-- > 0) index = index * 64 + static_cast<std::size_t>(std::countr_zero(levels_[level][index]));
        return index;
    }

  private:
    std::array<std::vector<std::uint64_t>, 4> levels_;
};

}  // namespace isonova
