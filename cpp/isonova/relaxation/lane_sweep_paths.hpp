// The sweeps by the instructions they use.
#pragma once

#include "isonova/relaxation/lane_sweep.hpp"

namespace isonova::relaxation {

std::unique_ptr<LaneSweep> make_portable_sweep(const RelaxedGraph& graph, const SweepOrder& order, Combine combine,
                                               std::uint32_t bits);
std::unique_ptr<LaneSweep> make_avx2_sweep(const RelaxedGraph& graph, const SweepOrder& order, Combine combine,
                                           std::uint32_t bits);

}  // namespace isonova::relaxation
