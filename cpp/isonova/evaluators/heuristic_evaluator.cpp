#include "isonova/evaluators/heuristic_evaluator.hpp"

#include <stdexcept>

namespace isonova {

void Evaluator::evaluate_states(std::span<const std::span<const AtomId>>, std::vector<Value>&,
                                std::vector<std::vector<ActionNumber>>*) {
    throw std::logic_error("this evaluator depends on more than the state: it cannot be deferred");
}

EvaluatorTraits HeuristicEvaluator::traits() const {
    EvaluatorTraits traits;
    traits.safe = heuristic_->safe();
    traits.admissible = admissible_;
    traits.wants_parent_atoms = heuristic_->wants_parent_atoms();
    traits.key_is_h = true;
    traits.prefers = heuristic_->actions() != nullptr;
    traits.may_be_deferred = true;
    return traits;
}

void HeuristicEvaluator::evaluate(const Expansion& expansion, bool with_preferred, Evaluations& out) {
    out.clear();
    const Expansion* one = &expansion;
    heuristic_->evaluate(std::span(&one, 1), out.h, with_preferred ? &out.helpful : nullptr);
    helpful_ += out.helpful.size();
    for (const Value h : out.h) out.keys.push_back({h});
}

void HeuristicEvaluator::evaluate_states(std::span<const std::span<const AtomId>> states, std::vector<Value>& h,
                                         std::vector<std::vector<ActionNumber>>* helpful) {
    heuristic_->evaluate_states(states, h, helpful);
    deferred_ += states.size();
    if (helpful)
        for (const auto& actions : *helpful) helpful_ += actions.size();
}

// Weights from measured searches: what a visit of an edge takes for all lanes, a state that is listed and read by
// itself, and an action of a relaxed plan.
std::uint64_t HeuristicEvaluator::work() const {
    constexpr std::uint64_t per_edge = 8, per_deferred = 800, per_helpful = 60;
    return per_edge * heuristic_->work() + per_deferred * deferred_ + per_helpful * helpful_;
}

}  // namespace isonova
