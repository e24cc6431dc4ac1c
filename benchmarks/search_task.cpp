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

namespace {

// The rest of the line, if there is any.
std::string novelty(const isonova::PlanResult& result) {
    if (!result.novelty) return "";
    const auto& found = *result.novelty;
    const auto count = [](const char* name, double value) {
        char text[80];
        std::snprintf(text, sizeof text, ", \"%s\": %.10g", name, value);
        return std::string(text);
    };
    return count("features", static_cast<double>(found.distinct_features)) +
           count("feature_bytes", static_cast<double>(found.feature_bytes)) +
           count("table_bytes", static_cast<double>(found.table_bytes)) +
           count("recoloured", static_cast<double>(found.recoloured)) +
           count("new_states", static_cast<double>(found.new_states.total())) +
           count("in_heuristic", found.seconds.heuristic) + count("in_features", found.seconds.features) +
           count("in_novelty", found.seconds.novelty);
}

}  // namespace

int main(int argc, char** argv) {
    using namespace isonova;
    if (argc < 4 || argc > 10) {
        std::fprintf(stderr,
                     "usage: %s DOMAIN PROBLEM HEURISTIC [SECONDS [EVALUATIONS [NOVELTY [PROFILE [ENGINE "
                     "[GRAPH_INSTANCES]]]]]]\n",
                     argv[0]);
        return 2;
    }
    try {
        Limits limits;
        if (argc > 4) limits.seconds = std::atof(argv[4]);
        const auto tree = pddl::parse(pddl::read_source(argv[1]), pddl::read_source(argv[2]));
        PlanOptions options;
        options.heuristic = kind_of("heuristic", argv[3], heuristic_names);
        options.engine = kind_of("engine", argc > 8 ? argv[8] : "grounded", engine_names);
        if (argc > 5) options.max_evaluations = std::strtoull(argv[5], nullptr, 10);
        if (argc > 6) options.novelty.features = feature_maps(argv[6]);
        if (argc > 7) options.novelty.profile = kind_of("profile", argv[7], profile_names);
        if (argc > 9) options.relaxed_graph.max_instances = std::strtoull(argv[9], nullptr, 10);
        // CPU time from the first state on: other programs on the machine count less in it.
        std::clock_t start = -1;
        const auto started = [&](const SearchStatistics&) {
            if (start == -1) start = std::clock();
        };
        const PlanResult result = plan(normalise(*tree), options, limits, started);
        const double cpu = start == -1 ? 0 : static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        const SearchStatistics& search = result.search;
        const RelaxationStatistics relaxation = result.relaxation.value_or(RelaxationStatistics{});
        const double rate = cpu > 0 ? static_cast<double>(search.evaluations) / cpu : 0;
        std::printf(
            "{\"status\": \"%s\", \"cost\": %lld, \"length\": %zu, \"initial_h\": %lld, \"expansions\": %llu, "
            "\"evaluations\": %llu, \"generated\": %llu, \"dead_ends\": %llu, \"ground\": %.4f, \"search\": %.4f, "
            "\"search_cpu\": %.4f, \"per_second\": %.0f, \"bytes_per_state\": %.1f, \"peak_mb\": %.1f, "
            "\"engine\": \"%s\", \"reason\": \"%s\", \"atoms\": %llu, \"graph\": %s, \"edges\": %llu, "
            "\"dropped_inequalities\": %llu, \"swept\": %llu, \"reorders\": %llu, \"graph_seconds\": %.4f, "
            "\"batches\": %llu, \"filled\": %.3f, \"visits\": %llu%s}\n",
            std::string(name_of(result.status, status_names)).c_str(), static_cast<long long>(result.cost),
            result.plan.size(), static_cast<long long>(search.initial_h),
            static_cast<unsigned long long>(search.expansions), static_cast<unsigned long long>(search.evaluations),
            static_cast<unsigned long long>(search.generated), static_cast<unsigned long long>(search.dead_ends),
            result.seconds.ground, search.seconds, cpu, rate, search.bytes_per_state,
            static_cast<double>(result.peak_bytes) / 1e6, result.engine.c_str(), result.engine_reason.c_str(),
            static_cast<unsigned long long>(result.task.atoms), relaxation.has_graph ? "true" : "false",
            static_cast<unsigned long long>(relaxation.edges),
            static_cast<unsigned long long>(relaxation.dropped_inequalities),
            static_cast<unsigned long long>(relaxation.swept), static_cast<unsigned long long>(relaxation.reorders),
            relaxation.seconds, static_cast<unsigned long long>(relaxation.batches), relaxation.filled(),
            static_cast<unsigned long long>(relaxation.visits), novelty(result).c_str());
        return result.exit_code();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 30;
    }
}
