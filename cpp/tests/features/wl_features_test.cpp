#include "isonova/features/wl_features.hpp"

#include <boost/test/unit_test.hpp>
#include <random>

#include "features/slow_wl.hpp"
#include "features/vocabulary.hpp"
#include "isonova/features/hashed_wl.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

using State = std::set<AtomId>;

// Two maps have the same features if each feature of one has a partner in the other that the same states have.
class Correspondence {
  public:
    bool operator()(const std::set<FeatureId>& fast, const std::set<SlowWl::Feature>& slow) {
        for (const FeatureId f : fast) fast_[f].push_back(states_);
        for (const auto& f : slow) slow_[f].push_back(states_);
        ++states_;
        return fast.size() == slow.size();
    }
    bool holds() const {
        std::multiset<std::vector<std::size_t>> a, b;
        for (const auto& [f, where] : fast_) a.insert(where);
        for (const auto& [f, where] : slow_) b.insert(where);
        return a == b;
    }

  private:
    std::map<FeatureId, std::vector<std::size_t>> fast_;
    std::map<SlowWl::Feature, std::vector<std::size_t>> slow_;
    std::size_t states_ = 0;
};

std::set<FeatureId> as_set(std::span<const FeatureId> features) {
    std::set<FeatureId> result(features.begin(), features.end());
    BOOST_REQUIRE(result.size() == features.size());
    return result;
}

void walk(std::uint32_t seed, const WlOptions& options, int steps) {
    Vocabulary words(seed);
    FeatureIds ids;
    const auto wl = make_wl_features(words.task, words.atoms, options, ids);
    SlowWl slow(words.task, words.atoms, options);
    Correspondence same;
    State state;
    for (int i = 0; i < 8; ++i) state.insert(words.any_fluent());
    for (int step = 0; step < steps; ++step) {
        wl->open(std::vector<AtomId>(state.begin(), state.end()));
        const auto parent = as_set(wl->all());
        BOOST_REQUIRE(same(parent, slow(state)));
        State last = state;
        for (std::uint32_t children = words.below(4); children-- > 0;) {
            State child = state;
            for (std::uint32_t changes = words.below(5); changes-- > 0;) {
                const AtomId atom = words.below(3) || child.empty() ? words.any_fluent() : *child.begin();
                if (!child.erase(atom)) child.insert(atom);
            }
            std::vector<AtomId> added, removed;
            std::set_difference(child.begin(), child.end(), state.begin(), state.end(), std::back_inserter(added));
            std::set_difference(state.begin(), state.end(), child.begin(), child.end(), std::back_inserter(removed));
            std::vector<FeatureId> gained, lost;
            wl->diff(added, removed, gained, lost);
            std::set<FeatureId> features = parent;
            for (const FeatureId f : lost) BOOST_REQUIRE(features.erase(f) == 1);
            for (const FeatureId f : gained) BOOST_REQUIRE(features.insert(f).second);
            for (const FeatureId f : gained) BOOST_REQUIRE(!parent.count(f));
            BOOST_REQUIRE(same(features, slow(child)));
            last = child;
        }
        BOOST_REQUIRE((as_set(wl->all()) == parent));  // children leave no trace
        state = last;
        if (words.below(10) == 0) {  // far away
            state.clear();
            for (std::uint32_t i = words.below(12); i-- > 0;) state.insert(words.any_fluent());
        }
    }
    BOOST_TEST(same.holds());
}

template <class Do>
void for_each_option(Do work) {
    for (std::uint32_t bits = 0; bits < 16; ++bits) {
        WlOptions options;
        options.statics = bits & 1;
        options.types = bits & 2;
        options.constants = bits & 4;
        options.counts = bits & 8;
        options.static_goals = bits % 3 == 0;
        for (options.iterations = 0; options.iterations <= 6; ++options.iterations) work(options, bits);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(wl_features)

BOOST_AUTO_TEST_CASE(hashed_features_on_walks_are_as_defined, *boost::unit_test::label("slow")) {
    for_each_option([](const WlOptions& options, std::uint32_t bits) {
        for (std::uint32_t seed = 0; seed < 6; ++seed) walk(1000 * seed + 10 * bits + options.iterations, options, 25);
    });
}

BOOST_AUTO_TEST_CASE(exact_features_on_walks_are_as_defined) {
    for_each_option([](WlOptions options, std::uint32_t bits) {
        options.exact = true;
        for (std::uint32_t seed = 0; seed < 2; ++seed) walk(1000 * seed + 10 * bits + options.iterations, options, 10);
    });
}

BOOST_AUTO_TEST_CASE(a_long_walk_leaves_no_drift) {
    WlOptions options;
    for (options.iterations = 1; options.iterations <= 4; ++options.iterations) {
        Vocabulary words(7 + options.iterations);
        FeatureIds ids;
        HashedWl wl(words.task, words.atoms, options, ids);
        HashedWl fresh(words.task, words.atoms, options, ids);
        State state;
        for (int step = 0; step < 3000; ++step) {
            for (std::uint32_t changes = words.below(4); changes-- > 0;) {
                const AtomId atom = words.any_fluent();
                if (!state.erase(atom)) state.insert(atom);
            }
            wl.open(std::vector<AtomId>(state.begin(), state.end()));
        }
        fresh.colour_fully(std::vector<AtomId>(state.begin(), state.end()));
        // Colours have other numbers in the two maps, but the same nodes share them.
        std::map<std::pair<std::string, std::vector<ObjectId>>, std::vector<ColourId>> walked, anew;
        for (const ColouredNode& node : wl.nodes()) walked[{node.symbol, node.args}] = node.colours;
        for (const ColouredNode& node : fresh.nodes()) anew[{node.symbol, node.args}] = node.colours;
        BOOST_REQUIRE(walked.size() == anew.size());
        std::map<ColourId, ColourId> there, back;
        for (const auto& [node, colours] : walked) {
            for (std::size_t l = 0; l < colours.size(); ++l) {
                const ColourId other = anew.at(node)[l];
                BOOST_REQUIRE(there.try_emplace(colours[l], other).first->second == other);
                BOOST_REQUIRE(back.try_emplace(other, colours[l]).first->second == colours[l]);
            }
        }
        BOOST_TEST(wl.all().size() == fresh.all().size());
    }
}

BOOST_AUTO_TEST_CASE(tables_ask_the_memory_limit_and_a_map_goes_on_after_they_could_not_grow) {
    int halted = 0;
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        WlOptions options;
        options.iterations = 1 + seed % 4;
        options.exact = seed % 5 == 0;
        Vocabulary words(seed);
        Limits limits;
        FeatureIds ids;
        const auto wl = make_wl_features(words.task, words.atoms, options, ids, &limits);
        SlowWl slow(words.task, words.atoms, options);
        Correspondence same;
        State state;
        for (int step = 0; step < 100; ++step) {
            const State before = state;
            for (std::uint32_t changes = 1 + words.below(4); changes-- > 0;) {
                const AtomId atom = words.any_fluent();
                if (!state.erase(atom)) state.insert(atom);
            }
            const std::vector<AtomId> atoms(state.begin(), state.end());
            std::vector<AtomId> added, removed;
            std::set_difference(state.begin(), state.end(), before.begin(), before.end(), std::back_inserter(added));
            std::set_difference(before.begin(), before.end(), state.begin(), state.end(), std::back_inserter(removed));
            std::vector<FeatureId> gained, lost;
            if (step > 0 && words.below(2)) limits.bytes = 1;
            try {
                if (step > 0) wl->diff(added, removed, gained, lost);
                wl->open(atoms);
            } catch (const Halted& stopped) {
                BOOST_TEST((stopped.why == Halt::memory));
                ++halted;
                limits.bytes = Limits().bytes;
                wl->open(atoms);
            }
            limits.bytes = Limits().bytes;
            BOOST_REQUIRE(same(as_set(wl->all()), slow(state)));
        }
        BOOST_TEST(same.holds());
    }
    BOOST_TEST(halted > 50);
}

BOOST_AUTO_TEST_CASE(only_objects_that_can_have_atoms) {
    Task task;
    for (const char* name : {"a", "b", "c", "d"}) task.objects.push_back({name, name, 0, false});
    task.types = {{"object", none, 0}};
    task.object_sets = {{0, 1, 2, 3}};
    task.predicates = {{"p", {0}, PredicateKind::fluent, false}, {"s", {0}, PredicateKind::fixed, false}};
    const ObjectId a = 0, b = 1, c = 2;
    AtomTable atoms(2);
    const std::vector<AtomId> state{atoms.intern(0, std::span(&a, 1))};
    task.init.add(1, std::span(&b, 1));
    task.goal.push_back({0, false, {Term::object(c)}});
    for (const bool exact : {false, true}) {
        for (const bool statics : {false, true}) {
            WlOptions options;
            options.exact = exact;
            options.all_objects = false;
            options.statics = statics;
            FeatureIds ids;
            const auto wl = make_wl_features(task, atoms, options, ids);
            wl->open(state);
            std::size_t objects = 0;
            for (const ColouredNode& node : wl->nodes()) objects += node.kind == NodeKind::ob;
            BOOST_TEST(objects == (statics ? 3u : 2u));
        }
    }
}

BOOST_AUTO_TEST_CASE(colours_have_the_same_names_whoever_computes_them_and_in_every_task) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        Vocabulary words(seed);
        WlOptions options;
        options.iterations = seed % 5;
        options.types = seed % 2;
        FeatureIds ids;
        const auto hashed = make_wl_features(words.task, words.atoms, options, ids);
        options.exact = true;
        const auto exact = make_wl_features(words.task, words.atoms, options, ids);
        // The same task with other numbers: predicates, types and objects of other things come first.
        Task shifted = words.task;
        shifted.predicates.insert(shifted.predicates.begin(), {"other", {}, PredicateKind::fluent, false});
        shifted.types.insert(shifted.types.begin() + 1, {"more", 0, 0});
        shifted.object_sets.push_back({});
        shifted.types[1].objects = static_cast<ObjectSetId>(shifted.object_sets.size() - 1);
        for (auto* goal : {&shifted.goal, &shifted.static_goal})
            for (Literal& literal : *goal) ++literal.predicate;
        shifted.init = {};
        for (std::size_t i = 0; i < words.task.init.size(); ++i)
            shifted.init.add(words.task.init.predicate(i) + 1, words.task.init.args(i));
        AtomTable shifted_atoms(9);
        options.exact = false;
        const auto elsewhere = make_wl_features(shifted, shifted_atoms, options, ids);
        for (int step = 0; step < 10; ++step) {
            std::set<AtomId> state, shifted_state;
            for (int i = 0; i < 8; ++i) {
                const AtomId atom = words.any_fluent();
                state.insert(atom);
                shifted_state.insert(shifted_atoms.intern(words.atoms.predicate(atom) + 1, words.atoms.args(atom)));
            }
            using Names = std::multiset<std::vector<std::string>>;
            const auto names = [](WlFeatures& wl, const std::set<AtomId>& atoms) {
                wl.open(std::vector<AtomId>(atoms.begin(), atoms.end()));
                Names result;
                for (const ColouredNode& node : wl.nodes()) {
                    std::vector<std::string> own{to_string(node.kind), node.symbol};
                    for (const ColourId colour : node.colours) own.push_back(wl.colour_name(colour));
                    result.insert(own);
                }
                return result;
            };
            const Names expected = names(*exact, state);
            BOOST_TEST((names(*hashed, state) == expected));
            BOOST_TEST((names(*elsewhere, shifted_state) == expected));
        }
    }
}

BOOST_AUTO_TEST_CASE(what_a_feature_stands_for) {
    Vocabulary words(3);
    for (const bool exact : {false, true}) {
        WlOptions options;
        options.exact = exact;
        FeatureIds ids;
        ids.next();  // of another map
        const auto wl = make_wl_features(words.task, words.atoms, options, ids);
        std::vector<AtomId> state{words.any_fluent(), words.any_fluent()};
        std::sort(state.begin(), state.end());
        state.erase(std::unique(state.begin(), state.end()), state.end());
        wl->open(state);
        std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> counts;
        for (const ColouredNode& node : wl->nodes())
            for (std::uint32_t l = 0; l < node.colours.size(); ++l) ++counts[{l, wl->colour_name(node.colours[l])}];
        BOOST_TEST(wl->all().size() == counts.size());
        for (const FeatureId f : wl->all()) {
            const auto about = wl->describe(f);
            BOOST_REQUIRE(about);
            BOOST_TEST((counts[{about->iteration, about->name}] == about->count));
        }
        BOOST_TEST(!wl->describe(0));
        std::vector<FeatureCount> by_iteration;
        wl->counts(by_iteration);
        std::uint64_t sum = 0;
        for (const FeatureCount& each : by_iteration) sum += each.features;
        BOOST_TEST(sum == wl->all().size());
    }
}

BOOST_AUTO_TEST_SUITE_END()
