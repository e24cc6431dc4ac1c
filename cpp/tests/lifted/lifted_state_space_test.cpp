#include "isonova/lifted/lifted_state_space.hpp"

#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "isonova/pddl/syntax.hpp"
#include "isonova/task/normalise.hpp"
#include "lifted/same_states.hpp"
#include "tasks/random_task.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

// A random task may negate an atom in the stratum that derives it; no normalised task does.
bool stratified(const Task& task) {
    for (const Axiom& axiom : task.axioms)
        for (const Literal& literal : axiom.body.literals)
            for (const Axiom& other : task.axioms)
                if (literal.negated && other.head.predicate == literal.predicate && other.stratum >= axiom.stratum)
                    return false;
    return true;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lifted_state_space)

BOOST_AUTO_TEST_CASE(random_tasks_have_the_same_states_as_grounded, *boost::unit_test::label("slow")) {
    std::size_t states = 0;
    for (std::uint32_t seed = 0; seed < 3000; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            const TaskPtr task = random_task(seed);
            if (stratified(*task)) states += compare_spaces(task, 200);
        }
    }
    BOOST_TEST(states > 10000);  // the tasks are worth comparing
}

BOOST_AUTO_TEST_CASE(tasks_of_every_language_feature_have_the_same_states_as_grounded) {
    std::uint32_t count = 0;
    for (const auto& folder : std::filesystem::directory_iterator(ISONOVA_TEST_TASKS)) {
        if (!folder.is_directory()) continue;
        BOOST_TEST_CONTEXT(folder.path().string()) {
            const auto tree = pddl::parse(pddl::read_source((folder.path() / "domain.pddl").string()),
                                          pddl::read_source((folder.path() / "problem.pddl").string()));
            compare_spaces(normalise(*tree), 500);
            ++count;
        }
    }
    BOOST_TEST(count >= 30);
}

BOOST_AUTO_TEST_SUITE_END()
