// h_add or h_max of many states at once: a vector of costs for each node, one lane per state (16 lanes of 16 bits or 8
// of 32). Values start at infinity; edges are visited in the order of a reference state, then whatever has a changed
// body again, until nothing changes. That is the fixpoint for every lane, whatever the order.
//
// What cannot matter is not visited. An edge costs less than in the reference state only if some node of its body does,
// and then it is marked; so once all goals are below the reference cost of the edges that remain, only marked ones
// count, and of these only what costs no more than a goal. Values of nodes that cost no more than the costliest goal
// are exact; others may be too high.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "isonova/relaxation/sweep_order.hpp"
#include "isonova/util/simd.hpp"

namespace isonova {

// Up to `lanes` states that differ little from one: their parent.
struct LaneBatch {
    static constexpr std::uint32_t most = 16;
    std::span<const NodeId> parent;  // nodes true there
    std::uint32_t count = 0;
    std::span<const NodeId> added[most];
    std::span<const NodeId> removed[most];
};

class LaneSweep {
  public:
    virtual ~LaneSweep() = default;
    virtual std::uint32_t lanes() const = 0;
    virtual std::uint32_t bits() const = 0;

    // After this, values can be read until `clear`, which has to come before the next run.
    virtual void run(const LaneBatch& batch) = 0;
    virtual void clear() = 0;
    // Visits of edges in the last run.
    std::uint64_t visits() const { return visits_; }
    std::uint64_t swept() const { return swept_; }  // those of them in order
    // Lanes whose goal was not found; among these the ones where this may be for want of bits.
    std::uint32_t unreached() const { return unreached_; }
    std::uint32_t doubtful() const { return doubtful_; }
    // Costs by node and lane: values()[node * lanes() + lane], in 16 or 32 bits; the largest number is infinity.
    virtual const void* values() const = 0;

  protected:
    std::uint64_t visits_ = 0, swept_ = 0;
    std::uint32_t unreached_ = 0, doubtful_ = 0;
};

// `order` may refer to another state between runs, by a Dijkstra of the same `combine`; it must outlive the sweep.
std::unique_ptr<LaneSweep> make_lane_sweep(const RelaxedGraph& graph, const SweepOrder& order, Combine combine,
                                           std::uint32_t bits, Simd simd);

}  // namespace isonova
