// The actions of relaxed plans, of parents and of states side by side, by every algorithm and in both engines.
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <optional>

#include "../relaxation/slow_plan.hpp"
#include "../tasks/far_goal.hpp"
#include "../tasks/random_task.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "isonova/heuristics/adaptive_add_ff.hpp"
#include "isonova/heuristics/datalog_add_ff.hpp"
#include "isonova/lifted/lifted_state_space.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

using Actions = std::set<RelaxedAction>;

// Breadth-first search: what is expanded next are the states that follow.
class NextStates : public Upcoming {
  public:
    explicit NextStates(StateSpace& space) : space_(space) {}
    void restart_after(StateId state) { last_ = state; }
    StateId next() override { return last_ + 1 < space_.state_count() ? ++last_ : none; }
    std::uint64_t foresee(StateId state, Expansion& out) override { return space_.foresee(state, out); }

  private:
    StateSpace& space_;
    StateId last_ = 0;
};

struct Expected {  // of one state
    Value value;
    Actions actions;
};

struct Counts {
    std::size_t plans = 0, of_no_cost = 0, by_look_ahead = 0;
};

// A random task, mostly with a goal that is not near, some with actions that cost nothing.
TaskPtr task_of(std::uint32_t seed) {
    TaskPtr task = testing::random_task(seed);
    if (seed % 3 != 0) task = testing::with_far_goal(task, seed);
    if (seed % 4 >= 2) return task;
    auto cheap = std::make_shared<Task>(*task);
    for (std::size_t i = 0; i < cheap->schemata.size(); ++i)
        if (i % 2 == 0 || seed % 4 == 1) cheap->schemata[i].cost = {};
    return cheap;
}

Actions action_set(const Heuristic& heuristic, const std::vector<ActionNumber>& plan) {
    const auto list = named(*heuristic.actions(), plan);
    Actions out(list.begin(), list.end());
    BOOST_TEST(out.size() == list.size());  // each once
    return out;
}

// All heuristics give what is expected of the first states of a space and of their children.
template <class Expect>
void check(StateSpace& space, std::span<const std::unique_ptr<Heuristic>> heuristics, const Expect& expect,
           Counts& counts) {
    std::vector<std::unique_ptr<NextStates>> upcoming;
    for (const auto& heuristic : heuristics) {
        upcoming.push_back(std::make_unique<NextStates>(space));
        heuristic->follow(upcoming.back().get());
    }
    space.initial();
    Expansion expansion;
    const Expansion* one = &expansion;
    std::vector<Value> values;
    std::vector<ActionNumber> plan;
    std::vector<std::vector<AtomId>> states;
    std::vector<Expected> expected;
    for (StateId state = 0; state < std::min(space.state_count(), 12u); ++state) {
        space.expand(state, expansion, nullptr);
        states.push_back(expansion.parent_atoms);
        expected.push_back(expect(expansion.parent_atoms));
        std::vector<Value> expected_values;
        std::vector<AtomId> atoms;
        for (const Child& child : expansion.children) {
            space.atoms(child.state, atoms);
            expected_values.push_back(expect(atoms).value);
        }
        counts.plans += !expected.back().actions.empty();
        counts.of_no_cost += !expected.back().actions.empty() && expected.back().value == 0;
        Expansion childless = expansion;
        childless.children.clear();
        const Expansion* without = &childless;
        for (std::size_t i = 0; i < heuristics.size(); ++i) {
            Heuristic& heuristic = *heuristics[i];
            BOOST_TEST_CONTEXT("state " << state << ", heuristic " << i) {
                const std::uint64_t work = heuristic.work();
                upcoming[i]->restart_after(state);
                heuristic.evaluate(std::span(&one, 1), values, &plan);
                counts.by_look_ahead += heuristic.work() == work && !plan.empty();
                BOOST_REQUIRE(values == expected_values);
                BOOST_REQUIRE((action_set(heuristic, plan) == expected.back().actions));
                upcoming[i]->restart_after(state);
                heuristic.evaluate(std::span(&without, 1), values, &plan);
                BOOST_REQUIRE(values.empty());
                BOOST_REQUIRE((action_set(heuristic, plan) == expected.back().actions));
            }
        }
    }
    for (const auto& heuristic : heuristics) {
        std::vector<std::vector<ActionNumber>> plans(3, {7});  // is overwritten
        for (const std::size_t group : {std::size_t{1}, std::size_t{5}, states.size()}) {
            for (std::size_t first = 0; first < states.size(); first += group) {
                const std::size_t count = std::min(group, states.size() - first);
                const std::vector<std::span<const AtomId>> some(
                    states.begin() + static_cast<std::ptrdiff_t>(first),
                    states.begin() + static_cast<std::ptrdiff_t>(first + count));
                heuristic->evaluate_states(some, values, &plans);
                BOOST_REQUIRE_EQUAL(values.size(), count);
                BOOST_REQUIRE_EQUAL(plans.size(), count);
                for (std::size_t i = 0; i < count; ++i) {
                    BOOST_REQUIRE_EQUAL(values[i], expected[first + i].value);
                    BOOST_REQUIRE((action_set(*heuristic, plans[i]) == expected[first + i].actions));
                }
                heuristic->evaluate_states(some, values);
                for (std::size_t i = 0; i < count; ++i) BOOST_REQUIRE_EQUAL(values[i], expected[first + i].value);
            }
        }
        heuristic->evaluate_states({}, values, &plans);
        BOOST_TEST(values.empty());
        BOOST_TEST(plans.empty());
        heuristic->follow(nullptr);
    }
}

void check_graph(const std::shared_ptr<const RelaxedGraph>& graph, StateSpace& space, Relaxation kind, Counts& counts) {
    Limits limits;
    const AtomTable& table = std::as_const(space).atom_table();
    std::vector<std::unique_ptr<Heuristic>> heuristics;
    for (const std::uint32_t bits : {16u, 32u, 64u}) {
        LaneAddFF::Options options;
        options.least_bits = bits;
        heuristics.push_back(std::make_unique<LaneAddFF>(graph, table, kind, limits, options));
    }
    heuristics.push_back(std::make_unique<DijkstraAddFF>(graph, table, kind, limits));
    for (const std::optional<AdaptiveAddFF::Algorithm> only : {std::optional<AdaptiveAddFF::Algorithm>{},
                                                               {AdaptiveAddFF::lanes},
                                                               {AdaptiveAddFF::lanes_ahead},
                                                               {AdaptiveAddFF::dijkstra}}) {
        AdaptiveAddFF::Options options;
        options.only = only;
        heuristics.push_back(std::make_unique<AdaptiveAddFF>(graph, table, kind, limits, options));
    }
    check(
        space, heuristics,
        [&](std::span<const AtomId> atoms) {
            const SlowPlan slow(*graph, table, atoms);
            return Expected{kind == Relaxation::add ? slow.add : slow.ff, slow.actions};
        },
        counts);
}

void check(const TaskPtr& task, CostType cost_type, Counts& counts) {
    Limits limits;
    const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
    const auto graph = build_relaxed_graph(*task, cost_type, limits);
    BOOST_REQUIRE(graph);
    for (const Relaxation kind : {Relaxation::add, Relaxation::ff}) {
        GroundStateSpace ground_space(ground_task, limits);
        check_graph(graph, ground_space, kind, counts);
        LiftedStateSpace lifted_space(task, limits);
        check_graph(graph, lifted_space, kind, counts);
    }
}

// Without a graph ties are broken in another way, which is the same in both engines.
void check_datalog(const TaskPtr& task, CostType cost_type, Counts& counts) {
    Limits limits;
    const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
    for (const Relaxation kind : {Relaxation::add, Relaxation::ff}) {
        GroundStateSpace ground_space(ground_task, limits);
        LiftedStateSpace lifted_space(task, limits);
        const auto expect_from = [&](const AtomTable& table) {
            return [&, kind](std::span<const AtomId> atoms) {
                // In the numbers of the other engine's table, and in another order.
                AtomTable other(static_cast<std::uint32_t>(task->predicates.size()));
                std::vector<AtomId> ids;
                for (std::size_t i = atoms.size(); i-- > 0;)
                    ids.push_back(other.intern(table.predicate(atoms[i]), table.args(atoms[i])));
                DatalogAddFF alone(task, other, kind, cost_type, limits);
                RelaxedPlan plan = relaxed_plan(alone, ids);
                return Expected{plan.cost, Actions(plan.actions.begin(), plan.actions.end())};
            };
        };
        for (StateSpace* space : std::initializer_list<StateSpace*>{&ground_space, &lifted_space}) {
            const AtomTable& table = std::as_const(*space).atom_table();
            std::vector<std::unique_ptr<Heuristic>> heuristics;
            heuristics.push_back(std::make_unique<DatalogAddFF>(task, table, kind, cost_type, limits));
            check(*space, heuristics, expect_from(table), counts);
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(helpful_actions)

BOOST_AUTO_TEST_CASE(on_the_graph, *boost::unit_test::label("slow")) {
    Counts counts;
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed)
        check(task_of(seed), seed % 5 == 0 ? CostType::plusone : CostType::normal, counts);
    }
    for (const auto& entry : std::filesystem::directory_iterator(ISONOVA_TEST_TASKS)) {
        if (!entry.is_directory()) continue;
        BOOST_TEST_CONTEXT(entry.path().filename().string())
        for (const CostType cost_type : {CostType::normal, CostType::plusone})
            check(read_task(entry.path()), cost_type, counts);
    }
    BOOST_TEST_MESSAGE(counts.plans << " plans, " << counts.of_no_cost << " of no cost, " << counts.by_look_ahead
                                    << " foreseen");
    BOOST_TEST(counts.plans > 1000u);
    BOOST_TEST(counts.of_no_cost > 10u);
    BOOST_TEST(counts.by_look_ahead > 100u);
}

BOOST_AUTO_TEST_CASE(without_a_graph, *boost::unit_test::label("slow")) {
    Counts counts;
    for (std::uint32_t seed = 0; seed < 900; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed)
        check_datalog(task_of(seed), seed % 5 == 0 ? CostType::plusone : CostType::normal, counts);
    }
    BOOST_TEST(counts.plans > 1000u);
    BOOST_TEST(counts.of_no_cost > 10u);
}

BOOST_AUTO_TEST_SUITE_END()
