#include "isonova/datalog/join.hpp"

#include <boost/test/unit_test.hpp>
#include <map>
#include <random>

using namespace isonova;
using namespace isonova::datalog;

BOOST_AUTO_TEST_SUITE(join)

// Fed tuple by tuple through every trigger, a rule that names one relation three times reports each binding once.
BOOST_AUTO_TEST_CASE(triggers_report_every_binding_once) {
    Task task;
    task.object_sets.emplace_back();
    for (ObjectId o = 0; o < 9; ++o) {
        task.objects.emplace_back();
        task.object_sets[0].push_back(o);
    }
    const Term x = Term::variable(0), y = Term::variable(1), z = Term::variable(2);
    Rule rule;
    rule.body = {{0, {x, y}}, {0, {y, z}}, {0, {z, x}}};
    rule.domains.assign(3, 0);
    rule.constraints.push_back({x, Term::object(4), false});
    const ObjectBits sets(task);
    Limits limits;
    Relations relations(1, Relation(2, 9));
    std::vector<Join> triggers;
    for (std::uint32_t i = 0; i < 3; ++i)
        triggers.emplace_back(rule, i, 0, relations, sets, Estimates{{40, {9, 9}}}, limits);
    std::mt19937 random(3);
    std::map<std::vector<ObjectId>, int> found;
    for (int i = 0; i < 60; ++i) {
        const ObjectId tuple[2] = {static_cast<ObjectId>(random() % 9), static_cast<ObjectId>(random() % 9)};
        if (!relations[0].insert(tuple)) continue;
        relations[0].publish_next();
        for (Join& trigger : triggers)
            trigger.run(relations[0].published() - 1,
                        [&](const ObjectId* values) { ++found[std::vector<ObjectId>(values, values + 3)]; });
    }
    std::size_t expected = 0;
    for (ObjectId a = 0; a < 9; ++a)
        for (ObjectId b = 0; b < 9; ++b)
            for (ObjectId c = 0; c < 9; ++c) {
                const ObjectId ab[2] = {a, b}, bc[2] = {b, c}, ca[2] = {c, a};
                if (a != 4 && relations[0].find(ab) != none && relations[0].find(bc) != none &&
                    relations[0].find(ca) != none) {
                    ++expected;
                    BOOST_TEST((found[{a, b, c}] == 1));
                }
            }
    BOOST_TEST(expected > 20);
    BOOST_TEST(found.size() == expected);
}

BOOST_AUTO_TEST_SUITE_END()
