#include "isonova/planner/plan.hpp"

#include <boost/test/unit_test.hpp>

#include "../tasks/random_task.hpp"
#include "isonova/planner/names.hpp"

using namespace isonova;

BOOST_AUTO_TEST_SUITE(plan_suite)

BOOST_AUTO_TEST_CASE(every_heuristic_finds_the_same_tasks_solvable) {
    std::size_t solved = 0, before_search = 0, in_search = 0;
    for (std::uint32_t seed = 0; seed < 400; ++seed) {
        const TaskPtr task = testing::random_task(seed);
        int code = -1;
        for (const auto& heuristic : heuristic_names) {
            PlanOptions options;
            options.heuristic = heuristic.kind;
            options.max_expansions = 2000;
            Limits limits;
            const PlanResult result = plan(task, options, limits);
            if (result.status == Status::limit_reached) continue;
            BOOST_TEST_CONTEXT("seed " << seed << ", " << heuristic.name) {
                BOOST_TEST((code == -1 || code == result.exit_code()));
                code = result.exit_code();
            }
        }
        solved += code == 0;
        before_search += code == 10;
        in_search += code == 11;
    }
    BOOST_TEST(solved > 30u);
    BOOST_TEST(before_search > 10u);
    BOOST_TEST(in_search > 0u);
}

BOOST_AUTO_TEST_CASE(unknown_names_are_answered_with_near_ones) {
    const auto message = [](const char* what, const char* name, const auto& names) -> std::string {
        try {
            kind_of(what, name, names);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    };
    BOOST_TEST(message("heuristic", "fff", heuristic_names) ==
               "unknown heuristic 'fff'; did you mean ff? Known: blind, gc, add, ff, lm, hmax, gc+r, lm+ff");
    BOOST_TEST(message("cost type", "plus_one", cost_type_names) ==
               "unknown cost type 'plus_one'; did you mean plusone? Known: normal, one, plusone");
    BOOST_TEST(message("tie break", "zzzzzzzzz", tie_break_names) == "unknown tie break 'zzzzzzzzz'. Known: fifo, g");
    BOOST_TEST(message("engine", "Grounded", engine_names) ==
               "unknown engine 'Grounded'; did you mean grounded? Known: auto, "
               "grounded, lifted");
}

BOOST_AUTO_TEST_CASE(limits_are_statuses) {
    std::size_t out_of_time = 0, interrupted = 0;
    for (std::uint32_t seed = 0; seed < 30; ++seed) {
        const TaskPtr task = testing::random_task(seed);
        Limits unlimited, late, stopped;
        if (plan(task, {}, unlimited).exit_code() == 10) continue;
        late.start -= std::chrono::seconds(2);
        out_of_time += plan(task, {.time_limit = 1}, late).status == Status::out_of_time;
        stopped.token = std::make_shared<StopToken>();
        stopped.token->stop = true;
        const PlanResult result = plan(task, {}, stopped);
        BOOST_TEST((result.status == Status::interrupted));
        BOOST_TEST(result.exit_code() == 130);
        ++interrupted;
    }
    BOOST_TEST(interrupted > 5u);
    BOOST_TEST(out_of_time == interrupted);
}

BOOST_AUTO_TEST_SUITE_END()
