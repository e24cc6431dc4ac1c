#include "isonova/search/deferred.hpp"

#include <algorithm>
#include <utility>

namespace isonova {

void Deferred::push(StateId state, std::uint32_t queue) {
    DeferredState& each = at(count_++);
    each.state = state;
    each.queue = queue;
    each.h.clear();
    const auto found = known_.find(state);
    if (found == known_.end()) return;
    each.h = std::move(found->second.h);
    each.helpful = std::move(found->second.helpful);
    known_.erase(found);
    ++used_;
}

bool Deferred::is_speculation_worth_it() {
    constexpr std::uint32_t few = 64, many = 4096, least_share = 16, between_tries = 16;
    if (ahead_ > many) {
        ahead_ /= 2;
        used_ /= 2;
    }
    return ahead_ < few || used_ * least_share >= ahead_ || ++turn_ % between_tries == 0;
}

bool Deferred::missing() const {
    return std::any_of(states_.begin(), states_.begin() + static_cast<std::ptrdiff_t>(count_),
                       [](const DeferredState& each) { return each.h.empty(); });
}

void Deferred::push_speculative(StateId state, std::size_t most) {
    if (speculative_ == most || known_.contains(state)) return;
    for (std::size_t i = count_; i < count_ + speculative_; ++i)
        if (states_[i].state == state) return;
    DeferredState& each = at(count_ + speculative_++);
    each.state = state;
    each.h.clear();
}

void Deferred::evaluate(StateSpace& space) {
    asked_.clear();
    for (std::uint32_t i = 0; i < count_ + speculative_; ++i)
        if (states_[i].h.empty()) asked_.push_back(i);
    if (asked_.empty()) return;
    if (atoms_.size() < asked_.size()) atoms_.resize(asked_.size());
    spans_.clear();
    for (std::size_t i = 0; i < asked_.size(); ++i) {
        space.atoms(states_[asked_[i]].state, atoms_[i]);
        spans_.push_back(atoms_[i]);
    }
    for (const std::uint32_t i : asked_) states_[i].helpful.resize(evaluators_.size());
    for (std::size_t e = 0; e < evaluators_.size(); ++e) {
        const auto& [evaluator, with_helpful] = evaluators_[e];
        evaluator->evaluate_states(spans_, values_, with_helpful ? &helpful_ : nullptr);
        for (std::size_t i = 0; i < asked_.size(); ++i) {
            DeferredState& each = states_[asked_[i]];
            each.h.push_back(values_[i]);
            if (with_helpful) std::swap(each.helpful[e], helpful_[i]);
        }
    }
    // Values that nobody has asked for in a long time go.
    constexpr std::size_t most_known = std::size_t{1} << 14;
    if (known_.size() > most_known) known_.clear();
    for (std::size_t i = count_; i < count_ + speculative_; ++i) known_[states_[i].state] = states_[i];
    ahead_ += static_cast<std::uint32_t>(speculative_);
}

}  // namespace isonova
