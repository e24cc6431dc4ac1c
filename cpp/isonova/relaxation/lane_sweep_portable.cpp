#include "isonova/relaxation/lane_sweep_kernel.hpp"
#include "isonova/relaxation/lane_sweep_paths.hpp"

namespace isonova::relaxation {
namespace {

// Plain loops, which compilers turn into whatever the platform's baseline has.
template <class T, std::uint32_t lanes, T most>
struct PlainLanes {
    using Lane = T;
    static constexpr std::uint32_t count = lanes;
    static constexpr Lane infinity = most;
    static constexpr bool all_lanes = true;
    struct Vector {
        Lane lane[lanes];
    };

    static Vector load(const Lane* from) {
        Vector out;
        for (std::uint32_t i = 0; i < lanes; ++i) out.lane[i] = from[i];
        return out;
    }
    static void store(Lane* to, const Vector& v) {
        for (std::uint32_t i = 0; i < lanes; ++i) to[i] = v.lane[i];
    }
    static void store_unaligned(Lane* to, const Vector& v) { store(to, v); }
    static Vector broadcast(Lane value) {
        Vector out;
        for (Lane& lane : out.lane) lane = value;
        return out;
    }
    static Vector add(const Vector& a, const Vector& b) {
        Vector out;
        for (std::uint32_t i = 0; i < lanes; ++i) {
            const auto sum = static_cast<Lane>(a.lane[i] + b.lane[i]);
            out.lane[i] = sum < a.lane[i] || sum > infinity ? infinity : sum;
        }
        return out;
    }
    static Vector min(const Vector& a, const Vector& b) {
        Vector out;
        for (std::uint32_t i = 0; i < lanes; ++i) out.lane[i] = a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i];
        return out;
    }
    static Vector max(const Vector& a, const Vector& b) {
        Vector out;
        for (std::uint32_t i = 0; i < lanes; ++i) out.lane[i] = a.lane[i] < b.lane[i] ? b.lane[i] : a.lane[i];
        return out;
    }
    static bool equal(const Vector& a, const Vector& b) {
        Lane differ = 0;
        for (std::uint32_t i = 0; i < lanes; ++i) differ |= static_cast<Lane>(a.lane[i] ^ b.lane[i]);
        return differ == 0;
    }
    static Vector infinite_above(const Vector& v, const Vector& bound) {
        Vector out;
        for (std::uint32_t i = 0; i < lanes; ++i) out.lane[i] = v.lane[i] > bound.lane[i] ? infinity : v.lane[i];
        return out;
    }
    static Vector finite_or_zero(const Vector& v) {
        Vector out;
        for (std::uint32_t i = 0; i < lanes; ++i) out.lane[i] = v.lane[i] == infinity ? 0 : v.lane[i];
        return out;
    }
};

}  // namespace

std::unique_ptr<LaneSweep> make_portable_sweep(const RelaxedGraph& graph, const SweepOrder& order, Combine combine,
                                               std::uint32_t bits) {
    return make_sweep<PlainLanes<std::uint16_t, 16, 0xffff>, PlainLanes<std::uint32_t, 8, SweepOrder::unreached>>(
        graph, order, combine, bits);
}

}  // namespace isonova::relaxation

namespace isonova {

std::unique_ptr<LaneSweep> make_lane_sweep(const RelaxedGraph& graph, const SweepOrder& order, Combine combine,
                                           std::uint32_t bits, [[maybe_unused]] Simd simd) {
#if ISONOVA_AVX2
    if (simd == Simd::avx2) return relaxation::make_avx2_sweep(graph, order, combine, bits);
#endif
    return relaxation::make_portable_sweep(graph, order, combine, bits);
}

}  // namespace isonova
