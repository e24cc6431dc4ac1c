// The key of a state is its novelty over another evaluator's h: first h for all children, then their differences in
// features, then novelty child by child in order. Dead ends never reach the novelty table. With pruning, as in iterated
// width, a state that shows nothing new counts as a dead end, which proves nothing.
#pragma once

#include <chrono>
#include <memory>

#include "isonova/evaluators/evaluator.hpp"
#include "isonova/evaluators/heuristic_evaluator.hpp"
#include "isonova/features/feature_map.hpp"
#include "isonova/novelty/novelty.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

class NoveltyEvaluator : public Evaluator {
  public:
    // `ids` are those that the features come from. `limits` must outlive it; Halted is thrown when one is reached in
    // the middle of a large expansion.
    NoveltyEvaluator(std::unique_ptr<Evaluator> base, std::unique_ptr<FeatureIds> ids,
                     std::unique_ptr<FeatureMap> features, std::unique_ptr<Novelty> novelty, Limits& limits,
                     bool prunes = false)
        : base_(std::move(base)),
          ids_(std::move(ids)),
          features_(std::move(features)),
          novelty_(std::move(novelty)),
          limits_(limits),
          prunes_(prunes) {}

    NoveltyEvaluator(std::unique_ptr<Heuristic> heuristic, std::unique_ptr<FeatureIds> ids,
                     std::unique_ptr<FeatureMap> features, std::unique_ptr<Novelty> novelty, Limits& limits)
        : NoveltyEvaluator(std::make_unique<HeuristicEvaluator>(std::move(heuristic)), std::move(ids),
                           std::move(features), std::move(novelty), limits) {}

    EvaluatorTraits traits() const override;
    Evaluation evaluate_initial(StateId state, std::span<const AtomId> atoms) override;
    void evaluate(const Expansion& expansion, bool with_preferred, Evaluations& out) override;
    const AtomTable* actions() const override { return base_->actions(); }
    bool reached_again(StateId parent, StateId child) override { return base_->reached_again(parent, child); }
    void forget() override {
        base_->forget();
        novelty_->forget();
    }
    void follow(Upcoming* upcoming) override { base_->follow(upcoming); }
    NoveltyRate novelty_rate() const override { return {new_states_.states(), new_states_.total()}; }
    std::uint64_t work() const override;
    std::size_t bytes() const override { return base_->bytes() + features_->bytes() + novelty_->bytes(); }

    const RelaxationStatistics* relaxation() const override { return base_->relaxation(); }
    std::optional<NoveltyTelemetry> telemetry() const override;

  private:
    struct Difference {  // ends of a child's part of the arrays below
        std::size_t gained, lost;
    };
    enum Phase : std::uint8_t { in_heuristic, in_features, in_novelty };

    std::unique_ptr<Evaluator> base_;
    std::unique_ptr<FeatureIds> ids_;
    std::unique_ptr<FeatureMap> features_;
    std::unique_ptr<Novelty> novelty_;
    Limits& limits_;
    static constexpr std::uint64_t colours_between_looks = 1'000'000;  // at the limits, in the middle of an expansion
    std::uint64_t looked_at_ = 0;
    bool prunes_;
    std::vector<Difference> differences_;
    std::vector<FeatureId> gained_, lost_;
    NewStates new_states_;

    // A look at the clock costs as much as a small expansion, so most go unclocked.
    static constexpr std::uint64_t sampled = 16;
    std::uint64_t expansions_ = 0;
    std::chrono::steady_clock::duration spent_[3] = {};
};

}  // namespace isonova
