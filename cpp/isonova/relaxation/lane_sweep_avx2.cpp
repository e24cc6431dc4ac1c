// Includes come before the target is widened, so that inline functions of others stay within the baseline.
#include "isonova/relaxation/lane_sweep_paths.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>
#include <vector>

#if ISONOVA_AVX2

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#include "isonova/relaxation/lane_sweep_kernel.hpp"

namespace isonova::relaxation {
namespace {

template <class T>
struct Avx2 {
    using Lane = T;
    using Vector = __m256i;
    static constexpr std::uint32_t count = 32 / sizeof(T);
    static constexpr int all_lanes = -1;

    static Vector load(const Lane* from) { return _mm256_loadu_si256(reinterpret_cast<const Vector*>(from)); }
    static void store(Lane* to, Vector v) { _mm256_storeu_si256(reinterpret_cast<Vector*>(to), v); }
    static void store_unaligned(Lane* to, Vector v) { store(to, v); }
};

struct Avx2Lanes16 : Avx2<std::uint16_t> {
    static constexpr Lane infinity = 0xffff;
    static Vector broadcast(Lane value) { return _mm256_set1_epi16(static_cast<short>(value)); }
    static Vector add(Vector a, Vector b) { return _mm256_adds_epu16(a, b); }
    static Vector min(Vector a, Vector b) { return _mm256_min_epu16(a, b); }
    static Vector max(Vector a, Vector b) { return _mm256_max_epu16(a, b); }
    static int equal(Vector a, Vector b) { return _mm256_movemask_epi8(_mm256_cmpeq_epi16(a, b)); }
    static Vector infinite_above(Vector v, Vector bound) {
        const Vector within = _mm256_cmpeq_epi16(min(v, bound), v);
        return _mm256_or_si256(v, _mm256_xor_si256(within, _mm256_set1_epi8(-1)));
    }
    static Vector finite_or_zero(Vector v) {
        return _mm256_andnot_si256(_mm256_cmpeq_epi16(v, broadcast(infinity)), v);
    }
};

struct Avx2Lanes32 : Avx2<std::uint32_t> {
    static constexpr Lane infinity = SweepOrder::unreached;
    static Vector broadcast(Lane value) { return _mm256_set1_epi32(static_cast<int>(value)); }
    static Vector add(Vector a, Vector b) { return min(_mm256_add_epi32(a, b), broadcast(infinity)); }
    static Vector min(Vector a, Vector b) { return _mm256_min_epu32(a, b); }
    static Vector max(Vector a, Vector b) { return _mm256_max_epu32(a, b); }
    static int equal(Vector a, Vector b) { return _mm256_movemask_epi8(_mm256_cmpeq_epi32(a, b)); }
    static Vector infinite_above(Vector v, Vector bound) {
        return _mm256_blendv_epi8(broadcast(infinity), v, _mm256_cmpeq_epi32(min(v, bound), v));
    }
    static Vector finite_or_zero(Vector v) {
        return _mm256_andnot_si256(_mm256_cmpeq_epi32(v, broadcast(infinity)), v);
    }
};

}  // namespace

std::unique_ptr<LaneSweep> make_avx2_sweep(const RelaxedGraph& graph, const SweepOrder& order, Combine combine,
                                           std::uint32_t bits) {
    return make_sweep<Avx2Lanes16, Avx2Lanes32>(graph, order, combine, bits);
}

}  // namespace isonova::relaxation

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
