// Parses, normalises and grounds one task; prints seconds and sizes as one line of JSON. What the benchmark scripts time.
#include <cstdio>
#include <exception>
#include <cstdlib>

#include "isonova/ground/ground.hpp"
#include "isonova/pddl/syntax.hpp"
#include "isonova/task/normalise.hpp"

int main(int argc, char** argv) {
    using namespace isonova;
    if (argc != 3 && argc != 4) {
        std::fprintf(stderr, "usage: %s DOMAIN PROBLEM [SECONDS]\n", argv[0]);
        return 2;
    }
    try {
        Limits limits;
        if (argc == 4) limits.seconds = std::atof(argv[3]);
        const auto tree = pddl::parse(pddl::read_source(argv[1]), pddl::read_source(argv[2]));
        const double parsed = limits.elapsed();
        const TaskPtr task = normalise(*tree);
        const double normalised = limits.elapsed();
        const GroundTask ground_task = ground(task, limits);
        const double grounded = limits.elapsed();
        std::printf("{\"parse\": %.4f, \"normalise\": %.4f, \"ground\": %.4f, \"total\": %.4f, \"peak_mb\": %.1f, "
                    "\"fluents\": %u, \"derived\": %u, \"actions\": %u, \"effects\": %zu, \"axioms\": %u}\n",
                    parsed, normalised - parsed, grounded - normalised, grounded,
                    static_cast<double>(peak_resident_bytes()) / 1e6, ground_task.fluent_count,
                    ground_task.atoms.size() - ground_task.fluent_count, ground_task.action_count(),
                    ground_task.effect_condition.size(), ground_task.axiom_count());
        return 0;
    } catch (const Halted& halted) {
        std::printf("{\"halted\": %d}\n", static_cast<int>(halted.why));
        return 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
