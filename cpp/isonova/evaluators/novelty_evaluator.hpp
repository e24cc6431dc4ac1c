// Greedy search on novelty over a heuristic: the heuristic's values for all children, their differences in features,
// then novelty child by child in order. Dead ends never reach the novelty table.
#pragma once

#include <chrono>
#include <memory>

#include "isonova/evaluators/evaluator.hpp"
#include "isonova/evaluators/novelty_telemetry.hpp"
#include "isonova/features/feature_map.hpp"
#include "isonova/heuristics/heuristic.hpp"
#include "isonova/novelty/novelty.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

class NoveltyEvaluator : public Evaluator {
  public:
    // `ids` are those that the features come from. `limits` must outlive it; Halted is thrown when one is reached in
    // the middle of a large expansion.
    NoveltyEvaluator(std::unique_ptr<Heuristic> heuristic, std::unique_ptr<FeatureIds> ids,
                     std::unique_ptr<FeatureMap> features, std::unique_ptr<Novelty> novelty, Limits& limits)
        : heuristic_(std::move(heuristic)),
          ids_(std::move(ids)),
          features_(std::move(features)),
          novelty_(std::move(novelty)),
          limits_(limits) {}

    Evaluation evaluate_initial(StateId state, std::span<const AtomId> atoms) override;
    void evaluate(const Expansion& expansion, std::vector<Evaluation>& out) override;
    void follow(Upcoming* upcoming) override { heuristic_->follow(upcoming); }
    bool safe() const override { return heuristic_->safe(); }
    bool wants_parent_h() const override { return true; }
    NoveltyRate novelty_rate() const override { return {new_states_.states(), new_states_.total()}; }

    NoveltyTelemetry telemetry() const;

  private:
    struct Difference {  // ends of a child's part of the arrays below
        std::size_t gained, lost;
    };
    enum Phase : std::uint8_t { in_heuristic, in_features, in_novelty };

    std::unique_ptr<Heuristic> heuristic_;
    std::unique_ptr<FeatureIds> ids_;
    std::unique_ptr<FeatureMap> features_;
    std::unique_ptr<Novelty> novelty_;
    Limits& limits_;
    std::vector<Value> values_;
    std::vector<Difference> differences_;
    std::vector<FeatureId> gained_, lost_;
    NewStates new_states_;

    // A look at the clock costs as much as a small expansion, so most go unclocked.
    static constexpr std::uint64_t sampled = 16;
    std::uint64_t expansions_ = 0;
    std::chrono::steady_clock::duration spent_[3] = {};
};

}  // namespace isonova
