// Searches with several queues, eager and lazy: against a plain version, in both engines, with and without speculation.
#include <boost/test/unit_test.hpp>

#include "isonova/ground/ground.hpp"
#include "isonova/planner/plan.hpp"
#include "search/slow_search.hpp"
#include "tasks/far_goal.hpp"
#include "tasks/random_deliveries.hpp"
#include "tasks/random_task.hpp"

using namespace isonova;

namespace {

constexpr std::size_t most_expansions = 60;

// Half of them small with every language feature, half of them with longer plans.
TaskPtr task_of(std::uint32_t seed) {
    return seed % 2 ? testing::random_deliveries(seed) : testing::with_far_goal(testing::random_task(seed), seed);
}

struct Setting {
    const char* about;
    std::vector<HeuristicKind> heuristics;
    SearchOptions options;
};

std::vector<Setting> settings() {
    constexpr auto ff = HeuristicKind::ff, lm = HeuristicKind::lm, gc = HeuristicKind::gc, add = HeuristicKind::add,
                   hmax = HeuristicKind::hmax;
    std::vector<Setting> found{
        {"two queues", {ff, gc}, {.queues = {{0}, {1}}}},
        {"preferred", {ff}, {.queues = {{0}, {0, true}}, .boost = 5}},
        {"landmarks", {ff, lm}, {.queues = {{0}, {0, true}, {1}, {1, true}}, .boost = 100}},
        {"landmarks alone", {lm}, {.queues = {{0}}}},
        {"lazy", {ff}, {.queues = {{0}}, .evaluate = Evaluate::lazy}},
        {"lazy gc and add", {gc, add}, {.queues = {{0}, {1}, {1, true}}, .evaluate = Evaluate::lazy, .boost = 3}},
        {"lazy landmarks",
         {ff, lm},
         {.queues = {{0}, {0, true}, {1}, {1, true}}, .evaluate = Evaluate::lazy, .boost = 10}},
        {"four at once",
         {ff, lm},
         {.queues = {{0}, {0, true}, {1}}, .evaluate = Evaluate::lazy, .pop = 4, .boost = 10}},
        {"weighted", {ff}, {.queues = {{0}}, .weight = 3}},
        {"weighted, reopening", {add}, {.queues = {{0}}, .weight = 2, .reopen = true}},
        {"A*", {hmax}, {.queues = {{0}}, .weight = 1, .reopen = true}},
        {"bounded A*", {hmax}, {.queues = {{0}}, .weight = 1, .reopen = true, .max_cost = 4}},
        {"bounded", {ff, hmax}, {.queues = {{0}, {0, true}}, .boost = 5, .max_cost = 6}},
        {"weighted, reopening, lazy, bounded",
         {ff, lm},
         {.queues = {{0}, {0, true}, {1}, {1, true}},
          .evaluate = Evaluate::lazy,
          .boost = 10,
          .weight = 5,
          .reopen = true,
          .max_cost = 7}},
        {"four at once, weighted, reopening, bounded",
         {hmax, lm},
         {.queues = {{0}, {1}}, .evaluate = Evaluate::lazy, .pop = 4, .weight = 1, .reopen = true, .max_cost = 8}},
        {"helpful actions first",
         {ff, lm},
         {.queues = {{0}, {0, true}, {1}},
          .evaluate = Evaluate::lazy,
          .speculate = 7,
          .helpful_first = 3,
          .boost = 10}},
        {"symmetric states back", {gc}, {.queues = {{0}}, .symmetric = Symmetric::back}},
        {"symmetric states back, bounded",
         {ff, gc},
         {.queues = {{0}, {1}}, .symmetric = Symmetric::back, .reopen = true, .max_cost = 7}},
        {"symmetric states back, lazy",
         {ff, lm},
         {.queues = {{0}, {0, true}, {1}},
          .evaluate = Evaluate::lazy,
          .speculate = 7,
          .helpful_first = 3,
          .boost = 10,
          .symmetric = Symmetric::back}},
        {"pairs of heuristics", {HeuristicKind::gc_r, HeuristicKind::lm_ff}, {.queues = {{0}, {1}}}},
    };
    for (Setting& each : found) each.options.max_expansions = most_expansions;
    return found;
}

SearchSpec spec_of(const Setting& setting, CostType cost_type) {
    SearchSpec spec;
    spec.name = setting.about;
    spec.evaluators.clear();
    for (const HeuristicKind kind : setting.heuristics) spec.evaluators.push_back({kind, {}});
    spec.options = setting.options;
    spec.cost_type = cost_type;
    return spec;
}

template <class Space>
class Recording : public Space {
  public:
    using Space::Space;
    void expand(StateId state, Expansion& out, ExpansionListener* listener) override {
        expanded.push_back(state);
        Space::expand(state, out, listener);
    }
    std::vector<StateId> expanded;
};

struct Made {
    std::vector<std::unique_ptr<Evaluator>> owned;
    std::vector<Evaluator*> evaluators;
};

Made make(Assembly& assembly, const SearchSpec& spec, StateSpace& space, Limits& limits) {
    Made made;
    Assembly::Notes notes;
    for (const EvaluatorSpec& each : spec.evaluators) {
        made.owned.push_back(assembly.make_evaluator(each, spec.cost_type, space, limits, notes));
        made.evaluators.push_back(made.owned.back().get());
    }
    return made;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(queues)

BOOST_AUTO_TEST_CASE(as_in_the_plain_version, *boost::unit_test::label("slow")) {
    std::size_t compared = 0;
    for (std::uint32_t seed = 0; seed < 250; ++seed) {
        const TaskPtr task = task_of(seed);
        Limits limits;
        const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
        if (ground_task->goal_unreachable) continue;
        Assembly assembly(task, ground_task, {}, {});
        for (const Setting& setting : settings()) {
            const SearchSpec spec = spec_of(setting, seed % 2 ? CostType::one : CostType::normal);
            GroundStateSpace plain_space(ground_task, limits);
            Made plain = make(assembly, spec, plain_space, limits);
            auto expected = testing::SlowSearch(plain_space, plain.evaluators, spec.options).run(most_expansions);
            expected.resize(std::min(expected.size(), most_expansions));
            Recording<GroundStateSpace> space(ground_task, limits);
            Made made = make(assembly, spec, space, limits);
            Search search(space, made.evaluators, spec.options, limits);
            search.advance();
            std::vector<StateId> found = space.expanded;
            if (search.result().status == Status::solved) found.push_back(search.result().goal);
            found.resize(std::min(found.size(), most_expansions));
            BOOST_TEST_CONTEXT("seed " << seed << ", " << setting.about) {
                BOOST_TEST(found == expected, boost::test_tools::per_element());
            }
            compared += found.size();
        }
    }
    BOOST_TEST(compared > 5000u);
}

BOOST_AUTO_TEST_CASE(the_same_in_both_engines_whether_it_speculates_or_not_and_in_pieces,
                     *boost::unit_test::label("slow")) {
    std::size_t solved = 0, expansions = 0;
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        const TaskPtr task = task_of(seed);
        for (const Setting& setting : settings()) {
            const auto run = [&](Engine engine, std::uint32_t speculate, std::uint64_t turn) {
                Limits limits;
                PlanOptions options;
                options.engine = engine;
                options.searches = {spec_of(setting, CostType::one)};
                options.searches[0].options.speculate = speculate;
                options.turns.first_turn = turn;
                return plan(task, options, limits);
            };
            const PlanResult one = run(Engine::grounded, 0, 1u << 30);
            if (!one.in_search) continue;
            const bool lazy = setting.options.evaluate == Evaluate::lazy;
            for (const PlanResult& other :
                 {run(Engine::lifted, 0, 1u << 30), run(Engine::grounded, lazy ? 7 : 0, 1u << 30),
                  run(Engine::lifted, lazy ? 15 : 0, 1000)}) {
                BOOST_TEST_CONTEXT("seed " << seed << ", " << setting.about << ", " << other.engine) {
                    BOOST_TEST((one.status == other.status));
                    BOOST_TEST(one.search.expansions == other.search.expansions);
                    BOOST_TEST(one.search.evaluations == other.search.evaluations);
                    BOOST_TEST(one.search.states == other.search.states);
                    BOOST_TEST(one.search.best_h == other.search.best_h);
                    BOOST_REQUIRE(one.plan.size() == other.plan.size());
                    for (std::size_t i = 0; i < one.plan.size(); ++i) {
                        BOOST_TEST(one.plan[i].name == other.plan[i].name);
                        BOOST_TEST(one.plan[i].args == other.plan[i].args, boost::test_tools::per_element());
                    }
                }
            }
            solved += one.status == Status::solved;
            expansions += one.search.expansions;
        }
    }
    BOOST_TEST(solved > 100u);
    BOOST_TEST(expansions > 5000u);
}

BOOST_AUTO_TEST_CASE(descriptions_that_make_no_sense) {
    const auto message = [](const SearchSpec& spec) -> std::string {
        try {
            spec.check(true);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    };
    BOOST_TEST(message({}) == "");
    SearchSpec spec;
    spec.name = "mine";
    spec.options.queues = {};
    BOOST_TEST(message(spec) == "the search 'mine' needs at least one queue");
    spec.options.queues = {{0, true}};
    BOOST_TEST(message(spec) == "the search 'mine' needs a queue for all states: one without 'preferred'");
    spec.options.queues = {{0}, {1}};
    BOOST_TEST(message(spec) == "the search 'mine' has a queue without evaluator");
    spec.options.queues = {{0}, {0, true}};
    spec.evaluators = {{HeuristicKind::gc, {}}};
    BOOST_TEST(message(spec).ends_with("'gc' prefers none (add, ff and lm do)"));
    spec.options.queues = {{0}};
    spec.options.pop = 2;
    BOOST_TEST(message(spec) == "the search 'mine' takes several states at once, so it must be lazy");
    spec.options.evaluate = Evaluate::lazy;
    BOOST_TEST(message(spec) == "");
    spec.options.pop = 0;
    BOOST_TEST(message(spec).starts_with("the search 'mine' takes no states"));
    spec.options.pop = 1;
    spec.options.weight = 0;
    BOOST_TEST(message(spec) == "the search 'mine' has a weight of 0: it must be at least 1");
    spec.options.weight = 2;
    spec.evaluators[0].novelty.features = {FeatureMapKind::at};
    BOOST_TEST(message(spec) == "the search 'mine' weighs a heuristic, so it cannot have novelty");
    spec.evaluators[0].novelty.features = {};
    spec.options.symmetric = Symmetric::back;
    BOOST_TEST(message(spec) ==
               "the search 'mine' orders states by the costs of their paths, so it cannot put symmetric states back");
    spec.options.symmetric = Symmetric::keep;
    spec.evaluators[0].heuristic = HeuristicKind::lm_ff;
    BOOST_TEST(message(spec) == "the search 'mine' weighs a heuristic, so it cannot have a pair of them");
    spec.evaluators[0].heuristic = HeuristicKind::gc;
    spec.options.max_cost = -1;
    BOOST_TEST(message(spec) == "the search 'mine' has a negative bound on the cost of plans");
    spec.options.max_cost = no_max_cost;
    spec.share = 0;
    BOOST_TEST(message(spec) == "the search 'mine' needs a share of the work above 0");
}

BOOST_AUTO_TEST_SUITE_END()
