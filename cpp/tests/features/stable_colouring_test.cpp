#include "isonova/features/stable_colouring.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <numeric>

#include "features/slow_wl.hpp"
#include "features/vocabulary.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

using State = std::set<AtomId>;

std::uint64_t colour(StableColouring& colouring, const State& state) {
    return colouring(std::vector<AtomId>(state.begin(), state.end()));
}

// More iterations than any of these graphs has splits.
WlOptions until_nothing_changes() {
    WlOptions options;
    options.iterations = 16;
    options.types = true;
    return options;
}

GroundAtom mapped(GroundAtom atom, const std::vector<ObjectId>& to) {
    for (ObjectId& object : atom.args) object = to[object];
    return atom;
}

// Whether a permutation of the objects changes nothing in the task.
bool keeps(const Task& task, const std::vector<ObjectId>& to) {
    for (ObjectId o = 0; o < to.size(); ++o)
        if (task.objects[o].is_constant && to[o] != o) return false;
    for (const auto& set : task.object_sets)
        for (const ObjectId o : set)
            if (std::find(set.begin(), set.end(), to[o]) == set.end()) return false;
    std::set<GroundAtom> statics;
    for (std::size_t i = 0; i < task.init.size(); ++i)
        statics.insert({task.init.predicate(i), {task.init.args(i).begin(), task.init.args(i).end()}});
    for (const GroundAtom& atom : statics)
        if (!statics.contains(mapped(atom, to))) return false;
    std::set<std::pair<GroundAtom, bool>> goals;
    for (const Literal& literal : task.goal) {
        GroundAtom atom{literal.predicate, {}};
        for (const Term term : literal.args) atom.args.push_back(term.object());
        goals.insert({atom, literal.negated});
    }
    return std::all_of(goals.begin(), goals.end(),
                       [&](const auto& goal) { return goals.contains({mapped(goal.first, to), goal.second}); });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stable_colouring)

BOOST_AUTO_TEST_CASE(tells_the_same_states_apart_as_the_definition) {
    std::size_t states = 0, alike = 0;
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        Vocabulary words(seed);
        StableColouring colouring(words.task, words.atoms);
        SlowWl slow(words.task, words.atoms, until_nothing_changes());
        std::map<std::uint64_t, std::set<SlowWl::Feature>> by_fast;
        std::map<std::set<SlowWl::Feature>, std::uint64_t> by_slow;
        State state;
        for (int step = 0; step < 40; ++step) {
            for (std::uint32_t changes = 1 + words.below(3); changes-- > 0;) {
                const AtomId atom = words.below(2) || state.empty() ? words.any_fluent() : *state.begin();
                if (!state.erase(atom)) state.insert(atom);
            }
            const std::uint64_t fast = colour(colouring, state);
            const std::set<SlowWl::Feature> expected = slow(state);
            BOOST_TEST_CONTEXT("seed " << seed << ", step " << step) {
                BOOST_REQUIRE((by_fast.try_emplace(fast, expected).first->second == expected));
                BOOST_REQUIRE((by_slow.try_emplace(expected, fast).first->second == fast));
            }
            ++states;
        }
        alike += 40 - by_fast.size();
    }
    BOOST_TEST(states == 4000u);
    BOOST_TEST(alike > 300u);
}

BOOST_AUTO_TEST_CASE(is_the_same_for_symmetric_states) {
    std::size_t compared = 0;
    for (std::uint32_t seed = 0; seed < 400; ++seed) {
        Vocabulary words(seed);
        if (words.task.objects.size() > 5) continue;
        // With less to tell objects apart, there are more symmetries.
        for (Object& object : words.task.objects) object.is_constant &= seed % 4 == 0;
        if (seed % 3 != 0) words.task.object_sets[1] = words.task.object_sets[2] = {};
        if (seed % 2 != 0) words.task.goal.clear();
        if (seed % 5 != 0) words.task.init = {};
        StableColouring colouring(words.task, words.atoms);
        std::vector<ObjectId> to(words.task.objects.size());
        std::iota(to.begin(), to.end(), ObjectId{0});
        do {
            if (!keeps(words.task, to)) continue;
            State state, other;
            for (std::uint32_t i = words.below(8); i-- > 0;) {
                const AtomId atom = words.any_fluent();
                const GroundAtom image = mapped(
                    {words.atoms.predicate(atom), {words.atoms.args(atom).begin(), words.atoms.args(atom).end()}}, to);
                state.insert(atom);
                other.insert(words.atoms.intern(image.predicate, image.args));
            }
            BOOST_TEST_CONTEXT("seed " << seed) {
                BOOST_REQUIRE(colour(colouring, state) == colour(colouring, other));
            }
            compared += state != other;
        } while (std::next_permutation(to.begin(), to.end()));
    }
    BOOST_TEST(compared > 300u);
}

BOOST_AUTO_TEST_CASE(objects_that_an_axiom_names_are_themselves) {
    Task task;
    task.types = {{"object", none, 0}};
    task.objects = {{"a", "a", 0, false}, {"b", "b", 0, false}};
    task.object_sets = {{0, 1}};
    task.predicates = {{"p", {0}, PredicateKind::fluent, false}, {"goal", {}, PredicateKind::derived, true}};
    AtomTable atoms;
    const ObjectId a = 0, b = 1;
    const std::vector<AtomId> pa{atoms.intern(0, std::span(&a, 1))}, pb{atoms.intern(0, std::span(&b, 1))};
    {
        StableColouring colouring(task, atoms);
        BOOST_TEST(colouring.any_alike());
        BOOST_TEST(colouring(pa) == colouring(pb));
    }
    Axiom axiom;
    axiom.head = {1, false, {}};
    axiom.body.literals = {{0, false, {Term::object(a)}}};
    task.axioms.push_back(axiom);
    StableColouring colouring(task, atoms);
    BOOST_TEST(!colouring.any_alike());
    BOOST_TEST(colouring(pa) != colouring(pb));
}

BOOST_AUTO_TEST_SUITE_END()
