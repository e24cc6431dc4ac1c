// Grounds one task and builds its relaxed graph, then evaluates all children along a random walk: by the lanes on the
// graph and by Dijkstra's algorithm over ground actions. Prints sizes, CPU times and differences as one line of JSON.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <random>

#include "isonova/ground/ground.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "isonova/heuristics/lane_add_ff.hpp"
#include "isonova/pddl/syntax.hpp"
#include "isonova/task/normalise.hpp"
#include "plain/add_ff.hpp"
#include "plain/adjusted_costs.hpp"

namespace {

using namespace isonova;
using namespace isonova::testing;

double cpu() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// Adds the CPU time of evaluating the expansion.
std::vector<Value> timed(Heuristic& heuristic, const Expansion& expansion, double& seconds) {
    std::vector<Value> values;
    const Expansion* one = &expansion;
    const double start = cpu();
    heuristic.evaluate(std::span(&one, 1), values);
    seconds += cpu() - start;
    return values;
}

int run(const char* domain, const char* problem, int steps, CostType cost_type) {
    Limits limits;
    const TaskPtr task = normalise(*pddl::parse(pddl::read_source(domain), pddl::read_source(problem)));
    const double start = cpu();
    const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
    const double grounded = cpu();
    const auto graph = build_relaxed_graph(*task, cost_type, limits);
    const double built = cpu();
    if (!graph) {
        std::printf("{\"ground\": %.4f, \"actions\": %u, \"graph\": null}\n", grounded - start,
                    ground_task->action_count());
        return 0;
    }
    std::uint64_t states = 0, add_differs = 0, ff_differs = 0, ff_above_add = 0;
    double add = 0, ff = 0, add_reference = 0, ff_reference = 0;
    if (!ground_task->goal_unreachable && steps > 0) {
        const auto costs = adjusted_costs(*ground_task, cost_type);
        PlainAdd plain_add(*ground_task, costs, limits);
        PlainFF plain_ff(*ground_task, costs, limits);
        LaneAddFF lanes_add(graph, ground_task->atoms, Relaxation::add, limits);
        LaneAddFF lanes_ff(graph, ground_task->atoms, Relaxation::ff, limits);
        GroundStateSpace space(ground_task, limits);
        std::mt19937 random(1);
        StateId state = space.initial();
        Expansion expansion;
        for (int step = 0; step < steps; ++step) {
            space.expand(state, expansion, nullptr);
            const auto expected = timed(plain_add, expansion, add_reference);
            const auto expected_ff = timed(plain_ff, expansion, ff_reference);
            const auto found = timed(lanes_add, expansion, add);
            const auto found_ff = timed(lanes_ff, expansion, ff);
            states += found.size();
            for (std::size_t i = 0; i < found.size(); ++i) {
                add_differs += found[i] != expected[i];
                ff_differs += found_ff[i] != expected_ff[i];
                ff_above_add += found_ff[i] > found[i];
            }
            state = expansion.children.empty() ? static_cast<StateId>(random() % space.state_count())
                                               : expansion.children[random() % expansion.children.size()].state;
        }
    }
    std::printf(
        "{\"ground\": %.4f, \"actions\": %u, \"graph\": %.4f, \"nodes\": %u, \"edges\": %u, \"schemata\": %zu, "
        "\"split_schemata\": %u, \"dropped_inequalities\": %u, \"states\": %llu, \"add_differs\": %llu, "
        "\"ff_differs\": "
        "%llu, \"ff_above_add\": %llu, \"add\": %.4f, \"ff\": %.4f, \"add_reference\": %.4f, \"ff_reference\": %.4f}\n",
        grounded - start, ground_task->action_count(), built - grounded, graph->node_count, graph->edge_count(),
        task->schemata.size(), graph->statistics.split_schemata, graph->statistics.dropped_inequalities,
        static_cast<unsigned long long>(states), static_cast<unsigned long long>(add_differs),
        static_cast<unsigned long long>(ff_differs), static_cast<unsigned long long>(ff_above_add), add, ff,
        add_reference, ff_reference);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3 || argc > 5) {
        std::fprintf(stderr, "usage: %s DOMAIN PROBLEM [STEPS [COST_TYPE (0, 1 or 2)]]\n", argv[0]);
        return 2;
    }
    try {
        return run(argv[1], argv[2], argc > 3 ? std::atoi(argv[3]) : 0, CostType(argc > 4 ? std::atoi(argv[4]) : 0));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 30;
    }
}
