#include "isonova/util/simd.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <stdexcept>
#include <string>

#if ISONOVA_AVX2
#include <immintrin.h>
#endif

using namespace isonova;

BOOST_AUTO_TEST_SUITE(simd_choice)

BOOST_AUTO_TEST_CASE(the_best_path_is_taken_unless_the_environment_says_otherwise) {
    BOOST_TEST((choose_simd(nullptr, Simd::avx2) == Simd::avx2));
    BOOST_TEST((choose_simd("", Simd::avx2) == Simd::avx2));
    BOOST_TEST((choose_simd(nullptr, Simd::portable) == Simd::portable));
    BOOST_TEST((choose_simd("portable", Simd::avx2) == Simd::portable));
    BOOST_TEST((choose_simd("avx2", Simd::avx2) == Simd::avx2));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_had_is_an_error_and_no_silent_fallback) {
    BOOST_CHECK_THROW(choose_simd("avx2", Simd::portable), std::invalid_argument);
    BOOST_CHECK_THROW(choose_simd("AVX512", Simd::avx2), std::invalid_argument);
}

// The suite runs a second time with ISONOVA_SIMD=portable (see CMakeLists.txt).
BOOST_AUTO_TEST_CASE(the_process_follows_its_environment) {
    const char* wanted = std::getenv("ISONOVA_SIMD");
    if (wanted && *wanted) BOOST_TEST(to_string(simd()) == std::string(wanted));
    BOOST_TEST((simd() == simd()));
}

#if ISONOVA_AVX2
ISONOVA_TARGET_AVX2 int sum_of_lanes() {
    const __m256i sum = _mm256_add_epi32(_mm256_set1_epi32(20), _mm256_set1_epi32(1));
    alignas(32) int lanes[8];
    _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), sum);
    return lanes[0] + lanes[7];
}

BOOST_AUTO_TEST_CASE(a_function_with_its_own_target_runs_where_chosen) {
    if (simd() == Simd::avx2) BOOST_TEST(sum_of_lanes() == 42);
}
#endif

BOOST_AUTO_TEST_SUITE_END()
