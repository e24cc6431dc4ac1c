// The values of two evaluators as a pair. Preferred successors are those of both.
#pragma once

#include <memory>
#include <utility>

#include "isonova/evaluators/evaluator.hpp"

namespace isonova {

class PairEvaluator : public Evaluator {
  public:
    PairEvaluator(std::unique_ptr<Evaluator> first, std::unique_ptr<Evaluator> second)
        : first_(std::move(first)), second_(std::move(second)) {}

    EvaluatorTraits traits() const override;
    Evaluation evaluate_initial(StateId state, std::span<const AtomId> atoms) override;
    void evaluate(const Expansion& expansion, bool with_preferred, Evaluations& out) override;
    const AtomTable* actions() const override { return either(&Evaluator::actions); }
    bool reached_again(StateId parent, StateId child) override;
    void follow(Upcoming* upcoming) override {
        first_->follow(upcoming);
        second_->follow(upcoming);
    }
    const RelaxationStatistics* relaxation() const override { return either(&Evaluator::relaxation); }
    std::uint64_t work() const override { return first_->work() + second_->work(); }
    std::size_t bytes() const override { return first_->bytes() + second_->bytes(); }

  private:
    template <class T>
    const T* either(const T* (Evaluator::*get)() const) const {
        const T* found = (first_.get()->*get)();
        return found ? found : (second_.get()->*get)();
    }

    std::unique_ptr<Evaluator> first_, second_;
    Expansion expansion_;  // with the parent's value as one of the two knows it
    Evaluations seconds_;
};

}  // namespace isonova
