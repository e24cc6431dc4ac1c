// Greedy search on a heuristic alone: the key is the value.
#pragma once

#include <memory>
#include <utility>

#include "isonova/evaluators/evaluator.hpp"
#include "isonova/heuristics/heuristic.hpp"

namespace isonova {

class HeuristicEvaluator : public Evaluator {
  public:
    explicit HeuristicEvaluator(std::unique_ptr<Heuristic> heuristic) : heuristic_(std::move(heuristic)) {}

    Evaluation evaluate_initial(StateId, std::span<const AtomId> atoms) override {
        const Value h = heuristic_->evaluate_atoms(atoms);
        return {h, {h, 0}};
    }
    void evaluate(const Expansion& expansion, std::vector<Evaluation>& out) override {
        const Expansion* one = &expansion;
        heuristic_->evaluate(std::span(&one, 1), values_);
        out.clear();
        for (const Value h : values_) out.push_back({h, {h, 0}});
    }
    bool wants_parent_atoms() const override { return heuristic_->wants_parent_atoms(); }
    bool key_is_h() const override { return true; }
    void follow(Upcoming* upcoming) override { heuristic_->follow(upcoming); }
    bool safe() const override { return heuristic_->safe(); }

  private:
    std::unique_ptr<Heuristic> heuristic_;
    std::vector<Value> values_;
};

}  // namespace isonova
