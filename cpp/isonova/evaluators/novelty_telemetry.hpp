// What novelty did in a search.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "isonova/features/feature_map.hpp"

namespace isonova {

// How many of the states evaluated were new, in stretches of equal length. When all are used, neighbours are joined.
class NewStates {
  public:
    void add(bool is_new) {
        ++states_;
        total_ += is_new;
        new_[used_] += is_new;
        if (++filled_ == width_) next();
    }
    std::uint64_t states() const { return states_; }
    std::uint64_t total() const { return total_; }
    std::uint64_t width() const { return width_; }
    // Of each stretch; the last may be shorter than `width`.
    std::vector<double> shares() const;

  private:
    static constexpr std::size_t stretches = 32;
    void next();

    std::array<std::uint64_t, stretches> new_{};
    std::size_t used_ = 0;
    std::uint64_t width_ = 64, filled_ = 0, states_ = 0, total_ = 0;
};

struct NoveltyTelemetry {
    std::vector<FeatureCount> features;  // distinct ones, by map and iteration
    std::uint64_t distinct_features = 0;
    std::uint64_t table_entries = 0;
    std::size_t table_bytes = 0;
    std::size_t feature_bytes = 0;  // of the maps that give features their ids
    std::uint64_t recoloured = 0;   // colours computed
    NewStates new_states;
    struct {
        double heuristic = 0, features = 0, novelty = 0;  // extrapolated from a sample of the expansions
    } seconds;
};

}  // namespace isonova
