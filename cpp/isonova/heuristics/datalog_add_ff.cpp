#include "isonova/heuristics/datalog_add_ff.hpp"

namespace isonova {

DatalogAddFF::DatalogAddFF(TaskPtr task, const AtomTable& table, Relaxation kind, CostType cost_type, Limits& limits,
                           bool inequalities)
    : task_(std::move(task)), table_(table), kind_(kind), datalog_(*task_, cost_type, limits, inequalities) {
    if (!inequalities) statistics_.dropped_inequalities = task_->schemata.size();
}

Value DatalogAddFF::value(std::span<const AtomId> atoms, std::vector<ActionNumber>* plan) {
    if (plan) plan->clear();
    datalog_.clear();
    for (const AtomId atom : atoms) datalog_.add(table_.predicate(atom), table_.args(atom));
    ++statistics_.states;
    const bool extracts = kind_ == Relaxation::ff || plan;
    const bool reached = datalog_.run(extracts);
    statistics_.visits = datalog_.instances();
    if (!reached) return dead_end;
    const Value cost = extracts ? datalog_.ff_value(plan) : 0;
    return kind_ == Relaxation::ff ? cost : datalog_.add_value();
}

void DatalogAddFF::evaluate_states(std::span<const std::span<const AtomId>> states, std::vector<Value>& out,
                                   std::vector<std::vector<ActionNumber>>* plans) {
    out.clear();
    if (plans) plans->resize(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) out.push_back(value(states[i], plans ? &(*plans)[i] : nullptr));
}

void DatalogAddFF::evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                            std::vector<ActionNumber>* parent_plan) {
    if (parent_plan) value(expansions.front()->parent_atoms, parent_plan);
    out.clear();
    for (const Expansion* expansion : expansions) {
        for (const Child& child : expansion->children) {
            expansion->atoms(child, atoms_);
            out.push_back(evaluate_atoms(atoms_));
        }
    }
}

}  // namespace isonova
