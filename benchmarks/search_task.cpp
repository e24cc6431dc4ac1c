// Plans for one task and prints what the search did as one line of JSON. What the benchmark scripts time.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <string>

#include "isonova/pddl/syntax.hpp"
#include "isonova/planner/names.hpp"
#include "isonova/planner/plan.hpp"
#include "isonova/task/normalise.hpp"

int main(int argc, char** argv) {
    using namespace isonova;
    if (argc < 4 || argc > 6) {
        std::fprintf(stderr, "usage: %s DOMAIN PROBLEM HEURISTIC [SECONDS [EVALUATIONS]]\n", argv[0]);
        return 2;
    }
    try {
        Limits limits;
        if (argc > 4) limits.seconds = std::atof(argv[4]);
        const auto tree = pddl::parse(pddl::read_source(argv[1]), pddl::read_source(argv[2]));
        PlanOptions options;
        options.heuristic = argv[3];
        if (argc > 5) options.max_evaluations = std::strtoull(argv[5], nullptr, 10);
        // CPU time from the first state on: other programs on the machine count less in it.
        std::clock_t start = -1;
        const auto started = [&](const SearchStatistics&) {
            if (start == -1) start = std::clock();
        };
        const PlanResult result = plan(normalise(*tree), options, limits, started);
        const double cpu = start == -1 ? 0 : static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        const SearchStatistics& search = result.search;
        const double rate = cpu > 0 ? static_cast<double>(search.evaluations) / cpu : 0;
        std::printf(
            "{\"status\": \"%s\", \"cost\": %lld, \"length\": %zu, \"initial_h\": %lld, \"expansions\": %llu, "
            "\"evaluations\": %llu, \"generated\": %llu, \"dead_ends\": %llu, \"ground\": %.4f, \"search\": %.4f, "
            "\"search_cpu\": %.4f, \"per_second\": %.0f, \"bytes_per_state\": %.1f, \"peak_mb\": %.1f}\n",
            std::string(name_of(result.status, status_names)).c_str(), static_cast<long long>(result.cost),
            result.plan.size(), static_cast<long long>(search.initial_h),
            static_cast<unsigned long long>(search.expansions), static_cast<unsigned long long>(search.evaluations),
            static_cast<unsigned long long>(search.generated), static_cast<unsigned long long>(search.dead_ends),
            result.seconds.ground, search.seconds, cpu, rate, search.bytes_per_state,
            static_cast<double>(result.peak_bytes) / 1e6);
        return result.exit_code();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 30;
    }
}
