#include "isonova/relaxation/plan_extractor.hpp"

#include <boost/test/unit_test.hpp>

#include "../heuristics/relaxation_checks.hpp"
#include "isonova/ground/ground.hpp"
#include "isonova/heuristics/datalog_add_ff.hpp"
#include "isonova/heuristics/lane_add_ff.hpp"
#include "task/fixture.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

// Jars on a shelf, one hand, and a pile to be made: what is in the hand has to go where the goal wants it, and nowhere
// else first.
const std::string domain = R"((define (domain jars) (:requirements :strips)
  (:predicates (open ?j) (shelved ?j) (hand-free) (held ?j) (upon ?j ?k))
  (:action take :parameters (?j) :precondition (and (open ?j) (shelved ?j) (hand-free))
    :effect (and (held ?j) (not (open ?j)) (not (shelved ?j)) (not (hand-free))))
  (:action shelve :parameters (?j) :precondition (held ?j)
    :effect (and (open ?j) (hand-free) (shelved ?j) (not (held ?j))))
  (:action pile :parameters (?j ?k) :precondition (and (open ?k) (held ?j))
    :effect (and (hand-free) (open ?j) (upon ?j ?k) (not (open ?k)) (not (held ?j))))))";

std::string problem(const std::string& held, const std::string& init) {
    std::string all;
    for (const char* jar : {"a", "b", "c", "d", "e", "f"})
        if (jar != held) all += std::string("(shelved ") + jar + ")";
    return "(define (problem p) (:domain jars) (:objects a b c d e f) (:init " + all + init +
           (held.empty() ? "(hand-free)" : "(held " + held + ")") + ") (:goal (and (upon c b) (upon d c) (upon e d))))";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plan_extractor)

BOOST_AUTO_TEST_CASE(what_an_action_adds_anyway_takes_no_other_action) {
    const std::pair<std::string, Value> cases[] = {
        {problem("", "(open a) (open b) (open c) (open d) (open e) (open f)"), 6},
        // Piling c upon b frees the hand and opens c.
        {problem("c", "(open a) (open b) (open d) (open e) (open f)"), 5},
        {problem("d", "(open a) (open b) (open c) (open e) (open f)"), 5},
        // Something that is not wanted anywhere has to be put away first.
        {problem("f", "(open a) (open b) (open c) (open d) (open e)"), 7},
    };
    for (const auto& [text, expected] : cases) {
        const TaskPtr task = normalise(*parse_text(domain, text));
        Limits limits;
        const GroundTask ground_task = ground(task, limits);
        for (const Splitting splitting : {Splitting::always, Splitting::never, Splitting::smaller}) {
            RelaxedGraphOptions options;
            options.splitting = splitting;
            const auto graph = build_relaxed_graph(*task, CostType::normal, limits, options);
            LaneAddFF ff(graph, ground_task.atoms, Relaxation::ff, limits);
            BOOST_TEST(ff.evaluate_atoms(ground_task.init) == expected);
            BOOST_TEST(relaxed_plan(ff, ground_task.init).actions.size() == static_cast<std::size_t>(expected));
        }
        DatalogAddFF ff(task, ground_task.atoms, Relaxation::ff, CostType::normal, limits);
        BOOST_TEST(ff.evaluate_atoms(ground_task.init) == expected);
    }
}

BOOST_AUTO_TEST_SUITE_END()
