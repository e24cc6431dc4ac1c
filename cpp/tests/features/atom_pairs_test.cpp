#include "isonova/features/atom_pairs.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>

#include "features/vocabulary.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

using State = std::set<AtomId>;
using Pairs = std::set<std::pair<AtomId, AtomId>>;

Pairs pairs_of(const Vocabulary& words, const State& state) {
    Pairs found;
    for (const AtomId a : state)
        for (const AtomId b : state)
            if (a < b && !words.task.predicates[words.atoms.predicate(a)].invented &&
                !words.task.predicates[words.atoms.predicate(b)].invented)
                found.insert({a, b});
    return found;
}

std::set<FeatureId> as_set(std::span<const FeatureId> features) {
    std::set<FeatureId> result(features.begin(), features.end());
    BOOST_REQUIRE(result.size() == features.size());
    return result;
}

// The features of a child by its difference are those of the child opened, and opened states with the same pairs have
// the same features. Within the budget there are as many features as pairs, and each stands for one pair.
void walk(std::uint32_t seed, std::uint32_t budget) {
    Vocabulary words(seed);
    FeatureIds ids;
    AtomPairs map(words.task, words.atoms, ids, nullptr, budget);
    std::map<Pairs, std::set<FeatureId>> seen;
    const auto check = [&](const State& state, const std::set<FeatureId>& features) {
        const Pairs pairs = pairs_of(words, state);
        BOOST_REQUIRE((seen.try_emplace(pairs, features).first->second == features));
        if (budget == AtomPairs::default_budget)
            BOOST_REQUIRE(features.size() == pairs.size());
        else
            BOOST_REQUIRE(features.size() <= std::min<std::size_t>(pairs.size(), budget));
    };
    State state;
    for (int i = 0; i < 8; ++i) state.insert(words.any_fluent());
    for (int step = 0; step < 60; ++step) {
        map.open(std::vector<AtomId>(state.begin(), state.end()));
        const auto parent = as_set(map.all());
        check(state, parent);
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
            map.diff(added, removed, gained, lost);
            std::set<FeatureId> features = parent;
            for (const FeatureId f : lost) BOOST_REQUIRE(features.erase(f) == 1);
            for (const FeatureId f : gained) BOOST_REQUIRE(!parent.count(f) && features.insert(f).second);
            check(child, features);
            last = child;
        }
        BOOST_REQUIRE((as_set(map.all()) == parent));  // children leave no trace
        state = last;
    }
    std::vector<FeatureCount> counts;
    map.counts(counts);
    BOOST_TEST(counts[0].features == ids.size());
    if (budget != AtomPairs::default_budget) return;
    // A feature stands for the pair that all states with it have.
    std::map<FeatureId, Pairs> common;
    for (const auto& [pairs, features] : seen)
        for (const FeatureId f : features) {
            const auto [found, is_first] = common.try_emplace(f, pairs);
            if (!is_first) std::erase_if(found->second, [&](const auto& pair) { return !pairs.contains(pair); });
        }
    for (const auto& [feature, pairs] : common) BOOST_TEST(!pairs.empty());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(atom_pairs)

BOOST_AUTO_TEST_CASE(differences_are_those_of_the_pairs) {
    for (std::uint32_t seed = 0; seed < 150; ++seed) {
        walk(seed, AtomPairs::default_budget);
        walk(seed, 1 + seed % 40);
    }
}

BOOST_AUTO_TEST_CASE(pairs_have_names) {
    Task task;
    task.objects = {{"a", "a", 0, false}, {"b", "b", 0, false}, {"c", "c", 0, false}};
    task.predicates = {{"p", {0}, PredicateKind::fluent, false}};
    AtomTable atoms;
    std::vector<AtomId> state;
    for (ObjectId o = 0; o < 3; ++o) state.push_back(atoms.intern(0, std::span(&o, 1)));
    FeatureIds ids;
    AtomPairs map(task, atoms, ids);
    map.open(state);
    std::set<std::string> names;
    for (const FeatureId f : map.all()) names.insert(map.describe(f)->name);
    BOOST_TEST((names == std::set<std::string>{"(p a) (p b)", "(p a) (p c)", "(p b) (p c)"}));
    BOOST_TEST(!map.describe(77));
    AtomPairs small(task, atoms, ids, nullptr, 1);
    small.open(state);
    BOOST_REQUIRE(small.all().size() == 1u);
    BOOST_TEST(small.describe(small.all()[0])->name == "(p a) (p b) or another pair");
}

BOOST_AUTO_TEST_SUITE_END()
