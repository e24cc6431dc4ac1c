// Compares, on one task, add and ff on the relaxed graph with the plain heuristics over ground actions: values on all
// children along a random walk, with every cost type, then whole searches, also between the engines. Prints what it
// found as one line of JSON.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>

#include "isonova/ground/ground.hpp"
#include "isonova/heuristics/add_ff.hpp"
#include "isonova/pddl/syntax.hpp"
#include "isonova/planner/names.hpp"
#include "isonova/task/normalise.hpp"
#include "planner/three_searches.hpp"

namespace {

using namespace isonova;
using GroundTaskPtr = std::shared_ptr<const GroundTask>;

struct Counts {
    std::uint64_t states = 0, finite = 0, add_differs = 0, ff_differs = 0, ff_above_add = 0, ff_dead_differs = 0;
    double ff_sum = 0, plain_ff_sum = 0;
};

void walk(const GroundTaskPtr& task, CostType cost_type, int steps, Limits& limits, Counts& counts) {
    const auto plain_add = testing::plain_heuristic(*task, "add", cost_type, limits);
    const auto plain_ff = testing::plain_heuristic(*task, "ff", cost_type, limits);
    const auto add = make_add_ff(task->task, task->atoms, Relaxation::add, cost_type, limits);
    const auto ff = make_add_ff(task->task, task->atoms, Relaxation::ff, cost_type, limits);
    GroundStateSpace space(task, limits);
    std::mt19937 random(1);
    StateId state = space.initial();
    Expansion expansion;
    const Expansion* one = &expansion;
    std::vector<AtomId> atoms;
    std::vector<Value> expected, expected_ff, found, found_ff;
    const auto compare = [&] {
        counts.states += found.size();
        for (std::size_t i = 0; i < found.size(); ++i) {
            counts.add_differs += found[i] != expected[i];
            counts.ff_differs += found_ff[i] != expected_ff[i];
            counts.ff_above_add += found_ff[i] > found[i];
            counts.ff_dead_differs += (found_ff[i] == dead_end) != (expected[i] == dead_end);
            if (found_ff[i] == dead_end || expected_ff[i] == dead_end) continue;
            ++counts.finite;
            counts.ff_sum += static_cast<double>(found_ff[i]);
            counts.plain_ff_sum += static_cast<double>(expected_ff[i]);
        }
    };
    space.atoms(state, atoms);
    expected = {plain_add->evaluate_atoms(atoms)};
    expected_ff = {plain_ff->evaluate_atoms(atoms)};
    found = {add->evaluate_atoms(atoms)};
    found_ff = {ff->evaluate_atoms(atoms)};
    compare();
    for (int step = 0; step < steps; ++step) {
        space.expand(state, expansion, nullptr);
        plain_add->evaluate(std::span(&one, 1), expected);
        plain_ff->evaluate(std::span(&one, 1), expected_ff);
        add->evaluate(std::span(&one, 1), found);
        ff->evaluate(std::span(&one, 1), found_ff);
        compare();
        state = expansion.children.empty() ? static_cast<StateId>(random() % space.state_count())
                                           : expansion.children[random() % expansion.children.size()].state;
    }
}

void print(const char* separator, const std::string& heuristic, const testing::ThreeSearches& found) {
    const auto status = [](const testing::Trace& trace) { return std::string(name_of(trace.status, status_names)); };
    std::printf(
        "%s\"%s\": {\"plain_alike\": %s, \"lifted_alike\": %s, \"status\": \"%s\", \"plain_status\": \"%s\", "
        "\"expansions\": %llu, \"plain_expansions\": %llu, \"initial_h\": %lld, \"lifted_initial_h\": %lld}",
        separator, heuristic.c_str(), found.plain == found.grounded ? "true" : "false",
        found.lifted == found.grounded ? "true" : "false", status(found.grounded).c_str(), status(found.plain).c_str(),
        static_cast<unsigned long long>(found.grounded.expansions),
        static_cast<unsigned long long>(found.plain.expansions), static_cast<long long>(found.grounded.initial_h),
        static_cast<long long>(found.lifted.initial_h));
}

int run(const char* domain, const char* problem, int steps, std::uint64_t max_evaluations) {
    Limits limits;
    const TaskPtr lifted = normalise(*pddl::parse(pddl::read_source(domain), pddl::read_source(problem)));
    GroundTaskPtr task;
    try {
        task = std::make_shared<const GroundTask>(ground(lifted, limits, default_auto_budget));
    } catch (const BudgetExceeded&) {
        std::printf("{\"grounded\": false}\n");
        return 0;
    }
    if (task->goal_unreachable) {
        std::printf("{\"grounded\": true, \"goal_unreachable\": true}\n");
        return 0;
    }
    Counts counts;
    for (const CostType cost_type : {CostType::normal, CostType::one, CostType::plusone})
        walk(task, cost_type, steps, limits, counts);
    std::printf(
        "{\"grounded\": true, \"goal_unreachable\": false, \"states\": %llu, \"finite\": %llu, \"add_differs\": %llu, "
        "\"ff_differs\": %llu, \"ff_above_add\": %llu, \"ff_dead_differs\": %llu, \"ff_sum\": %.0f, "
        "\"plain_ff_sum\": %.0f, \"searches\": {",
        static_cast<unsigned long long>(counts.states), static_cast<unsigned long long>(counts.finite),
        static_cast<unsigned long long>(counts.add_differs), static_cast<unsigned long long>(counts.ff_differs),
        static_cast<unsigned long long>(counts.ff_above_add), static_cast<unsigned long long>(counts.ff_dead_differs),
        counts.ff_sum, counts.plain_ff_sum);
    const char* separator = "";
    for (const std::string heuristic : {"gc", "add", "ff"}) {
        if (max_evaluations == 0) break;
        print(separator, heuristic, testing::search_thrice(task, heuristic, max_evaluations, limits));
        separator = ", ";
    }
    std::printf("}}\n");
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) {
        std::fprintf(stderr, "usage: %s DOMAIN PROBLEM STEPS EVALUATIONS\n", argv[0]);
        return 2;
    }
    try {
        return run(argv[1], argv[2], std::atoi(argv[3]), std::strtoull(argv[4], nullptr, 10));
    } catch (const Halted&) {
        std::fprintf(stderr, "the relaxed graph does not fit its budget\n");
        return 22;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 30;
    }
}
