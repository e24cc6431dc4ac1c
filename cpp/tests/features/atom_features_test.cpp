#include "isonova/features/atom_features.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "isonova/features/union_features.hpp"

using namespace isonova;

namespace {

struct Fixture {
    Task task;
    AtomTable atoms;
    FeatureIds ids;
    Fixture() {
        task.objects = {{"a", "a", 0, false}, {"b", "b", 0, false}};
        task.predicates = {{"p", {0}, PredicateKind::fluent, false},
                           {"s", {0}, PredicateKind::fixed, false},
                           {"made", {0}, PredicateKind::derived, true}};
        const ObjectId a = 0, b = 1;
        task.init.add(1, std::span(&a, 1));
        task.init.add(1, std::span(&b, 1));
        for (const ObjectId o : {a, b}) atoms.intern(0, std::span(&o, 1));
        atoms.intern(2, std::span(&a, 1));
    }
};

std::vector<FeatureId> sorted(std::span<const FeatureId> features) {
    std::vector<FeatureId> result(features.begin(), features.end());
    std::sort(result.begin(), result.end());
    return result;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(atom_features, Fixture)

BOOST_AUTO_TEST_CASE(invented_predicates_are_hidden) {
    AtomFeatures at(task, atoms, false, ids);
    const std::vector<AtomId> state{0, 2};
    at.open(state);
    BOOST_TEST(at.all().size() == 1u);
    const std::vector<AtomId> added{1}, removed{0, 2};
    std::vector<FeatureId> gained, lost;
    at.diff(added, removed, gained, lost);
    BOOST_TEST(gained.size() == 1u);
    BOOST_TEST(lost == sorted(at.all()), boost::test_tools::per_element());
    BOOST_TEST(at.describe(gained[0])->name == "(p b)");
    for (int i = 0; i < 40; ++i) at.open(state);
    BOOST_TEST(at.work() == (5u + 80u) / 16);
    BOOST_TEST(!at.describe(77));
}

BOOST_AUTO_TEST_CASE(static_atoms_are_there_if_wanted) {
    AtomFeatures at(task, atoms, true, ids);
    const std::vector<AtomId> state{0};
    at.open(state);
    at.open(state);
    BOOST_TEST(at.all().size() == 3u);
}

BOOST_AUTO_TEST_CASE(the_table_may_grow) {
    AtomFeatures at(task, atoms, false, ids);
    at.open({});
    task.objects.push_back({"c", "c", 0, false});
    const ObjectId c = 2;
    const std::vector<AtomId> added{atoms.intern(0, std::span(&c, 1))};
    std::vector<FeatureId> gained, lost;
    at.diff(added, {}, gained, lost);
    BOOST_TEST(gained.size() == 1u);
    BOOST_TEST(lost.empty());
}

BOOST_AUTO_TEST_CASE(a_union_has_disjoint_features) {
    std::vector<std::unique_ptr<FeatureMap>> maps;
    maps.push_back(std::make_unique<AtomFeatures>(task, atoms, false, ids));
    maps.push_back(std::make_unique<AtomFeatures>(task, atoms, true, ids));
    UnionFeatures both(std::move(maps), ids);
    const std::vector<AtomId> state{0, 1};
    both.open(state);
    auto features = sorted(both.all());
    BOOST_TEST(features.size() == 6u);
    BOOST_TEST((std::unique(features.begin(), features.end()) == features.end()));
    std::vector<FeatureId> gained, lost;
    both.diff({}, state, gained, lost);
    BOOST_TEST(gained.empty());
    BOOST_TEST(lost.size() == 4u);
}

BOOST_AUTO_TEST_SUITE_END()
