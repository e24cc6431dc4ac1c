// The state space of a ground task. Atoms are bits; a state is stored as its fluent atoms, and its derived atoms are
// computed when they are asked for. An expansion works in one buffer: a successor is its parent with a few bits
// toggled.
#pragma once

#include <memory>
#include <vector>

#include "isonova/ground/axiom_evaluator.hpp"
#include "isonova/ground/ground_task.hpp"
#include "isonova/ground/successor_generator.hpp"
#include "isonova/state/state_registry.hpp"
#include "isonova/state/state_space.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

class GroundStateSpace : public StateSpace {
  public:
    // Throws Halted when memory runs out, now or in `expand`. `limits` must outlive the space.
    GroundStateSpace(std::shared_ptr<const GroundTask> task, const Limits& limits);

    StateId initial() override;
    StateId insert(std::span<const AtomId> fluents);  // the state with just these atoms, reachable or not
    bool is_goal(StateId state) const override;
    void expand(StateId state, Expansion& out, DuplicateListener* listener) override;
    void atoms(StateId state, std::vector<AtomId>& out) const override;
    ActionName action(ActionId action) const override;
    std::int64_t action_cost(ActionId action) const override { return ground_->cost[action]; }

    const Task& task() const override { return *ground_->task; }
    const AtomTable& atom_table() const override { return ground_->atoms; }
    std::uint32_t state_count() const override { return registry_.size(); }
    std::size_t bytes() const override { return registry_.bytes(); }
    const GroundTask& ground_task() const { return *ground_; }

  private:
    struct Successor {
        std::uint64_t hash;
        std::uint32_t first, added, removed;  // in the pool
    };

    void load(StateId state) const;  // into full_
    // Appends the difference that `action` makes to full_ to the pool.
    Successor difference(ActionId action, std::vector<AtomId>& pool);
    void conditional_difference(ActionId action, std::vector<AtomId>& pool, Successor& out);
    // Rewrites the difference so that it includes derived atoms; fluents_ holds the child.
    void add_derived_difference(Child& child, std::vector<AtomId>& pool);
    void toggle_all(const AtomId* atoms, std::size_t count);

    std::shared_ptr<const GroundTask> ground_;
    SuccessorGenerator generator_;
    StateRegistry registry_;
    std::vector<bool> plain_;  // no conditional effects, and no atom twice in its effects
    bool goal_has_derived_ = false;

    // Buffers, so that nothing is allocated per successor.
    mutable AxiomEvaluator axioms_;
    mutable StateId loaded_ = none;
    mutable std::vector<Word> full_;  // fluent and derived atoms of loaded_
    std::vector<Word> child_full_;
    std::vector<Word> fluents_;
    std::vector<std::uint8_t> mark_;  // per atom; all 0 between calls
    std::vector<AtomId> touched_;
    std::vector<ActionId> applicable_;
    std::vector<Successor> successors_;
};

}  // namespace isonova
