// Deferred evaluation: states taken from the queues wait here until they are evaluated side by side. With speculation,
// states whose turn may come soon are evaluated with them, and their values wait by state.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "isonova/evaluators/evaluator.hpp"

namespace isonova {

struct DeferredState {
    StateId state = none;
    std::uint32_t queue = 0;  // from which it came
    // Per deferred evaluator.
    std::vector<Value> h;
    std::vector<std::vector<ActionNumber>> helpful;
};

class Deferred {
  public:
    void add(Evaluator& evaluator, bool with_helpful) { evaluators_.push_back({&evaluator, with_helpful}); }

    bool any() const { return !evaluators_.empty(); }

    void clear() { count_ = speculative_ = 0; }
    void push(StateId state, std::uint32_t queue);
    std::size_t size() const { return count_; }
    const DeferredState& operator[](std::size_t i) const { return states_[i]; }

    bool missing() const;  // whether a state pushed has no values yet
    // Whether enough of the states evaluated ahead had their turn, lately. Every now and then it is worth a try.
    bool is_speculation_worth_it();
    // A state that was not taken from the queues, unless it is known or there are `most` of them.
    void push_speculative(StateId state, std::size_t most);
    void evaluate(StateSpace& space);

  private:
    struct Each {
        Evaluator* evaluator;
        bool with_helpful;
    };
    DeferredState& at(std::size_t i) {
        if (i == states_.size()) states_.emplace_back();
        return states_[i];
    }

    std::vector<Each> evaluators_;
    std::vector<DeferredState> states_;  // those taken from the queues, then speculative ones
    std::size_t count_ = 0, speculative_ = 0;
    std::unordered_map<StateId, DeferredState> known_;  // evaluated ahead of their turn
    std::uint32_t ahead_ = 0, used_ = 0;                // states evaluated ahead lately, and those that had their turn
    std::uint32_t turn_ = 0;
    std::vector<std::uint32_t> asked_;
    std::vector<std::vector<AtomId>> atoms_;
    std::vector<std::span<const AtomId>> spans_;
    std::vector<Value> values_;
    std::vector<std::vector<ActionNumber>> helpful_;
};

}  // namespace isonova
