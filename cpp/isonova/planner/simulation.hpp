// Plans applied step by step on a ground task, with conditional effects and axioms. What that takes is counted, so that
// whoever simulates has a budget that does not depend on the machine.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "isonova/ground/axiom_evaluator.hpp"
#include "isonova/ground/ground_task.hpp"
#include "isonova/state/bits.hpp"
#include "isonova/state/state_space.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

// The task with the actions of a plan and no others: a static predicate for each action says with which arguments.
TaskPtr restricted(const Task& task, std::span<const ActionInstance> plan);

// For each step the ground actions that stand for it. There are several where disjunctions or existential conditions
// offer several ways to apply it; all of them have the same effects. There is none where it cannot be applied.
class StepWays {
  public:
    explicit StepWays(const GroundTask& task);
    Rows of(std::span<const ActionInstance> plan) const;

  private:
    AtomTable instances_;  // a PDDL action with its declared arguments
    Rows ways_;            // of each instance
};

class Simulation {
  public:
    struct Spent {};  // thrown when the budget is

    // A state has fluent and derived atoms, one bit each.
    using State = std::vector<Word>;

    Simulation(const GroundTask& task, Limits& limits);

    void set_budget(std::uint64_t budget) { budget_ = budget; }  // of literals looked at, from the beginning
    void count(std::uint64_t work) {
        if ((work_ += work) > budget_) throw Spent{};
    }

    const GroundTask& task() const { return task_; }
    bool hold(std::span<const AtomId> atoms, std::span<const AtomId> negative, const State& state) const;
    bool is_goal(const State& state) const { return hold(task_.goal, task_.negative_goal, state); }
    void start(State& state);
    void derive(State& state);
    // The first of some actions that is applicable, or `none`. Throws Halted.
    ActionId applicable(std::span<const ActionId> ways, const State& state);
    // Overwrites `changes` with the fluent atoms that change. One that is first deleted and then added is in it twice.
    void apply(ActionId action, State& state, std::vector<AtomId>& changes);
    // The conditional effects of the action applied last that fired.
    std::span<const std::uint32_t> fired() const { return fired_; }

  private:
    const GroundTask& task_;
    Limits& limits_;
    std::uint64_t budget_ = std::numeric_limits<std::uint64_t>::max(), work_ = 0;
    AxiomEvaluator axioms_;
    std::uint64_t axiom_work_;
    std::vector<std::uint32_t> fired_;
};

}  // namespace isonova
