#include "isonova/datalog/splitting.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "isonova/datalog/reachability.hpp"
#include "isonova/datalog/relaxed_rules.hpp"
#include "tasks/random_task.hpp"

using namespace isonova;
using namespace isonova::datalog;

namespace {

Estimates measure_all(const Program& program) {
    Estimates estimates;
    for (const Relation& relation : load(program)) estimates.push_back(measure(relation));
    return estimates;
}

Term v(std::uint32_t index) {
    return Term::variable(index);
}

// Trucks, places and cities: drive(truck, from, to) within a city.
struct Driving {
    Task task;
    Program program;
    Estimates estimates;

    Driving() {
        task.object_sets.emplace_back();
        for (ObjectId o = 0; o < 4; ++o) {
            task.objects.emplace_back();
            task.object_sets[0].push_back(o);
        }
        task.types.push_back({"object", none, 0});
        task.predicates.push_back({"at", {0, 0}, PredicateKind::fluent, false});
        task.predicates.push_back({"in-city", {0, 0}, PredicateKind::fixed, false});
        program = empty_program(task);
        estimates = {{20, {2, 10}}, {10, {10, 2}}, {4, {4}}};
    }
    // at(t, to) <- at(t, from), in-city(from, c), in-city(to, c)
    Rule drive() const {
        Rule rule;
        rule.head = {0, {v(0), v(2)}};
        rule.body = {{0, {v(0), v(1)}}, {1, {v(1), v(3)}}, {1, {v(2), v(3)}}};
        rule.domains.assign(4, 0);
        return rule;
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(splitting)

BOOST_AUTO_TEST_CASE(a_variable_goes_as_soon_as_its_atoms_are_joined) {
    Driving driving;
    driving.program.rules = {driving.drive()};
    const Program split_program = split(driving.program, driving.estimates);
    BOOST_REQUIRE_EQUAL(split_program.rules.size(), 2);
    const Rule& aux = split_program.rules[0];
    BOOST_TEST(aux.head.relation == driving.program.first_auxiliary());
    BOOST_TEST(aux.head.args.size() == 2);  // truck and city
    BOOST_TEST(aux.body.size() == 2);
    BOOST_TEST(split_program.rules[1].body.size() == 2);
    BOOST_TEST(split_program.changes[aux.head.relation]);
}

BOOST_AUTO_TEST_CASE(equal_auxiliary_rules_are_shared) {
    Driving driving;
    driving.program.rules = {driving.drive(), driving.drive()};
    BOOST_TEST(split(driving.program, driving.estimates).rules.size() == 3);
}

BOOST_AUTO_TEST_CASE(an_inequality_keeps_its_variables_until_they_are_joined) {
    Driving driving;
    Rule rule = driving.drive();
    rule.constraints.push_back({v(1), v(2), false});  // from != to
    driving.program.rules = {rule};
    const Program split_program = split(driving.program, driving.estimates);
    for (const Rule& part : split_program.rules)
        for (const Constraint& constraint : part.constraints)
            for (const Term term : {constraint.lhs, constraint.rhs})
                BOOST_TEST(std::any_of(part.body.begin(), part.body.end(), [&](const Atom& atom) {
                    return std::find(atom.args.begin(), atom.args.end(), term) != atom.args.end();
                }));
    const auto constraints = std::count_if(split_program.rules.begin(), split_program.rules.end(),
                                           [](const Rule& part) { return part.constraints.size() == 1; });
    BOOST_TEST(constraints == 1);
}

BOOST_AUTO_TEST_CASE(every_variable_of_a_split_rule_is_bound_by_its_body) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        const TaskPtr task = testing::random_task(seed);
        const Program whole = relaxed_rules(*task);
        Estimates estimates = measure_all(whole);
        const Program program = split(whole, estimates);
        BOOST_TEST(estimates.size() == program.arity.size());
        for (const Rule& rule : program.rules) {
            std::vector<Term> bound;
            for (const Atom& atom : rule.body) bound.insert(bound.end(), atom.args.begin(), atom.args.end());
            const auto check = [&](Term term) {
                if (term.is_variable()) BOOST_REQUIRE(std::find(bound.begin(), bound.end(), term) != bound.end());
            };
            for (const Term term : rule.head.args) check(term);
            for (const Atom& atom : rule.absent) std::for_each(atom.args.begin(), atom.args.end(), check);
            for (const Constraint& constraint : rule.constraints) {
                check(constraint.lhs);
                check(constraint.rhs);
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
