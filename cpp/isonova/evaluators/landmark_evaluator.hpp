// The key of a state is the number of landmarks still to be made true on the way to it; successors that accept a
// landmark are preferred.
#pragma once

#include <utility>

#include "isonova/evaluators/evaluator.hpp"
#include "isonova/heuristics/landmark_count.hpp"

namespace isonova {

class LandmarkEvaluator : public Evaluator {
  public:
    explicit LandmarkEvaluator(LandmarkCount count) : count_(std::move(count)) {}

    EvaluatorTraits traits() const override {
        EvaluatorTraits traits;
        traits.wants_parent_atoms = false;
        traits.prefers = true;
        traits.follows_paths = true;
        return traits;
    }
    Evaluation evaluate_initial(StateId, std::span<const AtomId> atoms) override {
        const Value h = count_.evaluate_initial(atoms);
        return {h, {h}};
    }
    void evaluate(const Expansion& expansion, bool with_preferred, Evaluations& out) override {
        out.clear();
        count_.evaluate(expansion, out.h, out.preferred);
        if (!with_preferred) out.preferred.clear();
        for (const Value h : out.h) out.keys.push_back({h});
    }
    bool reached_again(StateId parent, StateId child) override { return count_.duplicate(parent, child); }
    std::uint64_t work() const override { return 2 * count_.work(); }
    std::size_t bytes() const override { return count_.bytes(); }

  private:
    LandmarkCount count_;
};

}  // namespace isonova
