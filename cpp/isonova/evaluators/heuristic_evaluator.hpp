// The key of a state is its heuristic value.
#pragma once

#include <memory>
#include <utility>

#include "isonova/evaluators/evaluator.hpp"

namespace isonova {

class HeuristicEvaluator : public Evaluator {
  public:
    // `admissible`: under the costs of the state space, whatever costs the heuristic counts.
    explicit HeuristicEvaluator(std::unique_ptr<Heuristic> heuristic, bool admissible = false)
        : heuristic_(std::move(heuristic)), admissible_(admissible) {}

    EvaluatorTraits traits() const override;
    Evaluation evaluate_initial(StateId, std::span<const AtomId> atoms) override {
        const Value h = heuristic_->evaluate_atoms(atoms);
        return {h, {h}};
    }
    void evaluate(const Expansion& expansion, bool with_preferred, Evaluations& out) override;
    void evaluate_states(std::span<const std::span<const AtomId>> states, std::vector<Value>& h,
                         std::vector<std::vector<ActionNumber>>* helpful) override;
    const AtomTable* actions() const override { return heuristic_->actions(); }
    void follow(Upcoming* upcoming) override { heuristic_->follow(upcoming); }
    const RelaxationStatistics* relaxation() const override { return heuristic_->relaxation(); }
    std::uint64_t work() const override;

  private:
    std::unique_ptr<Heuristic> heuristic_;
    bool admissible_;
    std::uint64_t deferred_ = 0, helpful_ = 0;  // states and actions, so far
};

}  // namespace isonova
