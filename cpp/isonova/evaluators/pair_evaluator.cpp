#include "isonova/evaluators/pair_evaluator.hpp"

#include "isonova/evaluators/value_pair.hpp"

namespace isonova {

EvaluatorTraits PairEvaluator::traits() const {
    const EvaluatorTraits a = first_->traits(), b = second_->traits();
    EvaluatorTraits traits;
    traits.safe = a.safe && b.safe;
    traits.wants_parent_atoms = a.wants_parent_atoms || b.wants_parent_atoms;
    traits.wants_parent_h = true;
    traits.prefers = a.prefers || b.prefers;
    traits.follows_paths = a.follows_paths || b.follows_paths;
    return traits;
}

Evaluation PairEvaluator::evaluate_initial(StateId state, std::span<const AtomId> atoms) {
    const Value a = first_->evaluate_initial(state, atoms).h, b = second_->evaluate_initial(state, atoms).h;
    const Value h = value_pair(a, b);
    return {h, {h}};
}

void PairEvaluator::evaluate(const Expansion& expansion, bool with_preferred, Evaluations& out) {
    expansion_ = expansion;
    expansion_.parent_h = first_of_pair(expansion.parent_h);
    first_->evaluate(expansion_, with_preferred, out);
    expansion_.parent_h = second_of_pair(expansion.parent_h);
    second_->evaluate(expansion_, with_preferred, seconds_);
    for (std::size_t i = 0; i < out.h.size(); ++i) out.keys[i] = {out.h[i] = value_pair(out.h[i], seconds_.h[i])};
    if (out.preferred.empty()) out.preferred = seconds_.preferred;
    if (out.helpful.empty()) out.helpful = seconds_.helpful;
}

bool PairEvaluator::reached_again(StateId parent, StateId child) {
    const bool a = first_->reached_again(parent, child), b = second_->reached_again(parent, child);
    return a || b;
}

}  // namespace isonova
