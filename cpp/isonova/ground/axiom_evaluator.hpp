// The derived atoms of a state from its fluent atoms: stratum by stratum, forward chaining with a counter of
// unsatisfied body atoms per axiom. A negated body atom is a fluent or of a lower stratum, so it is known when its
// axiom is looked at.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/ground/ground_task.hpp"
#include "isonova/state/bits.hpp"

namespace isonova {

class AxiomEvaluator {
  public:
    explicit AxiomEvaluator(const GroundTask& task);

    bool empty() const { return task_->axiom_count() == 0; }
    // `state` holds the fluent atoms and no derived ones; these are added.
    void derive(Word* state);

  private:
    const GroundTask* task_;
    Rows watchers_;  // axioms with the derived atom fluent_count + row in their positive body
    std::vector<std::uint32_t> stratum_;
    std::vector<std::uint32_t> missing_;
    std::vector<AtomId> queue_;
};

}  // namespace isonova
