#include <boost/test/unit_test.hpp>
#include <random>

#include "isonova/ground/ground.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "isonova/heuristics/adaptive_add_ff.hpp"
#include "tasks/may_be_weaker.hpp"
#include "tasks/random_task.hpp"

using namespace isonova;

namespace {

struct Goal {
    std::vector<Literal> literals;
    std::vector<NodeId> nodes;
};

// A few literals over reachable atoms; those that have no node of a graph for any goal are left out.
Goal random_goal(const GroundTask& task, const RelaxedGraph& graph, std::mt19937& random) {
    Goal out;
    for (std::uint32_t i = 1 + random() % 3; i-- > 0;) {
        const auto atom = static_cast<AtomId>(random() % task.atoms.size());
        const bool negated = random() % 3 == 0;
        const NodeId node = graph.node(task.atoms.predicate(atom), task.atoms.args(atom));
        if (node == none) continue;  // the graph knows better what cannot be reached
        const auto has = [&](NodeId each) {
            return std::find(out.nodes.begin(), out.nodes.end(), each) != out.nodes.end();
        };
        const NodeId wanted = negated ? graph.negation[node] : node;
        if (wanted == none || has(node) || has(graph.negation[node])) continue;
        out.nodes.push_back(wanted);
        Literal literal{task.atoms.predicate(atom), negated, {}};
        for (const ObjectId object : task.atoms.args(atom)) literal.args.push_back(Term::object(object));
        out.literals.push_back(literal);
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(any_goal)

// One graph for any goal has the values of a graph made for that goal, whichever goals came before.
BOOST_AUTO_TEST_CASE(values_are_those_of_a_graph_for_the_goal) {
    std::size_t finite = 0, dead = 0, negative = 0;
    for (std::uint32_t seed = 0; seed < 500; ++seed) {
        auto task = std::make_shared<Task>(*testing::random_task(seed));
        task->goal.clear();
        if (testing::may_be_weaker(*task)) continue;
        Limits limits;
        const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
        if (ground_task->atoms.size() == 0) continue;
        RelaxedGraphOptions options;
        options.any_goal = true;
        const auto graph = build_relaxed_graph(*task, CostType::normal, limits, options);
        AdaptiveAddFF any(graph, ground_task->atoms, Relaxation::add, limits);
        std::mt19937 random(seed);
        for (int i = 0; i < 4; ++i) {
            const Goal goal = random_goal(*ground_task, *graph, random);
            auto changed = std::make_shared<Task>(*task);
            changed->goal = goal.literals;
            changed->goal_false = false;
            const auto own = build_relaxed_graph(*changed, CostType::normal, limits);
            AdaptiveAddFF one(own, ground_task->atoms, Relaxation::add, limits);
            any.set_goal(goal.nodes);
            GroundStateSpace space(ground_task, limits);
            space.initial();
            Expansion expansion;
            std::vector<Value> expected, found;
            std::vector<AtomId> atoms;
            for (StateId state = 0; state < std::min(8u, space.state_count()); ++state) {
                BOOST_TEST_CONTEXT("seed " << seed << ", goal " << i << ", state " << state) {
                    space.expand(state, expansion, nullptr);
                    const Expansion* each = &expansion;
                    one.evaluate(std::span(&each, 1), expected);
                    any.evaluate(std::span(&each, 1), found);
                    BOOST_TEST(found == expected, boost::test_tools::per_element());
                    space.atoms(state, atoms);
                    BOOST_TEST(any.evaluate_atoms(atoms) == one.evaluate_atoms(atoms));
                    for (const Value value : found) {
                        finite += value > 0 && value != dead_end;
                        dead += value == dead_end;
                    }
                }
            }
            for (const Literal& literal : goal.literals) negative += literal.negated;
        }
    }
    BOOST_TEST(finite > 500u);
    BOOST_TEST(dead > 20u);
    BOOST_TEST(negative > 50u);
}

BOOST_AUTO_TEST_SUITE_END()
