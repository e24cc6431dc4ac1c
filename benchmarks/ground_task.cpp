// Parses, normalises and grounds one task; prints seconds and sizes as one line of JSON. What the benchmark scripts
// time. With --instantiate it stops short of the ground task: the reachable atoms and the bindings of every schema and
// axiom, which is what a Datalog grounder gives.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <numeric>
#include <string_view>

#include "isonova/ground/ground.hpp"
#include "isonova/ground/instances.hpp"
#include "isonova/pddl/syntax.hpp"
#include "isonova/task/normalise.hpp"

namespace isonova {
namespace {

std::size_t instantiate(const Task& task, Limits& limits) {
    grounding::Budget budget({});
    grounding::ReachableAtoms atoms(task, limits, budget);
    std::size_t count = 0;
    const auto add = [&](const std::vector<ObjectSetId>& parameters, const Condition& condition) {
        std::vector<std::uint32_t> variables(parameters.size());
        std::iota(variables.begin(), variables.end(), 0);
        count += grounding::Instances(parameters, condition, variables, atoms, limits, budget).size();
    };
    for (const Schema& schema : task.schemata) add(schema.parameters, schema.precondition);
    for (const Axiom& axiom : task.axioms) add(axiom.parameters, axiom.body);
    return count;
}

}  // namespace
}  // namespace isonova

int main(int argc, char** argv) {
    using namespace isonova;
    const bool only_instances = argc > 1 && std::string_view(argv[1]) == "--instantiate";
    if (only_instances) {
        ++argv;
        --argc;
    }
    if (argc != 3 && argc != 4) {
        std::fprintf(stderr, "usage: isonova_ground_task [--instantiate] DOMAIN PROBLEM [SECONDS]\n");
        return 2;
    }
    try {
        Limits limits;
        if (argc == 4) limits.seconds = std::atof(argv[3]);
        const auto tree = pddl::parse(pddl::read_source(argv[1]), pddl::read_source(argv[2]));
        const double parsed = limits.elapsed();
        const TaskPtr task = normalise(*tree);
        const double normalised = limits.elapsed();
        if (only_instances) {
            const std::clock_t before = std::clock();
            const std::size_t count = instantiate(*task, limits);
            const double cpu = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
            std::printf("{\"instances\": %zu, \"cpu\": %.6f}\n", count, cpu);
            return 0;
        }
        const GroundTask ground_task = ground(task, limits);
        const double grounded = limits.elapsed();
        std::printf(
            "{\"parse\": %.4f, \"normalise\": %.4f, \"ground\": %.4f, \"total\": %.4f, \"peak_mb\": %.1f, "
            "\"fluents\": %u, \"derived\": %u, \"actions\": %u, \"effects\": %zu, \"axioms\": %u, \"steps\": %llu}\n",
            parsed, normalised - parsed, grounded - normalised, grounded,
            static_cast<double>(peak_resident_bytes()) / 1e6, ground_task.fluent_count,
            ground_task.atoms.size() - ground_task.fluent_count, ground_task.action_count(),
            ground_task.effect_condition.size(), ground_task.axiom_count(),
            static_cast<unsigned long long>(limits.steps));
        return 0;
    } catch (const Halted& halted) {
        std::printf("{\"halted\": %d}\n", static_cast<int>(halted.why));
        return 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
