// What search sees of a task, whichever engine stands behind it. The unit of work is an expansion: a parent with all
// its new children, because siblings differ in a few atoms and whatever is computed per state can be computed for all
// of them at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "isonova/state/atom_table.hpp"

namespace isonova {

using StateId = std::uint32_t;
using ActionId =
    std::uint32_t;           // meaning belongs to the StateSpace and the parent; canonical order within one expansion
using Value = std::int64_t;  // heuristic values and keys
inline constexpr Value dead_end = 0x7fffffffffffffff;

// `added` and `removed` are the true difference to the parent (derived atoms included): no atom is in both, no added
// atom was true, every removed one was. Both point into the Expansion's pool.
struct Child {
    StateId state = none;
    ActionId action = 0;
    std::int64_t cost = 0;
    std::uint32_t first = 0;  // pool[first .. first + added) are added, then `removed` ones
    std::uint32_t added = 0;
    std::uint32_t removed = 0;
};

// Overwrites `out` with the atoms of a child: the parent's that were not removed, then the added ones.
inline void atoms_of_child(std::span<const AtomId> parent, std::span<const AtomId> added,
                           std::span<const AtomId> removed, std::vector<AtomId>& out) {
    out.clear();
    std::copy_if(parent.begin(), parent.end(), std::back_inserter(out),
                 [&](AtomId atom) { return std::find(removed.begin(), removed.end(), atom) == removed.end(); });
    out.insert(out.end(), added.begin(), added.end());
}

struct Expansion {
    StateId parent = none;
    Value parent_h = 0;
    bool with_parent_atoms = true;     // whether to list them; set by whoever asks for the expansion
    std::vector<AtomId> parent_atoms;  // sorted; fluent and derived atoms that are true
    std::vector<Child> children;       // new states only, in canonical order (schema, arguments)
    std::vector<AtomId> pool;
    std::uint64_t generated = 0;  // successors counted before duplicates were dropped
    std::uint64_t left_out = 0;   // successors that the listener did not want

    std::span<const AtomId> added(const Child& child) const { return {pool.data() + child.first, child.added}; }
    std::span<const AtomId> removed(const Child& child) const {
        return {pool.data() + child.first + child.added, child.removed};
    }
    // Needs parent_atoms.
    void atoms(const Child& child, std::vector<AtomId>& out) const {
        atoms_of_child(parent_atoms, added(child), removed(child), out);
    }
    void clear() {
        parent = none;
        parent_atoms.clear();
        children.clear();
        pool.clear();
        generated = left_out = 0;
    }
};

struct Step {  // of a path: what was applied, and where
    StateId parent = none;
    ActionId action = 0;
};

struct ActionInstance {
    std::uint32_t action = none;      // index in Task::actions
    std::vector<ObjectId> arguments;  // the declared ones

    void assign(const Schema& schema, const ObjectId* values);  // one value per variable of the schema
};

struct ActionName {  // as a plan shows it
    std::string name;
    std::vector<std::string> args;
};

// Told and asked during an expansion.
class ExpansionListener {
  public:
    virtual ~ExpansionListener() = default;
    // Asked first. Where more actions than that change the state, only those that `wants` names are applied. Actions
    // that change nothing do not count, because grounding leaves some of them out.
    virtual std::uint64_t many(StateId /*parent*/) { return std::numeric_limits<std::uint64_t>::max(); }
    virtual bool wants(StateId /*parent*/, ActionId) { return true; }
    // Told of every successor that reached a state known before, so that search can keep a cheaper parent.
    virtual void duplicate(StateId parent, StateId child, ActionId action, std::int64_t cost) = 0;
};

class StateSpace {
  public:
    virtual ~StateSpace() = default;

    virtual StateId initial() = 0;  // registers it
    virtual bool is_goal(StateId state) const = 0;
    // Fills `out` (cleared first). New children are registered in canonical order; known ones go to `listener`, if any.
    // A space may generate all successors whatever the listener chooses.
    virtual void expand(StateId state, Expansion& out, ExpansionListener* listener) = 0;
    // What `expand` would find now, as far as that is known without registering anything: successors that are not
    // known, without state ids, some perhaps twice, some perhaps missing. Returns about what that took, counted in
    // successors of a ground task; 0 where a space cannot do this.
    virtual std::uint64_t foresee(StateId, Expansion&) { return 0; }
    virtual void atoms(StateId state, std::vector<AtomId>& out) const = 0;  // sorted, fluent and derived
    // Overwrites `out` with an action that led from `parent` to some child.
    virtual void action(StateId parent, ActionId action, ActionInstance& out) = 0;
    ActionName action_name(StateId parent, ActionId action);
    // Where an action has the same id in every state: how many ids there are. Otherwise 0.
    virtual std::uint32_t action_count() const { return 0; }
    virtual std::int64_t action_cost(StateId parent, ActionId action) = 0;

    virtual const Task& task() const = 0;
    virtual const AtomTable& atom_table() const = 0;
    virtual std::uint32_t state_count() const = 0;
    virtual std::size_t bytes() const = 0;  // of stored states with their index
    // What it takes to generate a successor, in units of about a nanosecond: a fixed weight, for budgets of work.
    virtual std::uint64_t work_per_successor() const { return 128; }
};

// The states whose turn comes next in a search if nothing better turns up. Looking at them changes nothing.
class Upcoming {
  public:
    virtual ~Upcoming() = default;
    virtual StateId next() = 0;  // one after the other, from the first one again after each expansion; then `none`
    virtual std::uint64_t foresee(StateId state, Expansion& out) = 0;  // as the StateSpace does
};

}  // namespace isonova
