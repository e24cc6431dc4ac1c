// One search three times: with a plain heuristic over ground actions, and with the planner's own in either engine.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "isonova/ground/ground_state_space.hpp"
#include "isonova/lifted/lifted_state_space.hpp"
#include "isonova/planner/plan.hpp"
#include "plain/add_ff.hpp"
#include "plain/adjusted_costs.hpp"
#include "search/trace.hpp"

namespace isonova::testing {

// Goal literals that do not hold, counted from nothing in every state.
class PlainGoalCount : public Heuristic {
  public:
    explicit PlainGoalCount(const GroundTask& task) : task_(task) {}

    void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                  std::vector<ActionNumber>* = nullptr) override {
        out.clear();
        for (const Expansion* expansion : expansions) {
            for (const Child& child : expansion->children) {
                std::vector<AtomId> atoms;
                expansion->atoms(child, atoms);
                out.push_back(evaluate_atoms(atoms));
            }
        }
    }
    Value evaluate_atoms(std::span<const AtomId> atoms) override {
        const auto holds = [&](AtomId atom) { return std::find(atoms.begin(), atoms.end(), atom) != atoms.end(); };
        return std::count_if(task_.goal.begin(), task_.goal.end(), [&](AtomId atom) { return !holds(atom); }) +
               std::count_if(task_.negative_goal.begin(), task_.negative_goal.end(), holds);
    }

  private:
    const GroundTask& task_;
};

inline std::unique_ptr<Heuristic> plain_heuristic(const GroundTask& task, const std::string& name, CostType cost_type,
                                                  Limits& limits) {
    if (name == "gc") return std::make_unique<PlainGoalCount>(task);
    auto costs = adjusted_costs(task, cost_type);
    if (name == "add") return std::make_unique<PlainAdd>(task, std::move(costs), limits);
    return std::make_unique<PlainFF>(task, std::move(costs), limits);
}

struct ThreeSearches {
    Trace plain, grounded, lifted;
};

inline ThreeSearches search_thrice(const std::shared_ptr<const GroundTask>& task, const std::string& heuristic,
                                   std::uint64_t max_evaluations, Limits& limits) {
    ThreeSearches out;
    const HeuristicKind kind = kind_of("heuristic", heuristic, heuristic_names);
    {
        GroundStateSpace space(task, limits);
        out.plain = trace(space, plain_heuristic(*task, heuristic, CostType::normal, limits), max_evaluations, limits);
    }
    {
        GroundStateSpace space(task, limits);
        out.grounded = trace(space, make_heuristic(*task, kind, CostType::normal, limits), max_evaluations, limits);
    }
    LiftedStateSpace space(task->task, limits);
    out.lifted = trace(space, make_heuristic(space, kind, CostType::normal, limits), max_evaluations, limits);
    return out;
}

}  // namespace isonova::testing
