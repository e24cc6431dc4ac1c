#include "isonova/util/simd.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace isonova {

namespace {

Simd best_of_processor() {
#if ISONOVA_AVX2
    if (__builtin_cpu_supports("avx2")) return Simd::avx2;
#endif
    return Simd::portable;
}

}  // namespace

Simd choose_simd(const char* wanted, Simd best) {
    if (!wanted || !*wanted) return best;
    const std::string_view name = wanted;
    if (name == to_string(Simd::portable)) return Simd::portable;
    if (name != to_string(Simd::avx2))
        throw std::invalid_argument("ISONOVA_SIMD is '" + std::string(name) + "'; expected 'portable' or 'avx2'");
    if (best != Simd::avx2) throw std::invalid_argument("ISONOVA_SIMD is 'avx2', which this processor does not have");
    return Simd::avx2;
}

Simd simd() {
    static const Simd chosen = choose_simd(std::getenv("ISONOVA_SIMD"), best_of_processor());
    return chosen;
}

const char* to_string(Simd simd) {
    return simd == Simd::avx2 ? "avx2" : "portable";
}

}  // namespace isonova
