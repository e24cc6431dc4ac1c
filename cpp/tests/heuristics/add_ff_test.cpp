#include "isonova/heuristics/add_ff.hpp"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <thread>

#include "isonova/ground/ground.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "relaxation_checks.hpp"
#include "tasks/far_goal.hpp"
#include "tasks/random_task.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

struct Found {
    std::vector<Value> values;
    std::vector<RelaxedAction> helpful;
    friend bool operator==(const Found&, const Found&) = default;
};

// What one search sees: the values of all children of the first states, and the helpful actions of their parents.
Found evaluate(const AddFFBasis& basis, const std::shared_ptr<const GroundTask>& ground_task, Relaxation kind) {
    Limits limits;
    GroundStateSpace space(ground_task, limits);
    const auto heuristic = make_add_ff(basis, std::as_const(space).atom_table(), kind, limits);
    space.initial();
    Found out;
    Expansion expansion;
    const Expansion* one = &expansion;
    std::vector<Value> values;
    std::vector<ActionNumber> plan;
    for (StateId state = 0; state < std::min(40u, space.state_count()); ++state) {
        space.expand(state, expansion, nullptr);
        heuristic->evaluate(std::span(&one, 1), values, &plan);
        out.values.insert(out.values.end(), values.begin(), values.end());
        const auto actions = named(*heuristic->actions(), plan);
        out.helpful.insert(out.helpful.end(), actions.begin(), actions.end());
    }
    return out;
}

std::vector<TaskPtr> all_tasks() {
    std::vector<TaskPtr> out;
    for (std::uint32_t seed = 0; seed < 60; ++seed)
        out.push_back(testing::with_far_goal(testing::random_task(seed), seed));
    for (const auto& entry : std::filesystem::directory_iterator(ISONOVA_TEST_TASKS))
        if (entry.is_directory()) out.push_back(read_task(entry.path()));
    return out;
}

RelaxedGraphOptions no_graph() {
    RelaxedGraphOptions options;
    options.max_instances = options.max_bytes = 0;
    return options;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(add_ff)

BOOST_AUTO_TEST_CASE(searches_on_threads_share_a_basis) {
    std::size_t helpful = 0, without_graph = 0;
    for (const TaskPtr& task : all_tasks()) {
        Limits limits;
        const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
        for (const RelaxedGraphOptions& options : {RelaxedGraphOptions{}, no_graph()}) {
            const auto basis = choose_add_ff_basis(task, CostType::normal, limits, options);
            without_graph += basis->graph == nullptr;
            const Relaxation kinds[] = {Relaxation::add, Relaxation::ff};
            const Found expected[] = {evaluate(*basis, ground_task, kinds[0]), evaluate(*basis, ground_task, kinds[1])};
            Found found[4];
            std::vector<std::thread> threads;
            for (std::size_t i = 0; i < 4; ++i)
                threads.emplace_back([&, i] { found[i] = evaluate(*basis, ground_task, kinds[i % 2]); });
            for (std::thread& thread : threads) thread.join();
            for (std::size_t i = 0; i < 4; ++i) BOOST_TEST((found[i] == expected[i % 2]));
            helpful += expected[0].helpful.size();
        }
    }
    BOOST_TEST(helpful > 1000u);
    BOOST_TEST(without_graph > 30u);
}

BOOST_AUTO_TEST_CASE(stops_within_an_expansion_when_told) {
    std::size_t stopped = 0;
    for (const TaskPtr& task : all_tasks()) {
        Limits limits;
        GroundStateSpace space(std::make_shared<const GroundTask>(ground(task, limits)), limits);
        Expansion expansion;
        const Expansion* one = &expansion;
        space.expand(space.initial(), expansion, nullptr);
        if (expansion.children.empty()) continue;
        for (const RelaxedGraphOptions& options : {RelaxedGraphOptions{}, no_graph()}) {
            const auto basis = choose_add_ff_basis(task, CostType::normal, limits, options);
            if (basis->graph && basis->graph->goal_unreachable) continue;
            Limits stopping;
            const auto ff = make_add_ff(*basis, std::as_const(space).atom_table(), Relaxation::ff, stopping);
            std::vector<Value> values, again;
            ff->evaluate(std::span(&one, 1), values);
            stopping.token = std::make_shared<StopToken>();
            stopping.token->stop = true;
            if (std::none_of(values.begin(), values.end(), [](Value h) { return h != 0 && h != dead_end; })) continue;
            BOOST_CHECK_THROW(ff->evaluate(std::span(&one, 1), again), Halted);
            // A search that goes on after all finds what it would have found.
            stopping = Limits();
            ff->evaluate(std::span(&one, 1), again);
            BOOST_TEST(again == values);
            ++stopped;
        }
    }
    BOOST_TEST(stopped > 10u);
}

BOOST_AUTO_TEST_SUITE_END()
