// Relaxed plans of many states together, on random graphs, against those of each state alone.
#include "isonova/relaxation/graph_plans.hpp"

#include <boost/test/unit_test.hpp>
#include <random>

#include "isonova/heuristics/dijkstra_add_ff.hpp"
#include "isonova/heuristics/lane_add_ff.hpp"
#include "slow_plan.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

using Random = std::mt19937;

std::uint32_t below(Random& random, std::uint32_t n) {
    return static_cast<std::uint32_t>(random() % n);
}

// Nodes are atoms without arguments. Few actions with an argument each, so that several edges belong to the same one.
std::shared_ptr<const RelaxedGraph> random_graph(Random& random) {
    const std::uint32_t nodes = 4 + below(random, 30), edges = 4 + below(random, 4 * nodes), actions = 12;
    const std::uint32_t zero_share = below(random, 4), largest_cost = 1 + below(random, 3), objects = 3;
    auto graph = std::make_shared<RelaxedGraph>();
    graph->node_count = nodes;
    graph->atoms = AtomTable(nodes);
    for (NodeId node = 0; node < nodes; ++node) graph->atoms.intern(node, {});
    graph->negation.assign(nodes, none);
    for (NodeId node = 0; node < nodes; ++node)
        if (below(random, 6) == 0) graph->goal.push_back(node);
    if (graph->goal.empty()) graph->goal.push_back(nodes - 1);

    Derivations& derivations = graph->derivations;
    for (std::uint32_t action = 0; action < actions; ++action) {
        derivations.rules.push_back({action, {Term::variable(0)}});
        derivations.adds.emplace_back();
        for (std::uint32_t i = below(random, 3); i-- > 0;)
            derivations.adds.back().push_back({below(random, nodes), {}});
    }
    derivations.rules.push_back({none, {}});
    std::vector<std::int64_t> costs(std::size_t{actions} * objects);
    for (std::int64_t& cost : costs) cost = below(random, 4) < zero_share ? 0 : 1 + below(random, largest_cost);
    for (EdgeId edge = 0; edge < edges; ++edge) {
        std::vector<NodeId> order(nodes);
        for (NodeId node = 0; node < nodes; ++node) order[node] = node;
        std::shuffle(order.begin(), order.end(), random);
        const std::uint32_t heads = 1 + below(random, 2);
        graph->heads.push_row({order.data(), heads});
        graph->body.push_row({order.data() + heads, below(random, 3)});
        const std::uint32_t rule = below(random, 6) == 0 ? actions : below(random, actions);
        const ObjectId object = below(random, objects);
        graph->cost.push_back(rule == actions ? 0 : costs[rule * objects + object]);
        graph->may_cycle_freely |= graph->cost.back() == 0;
        derivations.rule.push_back(rule);
        derivations.values.push_row(std::vector{object});
        derivations.uses.end_row();
    }
    graph->achievers = graph->heads.transposed(nodes);
    graph->uses = graph->body.transposed(nodes);
    return graph;
}

// Some alike and some not.
std::vector<std::vector<AtomId>> random_states(Random& random, std::uint32_t nodes, std::size_t count) {
    std::vector<std::vector<AtomId>> out;
    std::vector<bool> holds(nodes);
    while (out.size() < count) {
        if (out.empty() || below(random, 5) == 0)
            for (NodeId node = 0; node < nodes; ++node) holds[node] = below(random, 5) == 0;
        for (std::uint32_t i = below(random, 3); i-- > 0;) holds[below(random, nodes)].flip();
        out.emplace_back();
        for (NodeId node = 0; node < nodes; ++node)
            if (holds[node]) out.back().push_back(node);
    }
    return out;
}

struct Expected {
    Value add, ff;
    std::vector<RelaxedAction> plan;
};

void check(Heuristic& heuristic, Relaxation kind, const std::vector<std::span<const AtomId>>& states,
           const std::vector<Expected>& expected) {
    std::vector<Value> values, without_plans;
    std::vector<std::vector<ActionNumber>> plans;
    heuristic.evaluate_states(states, values, &plans);
    heuristic.evaluate_states(states, without_plans);
    for (std::size_t i = 0; i < states.size(); ++i) {
        BOOST_TEST_CONTEXT("state " << i) {
            BOOST_REQUIRE_EQUAL(values[i], kind == Relaxation::ff ? expected[i].ff : expected[i].add);
            BOOST_REQUIRE_EQUAL(without_plans[i], values[i]);
            BOOST_REQUIRE((named(*heuristic.actions(), plans[i]) == expected[i].plan));
        }
    }
}

struct Counts {
    std::size_t plans = 0, long_plans = 0, with_cycles = 0, by_free_actions = 0;
};

void check(std::uint32_t seed, Counts& counts) {
    Random random(seed);
    const auto graph = random_graph(random);
    const auto atoms = random_states(random, graph->node_count, 40);
    const std::vector<std::span<const AtomId>> states(atoms.begin(), atoms.end());
    std::vector<Expected> expected;
    for (const auto state : states) {
        const SlowPlan slow(*graph, graph->atoms, state);
        expected.push_back({slow.add, slow.ff, slow.plan});
        counts.plans += !slow.plan.empty();
        counts.long_plans += slow.plan.size() > 4;
        counts.with_cycles += !slow.plan.empty() && graph->may_cycle_freely;
        counts.by_free_actions += slow.plan.size() > static_cast<std::size_t>(slow.ff);
    }
    Limits limits;
    for (const Relaxation kind : {Relaxation::ff, Relaxation::add}) {
        for (const Simd simd : {Simd::portable, isonova::simd()})
            for (const std::uint32_t bits : {16u, 32u, 64u})
                for (const std::uint32_t lanes : {16u, 5u}) {
                    LaneAddFF::Options options;
                    options.simd = simd;
                    options.least_bits = bits;
                    options.most_lanes = lanes;
                    LaneAddFF heuristic(graph, graph->atoms, kind, limits, options);
                    BOOST_TEST_CONTEXT(to_string(simd) << ", " << bits << " bits, " << lanes << " lanes")
                    check(heuristic, kind, states, expected);
                }
        DijkstraAddFF heuristic(graph, graph->atoms, kind, limits);
        check(heuristic, kind, states, expected);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(graph_plans)

BOOST_AUTO_TEST_CASE(plans_of_many_states_are_those_of_each_alone) {
    Counts counts;
    for (std::uint32_t seed = 0; seed < 600; ++seed) BOOST_TEST_CONTEXT("seed " << seed) check(seed, counts);
    BOOST_TEST_MESSAGE(counts.plans << " plans, " << counts.long_plans << " long, " << counts.with_cycles
                                    << " with zero-cost edges, " << counts.by_free_actions << " with free actions");
    BOOST_TEST(counts.plans > 5000u);
    BOOST_TEST(counts.long_plans > 1000u);
    BOOST_TEST(counts.with_cycles > 1000u);
    BOOST_TEST(counts.by_free_actions > 1000u);
}

BOOST_AUTO_TEST_SUITE_END()
