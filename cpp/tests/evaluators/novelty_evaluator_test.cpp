#include "isonova/evaluators/novelty_evaluator.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <functional>

#include "features/slow_wl.hpp"
#include "isonova/ground/ground.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "isonova/planner/novelty_options.hpp"
#include "isonova/planner/plan.hpp"
#include "novelty/slow_novelty.hpp"
#include "tasks/random_task.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

// No state is a goal, so that searches go on.
class Endless : public GroundStateSpace {
  public:
    using GroundStateSpace::GroundStateSpace;
    bool is_goal(StateId) const override { return false; }
};

// Lets an evaluator work and compares each key with the formulas: features of whole states as they are defined, the
// heuristic asked about single states.
class Watched : public Evaluator {
  public:
    Watched(Evaluator& evaluator, Heuristic& heuristic, StateSpace& space, const NoveltyOptions& options,
            std::function<Key(const FeatureSet&, Value)> novelty)
        : evaluator_(evaluator),
          heuristic_(heuristic),
          space_(space),
          wl_(space.task(), space.atom_table(), wl_options(options, true)),
          has_atoms_(std::ranges::count(options.features, FeatureMapKind::at) != 0),
          has_colours_(std::ranges::count(options.features, FeatureMapKind::wl) != 0),
          novelty_(std::move(novelty)),
          partition_(options.kind != NoveltyKind::qb) {}

    Evaluation evaluate_initial(StateId state, std::span<const AtomId> atoms) override {
        const Evaluation found = evaluator_.evaluate_initial(state, atoms);
        compare(state, found);
        return found;
    }
    void evaluate(const Expansion& expansion, bool with_preferred, Evaluations& out) override {
        evaluator_.evaluate(expansion, with_preferred, out);
        BOOST_REQUIRE(out.h.size() == expansion.children.size());
        BOOST_REQUIRE(out.keys.size() == expansion.children.size());
        for (std::size_t i = 0; i < out.h.size(); ++i) compare(expansion.children[i].state, {out.h[i], out.keys[i]});
    }
    EvaluatorTraits traits() const override { return evaluator_.traits(); }
    std::size_t compared() const { return compared_; }
    std::size_t fresh() const { return fresh_; }  // states that showed something new

  private:
    void compare(StateId state, const Evaluation& found) {
        std::vector<AtomId> atoms;
        space_.atoms(state, atoms);
        BOOST_REQUIRE(found.h == heuristic_.evaluate_atoms(atoms));
        if (found.h == dead_end) return;
        ++compared_;
        FeatureSet features;
        const auto add = [&](std::pair<std::uint32_t, std::uint32_t> feature) {
            features.insert(ids_.try_emplace(feature, static_cast<FeatureId>(ids_.size())).first->second);
        };
        if (has_atoms_)
            for (const AtomId atom : atoms) add({atom, 0});  // no colour has count 0
        if (has_colours_)
            for (const auto& feature : wl_(State(atoms.begin(), atoms.end()))) add(feature);
        const Key expected = novelty_(features, found.h);
        BOOST_REQUIRE((found.key == expected));
        fresh_ += partition_ ? expected.primary == 0 : expected.primary < 0;
    }

    using State = std::set<AtomId>;
    Evaluator& evaluator_;
    Heuristic& heuristic_;
    StateSpace& space_;
    SlowWl wl_;
    bool has_atoms_, has_colours_;
    std::function<Key(const FeatureSet&, Value)> novelty_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, FeatureId> ids_;
    bool partition_;
    std::size_t compared_ = 0, fresh_ = 0;
};

std::size_t watch_search(std::uint32_t seed, HeuristicKind heuristic, const NoveltyOptions& options) {
    Limits limits;
    const auto ground_task = std::make_shared<const GroundTask>(ground(random_task(seed), limits));
    if (ground_task->goal_unreachable) return 0;
    Endless space(ground_task, limits);
    auto ids = std::make_unique<FeatureIds>();
    auto features = make_features(options, true, space.task(), space.atom_table(), *ids);
    auto novelty = make_novelty(options, *ids);
    NoveltyEvaluator evaluator(make_heuristic(*ground_task, heuristic, CostType::normal, limits), std::move(ids),
                               std::move(features), std::move(novelty), limits);
    const auto again = make_heuristic(*ground_task, heuristic, CostType::normal, limits);
    std::function<Key(const FeatureSet&, Value)> slow = SlowQuantifiedBoth();
    if (options.kind == NoveltyKind::pn) slow = SlowPartitionNovelty();
    if (options.kind == NoveltyKind::cb) slow = SlowCountNovelty();
    Watched watched(evaluator, *again, space, options, slow);
    SearchOptions search_options;
    search_options.max_evaluations = 150;
    search(space, watched, search_options, limits);
    const NoveltyTelemetry telemetry = evaluator.telemetry().value();
    BOOST_TEST(telemetry.new_states.states() == watched.compared());
    BOOST_TEST(telemetry.new_states.total() == watched.fresh());
    return watched.compared();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(novelty_evaluator)

BOOST_AUTO_TEST_CASE(keys_of_whole_searches_are_those_of_the_formulas, *boost::unit_test::label("slow")) {
    std::size_t compared = 0;
    std::uint32_t seed = 0;
    for (const auto& heuristic : heuristic_names) {
        if (heuristic.kind == HeuristicKind::lm || heuristic.kind == HeuristicKind::lm_ff ||
            heuristic.kind == HeuristicKind::gc_r)
            continue;  // they depend on the path
        for (const char* features : {"at", "wl", "at+wl"}) {
            for (const NoveltyKind kind : {NoveltyKind::qb, NoveltyKind::pn, NoveltyKind::cb}) {
                for (const Keep statics : {Keep::keep, Keep::drop}) {
                    NoveltyOptions options;
                    options.features = feature_maps(features);
                    options.kind = kind;
                    options.wl_statics = statics;
                    options.at_statics = Keep::drop;
                    for (int i = 0; i < 100; ++i) compared += watch_search(seed++, heuristic.kind, options);
                }
            }
        }
    }
    BOOST_TEST(compared > 10000u);
}

BOOST_AUTO_TEST_CASE(exact_and_hashed_colours_make_the_same_search) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        PlanResult results[2];
        for (const bool exact : {false, true}) {
            PlanOptions options;
            options.heuristic = HeuristicKind::gc;
            options.novelty.features = {FeatureMapKind::wl};
            options.novelty.wl_iterations = seed % 5;
            options.novelty.wl_exact = exact;
            options.max_evaluations = 300;
            Limits limits;
            results[exact] = plan(random_task(seed), options, limits);
        }
        BOOST_TEST(results[0].search.expansions == results[1].search.expansions);
        BOOST_TEST(results[0].search.evaluations == results[1].search.evaluations);
        BOOST_TEST(results[0].plan.size() == results[1].plan.size());
        BOOST_TEST((results[0].search.initial_key == results[1].search.initial_key));
        if (!results[0].novelty) continue;
        BOOST_TEST(results[0].novelty->distinct_features == results[1].novelty->distinct_features);
    }
}

BOOST_AUTO_TEST_CASE(shares_of_new_states) {
    NewStates states;
    for (int i = 0; i < 100; ++i) states.add(i < 64);
    BOOST_TEST(states.shares() == (std::vector<double>{1, 0}), boost::test_tools::per_element());
    for (int i = 100; i < 5000; ++i) states.add(true);
    BOOST_TEST(states.states() == 5000u);
    BOOST_TEST(states.total() == 4964u);
    BOOST_TEST(states.width() > 64u);
    double sum = 0;
    const auto shares = states.shares();
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const std::uint64_t length = i + 1 < shares.size() ? states.width() : 5000 - i * states.width();
        sum += shares[i] * static_cast<double>(length);
    }
    BOOST_TEST(sum == 4964, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(options_that_make_no_sense) {
    const auto message = [](NoveltyOptions options, bool grounded = true) {
        try {
            options.check(grounded);
        } catch (const std::invalid_argument& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const auto maps = [](const char* names) {
        try {
            feature_maps(names);
        } catch (const std::invalid_argument& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    BOOST_TEST(maps("wl+at") == "");
    BOOST_TEST(maps("at+vl").starts_with("unknown novelty 'vl'; did you mean wl or dl? Known: at, wl, at2, "));
    BOOST_TEST(maps("wl+wl") == "the novelty 'wl+wl' names a feature map twice");
    NoveltyOptions options;
    options.features = {FeatureMapKind::wl};
    options.wl_iterations = 99;
    BOOST_TEST(message(options) == "the number of WL iterations must not be above 32, but is 99");
    options.wl_iterations = 0;
    options.wl_objects = Objects::fluent;
    BOOST_TEST(message(options) == "");
    BOOST_TEST(message(options, false) == "WL over objects of fluent atoms alone needs the engine 'grounded'");
}

BOOST_AUTO_TEST_SUITE_END()
