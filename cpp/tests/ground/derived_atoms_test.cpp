#include "isonova/ground/derived_atoms.hpp"

#include <boost/test/unit_test.hpp>
#include <random>

#include "isonova/ground/axiom_evaluator.hpp"
#include "random_ground_task.hpp"

using namespace isonova;
using isonova::testing::Atoms;
using isonova::testing::Interpreter;
using isonova::testing::RandomGroundTask;
using isonova::testing::Shape;

namespace {

// From all fluent atoms, in the two ways there are.
Atoms derived_from_scratch(const GroundTask& task, const Atoms& fluents) {
    std::vector<Word> state(words_for(task.atoms.size()));
    for (const AtomId atom : fluents) insert(state.data(), atom);
    AxiomEvaluator(task).derive(state.data());
    Atoms derived;
    for_each_bit(state.data(), state.size(), [&](AtomId atom) {
        if (atom >= task.fluent_count) derived.insert(atom);
    });
    const Atoms full = Interpreter(task).full(fluents);
    BOOST_REQUIRE((derived == Atoms(full.lower_bound(task.fluent_count), full.end())));
    return derived;
}

std::vector<AtomId> without(const Atoms& some, const Atoms& others) {
    std::vector<AtomId> out;
    std::set_difference(some.begin(), some.end(), others.begin(), others.end(), std::back_inserter(out));
    return out;
}

struct Counts {
    std::size_t added = 0, removed = 0, both = 0;
};

// Changes some fluents at a time and takes every other change back, as an expansion does with its children.
void walk(std::uint64_t seed, const Shape& shape, Counts& counts) {
    const auto task = RandomGroundTask::make(seed, shape);
    std::mt19937_64 random(seed);
    DerivedAtoms derived(*task);
    Atoms fluents, now = derived_from_scratch(*task, fluents);
    BOOST_TEST((Atoms(derived.added().begin(), derived.added().end()) == now));
    for (int step = 0; step < 60; ++step) {
        Atoms next_fluents = fluents;
        const std::uint64_t changes = random() % 8 == 0 ? task->fluent_count : random() % 4;
        for (std::uint64_t i = 0; i < changes; ++i) {
            const auto atom = static_cast<AtomId>(random() % task->fluent_count);
            if (next_fluents.erase(atom) == 0) next_fluents.insert(atom);
        }
        const Atoms next = derived_from_scratch(*task, next_fluents);
        derived.change(without(next_fluents, fluents), without(fluents, next_fluents));
        const std::vector<AtomId> added = without(next, now), removed = without(now, next);
        BOOST_TEST_CONTEXT("step " << step) {
            BOOST_TEST(std::ranges::equal(derived.added(), added));
            BOOST_TEST(std::ranges::equal(derived.removed(), removed));
        }
        counts.added += added.size();
        counts.removed += removed.size();
        counts.both += !added.empty() && !removed.empty();
        if (random() % 2 == 0) {
            derived.undo();
        } else {
            fluents = next_fluents;
            now = next;
        }
    }
}

// A task with two fluents, 0 and 1, and two derived atoms, 2 and 3. Each axiom is its head before its body.
GroundTask two_and_two(const std::vector<std::vector<AtomId>>& axioms) {
    GroundTask task;
    task.atoms = AtomTable(1);
    for (ObjectId i = 0; i < 4; ++i) task.atoms.intern(0, std::span(&i, 1));
    task.fluent_count = 2;
    for (const auto& axiom : axioms) {
        task.axiom_head.push_back(axiom.front());
        task.axiom_body.push_row(std::span(axiom).subspan(1));
        task.axiom_negative_body.end_row();
    }
    task.axiom_start.push_back(task.axiom_count());
    return task;
}

const std::vector<AtomId> no_atoms, first{0}, second{1}, both{0, 1}, derived_atoms_of_task{2, 3};

}  // namespace

BOOST_AUTO_TEST_SUITE(derived_atoms)

BOOST_AUTO_TEST_CASE(changes_are_those_of_a_derivation_from_scratch) {
    Counts counts;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            Shape shape;
            walk(seed, shape, counts);
            shape.facts = false;
            walk(seed, shape, counts);
            shape.strata = 1;  // small and recursive
            shape.axioms_per_stratum = 12;
            walk(seed, shape, counts);
            shape.fluents = 20;
            shape.derived = 90;
            shape.strata = 5;
            shape.axioms_per_stratum = 40;
            walk(seed, shape, counts);
            shape.negation = false;
            walk(seed, shape, counts);
        }
    }
    BOOST_TEST(counts.added > 10'000u);
    BOOST_TEST(counts.removed > 10'000u);
    BOOST_TEST(counts.both > 1'000u);  // through negation
}

BOOST_AUTO_TEST_CASE(atoms_that_only_support_each_other_become_false) {
    const GroundTask task = two_and_two({{2, 0}, {2, 3}, {3, 2}, {3, 1}});
    DerivedAtoms derived(task);
    derived.change(both, no_atoms);
    BOOST_TEST(std::ranges::equal(derived.added(), derived_atoms_of_task));
    derived.change(no_atoms, first);  // the other fluent still supports both
    BOOST_TEST((derived.added().empty() && derived.removed().empty()));
    derived.change(no_atoms, second);
    BOOST_TEST(std::ranges::equal(derived.removed(), derived_atoms_of_task));
}

BOOST_AUTO_TEST_CASE(another_axiom_takes_the_place_of_the_first) {
    const GroundTask task = two_and_two({{2, 0}, {2, 1}, {3, 2}});
    DerivedAtoms derived(task);
    derived.change(first, no_atoms);
    for (int i = 0; i < 3; ++i) {
        derived.change(second, first);
        BOOST_TEST((derived.added().empty() && derived.removed().empty()));
        derived.undo();
    }
    derived.change(no_atoms, first);
    BOOST_TEST(std::ranges::equal(derived.removed(), derived_atoms_of_task));
}

BOOST_AUTO_TEST_CASE(a_task_without_axioms_has_none) {
    const auto task = RandomGroundTask::make(0, {.axioms = false});
    BOOST_TEST(DerivedAtoms(*task).empty());
}

BOOST_AUTO_TEST_SUITE_END()
