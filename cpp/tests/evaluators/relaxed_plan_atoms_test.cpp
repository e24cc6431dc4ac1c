// Pairs of values: the partitions of best-first width search, against plain versions over sets of atoms and paths.
#include "isonova/evaluators/relaxed_plan_atoms.hpp"

#include <boost/test/unit_test.hpp>
#include <map>
#include <random>
#include <set>

#include "isonova/evaluators/value_pair.hpp"
#include "isonova/ground/ground.hpp"
#include "isonova/planner/plan.hpp"
#include "tasks/far_goal.hpp"
#include "tasks/random_deliveries.hpp"
#include "tasks/random_task.hpp"

using namespace isonova;

namespace {

using Atoms = std::set<GroundAtom>;

GroundAtom named(const AtomTable& table, AtomId atom) {
    const auto args = table.args(atom);
    return {table.predicate(atom), {args.begin(), args.end()}};
}

// What the states of a path have done for the relaxed plan of the last one with fewer goals left than any before.
struct Path {
    Value lowest = 0;
    Atoms plan, reached;
};

class SlowRelaxedPlanAtoms {
  public:
    SlowRelaxedPlanAtoms(const GroundTask& task, CostType cost_type, Limits& limits)
        : task_(task), ff_(make_heuristic(task, HeuristicKind::ff, cost_type, limits)) {}

    Value operator()(const std::vector<AtomId>& atoms, const Path* parent, Path& out) {
        Value goals = 0;
        for (const AtomId goal : std::set(task_.goal.begin(), task_.goal.end()))
            goals += std::count(atoms.begin(), atoms.end(), goal) == 0;
        for (const AtomId goal : std::set(task_.negative_goal.begin(), task_.negative_goal.end()))
            goals += std::count(atoms.begin(), atoms.end(), goal) != 0;
        Atoms now;
        for (const AtomId atom : atoms) now.insert(named(task_.atoms, atom));
        bool dead = false;
        if (!parent || goals < parent->lowest) {
            out = {goals, {}, {}};
            dead = ff_->evaluate_atoms(atoms) == dead_end;
            for (const GroundAtom& atom : adds_of_plan(atoms))
                if (!now.contains(atom)) out.plan.insert(atom);
        } else {
            out = *parent;
        }
        for (const GroundAtom& atom : now)
            if (out.plan.contains(atom)) out.reached.insert(atom);
        return dead ? dead_end : value_pair(goals, static_cast<Value>(out.plan.size() - out.reached.size()));
    }

  private:
    // What the actions of a relaxed plan add without condition, whichever schema of the action it is.
    Atoms adds_of_plan(const std::vector<AtomId>& atoms) {
        const std::span<const AtomId> one(atoms);
        std::vector<Value> h;
        std::vector<std::vector<ActionNumber>> plans;
        ff_->evaluate_states(std::span(&one, 1), h, &plans);
        Atoms found;
        for (const ActionNumber number : plans[0]) {
            const auto args = ff_->actions()->args(number);
            std::map<GroundAtom, std::size_t> adds;
            std::size_t schemata = 0;
            for (const Schema& schema : task_.task->schemata) {
                if (schema.action != ff_->actions()->predicate(number)) continue;
                ++schemata;
                Atoms of_schema;
                for (const AddedAtom& add : sure_adds_of(schema)) {
                    GroundAtom atom{add.predicate, {}};
                    for (const Term term : add.args)
                        atom.args.push_back(term.is_variable() ? args[term.variable()] : term.object());
                    of_schema.insert(atom);
                }
                for (const GroundAtom& atom : of_schema) ++adds[atom];
            }
            for (const auto& [atom, times] : adds)
                if (times == schemata) found.insert(atom);
        }
        return found;
    }
    std::vector<AddedAtom> sure_adds_of(const Schema& schema) const {
        Task alone;
        alone.actions.resize(1);
        alone.schemata = {schema};
        alone.schemata[0].action = 0;
        return sure_adds(alone)[0];
    }

    const GroundTask& task_;
    std::unique_ptr<Heuristic> ff_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(relaxed_plan_atoms)

BOOST_AUTO_TEST_CASE(as_the_paths_have_it) {
    std::size_t compared = 0, progress = 0;
    for (std::uint32_t seed = 0; seed < 120; ++seed) {
        const TaskPtr task =
            seed % 2 ? testing::random_deliveries(seed) : testing::with_far_goal(testing::random_task(seed), seed);
        Limits limits;
        const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
        if (ground_task->goal_unreachable) continue;
        Assembly assembly(task, ground_task, {}, {});
        Assembly::Notes notes;
        GroundStateSpace space(ground_task, limits);
        EvaluatorSpec spec;
        spec.heuristic = HeuristicKind::gc_r;
        const auto evaluator = assembly.make_evaluator(spec, CostType::one, space, limits, notes);
        SlowRelaxedPlanAtoms slow(*ground_task, CostType::one, limits);
        std::mt19937 random(seed);
        std::vector<Path> paths(1);
        std::vector<AtomId> atoms;
        space.atoms(space.initial(), atoms);
        BOOST_TEST(evaluator->evaluate_initial(0, atoms).h == slow(atoms, nullptr, paths[0]));
        std::vector<StateId> open{0};
        for (int i = 0; i < 40 && !open.empty(); ++i) {
            std::swap(open[random() % open.size()], open.back());
            const StateId parent = open.back();
            open.pop_back();
            Expansion expansion;
            space.expand(parent, expansion, nullptr);
            if (expansion.children.empty()) continue;
            Evaluations out;
            evaluator->evaluate(expansion, false, out);
            for (std::size_t c = 0; c < expansion.children.size(); ++c) {
                const StateId child = expansion.children[c].state;
                space.atoms(child, atoms);
                Path path;
                const Value expected = slow(atoms, &paths[parent], path);
                progress += path.lowest < paths[parent].lowest;
                BOOST_REQUIRE(paths.size() == child);
                paths.push_back(path);
                BOOST_TEST_CONTEXT("seed " << seed << ", state " << child) {
                    BOOST_REQUIRE(out.h[c] == expected);
                }
                open.push_back(child);
                ++compared;
            }
        }
    }
    BOOST_TEST(compared > 3000u);
    BOOST_TEST(progress > 100u);
}

BOOST_AUTO_TEST_CASE(pairs_are_ordered_by_their_first_part) {
    BOOST_TEST(value_pair(1, 5) < value_pair(2, 0));
    BOOST_TEST(value_pair(1, 5) < value_pair(1, 6));
    BOOST_TEST(value_pair(1, Value{1} << 40) < value_pair(2, 0));
    BOOST_TEST(value_pair(dead_end, 0) == dead_end);
    BOOST_TEST(value_pair(0, dead_end) == dead_end);
    BOOST_TEST(first_of_pair(value_pair(7, 9)) == 7);
    BOOST_TEST(second_of_pair(value_pair(7, 9)) == 9);
    BOOST_TEST(value_pair(dead_end - 1, dead_end - 1) < 0xffffffff);
}

BOOST_AUTO_TEST_SUITE_END()
