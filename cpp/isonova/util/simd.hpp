// Which instructions the vector code may use. The build never assumes more than the platform's baseline: a function
// that needs AVX2 carries ISONOVA_TARGET_AVX2, is compiled only where ISONOVA_AVX2 is 1, and is called only if simd()
// says so. ISONOVA_SIMD=portable in the environment forces the portable path, which must give the same results.
#pragma once

#include <cstdint>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define ISONOVA_AVX2 1
#define ISONOVA_TARGET_AVX2 __attribute__((target("avx2")))
#else
#define ISONOVA_AVX2 0
#endif

namespace isonova {

enum class Simd : std::uint8_t { portable, avx2 };

// Decided once per process, from the processor and the environment.
Simd simd();

const char* to_string(Simd simd);

// The decision itself. `wanted` is the value of ISONOVA_SIMD or null; throws std::invalid_argument where it names no
// path or one that this processor does not have.
Simd choose_simd(const char* wanted, Simd best);

}  // namespace isonova
