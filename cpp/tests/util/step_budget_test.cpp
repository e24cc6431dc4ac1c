#include "isonova/util/step_budget.hpp"

#include <boost/test/unit_test.hpp>

using namespace isonova;

BOOST_AUTO_TEST_SUITE(step_budget)

BOOST_AUTO_TEST_CASE(holds_while_it_lives) {
    Limits limits;
    {
        const StepBudget budget(limits, 10);
        BOOST_TEST((limits.count(10) == Halt::go_on));
        BOOST_TEST(!budget.is_spent());
        BOOST_TEST((limits.count(1) == Halt::steps));
        BOOST_TEST(budget.is_spent());
    }
    BOOST_TEST((limits.count(1000) == Halt::go_on));
}

BOOST_AUTO_TEST_CASE(an_outer_budget_still_holds) {
    Limits limits;
    const StepBudget outer(limits, 20);
    {
        const StepBudget inner(limits, 5);
        BOOST_TEST((limits.count(6) == Halt::steps));
        BOOST_TEST(inner.is_spent());
    }
    BOOST_TEST(!outer.is_spent());
    const StepBudget wide(limits, 1000);
    BOOST_TEST((limits.count(30) == Halt::steps));
    BOOST_TEST(!wide.is_spent());
}

BOOST_AUTO_TEST_SUITE_END()
