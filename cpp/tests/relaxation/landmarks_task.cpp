// The landmarks of one task, counted, and on request compared with those of the ground actions. Prints one line of
// JSON.
#include <cstdio>
#include <exception>
#include <string>

#include "isonova/ground/ground.hpp"
#include "isonova/lifted/lifted_state_space.hpp"
#include "isonova/pddl/syntax.hpp"
#include "isonova/task/normalise.hpp"
#include "relaxation/compare_landmarks.hpp"

namespace {

using namespace isonova;

void print(const char* name, std::uint64_t value) {
    std::printf(", \"%s\": %llu", name, static_cast<unsigned long long>(value));
}

int run(const char* domain, const char* problem, bool compare) {
    Limits limits;
    const TaskPtr task = normalise(*pddl::parse(pddl::read_source(domain), pddl::read_source(problem)));
    const auto graph = build_relaxed_graph(*task, CostType::one, limits);
    std::printf("{\"graph\": %s", graph ? "true" : "false");
    if (graph) {
        LiftedStateSpace space(task, limits);
        AtomNodes nodes(*graph, space.atom_table());
        std::vector<AtomId> initial;
        space.atoms(space.initial(), initial);
        const double start = limits.elapsed();
        const std::uint64_t steps = limits.steps;
        const auto found = find_landmarks(*graph, true_nodes(*graph, nodes, initial), limits);
        std::printf(", \"found\": %s, \"seconds\": %.3f", found ? "true" : "false", limits.elapsed() - start);
        print("edges", graph->edge_count());
        print("dropped_inequalities", graph->statistics.dropped_inequalities);
        print("steps", limits.steps - steps);
        if (found) {
            std::uint64_t single = 0;
            while (single < found->size() && found->facts[single].size() == 1) ++single;
            print("landmarks", single);
            print("disjunctive", found->size() - single);
            print("natural", found->before.entries());
            print("greedy_necessary", found->needed_for.entries());
        }
    }
    if (compare) {
        const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
        const bool comparable = graph && !ground_task->goal_unreachable;
        std::printf(", \"compared\": %s", comparable ? "true" : "false");
        if (comparable) {
            const testing::LandmarkComparison found = testing::compare_landmarks(ground_task, {}, limits);
            print("unsound", found.unsound);
            print("missing", found.missing);
            print("unsound_orders", found.unsound_orders);
            print("missing_orders", found.missing_orders);
        }
    }
    std::printf("}\n");
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3 && !(argc == 4 && argv[3] == std::string("compare"))) {
        std::fprintf(stderr, "usage: %s DOMAIN PROBLEM [compare]\n", argv[0]);
        return 2;
    }
    try {
        return run(argv[1], argv[2], argc == 4);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 30;
    }
}
