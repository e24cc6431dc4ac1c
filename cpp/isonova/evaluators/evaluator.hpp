// From an expansion to the places of its children in a queue. An evaluator may remember what it has seen (novelty and
// landmarks do), so the search shows it every new state exactly once, in the order of generation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "isonova/evaluators/novelty_telemetry.hpp"
#include "isonova/heuristics/heuristic.hpp"
#include "isonova/state/key.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

struct Evaluation {
    Value h = 0;  // `dead_end`: the state is not queued, whatever its key
    Key key;
};

// Of the children of an expansion, one entry each.
struct Evaluations {
    std::vector<Value> h;  // `dead_end`: the child is not queued, whatever its key
    std::vector<Key> keys;
    std::vector<std::uint8_t> preferred;  // empty where the evaluator prefers no children
    std::vector<ActionNumber> helpful;    // helpful actions of the parent, as Evaluator::actions numbers them

    void clear() {
        h.clear();
        keys.clear();
        preferred.clear();
        helpful.clear();
    }
};

// What an evaluator needs of the search, and what the search may rely on.
struct EvaluatorTraits {
    bool safe = true;                // dead ends are proved to be dead ends
    bool admissible = false;         // h is never more than the way to the goal costs, as the state space has it
    bool wants_parent_atoms = true;  // Expansion::parent_atoms
    bool wants_parent_h = false;     // Expansion::parent_h; if not, the search need not keep the h of each state
    bool key_is_h = false;           // h is the primary part of every key; parent_h is set without being kept
    bool prefers = false;            // it can tell preferred successors
    bool follows_paths = false;      // it wants to be told when a known state is reached again
    bool may_be_deferred = false;    // values depend on the state alone: `evaluate_states` works
};

struct NoveltyRate {  // of an evaluator that knows novelty
    std::uint64_t states = 0;
    std::uint64_t new_states = 0;
};

class Evaluator {
  public:
    virtual ~Evaluator() = default;
    virtual EvaluatorTraits traits() const = 0;
    virtual Evaluation evaluate_initial(StateId state, std::span<const AtomId> atoms) = 0;
    // Overwrites `out`. Preferred successors are told only where they are asked for.
    virtual void evaluate(const Expansion& expansion, bool with_preferred, Evaluations& out) = 0;
    // Deferred evaluation: states that need not be related, with the helpful actions of each where these are asked for.
    virtual void evaluate_states(std::span<const std::span<const AtomId>> states, std::vector<Value>& h,
                                 std::vector<std::vector<ActionNumber>>* helpful);
    // The table in which helpful actions are numbered (Heuristic::actions), or null.
    virtual const AtomTable* actions() const { return nullptr; }
    // Where traits say so: `parent` leads to a state that is known. Returns whether that makes the state a preferred
    // successor.
    virtual bool reached_again(StateId /*parent*/, StateId /*child*/) { return false; }
    // Forgets all states that it has seen. Only of evaluators whose values depend on no path.
    virtual void forget() {}
    // What comes next, to be looked at in `evaluate` by an evaluator that gains by it; null when the search is over.
    // Evaluations are the same with and without.
    virtual void follow(Upcoming*) {}
    virtual NoveltyRate novelty_rate() const { return {}; }
    virtual const RelaxationStatistics* relaxation() const { return nullptr; }
    virtual std::optional<NoveltyTelemetry> telemetry() const { return std::nullopt; }
    // Work done so far, counted the same way on every machine, in units of about a nanosecond.
    virtual std::uint64_t work() const { return 0; }
    virtual std::size_t bytes() const { return 0; }  // that grow with the number of states
};

}  // namespace isonova
