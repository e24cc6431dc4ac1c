// Serialised iterated width against a plain version over sets of atoms, in both engines.
#include <boost/test/unit_test.hpp>
#include <deque>
#include <map>
#include <set>

#include "isonova/ground/ground.hpp"
#include "isonova/planner/plan.hpp"
#include "tasks/far_goal.hpp"
#include "tasks/random_deliveries.hpp"
#include "tasks/random_task.hpp"

using namespace isonova;

namespace {

using State = std::vector<AtomId>;  // fluent and derived atoms, sorted

class SlowSerialWidth {
  public:
    explicit SlowSerialWidth(std::shared_ptr<const GroundTask> task) : task_(std::move(task)) {}

    bool solved = false;
    std::vector<std::string> plan;
    std::size_t expansions = 0, episodes = 0, widest = 0;

    void run(std::size_t widths) {
        GroundStateSpace space(task_, limits_);
        State root;
        space.atoms(space.initial(), root);
        for (;;) {
            ++episodes;
            bool progress = false;
            for (std::size_t width = 1; width <= widths && !progress; ++width) {
                widest = std::max(widest, width);
                progress = iterate(root, width);
                if (solved) return;
            }
            if (!progress) return;
        }
    }

  private:
    struct Successor {
        std::string action;
        State state;
    };

    // In the canonical order. A space that has met nothing but the state finds each of its successors new.
    std::vector<Successor> successors(const State& state) {
        GroundStateSpace space(task_, limits_);
        State fluents;
        for (const AtomId atom : state)
            if (task_->task->predicates[task_->atoms.predicate(atom)].kind == PredicateKind::fluent)
                fluents.push_back(atom);
        const StateId id = space.insert(fluents);
        Expansion expansion;
        space.expand(id, expansion, nullptr);
        std::vector<Successor> found;
        for (const Child& child : expansion.children) {
            const ActionName name = space.action_name(id, child.action);
            std::string text = name.name;
            for (const std::string& arg : name.args) text += " " + arg;
            space.atoms(child.state, found.emplace_back(Successor{text, {}}).state);
        }
        return found;
    }
    std::size_t goals_left(const State& state) const {
        std::size_t left = 0;
        for (const Literal& literal : task_->task->goal) {
            std::vector<ObjectId> args;
            for (const Term term : literal.args) args.push_back(term.object());
            const AtomId atom = task_->atoms.find(literal.predicate, args);
            left += std::binary_search(state.begin(), state.end(), atom) == literal.negated;
        }
        return left;
    }
    // Whether an atom, or with width 2 a pair of atoms, comes up for the first time.
    bool shows_something_new(const State& state, std::size_t width) {
        bool is_new = false;
        State shown;
        for (const AtomId atom : state)
            if (!task_->task->predicates[task_->atoms.predicate(atom)].invented) shown.push_back(atom);
        for (const AtomId a : shown) {
            is_new |= seen_.insert({a, a}).second;
            for (const AtomId b : shown)
                if (a < b && seen_.insert({a, b}).second) is_new |= width == 2;
        }
        return is_new;
    }
    bool iterate(State& root, std::size_t width) {
        seen_.clear();
        shows_something_new(root, width);
        std::map<State, std::vector<std::string>> reached{{root, {}}};
        std::deque<State> open{root};
        if (goals_left(root) == 0) return solved = true;
        while (!open.empty()) {
            const State state = open.front();
            open.pop_front();
            ++expansions;
            for (const auto& [action, child] : successors(state)) {
                std::vector<std::string> path = reached.at(state);
                path.push_back(action);
                if (!reached.try_emplace(child, path).second) continue;
                if (!shows_something_new(child, width)) continue;
                const std::size_t left = goals_left(child);
                if (left < goals_left(root)) {
                    plan.insert(plan.end(), path.begin(), path.end());
                    root = child;
                    solved = left == 0;
                    return true;
                }
                open.push_back(child);
            }
        }
        return false;
    }

    std::shared_ptr<const GroundTask> task_;
    Limits limits_;
    std::set<std::pair<AtomId, AtomId>> seen_;
};

SearchSpec siw() {
    SearchSpec spec;
    spec.name = "siw";
    spec.evaluators[0].heuristic = HeuristicKind::blind;
    spec.evaluators[0].novelty.features = {FeatureMapKind::at, FeatureMapKind::at2};
    spec.evaluators[0].novelty.kind = NoveltyKind::iw;
    spec.options.serial = true;
    return spec;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(serial_width)

BOOST_AUTO_TEST_CASE(as_in_the_plain_version_in_both_engines) {
    std::size_t solved = 0, wide = 0;
    for (std::uint32_t seed = 0; seed < 150; ++seed) {
        const TaskPtr task =
            seed % 2 ? testing::random_deliveries(seed) : testing::with_far_goal(testing::random_task(seed), seed);
        Limits limits;
        const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
        if (ground_task->goal_unreachable) continue;
        SlowSerialWidth slow(ground_task);
        slow.run(2);
        for (const Engine engine : {Engine::grounded, Engine::lifted}) {
            PlanOptions options;
            options.engine = engine;
            options.searches = {siw()};
            const PlanResult found = plan(task, options, limits);
            std::vector<std::string> steps;
            for (const ActionName& action : found.plan) {
                steps.push_back(action.name);
                for (const std::string& arg : action.args) steps.back() += " " + arg;
            }
            BOOST_TEST_CONTEXT("seed " << seed << ", " << found.engine) {
                BOOST_TEST((found.status == (slow.solved ? Status::solved : Status::exhausted)));
                if (slow.solved) BOOST_TEST(steps == slow.plan, boost::test_tools::per_element());
                BOOST_TEST(found.search.episodes == slow.episodes);
                BOOST_TEST(found.search.widest == slow.widest);
                BOOST_TEST(found.search.expansions == slow.expansions);
            }
        }
        solved += slow.solved && slow.episodes > 1;
        wide += slow.widest == 2;
    }
    BOOST_TEST(solved > 20u);
    BOOST_TEST(wide > 10u);
}

BOOST_AUTO_TEST_CASE(it_can_be_taken_in_pieces) {
    const TaskPtr task = testing::random_deliveries(3);
    const auto run = [&](std::uint64_t turn) {
        Limits limits;
        PlanOptions options;
        options.searches = {siw(), siw()};
        options.turns.first_turn = turn;
        options.turns.growth = 1;
        return plan(task, options, limits);
    };
    const PlanResult whole = run(1u << 30), pieces = run(1000);
    BOOST_TEST((whole.status == pieces.status));
    BOOST_TEST(whole.plan.size() == pieces.plan.size());
}

BOOST_AUTO_TEST_CASE(what_it_does_not_go_with) {
    const auto message = [](const SearchSpec& spec) -> std::string {
        try {
            spec.check(true);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    };
    SearchSpec spec = siw();
    BOOST_TEST(message(spec) == "");
    spec.options.symmetric = Symmetric::back;
    BOOST_TEST(message(spec) == "the search 'siw' is serial, so it cannot put symmetric states back");
    spec.options.symmetric = Symmetric::keep;
    spec.options.reopen = true;
    BOOST_TEST(message(spec) == "the search 'siw' is serial, so it cannot follow the costs of paths");
    spec.options.reopen = false;
    spec.evaluators[0].heuristic = HeuristicKind::lm;
    BOOST_TEST(message(spec).ends_with("must depend on the state alone, not on the path to it"));
    spec.evaluators[0].novelty.kind = NoveltyKind::qb;
    BOOST_TEST(message(spec).ends_with("so it must be eager with one queue, such as iw(blind, at+at2)"));
}

BOOST_AUTO_TEST_SUITE_END()
