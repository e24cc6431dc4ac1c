#include "isonova/novelty/novelty.hpp"

#include <boost/test/unit_test.hpp>
#include <future>
#include <memory>
#include <random>
#include <utility>

#include "isonova/features/atom_features.hpp"
#include "isonova/features/union_features.hpp"
#include "isonova/features/wl_features.hpp"
#include "isonova/novelty/count_novelty.hpp"
#include "isonova/novelty/partition_novelty.hpp"
#include "isonova/novelty/quantified_both.hpp"
#include "novelty/slow_novelty.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

struct Seen {
    FeatureSet features;
    Value h;
};

FeatureSet random_features(std::mt19937& random, std::uint32_t below, std::uint32_t percent) {
    FeatureSet features;
    for (FeatureId f = 0; f < below; ++f)
        if (random() % 100 < percent) features.insert(f);
    return features;
}

// Random states in random expansions, by their differences, against the formulas over whole states. `h` starts at
// `start` and is now and then shifted by `far`, to reach values that do not fit 32 bits.
template <class Fast, class Slow>
void compare(std::uint32_t seed, Value start, Value far) {
    std::mt19937 random(seed);
    FeatureIds ids;
    ids.remember_maps();
    const auto next_id = [&] {
        ids.set_map(static_cast<std::uint8_t>(ids.size() % 3));
        ids.next();
    };
    Fast fast(ids);
    Slow slow;
    std::vector<Seen> seen;
    const std::uint32_t percent = 10 + random() % 80;
    for (int i = 0; i < 5; ++i) next_id();
    seen.push_back({random_features(random, ids.size(), percent), start});
    const std::vector<FeatureId> first(seen[0].features.begin(), seen[0].features.end());
    BOOST_TEST((fast.score_and_insert(first, start) == slow(seen[0].features, start)));
    for (int expansion = 0; expansion < 60; ++expansion) {
        const Seen parent = seen[random() % seen.size()];
        const std::vector<FeatureId> all(parent.features.begin(), parent.features.end());
        fast.open(all, parent.h);
        for (std::uint32_t child = random() % 6; child-- > 0;) {
            if (random() % 4 == 0) next_id();
            Seen next{parent.features, parent.h + static_cast<Value>(random() % 5) - 2};
            if (random() % 50 == 0) next.h += far;
            for (const FeatureId f : random_features(random, ids.size(), 20))
                if (!next.features.erase(f)) next.features.insert(f);
            std::vector<FeatureId> gained, lost;
            for (const FeatureId f : next.features)
                if (!parent.features.count(f)) gained.push_back(f);
            for (const FeatureId f : parent.features)
                if (!next.features.count(f)) lost.push_back(f);
            const Key key = fast.score_and_insert(gained, lost, next.h);
            BOOST_REQUIRE((key == slow(next.features, next.h)));
            seen.push_back(next);
        }
    }
}

struct ThreeLevels : PartitionNovelty {
    explicit ThreeLevels(const FeatureIds& ids) : PartitionNovelty(ids, nullptr, 3) {}
};

// Values around 0 and around the ends of 32 bits, from either side.
template <class Fast, class Slow>
void compare_everywhere() {
    constexpr Value ends[] = {-(Value{1} << 31), (Value{1} << 31) - 1, (Value{1} << 32) - 1};
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        compare<Fast, Slow>(seed, 5, 0);
        compare<Fast, Slow>(seed, 0, seed % 2 ? Value{1} << 32 : -(Value{1} << 32));
        compare<Fast, Slow>(seed, ends[seed % 3], 0);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(novelty)

BOOST_AUTO_TEST_CASE(quantified_both_is_its_formula) {
    compare_everywhere<QuantifiedBoth, SlowQuantifiedBoth>();
}

BOOST_AUTO_TEST_CASE(partition_novelty_is_its_formula) {
    compare_everywhere<PartitionNovelty, SlowPartitionNovelty>();
}

BOOST_AUTO_TEST_CASE(levels_are_their_formula) {
    compare_everywhere<ThreeLevels, SlowLevels>();
}

BOOST_AUTO_TEST_CASE(count_based_novelty_is_its_formula) {
    compare_everywhere<CountNovelty, SlowCountNovelty>();
}

BOOST_AUTO_TEST_CASE(novelty_can_forget) {
    FeatureIds ids;
    const std::vector<FeatureId> features{ids.next(), ids.next()};
    QuantifiedBoth qb(ids);
    PartitionNovelty pn(ids);
    CountNovelty cb(ids);
    for (Novelty* novelty : {static_cast<Novelty*>(&qb), static_cast<Novelty*>(&pn), static_cast<Novelty*>(&cb)}) {
        const Key first = novelty->score_and_insert(features, 3);
        BOOST_TEST(novelty->is_new(first));
        BOOST_TEST(!novelty->is_new(novelty->score_and_insert(features, 3)));
        novelty->forget();
        BOOST_TEST(novelty->entries() == 0u);
        BOOST_TEST((novelty->score_and_insert(features, 3) == first));
    }
}

BOOST_AUTO_TEST_CASE(the_first_state_counts_its_features) {
    FeatureIds ids;
    const std::vector<FeatureId> features{ids.next(), ids.next(), ids.next()};
    QuantifiedBoth qb(ids);
    BOOST_TEST(qb.score_and_insert(features, 7).primary == -3);
    BOOST_TEST(qb.score_and_insert(features, 7).primary == 0);
    BOOST_TEST(qb.score_and_insert(features, 9).primary == 3);
    BOOST_TEST(qb.is_new({-1}));
    BOOST_TEST(!qb.is_new({0}));
}

BOOST_AUTO_TEST_CASE(tables_ask_the_memory_limit_before_they_grow) {
    FeatureIds ids;
    std::vector<FeatureId> features;
    for (int i = 0; i < 1000; ++i) features.push_back(ids.next());
    Limits limits;
    QuantifiedBoth qb(ids, &limits);
    PartitionNovelty pn(ids, &limits);
    const auto is_out_of_memory = [](const Halted& halted) { return halted.why == Halt::memory; };
    const auto score_in = [&](std::size_t bytes, Novelty& novelty, Value h) {
        limits.bytes = bytes;
        return novelty.score_and_insert(features, h);
    };
    BOOST_CHECK_EXCEPTION(score_in(1, qb, 3), Halted, is_out_of_memory);
    BOOST_CHECK_EXCEPTION(score_in(1, pn, 3), Halted, is_out_of_memory);
    const std::size_t all = Limits().bytes;
    BOOST_TEST(score_in(all, qb, 3).primary == -1000);
    BOOST_TEST(score_in(1, qb, 2).primary == -1000);                                   // the table is large enough
    BOOST_CHECK_EXCEPTION(score_in(1, qb, Value{1} << 40), Halted, is_out_of_memory);  // but not for 64 bits
    BOOST_TEST(score_in(all, qb, Value{1} << 40).primary == 1000);
    BOOST_TEST(score_in(all, pn, 3).primary == 0);
    BOOST_TEST(score_in(1, pn, 3).primary == 1);
    BOOST_CHECK_EXCEPTION(score_in(1, pn, 2), Halted, is_out_of_memory);
}

// Searches in threads share the task and, grounded, its atoms, and nothing else.
BOOST_AUTO_TEST_CASE(maps_and_novelty_of_one_task_do_not_meet_in_threads) {
    const auto made = [] {
        auto task = std::make_shared<Task>();
        task->types = {{"object", none, 0}};
        task->object_sets.resize(1);
        for (ObjectId o = 0; o < 12; ++o) {
            task->objects.push_back({"o" + std::to_string(o), "", 0, o % 5 == 0});
            task->object_sets[0].push_back(o);
        }
        task->predicates = {{"on", {0, 0}, PredicateKind::fluent, false}, {"big", {0}, PredicateKind::fixed, false}};
        for (ObjectId o = 0; o < 12; o += 3) task->init.add(1, std::span(&o, 1));
        task->goal.push_back({0, false, {Term::object(1), Term::object(2)}});
        return TaskPtr(task);
    }();
    AtomTable atoms(2);
    for (ObjectId a = 0; a < 12; ++a) {
        for (ObjectId b = 0; b < 12; ++b) atoms.intern(0, std::vector<ObjectId>{a, b});
    }
    const auto keys = [&task = *made, &table = std::as_const(atoms)](std::uint32_t seed) {
        std::mt19937 random(seed);
        const Limits limits;
        FeatureIds ids;
        std::vector<std::unique_ptr<FeatureMap>> maps;
        maps.push_back(std::make_unique<AtomFeatures>(task, table, true, ids));
        maps.push_back(make_wl_features(task, table, WlOptions{}, ids, &limits));
        UnionFeatures features(std::move(maps), ids);
        QuantifiedBoth qb(ids, &limits);
        std::set<AtomId> state{3, 17, 40};
        features.open(std::vector<AtomId>(state.begin(), state.end()));
        std::vector<Value> result{qb.score_and_insert(features.all(), 10).primary};
        for (int step = 0; step < 400; ++step) {
            features.open(std::vector<AtomId>(state.begin(), state.end()));
            qb.open(features.all(), 10);
            const auto atom = static_cast<AtomId>(random() % table.size());
            const std::vector<AtomId> changed{atom}, nothing;
            const bool removes = state.erase(atom) != 0;
            if (!removes) state.insert(atom);
            std::vector<FeatureId> gained, lost;
            features.diff(removes ? nothing : changed, removes ? changed : nothing, gained, lost);
            result.push_back(qb.score_and_insert(gained, lost, 10).primary);
        }
        result.push_back(static_cast<Value>(features.work()));
        return result;
    };
    std::vector<std::future<std::vector<Value>>> together;
    for (std::uint32_t seed = 0; seed < 4; ++seed) together.push_back(std::async(std::launch::async, keys, seed));
    for (std::uint32_t seed = 0; seed < 4; ++seed) BOOST_TEST((together[seed].get() == keys(seed)));
}

BOOST_AUTO_TEST_SUITE_END()
