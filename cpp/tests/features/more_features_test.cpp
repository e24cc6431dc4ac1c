// What holds for every feature map, on random walks; what the features are, the tests in Python compare with
// definitions.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <iterator>
#include <set>

#include "features/vocabulary.hpp"
#include "isonova/features/colour_changes.hpp"
#include "isonova/features/dl_features.hpp"
#include "isonova/features/wl_features.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

using State = std::set<AtomId>;
using Features = std::set<FeatureId>;

struct Move {
    std::vector<AtomId> added, removed;
};

std::vector<AtomId> listed(const State& state) {
    return {state.begin(), state.end()};
}

Move move_from(Vocabulary& words, State& state) {
    const State before = state;
    for (std::uint32_t changes = 1 + words.below(4); changes-- > 0;) {
        const AtomId atom = words.below(3) || state.empty() ? words.any_fluent() : *state.begin();
        if (!state.erase(atom)) state.insert(atom);
    }
    Move move;
    std::set_difference(state.begin(), state.end(), before.begin(), before.end(), std::back_inserter(move.added));
    std::set_difference(before.begin(), before.end(), state.begin(), state.end(), std::back_inserter(move.removed));
    return move;
}

Features as_set(std::span<const FeatureId> features) {
    Features result(features.begin(), features.end());
    BOOST_REQUIRE(result.size() == features.size());
    return result;
}

Features child_of(FeatureMap& map, const Features& parent, const Move& move) {
    std::vector<FeatureId> gained, lost;
    map.diff(move.added, move.removed, gained, lost);
    Features result = parent;
    for (const FeatureId f : lost) BOOST_REQUIRE(result.erase(f) == 1);
    for (const FeatureId f : gained) BOOST_REQUIRE(!parent.count(f) && result.insert(f).second);
    return result;
}

// The difference to a child leads to what the child has when it is opened, and leaves no trace.
void check_walk(Vocabulary& words, FeatureMap& map, int steps) {
    State state;
    map.open(listed(state));
    for (int i = 0; i < steps; ++i) {
        const Features parent = as_set(map.all());
        State child = state;
        const Move move = move_from(words, child);
        const Features seen = child_of(map, parent, move);
        BOOST_REQUIRE((as_set(map.all()) == parent));
        BOOST_REQUIRE((child_of(map, parent, move) == seen));
        state = child;
        map.open(listed(state));
        BOOST_REQUIRE((as_set(map.all()) == seen));
        for (const FeatureId f : seen) BOOST_REQUIRE(map.describe(f).has_value());
    }
    BOOST_TEST(map.bytes() > 0u);
    BOOST_TEST(map.work() > 0u);
}

constexpr WlKind kinds[] = {WlKind::set, WlKind::stable, WlKind::individual, WlKind::pairs};

}  // namespace

BOOST_AUTO_TEST_SUITE(more_features)

BOOST_AUTO_TEST_CASE(wl_family_on_walks) {
    for (const WlKind kind : kinds) {
        for (std::uint32_t seed = 0; seed < 12; ++seed) {
            WlOptions options;
            options.kind = kind;
            options.iterations = kind == WlKind::stable ? 32 : 1 + seed % 3;
            options.counts = seed % 4 != 0;
            options.types = seed % 2;
            Vocabulary words(seed);
            FeatureIds ids;
            const auto map = make_wl_features(words.task, words.atoms, options, ids);
            check_walk(words, *map, 15);
        }
    }
}

BOOST_AUTO_TEST_CASE(dl_on_walks) {
    for (std::uint32_t seed = 0; seed < 12; ++seed) {
        Vocabulary words(seed);
        FeatureIds ids;
        DlFeatures map(words.task, words.atoms, ids);
        check_walk(words, map, 15);
    }
}

BOOST_AUTO_TEST_CASE(changes_belong_to_steps) {
    std::size_t seen = 0;
    for (std::uint32_t seed = 0; seed < 30; ++seed) {
        WlOptions options;
        options.iterations = seed % 4;
        Vocabulary words(seed);
        FeatureIds ids;
        ColourChanges map(words.task, words.atoms, options, ids);
        State state;
        for (int i = 0; i < 20; ++i) {
            map.open(listed(state));
            BOOST_REQUIRE(map.all().empty());
            State child = state;
            const Move move = move_from(words, child);
            const Features there = child_of(map, {}, move);
            BOOST_REQUIRE((child_of(map, {}, move) == there));  // nothing is left of the first time
            BOOST_REQUIRE(child_of(map, {}, {}).empty());
            if (options.iterations == 0) BOOST_REQUIRE(there.empty());
            seen += there.size();
            state = child;
        }
    }
    BOOST_TEST(seen > 100u);
}

BOOST_AUTO_TEST_CASE(tables_ask_the_memory_limit_and_maps_go_on_after_they_could_not_grow) {
    for (const WlKind kind : kinds) {
        int halted = 0;
        for (std::uint32_t seed = 0; seed < 10; ++seed) {
            WlOptions options;
            options.kind = kind;
            Vocabulary words(seed);
            Limits limits;
            FeatureIds ids, others;
            const auto map = make_wl_features(words.task, words.atoms, options, ids, &limits);
            State state;
            for (int i = 0; i < 30; ++i) {
                move_from(words, state);
                limits.bytes = words.below(2) ? 1 : Limits().bytes;
                try {
                    map->open(listed(state));
                } catch (const Halted&) {
                    ++halted;
                    limits.bytes = Limits().bytes;
                    map->open(listed(state));
                }
                const auto fresh = make_wl_features(words.task, words.atoms, options, others);
                fresh->open(listed(state));
                BOOST_REQUIRE(map->all().size() == fresh->all().size());
            }
        }
        BOOST_TEST(halted > 5);
    }
}

BOOST_AUTO_TEST_CASE(changes_go_on_after_memory_ran_out) {
    int halted = 0;
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Vocabulary words(seed);
        Limits limits;
        FeatureIds ids, others;
        ColourChanges map(words.task, words.atoms, {}, ids, &limits), fresh(words.task, words.atoms, {}, others);
        State state;
        for (int i = 0; i < 30; ++i) {
            const State parent = state;
            const Move move = move_from(words, state);
            map.open(listed(parent));
            fresh.open(listed(parent));
            std::vector<FeatureId> gained, lost;
            limits.bytes = words.below(2) ? 1 : Limits().bytes;
            try {
                map.diff(move.added, move.removed, gained, lost);
            } catch (const Halted&) {
                ++halted;
            }
            limits.bytes = Limits().bytes;
            map.open(listed(parent));
            BOOST_REQUIRE(child_of(map, {}, move).size() == child_of(fresh, {}, move).size());
        }
    }
    BOOST_TEST(halted > 5);
}

BOOST_AUTO_TEST_SUITE_END()
