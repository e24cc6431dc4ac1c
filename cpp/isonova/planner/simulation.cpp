#include "isonova/planner/simulation.hpp"

#include <algorithm>
#include <map>

namespace isonova {

TaskPtr restricted(const Task& task, std::span<const ActionInstance> plan) {
    auto out = std::make_shared<Task>(task);
    std::map<std::uint32_t, std::vector<std::vector<ObjectId>>> used;
    for (const ActionInstance& step : plan) used[step.action].push_back(step.arguments);
    std::vector<PredicateId> predicate(task.actions.size(), none);
    for (auto& [action, tuples] : used) {
        predicate[action] = static_cast<PredicateId>(out->predicates.size());
        out->predicates.push_back({"in the plan: " + task.actions[action].name,
                                   std::vector<TypeId>(tuples[0].size(), 0), PredicateKind::fixed, true});
        std::sort(tuples.begin(), tuples.end());
        tuples.erase(std::unique(tuples.begin(), tuples.end()), tuples.end());
        for (const auto& arguments : tuples) out->init.add(predicate[action], arguments);
    }
    std::erase_if(out->schemata, [&](const Schema& schema) { return predicate[schema.action] == none; });
    for (Schema& schema : out->schemata)
        schema.precondition.literals.push_back({predicate[schema.action], false, schema.declared});
    return out;
}

StepWays::StepWays(const GroundTask& task) : instances_(static_cast<std::uint32_t>(task.task->actions.size())) {
    std::vector<std::uint32_t> instance;
    ActionInstance step;
    for (ActionId action = 0; action < task.action_count(); ++action) {
        step.assign(task.task->schemata[task.schema[action]], task.arguments[action].data());
        instance.push_back(instances_.intern(step.action, step.arguments));
    }
    Rows instance_of;
    for (const std::uint32_t each : instance) instance_of.push_row(std::span(&each, 1));
    ways_ = instance_of.transposed(instances_.size());
}

Rows StepWays::of(std::span<const ActionInstance> plan) const {
    Rows out;
    for (const ActionInstance& step : plan) {
        const std::uint32_t instance = instances_.find(step.action, step.arguments);
        instance == none ? out.end_row() : out.push_row(ways_[instance]);
    }
    return out;
}

Simulation::Simulation(const GroundTask& task, Limits& limits)
    : task_(task),
      limits_(limits),
      axioms_(task),
      axiom_work_(task.axiom_body.entries() + task.axiom_negative_body.entries() + task.axiom_count()) {}

bool Simulation::hold(std::span<const AtomId> atoms, std::span<const AtomId> negative, const State& state) const {
    const auto holds = [&](AtomId atom) { return test(state.data(), atom); };
    return std::all_of(atoms.begin(), atoms.end(), holds) && std::none_of(negative.begin(), negative.end(), holds);
}

void Simulation::start(State& state) {
    state.assign(words_for(task_.atoms.size()), 0);
    for (const AtomId atom : task_.init) insert(state.data(), atom);
    derive(state);
}

void Simulation::derive(State& state) {
    if (axioms_.empty()) return;
    count(axiom_work_ + state.size());
    std::size_t word = task_.fluent_count / 64;
    if (task_.fluent_count % 64 != 0) state[word++] &= (Word{1} << (task_.fluent_count % 64)) - 1;
    std::fill(state.begin() + static_cast<std::ptrdiff_t>(word), state.end(), 0);
    axioms_.derive(state.data());
}

ActionId Simulation::applicable(std::span<const ActionId> ways, const State& state) {
    if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
    for (const ActionId action : ways) {
        count(1 + task_.precondition[action].size() + task_.negative_precondition[action].size());
        if (hold(task_.precondition[action], task_.negative_precondition[action], state)) return action;
    }
    return none;
}

void Simulation::apply(ActionId action, State& state, std::vector<AtomId>& changes) {
    fired_.clear();
    for (std::uint32_t e = task_.effect_start[action]; e < task_.effect_start[action + 1]; ++e) {
        count(task_.effect_condition[e].size() + task_.effect_negative_condition[e].size());
        if (hold(task_.effect_condition[e], task_.effect_negative_condition[e], state)) fired_.push_back(e);
    }
    changes.clear();
    const auto make = [&](bool value, std::span<const AtomId> atoms) {
        count(atoms.size());
        for (const AtomId atom : atoms) {
            if (test(state.data(), atom) == value) continue;
            toggle(state.data(), atom);
            changes.push_back(atom);
        }
    };
    make(false, task_.deletes[action]);
    for (const std::uint32_t e : fired_) make(false, task_.effect_deletes[e]);
    make(true, task_.adds[action]);
    for (const std::uint32_t e : fired_) make(true, task_.effect_adds[e]);
    if (!changes.empty()) derive(state);
}

}  // namespace isonova
