#include "isonova/heuristics/datalog_heuristic.hpp"

namespace isonova {

DatalogHeuristic::DatalogHeuristic(TaskPtr task, const AtomTable& table, Relaxation kind, CostType cost_type,
                                   Limits& limits, bool inequalities)
    : task_(std::move(task)), table_(table), kind_(kind), datalog_(*task_, cost_type, limits, inequalities) {
    if (!inequalities) statistics_.dropped_inequalities = task_->schemata.size();
}

void DatalogHeuristic::load(std::span<const AtomId> atoms) {
    datalog_.clear();
    for (const AtomId atom : atoms) datalog_.add(table_.predicate(atom), table_.args(atom));
}

Value DatalogHeuristic::value() {
    ++statistics_.states;
    const bool reached = datalog_.run(kind_ == Relaxation::ff);
    statistics_.visits = datalog_.instances();
    if (!reached) return dead_end;
    return kind_ == Relaxation::ff ? datalog_.ff_value() : datalog_.add_value();
}

void DatalogHeuristic::evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out) {
    out.clear();
    for (const Expansion* expansion : expansions) {
        for (const Child& child : expansion->children) {
            expansion->atoms(child, atoms_);
            out.push_back(evaluate_atoms(atoms_));
        }
    }
}

Value DatalogHeuristic::evaluate_atoms(std::span<const AtomId> atoms) {
    load(atoms);
    return value();
}

bool DatalogHeuristic::reaches_goal(std::uint64_t most_instances) {
    datalog_.clear();
    for (std::size_t i = 0; i < task_->init.size(); ++i)
        if (task_->predicates[task_->init.predicate(i)].kind != PredicateKind::fixed)
            datalog_.add(task_->init.predicate(i), task_->init.args(i));
    return datalog_.run(false, most_instances);
}

RelaxedPlan DatalogHeuristic::relaxed_plan(std::span<const AtomId> atoms) {
    RelaxedPlan plan;
    load(atoms);
    if (datalog_.run(true))
        datalog_.ff_value(&plan);
    else
        plan.cost = dead_end;
    return plan;
}

}  // namespace isonova
