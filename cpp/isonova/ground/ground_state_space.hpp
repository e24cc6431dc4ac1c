// The state space of a ground task. A state is stored as its fluent atoms, packed; its derived atoms are computed when
// they are asked for, from those of the state asked for before. Most successors are states known before, so an
// expansion works in one buffer: a successor is its parent with a few words changed, and what it adds and removes is
// found out for new states only.
#pragma once

#include <memory>
#include <vector>

#include "isonova/ground/derived_atoms.hpp"
#include "isonova/ground/ground_task.hpp"
#include "isonova/ground/transitions.hpp"
#include "isonova/state/state_registry.hpp"
#include "isonova/state/state_space.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

class GroundStateSpace : public StateSpace {
  public:
    // Throws Halted when memory runs out, now or in `expand`. `limits` must outlive the space.
    GroundStateSpace(std::shared_ptr<const GroundTask> task, const Limits& limits);  // one bit per atom
    GroundStateSpace(std::shared_ptr<const GroundTask> task, const Limits& limits, StatePacking packing);
    GroundStateSpace(std::shared_ptr<const Transitions> transitions, const Limits& limits);

    StateId initial() override;
    // The state with just these atoms, reachable or not. Throws std::invalid_argument where the packing takes it for
    // impossible that they are true together.
    StateId insert(std::span<const AtomId> fluents);
    // Forgets all states: the one with just these atoms is the first again.
    StateId restart(std::span<const AtomId> fluents);
    bool is_goal(StateId state) const override;
    void expand(StateId state, Expansion& out, ExpansionListener* listener) override;
    std::uint64_t foresee(StateId state, Expansion& out) override;
    void atoms(StateId state, std::vector<AtomId>& out) const override;
    void action(StateId parent, ActionId action, ActionInstance& out) override;
    std::uint32_t action_count() const override { return ground_->action_count(); }
    std::int64_t action_cost(StateId, ActionId action) override { return ground_->cost[action]; }

    const Task& task() const override { return *ground_->task; }
    const AtomTable& atom_table() const override { return ground_->atoms; }
    std::uint32_t state_count() const override { return registry_.size(); }
    std::size_t bytes() const override { return registry_.bytes(); }
    std::uint64_t work_per_successor() const override { return derived_.empty() ? 128 : 2048; }
    const GroundTask& ground_task() const { return *ground_; }
    const StatePacking& packing() const { return packing_; }

  private:
    struct Change {
        std::uint32_t word, before, after;
    };
    struct Successor {
        std::uint64_t hash;
        std::uint32_t first_change, last_change;
        std::uint32_t first_atom, last_atom;  // in changed_atoms_, of an action without patches
    };

    void load(StateId state) const;  // into full_
    // The same for a task with derived atoms: changes what is different in the state loaded before.
    void load_by_difference(const std::uint32_t* packed) const;
    // Calls visit(child, hash, whether it is the parent itself) for every successor, with the successor in packed_;
    // those for which it says true are the children.
    template <class Visit>
    void visit_successors(StateId parent, Expansion& out, ExpansionListener* listener, const Visit& visit);
    bool more_change_than(std::uint64_t many);  // of the applicable actions
    // Appends the words of packed_ that `action` changes, in any order, each once.
    void changes(ActionId action);
    void conditional_changes(ActionId action);
    void write_difference(const Successor& successor, Child& child, std::vector<AtomId>& pool) const;
    void write_derived_difference(Child& child, std::vector<AtomId>& pool);  // after write_difference

    std::shared_ptr<const Transitions> transitions_;
    const GroundTask* ground_;
    const StatePacking& packing_;
    SuccessorGenerator::Marks marked_;
    const Limits& limits_;
    StateRegistry registry_;
    bool goal_has_derived_ = false;

    // Buffers, so that nothing is allocated per successor.
    mutable StateId loaded_ = none;
    mutable std::vector<Word> full_;               // fluent and derived atoms of loaded_
    mutable DerivedAtoms derived_;                 // of full_
    mutable std::vector<Word> fluents_;            // of the state being loaded
    mutable std::vector<AtomId> added_, removed_;  // fluent atoms different in it
    std::vector<std::uint32_t> packed_;            // the parent, but for the changes being looked at
    std::vector<std::uint8_t> mark_;               // per atom; all 0 between calls
    std::vector<AtomId> touched_;
    std::vector<AtomId> changed_atoms_;
    std::vector<ActionId> applicable_;
    std::vector<Successor> successors_;
    std::vector<Change> changes_;
};

}  // namespace isonova
