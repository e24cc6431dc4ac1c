// The state space of a task without grounding it: the applicable actions of a state are joins of its relations with the
// static ones, and an atom gets its id when it first comes true. An action's id counts the successors of its parent in
// canonical order, so nothing is stored per action; it is found again when a plan asks for it.
//
// States, successors and their order are those of the GroundStateSpace; only the ids of atoms and actions differ.
#pragma once

#include <memory>
#include <vector>

#include "isonova/lifted/applicable_actions.hpp"
#include "isonova/lifted/derivation.hpp"
#include "isonova/lifted/schema_effects.hpp"
#include "isonova/lifted/state_tree.hpp"
#include "isonova/state/state_space.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

class LiftedStateSpace : public StateSpace {
  public:
    // Throws Halted when a limit is reached, now or in what follows. `limits` must outlive the space.
    LiftedStateSpace(TaskPtr task, Limits& limits);
    LiftedStateSpace(const LiftedStateSpace&) = delete;

    StateId initial() override;
    StateId insert(std::span<const AtomId> fluents);  // the state with just these atoms, sorted, reachable or not
    // Forgets all states, but no atoms: the one with just these atoms, sorted, is the first again.
    StateId restart(std::span<const AtomId> fluents);
    bool is_goal(StateId state) const override;
    void expand(StateId state, Expansion& out, ExpansionListener* listener) override;
    // Without successors that have atoms never met before; not for tasks with axioms.
    std::uint64_t foresee(StateId state, Expansion& out) override;
    void atoms(StateId state, std::vector<AtomId>& out) const override;
    void action(StateId parent, ActionId action, ActionInstance& out) override;
    std::int64_t action_cost(StateId parent, ActionId action) override;

    const Task& task() const override { return *task_; }
    const TaskPtr& task_pointer() const { return task_; }
    const AtomTable& atom_table() const override { return atoms_; }
    AtomTable& atom_table() { return atoms_; }
    std::uint32_t state_count() const override { return tree_.size(); }
    std::size_t bytes() const override { return tree_.bytes(); }
    std::uint64_t work_per_successor() const override { return derivation_.empty() ? 1024 : 16384; }

    // Goal literals over fluent and derived predicates.
    const std::vector<AtomId>& goal() const { return goal_; }
    const std::vector<AtomId>& negative_goal() const { return negative_goal_; }
    bool goal_impossible() const { return goal_impossible_; }  // static literals or a contradiction rule it out

  private:
    struct Instance {
        const lifted::ApplicableActions::Group* group;
        std::uint32_t number;
    };

    void intern_init_and_goal();
    void load(StateId state) const;
    void learn_sizes();
    Instance find(StateId parent, ActionId action);
    void open(StateId parent, Expansion& out);
    void find_applicable(StateId state);        // which is loaded
    bool more_change_than(std::uint64_t many);  // of the applicable actions
    std::span<const AtomId> changed();          // added_ and removed_
    // Calls visit(effects, values, child) for every applicable action; where it says true, the child is one of the
    // expansion and added_ and removed_ are its difference.
    template <class Visit>
    void visit_successors(Expansion& out, const Visit& visit);
    // The same difference with derived atoms.
    void add_derived_difference();

    TaskPtr task_;
    mutable AtomTable atoms_;  // derived atoms are met when a state is looked at
    lifted::Fixed fixed_;
    mutable lifted::StateRelations relations_;
    lifted::StateRelations child_relations_;
    mutable lifted::Derivation derivation_;
    lifted::ApplicableActions applicable_;
    std::vector<lifted::SchemaEffects> effects_;
    StateTree tree_;
    Limits& limits_;

    std::vector<AtomId> init_;
    std::vector<AtomId> goal_;
    std::vector<AtomId> negative_goal_;
    bool goal_impossible_ = false;
    bool goal_has_derived_ = false;

    mutable StateId loaded_ = none;  // in relations_
    StateId applicable_in_ = none;   // in applicable_
    std::uint64_t expansions_ = 0;
    std::uint32_t samples_ = 0;  // states that the estimates are means of
    mutable std::vector<AtomId> buffer_;
    std::vector<AtomId> added_, removed_, changed_;
};

}  // namespace isonova
