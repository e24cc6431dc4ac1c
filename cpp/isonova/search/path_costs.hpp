// How the cost g of the path to a state counts in a search: in the keys of its queues, and against a bound on the cost
// of plans. Sums are clamped.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "isonova/state/key.hpp"

namespace isonova {

inline constexpr std::int64_t no_max_cost = std::numeric_limits<std::int64_t>::max();

inline std::int64_t plus(std::int64_t a, std::int64_t b) {
    return a > no_max_cost - b ? no_max_cost : a + b;
}

class PathCosts {
  public:
    PathCosts(std::optional<std::uint32_t> weight, std::int64_t max_cost) : weight_(weight), bound_(max_cost) {}

    // Weighted A* (Pohl, "Heuristic search viewed as path finding in a graph", 1970): g + weight * h, then the lower h.
    bool weighs() const { return weight_.has_value(); }
    Key key(std::int64_t g, Value h) const {
        const auto weight = static_cast<std::int64_t>(*weight_);
        const Value weighted = weight != 0 && h > no_max_cost / weight ? no_max_cost : weight * h;
        return {plus(g, weighted), h};
    }

    // Only plans that cost less are of interest.
    bool is_bounded() const { return bound_ != no_max_cost; }
    std::int64_t bound() const { return bound_; }
    void lower_bound_to(std::int64_t cost) { bound_ = std::min(bound_, cost); }
    // Whether no such plan goes through a state from which the goal is `at_least` so far away.
    bool is_beyond(std::int64_t g, Value at_least) const { return is_bounded() && plus(g, at_least) >= bound_; }

  private:
    std::optional<std::uint32_t> weight_;
    std::int64_t bound_;
};

}  // namespace isonova
