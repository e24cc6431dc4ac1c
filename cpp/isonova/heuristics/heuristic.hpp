// A heuristic estimates the cost from a state to the goal; `dead_end` where it knows that there is no way. Values
// depend on the state alone, never on what was evaluated before. The unit of work is an expansion: siblings share their
// parent.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/relaxation/plan_extractor.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

// What a heuristic on the relaxed graph worked with.
struct RelaxationStatistics {
    bool has_graph = false;  // if not, values came from Datalog in order of cost
    std::uint64_t nodes = 0;
    std::uint64_t edges = 0;
    std::uint64_t split_schemata = 0;
    std::uint64_t dropped_inequalities = 0;
    double seconds = 0;  // of building
    std::uint64_t lane_width = 0;
    std::uint64_t batches = 0;
    std::uint64_t states = 0;  // in all batches
    std::uint64_t visits = 0;  // of edges, in all batches; or of rule instances, for all states
    std::uint64_t swept = 0;   // those in the order of the reference state; the others came again
    std::uint64_t reorders = 0;
    // The share of lanes that had a state in them.
    double filled() const {
        return batches == 0 ? 0 : static_cast<double>(states) / static_cast<double>(batches * lane_width);
    }
};

class Heuristic {
  public:
    virtual ~Heuristic() = default;

    // Whether it needs Expansion::parent_atoms; if not, it makes do with parent_h, its own value of the parent.
    virtual bool wants_parent_atoms() const { return true; }
    // Overwrites `out` with the values of all children, expansion by expansion. Throws Halted when a limit is reached.
    // Where `parent_plan` is given, there is exactly one expansion (children or not), and `parent_plan` is overwritten
    // with the helpful actions of the parent: those of a relaxed plan, zero-cost ones included, each once. It is empty
    // for a dead end.
    virtual void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                          std::vector<ActionNumber>* parent_plan = nullptr) = 0;
    // One state, by the fluent and derived atoms true in it.
    virtual Value evaluate_atoms(std::span<const AtomId> atoms) = 0;
    // Many states that need not be related, with the helpful actions of each where `plans` is given. Overwrites both.
    virtual void evaluate_states(std::span<const std::span<const AtomId>> states, std::vector<Value>& out,
                                 std::vector<std::vector<ActionNumber>>* plans = nullptr);
    // The numbers of helpful actions: action i is atom i of the table, its "predicate" the index in Task::actions, its
    // arguments the declared ones. The table grows. Null: this heuristic knows no helpful actions.
    virtual const AtomTable* actions() const { return nullptr; }
    // How much was done so far, the same on every machine: edges of the relaxed graph or rule instances visited.
    virtual std::uint64_t work() const { return 0; }
    // What will be expanded next, for a heuristic that gains by evaluating many states at once; null when there is no
    // search. Values are the same with and without.
    virtual void follow(Upcoming*) {}
    // Whether every state it calls a dead end is one.
    virtual bool safe() const { return true; }
    // Null where no relaxation is involved.
    virtual const RelaxationStatistics* relaxation() const { return nullptr; }
};

inline void Heuristic::evaluate_states(std::span<const std::span<const AtomId>> states, std::vector<Value>& out,
                                       std::vector<std::vector<ActionNumber>>* plans) {
    out.clear();
    for (const auto& atoms : states) out.push_back(evaluate_atoms(atoms));
    if (plans) plans->assign(states.size(), {});
}

}  // namespace isonova
