#include "isonova/heuristics/dijkstra_add_ff.hpp"

#include <boost/test/unit_test.hpp>

#include "isonova/ground/ground.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "isonova/heuristics/lane_add_ff.hpp"
#include "tasks/far_goal.hpp"
#include "tasks/random_task.hpp"

using namespace isonova;

BOOST_AUTO_TEST_SUITE(dijkstra_add_ff)

BOOST_AUTO_TEST_CASE(same_values_as_by_sweeps) {
    std::size_t values = 0, finite = 0;
    for (std::uint32_t seed = 0; seed < 600; ++seed) {
        // By themselves the goals of random tasks are mostly reached or out of reach.
        const TaskPtr task = testing::with_far_goal(testing::random_task(seed), seed);
        for (const CostType cost_type : {CostType::normal, CostType::plusone}) {
            for (const Relaxation kind : {Relaxation::add, Relaxation::ff}) {
                Limits limits;
                GroundStateSpace space(std::make_shared<const GroundTask>(ground(task, limits)), limits);
                const auto graph = build_relaxed_graph(*task, cost_type, limits);
                BOOST_REQUIRE(graph);
                LaneAddFF sweeps(graph, space.atom_table(), kind, limits);
                DijkstraAddFF frontier(graph, space.atom_table(), kind, limits);
                space.initial();
                Expansion expansion;
                std::vector<Value> expected, found;
                std::vector<AtomId> atoms;
                for (StateId state = 0; state < std::min(20u, space.state_count()); ++state) {
                    space.expand(state, expansion, nullptr);
                    const Expansion* one = &expansion;
                    sweeps.evaluate(std::span(&one, 1), expected);
                    frontier.evaluate(std::span(&one, 1), found);
                    BOOST_TEST_CONTEXT("seed " << seed << ", state " << state) {
                        BOOST_REQUIRE(found == expected);
                        space.atoms(state, atoms);
                        BOOST_REQUIRE_EQUAL(frontier.evaluate_atoms(atoms), sweeps.evaluate_atoms(atoms));
                    }
                    values += found.size();
                    finite += static_cast<std::size_t>(
                        std::count_if(found.begin(), found.end(), [](Value h) { return h != 0 && h != dead_end; }));
                }
            }
        }
    }
    BOOST_TEST(values > 5000u);
    BOOST_TEST_MESSAGE("both ways: " << values << " values, " << finite << " finite and not 0");
    BOOST_TEST(finite > 1000u);
}

BOOST_AUTO_TEST_SUITE_END()
