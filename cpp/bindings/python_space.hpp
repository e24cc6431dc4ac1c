// A state space written in Python: a simulator that can say what comes after a state, but has no model of its actions.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "isonova/heuristics/heuristic.hpp"
#include "isonova/state/state_space.hpp"
#include "isonova/util/limits.hpp"

namespace isonova::bindings {

namespace nb = nanobind;

// What the atoms of a simulator are made of, where they are relational: tuples of a predicate and objects.
struct Symbols {
    using Atom = std::vector<std::string>;
    std::vector<std::pair<std::string, std::uint32_t>> predicates;  // with their arities
    std::vector<std::string> objects;
    std::vector<Atom> goal;     // for goal counting and for the graph of a state; the simulator knows its goals itself
    std::vector<Atom> statics;  // true in every state
};

// Python's `space` has initial(), is_goal(state), successors(state) and, if novelty is to look at states, atoms(state).
// States are hashable. Without symbols an atom is anything hashable; such a space has no graph.
class PythonSpace : public StateSpace {
  public:
    // Needs the GIL, also to be destroyed; the other functions take it themselves. `limits` must outlive it.
    PythonSpace(nb::object space, const Symbols* symbols, Limits& limits);

    StateId initial() override;
    bool is_goal(StateId state) const override;
    void expand(StateId state, Expansion& out, ExpansionListener* listener) override;
    void atoms(StateId state, std::vector<AtomId>& out) const override;
    // Its actions are no instances of PDDL actions; `label` tells what they are.
    void action(StateId, ActionId, ActionInstance& out) override { out = {}; }
    std::int64_t action_cost(StateId, ActionId action) override { return costs_[action]; }

    const Task& task() const override { return task_; }
    const AtomTable& atom_table() const override { return table_; }
    std::uint32_t state_count() const override { return static_cast<std::uint32_t>(ends_.size()); }
    std::size_t bytes() const override;  // Python's own memory is not counted

    const std::vector<AtomId>& goal() const { return goal_; }  // of the symbols
    nb::object state(StateId state) const { return states_[state]; }
    nb::object label(ActionId action) const { return labels_[action]; }

  private:
    void describe(const Symbols& symbols);
    AtomId intern(const Symbols::Atom& atom);
    AtomId atom_id(nb::handle atom);  // `none` for a static one
    StateId add(nb::handle state);
    StateId find(nb::handle state) const;  // `none` if it is new
    ActionId action_id(nb::handle label, std::int64_t cost);
    void add_child(nb::handle successor, Expansion& out, ExpansionListener* listener);
    std::span<const AtomId> atoms(StateId state) const;

    nb::object space_;
    Limits& limits_;
    bool relational_, with_atoms_;
    Task task_;
    AtomTable table_{1};
    std::unordered_map<std::string, PredicateId> predicates_;
    std::unordered_map<std::string, ObjectId> objects_;
    std::vector<AtomId> goal_;

    nb::list states_;                  // by id
    nb::dict ids_;                     // of states
    nb::dict atom_ids_;                // of whatever Python calls an atom
    std::vector<std::uint64_t> ends_;  // by state: where its atoms end in the pool
    std::vector<AtomId> pool_, fresh_;
    nb::list labels_;  // by action
    nb::dict label_ids_;
    std::vector<std::int64_t> costs_;
};

// A function of Python's own states.
class PythonStateHeuristic : public Heuristic {
  public:
    // `function` and `space` must outlive it.
    PythonStateHeuristic(nb::handle function, const PythonSpace& space);

    bool wants_parent_atoms() const override { return false; }
    void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                  std::vector<ActionNumber>* = nullptr) override;
    // Search asks by atoms for the initial state only, and that is the first one of the space.
    Value evaluate_atoms(std::span<const AtomId>) override { return value(0); }
    bool safe() const override { return safe_; }

  private:
    Value value(StateId state) const;

    nb::handle function_;
    const PythonSpace& space_;
    bool safe_;
};

}  // namespace isonova::bindings
