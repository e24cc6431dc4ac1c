#include "isonova/planner/windows.hpp"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <limits>
#include <map>
#include <queue>
#include <random>
#include <thread>

#include "isonova/ground/ground.hpp"
#include "isonova/planner/window_goals.hpp"
#include "random_walk.hpp"

using namespace isonova;
using isonova::testing::Atoms;
using isonova::testing::PlainAction;
using isonova::testing::PlainCondition;
using isonova::testing::PlainSimulator;
using isonova::testing::random_walk;
using isonova::testing::Walk;

namespace {

constexpr std::uint64_t no_end = std::numeric_limits<std::uint64_t>::max() / 2;

std::shared_ptr<const GroundTask> grounded(const TaskPtr& task) {
    Limits limits;
    return std::make_shared<const GroundTask>(ground(task, limits));
}

Atoms named(const GroundTask& task, const Simulation::State& bits) {
    Atoms out;
    for_each_bit(bits.data(), bits.size(), [&](AtomId atom) {
        if (atom < task.fluent_count)
            out.insert({task.atoms.predicate(atom), {task.atoms.args(atom).begin(), task.atoms.args(atom).end()}});
    });
    return out;
}

bool holds(const PlainCondition& condition, const Atoms& state) {
    return std::all_of(condition.first.begin(), condition.first.end(),
                       [&](auto& atom) { return state.contains(atom); }) &&
           std::none_of(condition.second.begin(), condition.second.end(),
                        [&](auto& atom) { return state.contains(atom); });
}

// As the definition reads, forwards: what is read from a step on before it was written.
class SlowReads {
  public:
    SlowReads(const PlainSimulator& simulator, const std::vector<ActionInstance>& plan)
        : simulator_(simulator), plan_(plan) {}

    Atoms from(std::size_t first, Atoms state) {
        reads_.clear();
        written_.clear();
        for (std::size_t i = first; i < plan_.size(); ++i) {
            const Atoms full = simulator_.full(state);
            const PlainAction& action = way(plan_[i], full);
            read(action.precondition);
            for (const auto& [condition, effect] : action.conditional) read(condition);
            write(action.effect);
            for (const auto& [condition, effect] : action.conditional)
                if (holds(condition, full)) write(effect);
            state = simulator_.apply(plan_[i], state)->first;
        }
        read({simulator_.plain().goal, simulator_.plain().negative_goal});
        return reads_;
    }

  private:
    const PlainAction& way(const ActionInstance& step, const Atoms& full) const {
        for (const auto& [key, action] : simulator_.plain().actions) {
            const ActionInstance found = simulator_.instance(key.first, key.second);
            if (found.action == step.action && found.arguments == step.arguments && holds(action.precondition, full))
                return action;
        }
        throw std::logic_error("not applicable");
    }
    void read(const PlainCondition& condition) {
        Atoms seen;
        for (const Atoms* atoms : {&condition.first, &condition.second})
            for (const GroundAtom& atom : *atoms) read(atom, seen);
    }
    void read(const GroundAtom& atom, Atoms& seen) {
        if (!seen.insert(atom).second) return;
        if (simulator_.plain().fluents.contains(atom) && !written_.contains(atom)) reads_.insert(atom);
        for (const auto& [stratum, head, body] : simulator_.plain().axioms)
            if (head == atom)
                for (const Atoms* atoms : {&body.first, &body.second})
                    for (const GroundAtom& each : *atoms) read(each, seen);
    }
    void write(const testing::PlainEffect& effect) {
        written_.insert(effect.adds.begin(), effect.adds.end());
        written_.insert(effect.deletes.begin(), effect.deletes.end());
    }

    const PlainSimulator& simulator_;
    const std::vector<ActionInstance>& plan_;
    Atoms reads_, written_;
};

// The cost of an optimal plan, by Dijkstra's algorithm over sets of atoms; nothing if there are too many states.
std::optional<std::int64_t> optimal_cost(const PlainSimulator& simulator) {
    using Entry = std::pair<std::int64_t, Atoms>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    std::map<Atoms, std::int64_t> best{{simulator.plain().init, 0}};
    open.emplace(0, simulator.plain().init);
    while (!open.empty() && best.size() < 300) {
        const auto [cost, state] = open.top();
        open.pop();
        if (cost > best[state]) continue;
        if (simulator.is_goal(state)) return cost;
        for (const auto& [key, action] : simulator.plain().actions) {
            const auto next = simulator.apply(simulator.instance(key.first, key.second), state);
            if (!next) continue;
            const auto [place, is_new] = best.try_emplace(next->first, cost + next->second);
            if (!is_new && place->second <= cost + next->second) continue;
            place->second = cost + next->second;
            open.emplace(place->second, next->first);
        }
    }
    return std::nullopt;
}

std::int64_t cost_of(const PlainSimulator& simulator, const std::vector<ActionInstance>& plan) {
    std::int64_t out = 0;
    Atoms state = simulator.plain().init;
    for (const ActionInstance& step : plan) {
        const auto next = simulator.apply(step, state);
        BOOST_REQUIRE(next);
        state = next->first;
        out += next->second;
    }
    return out;
}

bool equal(const std::vector<Windows::Plan>& a, const std::vector<Windows::Plan>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.cost == y.cost && std::equal(x.steps.begin(), x.steps.end(), y.steps.begin(), y.steps.end(),
                                              [](const ActionInstance& one, const ActionInstance& two) {
                                                  return one.action == two.action && one.arguments == two.arguments;
                                              });
    });
}

std::vector<Windows::Plan> improve(const Walk& walk, bool lifted, const WindowOptions& options = {},
                                   std::uint64_t work = no_end) {
    Limits limits;
    Windows windows(walk.task, lifted ? nullptr : grounded(walk.task), limits, options);
    windows.improve(walk.plan);
    std::vector<Windows::Plan> out;
    while (!windows.is_over())
        if (auto plan = windows.next(work)) out.push_back(std::move(*plan));
    return out;
}

bool has_conditions(const Task& task) {
    return std::any_of(task.schemata.begin(), task.schemata.end(), [](const Schema& schema) {
        return std::any_of(schema.effects.begin(), schema.effects.end(),
                           [](const Effect& effect) { return !effect.unconditional(); });
    });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(windows_suite)

BOOST_AUTO_TEST_CASE(the_rest_needs_what_it_reads_before_it_writes_it) {
    std::size_t states = 0, read = 0, changed = 0, with_axioms = 0, with_conditions = 0;
    for (std::uint32_t seed = 0; seed < 1500; ++seed) {
        const Walk walk = random_walk(seed);
        const PlainSimulator simulator(*walk.task);
        const auto task = grounded(walk.task);
        Limits limits;
        Simulation simulation(*task, limits);
        const auto trace = trace_plan(simulation, StepWays(*task).of(walk.plan));
        BOOST_TEST_CONTEXT("seed " << seed) {
            BOOST_REQUIRE(trace);
            std::mt19937 random(seed);
            for (std::size_t i = 0; i <= walk.plan.size(); ++i) {
                const Atoms state = named(*task, trace->states[i]), reads = named(*task, trace->needed[i]);
                BOOST_TEST((reads == SlowReads(simulator, walk.plan).from(i, state)));
                // Any state that agrees on these atoms lets the rest reach the goal.
                for (int trial = 0; trial < 3; ++trial) {
                    Atoms other = state;
                    for (const GroundAtom& atom : simulator.plain().fluents)
                        if (!reads.contains(atom) && random() % 2 == 0 && !other.insert(atom).second) other.erase(atom);
                    changed += other != state;
                    for (std::size_t step = i; step < walk.plan.size(); ++step) {
                        const auto next = simulator.apply(walk.plan[step], other);
                        BOOST_REQUIRE(next);
                        other = next->first;
                    }
                    BOOST_TEST(simulator.is_goal(other));
                }
                ++states;
                read += reads.size();
                with_axioms += !walk.task->axioms.empty();
                with_conditions += has_conditions(*walk.task);
            }
        }
    }
    BOOST_TEST(states > 2000u);
    BOOST_TEST(read > 2000u);
    BOOST_TEST(changed > 2000u);
    BOOST_TEST(with_axioms > 500u);
    BOOST_TEST(with_conditions > 500u);
}

BOOST_AUTO_TEST_CASE(plans_are_valid_and_cost_less_and_less_in_both_engines, *boost::unit_test::label("slow")) {
    std::size_t better = 0, several = 0, as_found = 0, with_axioms = 0, with_conditions = 0, repeated = 0;
    for (std::uint32_t seed = 0; seed < 1000; ++seed) {
        const Walk walk = random_walk(seed);
        const PlainSimulator simulator(*walk.task);
        WindowOptions options;
        options.shortest = 1 + seed % 5;
        options.evaluations = 1 + seed % 50;
        options.estimate = seed % 2 == 0 ? Relaxation::add : Relaxation::ff;
        BOOST_TEST_CONTEXT("seed " << seed) {
            const auto plans = improve(walk, false, options);
            std::int64_t cost = cost_of(simulator, walk.plan);
            for (const Windows::Plan& plan : plans) {
                BOOST_TEST(simulator.valid(plan.steps));
                BOOST_TEST(plan.cost == cost_of(simulator, plan.steps));
                BOOST_TEST(plan.cost < cost);
                cost = plan.cost;
            }
            BOOST_TEST(equal(plans, improve(walk, false, options)));
            BOOST_TEST(equal(plans, improve(walk, false, options, 1)));  // one window after the other
            BOOST_TEST(equal(plans, improve(walk, true, options)));
            better += !plans.empty();
            several += plans.size() > 1;
            as_found += plans.empty();
            with_axioms += !plans.empty() && !walk.task->axioms.empty();
            with_conditions += !plans.empty() && has_conditions(*walk.task);
            repeated += !plans.empty() && plans.back().steps.empty();
        }
    }
    BOOST_TEST(better > 100u);
    BOOST_TEST(several > 20u);
    BOOST_TEST(as_found > 50u);
    BOOST_TEST(with_axioms > 10u);
    BOOST_TEST(with_conditions > 30u);
    BOOST_TEST(repeated > 5u);
}

// Where estimates prune nothing, the window of the whole plan ends with an optimal plan.
BOOST_AUTO_TEST_CASE(without_trust_in_estimates_plans_become_optimal) {
    std::size_t better = 0, optimal_before = 0;
    for (std::uint32_t seed = 0; seed < 800; ++seed) {
        const Walk walk = random_walk(seed);
        const PlainSimulator simulator(*walk.task);
        const auto optimal = optimal_cost(simulator);
        if (!optimal) continue;
        WindowOptions options;
        options.trust = 0;
        options.shortest = 1;
        BOOST_TEST_CONTEXT("seed " << seed) {
            const auto plans = improve(walk, seed % 2 == 0, options);
            const std::int64_t before = cost_of(simulator, walk.plan);
            BOOST_TEST((plans.empty() ? before : plans.back().cost) == *optimal);
            better += !plans.empty();
            optimal_before += before == *optimal;
            BOOST_TEST((before == *optimal) == plans.empty());
        }
    }
    BOOST_TEST(better > 50u);
    BOOST_TEST(optimal_before > 20u);
}

BOOST_AUTO_TEST_CASE(without_work_nothing_happens) {
    const Walk walk = random_walk(3);
    Limits limits;
    Windows windows(walk.task, grounded(walk.task), limits);
    BOOST_TEST(windows.is_over());  // there is no plan yet
    windows.improve(walk.plan);
    BOOST_TEST(!windows.next(0));
    BOOST_TEST(!windows.is_over());
}

BOOST_AUTO_TEST_CASE(empty_plans_and_plans_that_are_not_valid_are_over_at_once) {
    std::size_t invalid = 0, empty = 0;
    for (std::uint32_t seed = 0; seed < 800; ++seed) {
        Walk walk = random_walk(seed);
        const PlainSimulator simulator(*walk.task);
        walk.plan.resize(std::min<std::size_t>(walk.plan.size(), seed % 2));
        empty += walk.plan.empty() && simulator.valid(walk.plan);
        invalid += !simulator.valid(walk.plan);
        if (!walk.plan.empty() && simulator.valid(walk.plan)) continue;
        for (const bool lifted : {false, true}) BOOST_TEST(improve(walk, lifted).empty());
    }
    BOOST_TEST(invalid > 50u);
    BOOST_TEST(empty > 10u);
}

// Wherever a limit strikes, the plan is as it was, and work that goes on later ends with the same plans.
BOOST_AUTO_TEST_CASE(a_limit_in_the_middle_of_a_window_changes_nothing) {
    std::size_t struck = 0, plans_between = 0;
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const Walk walk = random_walk(seed);
        const bool lifted = seed % 2 == 0;
        const auto expected = improve(walk, lifted);
        Limits limits;
        Windows windows(walk.task, lifted ? nullptr : grounded(walk.task), limits);
        windows.improve(walk.plan);
        std::vector<Windows::Plan> plans;
        for (std::uint32_t round = 0; !windows.is_over(); ++round) {
            limits = Limits();
            limits.token = std::make_shared<StopToken>();
            limits.token->stop = round == 0;
            std::thread stopper([token = limits.token, round] {
                if (round > 14) return;
                std::this_thread::sleep_for(std::chrono::microseconds(1 << round));
                token->stop = true;
            });
            if (auto plan = windows.next(no_end))
                plans.push_back(std::move(*plan));
            else
                struck += !windows.is_over();
            stopper.join();
        }
        plans_between += !plans.empty();
        BOOST_TEST_CONTEXT("seed " << seed) {
            BOOST_TEST(equal(plans, expected));
        }
    }
    BOOST_TEST(struck > 10u);
    BOOST_TEST(plans_between > 10u);
}

BOOST_AUTO_TEST_SUITE_END()
