// The h_add values of up to 16 states, one lane each, and questions about nodes that are answered for all lanes at
// once. A set of lanes is a mask with a bit for each.
//
// Three kinds of numbers: 16 lanes of 16 bits and 8 lanes of 32, as a LaneSweep has them, and one of 64 as Dijkstra
// has it. Vector instructions are those of the baseline, which has all that is needed here; elsewhere plain loops.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>

#include "isonova/relaxation/relaxed_graph.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace isonova {

using LaneMask = std::uint32_t;

// Calls function(lane) for each lane of a mask.
template <class Function>
void for_each_lane(LaneMask lanes, Function function) {
    for (; lanes != 0; lanes &= lanes - 1) function(static_cast<std::uint32_t>(std::countr_zero(lanes)));
}

// Values of one node. Sums are clamped at `most`, which no value of a reached node is as large as.
template <class T>
struct PlainLanes {
    static constexpr std::uint32_t count = sizeof(T) == 8 ? 1 : 32 / sizeof(T);
    static constexpr T most = sizeof(T) == 2 ? static_cast<T>(0xffffu) : static_cast<T>(T(~T{0}) >> 1);

    T lane[count];

    static PlainLanes load(const T* from) {
        PlainLanes out;
        std::copy_n(from, count, out.lane);
        return out;
    }
    static PlainLanes broadcast(T value) {
        PlainLanes out;
        std::fill_n(out.lane, count, value);
        return out;
    }
    PlainLanes plus(const PlainLanes& other) const {
        PlainLanes out;
        for (std::uint32_t i = 0; i < count; ++i) {
            const T sum = static_cast<T>(lane[i] + other.lane[i]);
            out.lane[i] = sum < lane[i] || sum > most ? most : sum;
        }
        return out;
    }
    LaneMask equal(const PlainLanes& other) const {
        LaneMask out = 0;
        for (std::uint32_t i = 0; i < count; ++i) out |= LaneMask{lane[i] == other.lane[i]} << i;
        return out;
    }
};

#if defined(__SSE2__)
// The same in two vectors.
template <class T>
struct SseLanes {
    static constexpr std::uint32_t count = PlainLanes<T>::count;
    static constexpr T most = PlainLanes<T>::most;

    __m128i low, high;

    static SseLanes load(const T* from) {
        const auto* const at = reinterpret_cast<const __m128i*>(from);
        return {_mm_loadu_si128(at), _mm_loadu_si128(at + 1)};
    }
    static SseLanes broadcast(T value) {
        const __m128i all =
            sizeof(T) == 2 ? _mm_set1_epi16(static_cast<short>(value)) : _mm_set1_epi32(static_cast<int>(value));
        return {all, all};
    }
    SseLanes plus(const SseLanes& other) const { return {sum(low, other.low), sum(high, other.high)}; }
    LaneMask equal(const SseLanes& other) const {
        if constexpr (sizeof(T) == 2) {
            const __m128i same = _mm_packs_epi16(_mm_cmpeq_epi16(low, other.low), _mm_cmpeq_epi16(high, other.high));
            return static_cast<LaneMask>(_mm_movemask_epi8(same));
        } else {
            const auto same = [](__m128i a, __m128i b) {
                return static_cast<LaneMask>(_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(a, b))));
            };
            return same(low, other.low) | same(high, other.high) << 4;
        }
    }

  private:
    static __m128i sum(__m128i a, __m128i b) {
        if constexpr (sizeof(T) == 2) return _mm_adds_epu16(a, b);
        const __m128i all = _mm_add_epi32(a, b);  // too large: the sign is set
        return _mm_and_si128(_mm_or_si128(all, _mm_srai_epi32(all, 31)), _mm_set1_epi32(0x7fffffff));
    }
};
template <class T>
using VectorLanes = std::conditional_t<sizeof(T) == 8, PlainLanes<T>, SseLanes<T>>;
#else
template <class T>
using VectorLanes = PlainLanes<T>;
#endif

// `holds` has the lanes in which a node is true in the state; only lanes in which a plan is written or zero-cost edges
// form a cycle need it.
template <class T>
struct LaneCosts {
    using Lanes = VectorLanes<T>;
    static constexpr std::uint32_t lanes = Lanes::count;
    const T* values;
    const LaneMask* holds;

    Lanes operator[](NodeId node) const { return Lanes::load(values + std::size_t{node} * lanes); }
    T value(NodeId node, std::uint32_t lane) const { return values[std::size_t{node} * lanes + lane]; }
    LaneMask equal(NodeId a, NodeId b) const { return (*this)[a].equal((*this)[b]); }
    LaneMask zero(NodeId node) const { return (*this)[node].equal(Lanes::broadcast(0)); }
    // Where an edge's cost and body sum up to a value below infinity.
    LaneMask tight(std::int64_t cost, std::span<const NodeId> body, const Lanes& value) const {
        Lanes sum = Lanes::broadcast(
            static_cast<T>(std::min(static_cast<std::uint64_t>(cost), static_cast<std::uint64_t>(Lanes::most))));
        for (const NodeId node : body) sum = sum.plus((*this)[node]);
        return sum.equal(value);
    }
};

}  // namespace isonova
