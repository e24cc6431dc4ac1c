// Searches that fill empty lanes with children of what comes next, beside searches that do not.
#include "isonova/heuristics/look_ahead.hpp"

#include <boost/test/unit_test.hpp>

#include "isonova/evaluators/heuristic_evaluator.hpp"
#include "isonova/evaluators/novelty_evaluator.hpp"
#include "isonova/ground/ground.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "isonova/heuristics/adaptive_add_ff.hpp"
#include "isonova/lifted/lifted_state_space.hpp"
#include "isonova/planner/novelty_options.hpp"
#include "isonova/search/search.hpp"
#include "tasks/random_task.hpp"

using namespace isonova;

namespace {

// No state is a goal, so that searches go on.
template <class Space>
class Endless : public Space {
  public:
    using Space::Space;
    bool is_goal(StateId) const override { return false; }
};

// Everything a search shows of itself: what was expanded, the difference of every child, its values.
class Recorded : public Evaluator {
  public:
    explicit Recorded(Evaluator& evaluator) : evaluator_(evaluator) {}

    Evaluation evaluate_initial(StateId state, std::span<const AtomId> atoms) override {
        const Evaluation found = evaluator_.evaluate_initial(state, atoms);
        note(found);
        return found;
    }
    void evaluate(const Expansion& expansion, bool with_preferred, Evaluations& out) override {
        evaluator_.evaluate(expansion, with_preferred, out);
        BOOST_REQUIRE_EQUAL(out.h.size(), expansion.children.size());
        record.insert(record.end(), {expansion.parent, expansion.parent_h, static_cast<Value>(expansion.generated)});
        record.insert(record.end(), expansion.pool.begin(), expansion.pool.end());
        for (std::size_t i = 0; i < out.h.size(); ++i) {
            record.insert(record.end(), {expansion.children[i].state, expansion.children[i].action});
            note({out.h[i], out.keys[i]});
        }
    }
    void follow(Upcoming* upcoming) override { evaluator_.follow(upcoming); }
    EvaluatorTraits traits() const override { return evaluator_.traits(); }

    std::vector<Value> record;

  private:
    void note(const Evaluation& each) {
        record.insert(record.end(), {each.h, each.key.primary, each.key.secondary, each.key.tie});
    }
    Evaluator& evaluator_;
};

struct Setting {
    Relaxation kind;
    std::string features;
    std::optional<AdaptiveAddFF::Algorithm> only;
    std::uint32_t bits;
    TieBreak tie_break;
};

struct Outcome {
    std::vector<Value> record;
    SearchStatistics statistics;
    Status status;
    std::size_t atoms;
    std::uint64_t batches;
};

template <class Space, class Source>
Outcome run(const TaskPtr& task, const Source& source, const Setting& setting, bool look_ahead) {
    Limits limits;
    Endless<Space> space(source, limits);
    const auto graph = build_relaxed_graph(*task, CostType::normal, limits);
    BOOST_REQUIRE(graph);
    AdaptiveAddFF::Options options;
    options.lanes.least_bits = setting.bits;
    options.only = setting.only;
    const StateSpace& seen = space;
    auto heuristic = std::make_unique<AdaptiveAddFF>(graph, seen.atom_table(), setting.kind, limits, options);
    const Heuristic& used = *heuristic;
    SearchOptions search_options;
    search_options.tie_break = setting.tie_break;
    search_options.max_evaluations = 400;
    search_options.look_ahead = look_ahead;
    const auto search_with = [&](Evaluator& evaluator) {
        Recorded recorded(evaluator);
        const SearchResult found = search(space, recorded, search_options, limits);
        return Outcome{recorded.record, found.statistics, found.status, seen.atom_table().size(),
                       used.relaxation()->batches};
    };
    if (setting.features == "none") {
        HeuristicEvaluator evaluator(std::move(heuristic));
        return search_with(evaluator);
    }
    NoveltyOptions novelty_options;
    novelty_options.features = feature_maps(setting.features);
    auto ids = std::make_unique<FeatureIds>();
    auto features = make_features(novelty_options, true, *task, seen.atom_table(), *ids);
    auto novelty = make_novelty(novelty_options, *ids);
    NoveltyEvaluator evaluator(std::move(heuristic), std::move(ids), std::move(features), std::move(novelty), limits);
    return search_with(evaluator);
}

// Returns how many batches were saved.
template <class Space, class Source>
std::uint64_t compare(const TaskPtr& task, const Source& source, const Setting& setting) {
    const Outcome one = run<Space>(task, source, setting, false);
    const Outcome two = run<Space>(task, source, setting, true);
    BOOST_REQUIRE(one.record == two.record);
    BOOST_TEST((one.status == two.status));
    BOOST_TEST(one.atoms == two.atoms);
    BOOST_TEST(one.statistics.expansions == two.statistics.expansions);
    BOOST_TEST(one.statistics.evaluations == two.statistics.evaluations);
    BOOST_TEST(one.statistics.generated == two.statistics.generated);
    BOOST_TEST(one.statistics.dead_ends == two.statistics.dead_ends);
    BOOST_TEST(one.statistics.states == two.statistics.states);
    BOOST_TEST(one.statistics.best_h == two.statistics.best_h);
    BOOST_TEST(one.statistics.best_h_evaluations == two.statistics.best_h_evaluations);
    if (!setting.only) return 0;
    BOOST_TEST(two.batches <= one.batches);
    return one.batches - two.batches;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(look_ahead)

BOOST_AUTO_TEST_CASE(searches_are_the_same_with_and_without, *boost::unit_test::label("slow")) {
    std::uint64_t saved_grounded = 0, saved_lifted = 0;
    for (std::uint32_t seed = 0; seed < 600; ++seed) {
        const TaskPtr task = testing::random_task(seed);
        Limits limits;
        const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
        for (const Relaxation kind : {Relaxation::add, Relaxation::ff}) {
            for (const char* features : {"none", "at+wl"}) {
                Setting setting{kind, features, AdaptiveAddFF::lanes_ahead, seed % 3 == 0 ? 32u : 16u,
                                seed % 5 == 0 ? TieBreak::g : TieBreak::fifo};
                if (seed % 4 == 0) setting.only = {};
                BOOST_TEST_CONTEXT("seed " << seed << ", " << features) {
                    saved_grounded += compare<GroundStateSpace>(task, ground_task, setting);
                    saved_lifted += compare<LiftedStateSpace>(task, task, setting);
                }
            }
        }
    }
    BOOST_TEST(saved_grounded > 800u);
    BOOST_TEST(saved_lifted > 80u);
}

// What a space foresees is what it finds when it expands, but for what it has met in between.
template <class Space>
std::size_t compare_foresight(Space& space) {
    std::size_t foreseen_children = 0;
    Expansion foreseen, expanded;
    std::vector<AtomId> atoms;
    space.initial();
    for (StateId state = 0; state < std::min(30u, space.state_count()); ++state) {
        const std::size_t atom_count = std::as_const(space).atom_table().size();
        const std::uint32_t states = space.state_count();
        if (space.foresee(state, foreseen) == 0) return foreseen_children;
        BOOST_TEST(std::as_const(space).atom_table().size() == atom_count);
        BOOST_TEST(space.state_count() == states);
        space.expand(state, expanded, nullptr);
        BOOST_TEST(foreseen.parent_atoms == expanded.parent_atoms);
        BOOST_TEST(foreseen.generated == expanded.generated);
        std::size_t i = 0;
        for (const Child& child : expanded.children) {
            while (i < foreseen.children.size() && foreseen.children[i].action < child.action) ++i;
            if (i == foreseen.children.size() || foreseen.children[i].action != child.action) continue;
            const auto added = expanded.added(child), expected = foreseen.added(foreseen.children[i]);
            BOOST_TEST(std::equal(added.begin(), added.end(), expected.begin(), expected.end()));
            const auto removed = expanded.removed(child), gone = foreseen.removed(foreseen.children[i]);
            BOOST_TEST(std::equal(removed.begin(), removed.end(), gone.begin(), gone.end()));
            ++foreseen_children;
        }
    }
    return foreseen_children;
}

BOOST_AUTO_TEST_CASE(foresight_changes_nothing_and_is_right) {
    std::size_t grounded = 0, lifted = 0;
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        const TaskPtr task = testing::random_task(seed);
        Limits limits;
        BOOST_TEST_CONTEXT("seed " << seed) {
            GroundStateSpace ground_space(std::make_shared<const GroundTask>(ground(task, limits)), limits);
            grounded += compare_foresight(ground_space);
            LiftedStateSpace lifted_space(task, limits);
            lifted += compare_foresight(lifted_space);
        }
    }
    BOOST_TEST(grounded > 1000u);
    BOOST_TEST(lifted > 100u);
}

BOOST_AUTO_TEST_CASE(values_are_kept_until_there_are_many) {
    RecentValues values;
    BOOST_TEST(!values.find({1, 2}));
    constexpr std::uint64_t count = 100000;
    for (std::uint64_t i = 0; i < count; ++i) {
        values.insert({i * 64, i + 1}, static_cast<Value>(i));
        BOOST_REQUIRE(values.find({i * 64, i + 1}));
    }
    std::size_t kept = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const Value* found = values.find({i * 64, i + 1});
        if (found) BOOST_REQUIRE_EQUAL(*found, static_cast<Value>(i));
        if (i + 1000 > count) BOOST_REQUIRE(found);
        kept += found != nullptr;
    }
    BOOST_TEST(kept < count / 2);
}

BOOST_AUTO_TEST_SUITE_END()
