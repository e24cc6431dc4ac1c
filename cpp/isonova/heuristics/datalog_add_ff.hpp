// h_add and h_FF without a relaxed graph: the rules are evaluated anew for every state, in order of cost. What serves
// tasks whose graph does not fit its budget.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/heuristics/add_ff.hpp"
#include "isonova/heuristics/heuristic.hpp"
#include "isonova/relaxation/ordered_datalog.hpp"

namespace isonova {

class DatalogAddFF : public Heuristic {
  public:
    // `table` may grow; it, `task` and `limits` must outlive the heuristic.
    DatalogAddFF(TaskPtr task, const AtomTable& table, Relaxation kind, CostType cost_type, Limits& limits,
                 bool inequalities = true);

    void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                  std::vector<ActionNumber>* parent_plan = nullptr) override;
    Value evaluate_atoms(std::span<const AtomId> atoms) override { return value(atoms); }
    void evaluate_states(std::span<const std::span<const AtomId>> states, std::vector<Value>& out,
                         std::vector<std::vector<ActionNumber>>* plans = nullptr) override;
    const AtomTable* actions() const override { return &datalog_.actions(); }
    std::uint64_t work() const override { return datalog_.instances(); }
    const RelaxationStatistics* relaxation() const override { return &statistics_; }

  private:
    Value value(std::span<const AtomId> atoms, std::vector<ActionNumber>* plan = nullptr);

    TaskPtr task_;
    const AtomTable& table_;
    Relaxation kind_;
    RelaxationStatistics statistics_;
    OrderedDatalog datalog_;
    std::vector<AtomId> atoms_;
};

}  // namespace isonova
