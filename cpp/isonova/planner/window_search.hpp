// Weighted A* in a small part of a state space: from any state to any goal, below a cost bound, thousands of times
// over. States of several expansions are evaluated at once, so that the lanes of the heuristic are filled. A cheaper
// path to a state that was expanded opens it again.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "isonova/heuristics/adaptive_add_ff.hpp"
#include "isonova/state/state_space.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

struct WindowGoal {  // atoms of the space, and their nodes in the heuristic's graph
    std::vector<AtomId> atoms, negative;
    std::vector<NodeId> nodes;
};

enum class WindowOutcome : std::uint8_t { found, exhausted, spent, paused };

class WindowSearch {
  public:
    // Forgets all states of the space and returns the one with these fluents.
    using Restart = std::function<StateId(std::span<const AtomId>)>;

    // The state space and the heuristic must outlive it; the heuristic's graph is for any goal.
    WindowSearch(StateSpace& space, Restart restart, AdaptiveAddFF& heuristic, Limits& limits)
        : space_(space), restart_(std::move(restart)), heuristic_(heuristic), limits_(limits) {}

    // The estimated cost from a state, by its fluent atoms, to a goal.
    Value estimate(std::span<const AtomId> fluents, const WindowGoal& goal);
    // Begins to look for a plan that costs less than `bound`. A state is dropped where its path and `trust` percent of
    // the estimate reach the bound. Throws Halted, as what follows.
    void start(std::span<const AtomId> fluents, const WindowGoal& goal, std::int64_t bound, std::int64_t trust);
    // Goes on until a plan is found, which overwrites `plan`, no state is left, or there were so many evaluations since
    // the start. Pauses when `work` is past a total.
    WindowOutcome advance(std::uint64_t max_evaluations, std::uint64_t max_work, std::vector<ActionInstance>& plan);

    std::int64_t weight = 100;   // percent of the estimate, in the order
    std::uint64_t work() const;  // in units of about a nanosecond, counted

  private:
    struct Node {
        StateId parent;
        ActionId action;
        bool is_closed;
        std::int64_t g;
        Value h;
    };
    struct Entry {
        std::int64_t f, h;
        std::uint64_t order;
        StateId state;
        std::int64_t g;
        bool operator<(const Entry& other) const {  // as heaps have it: the greatest comes first
            return f != other.f ? f > other.f : h != other.h ? h > other.h : order > other.order;
        }
    };
    struct Duplicate {
        StateId parent, child;
        ActionId action;
        std::int64_t cost;
    };
    struct Listener final : ExpansionListener {
        std::vector<Duplicate> met;
        void duplicate(StateId parent, StateId child, ActionId action, std::int64_t cost) override {
            met.push_back({parent, child, action, cost});
        }
    };

    bool is_goal(StateId state);
    void push(StateId state);
    void expand(StateId state);
    void evaluate_batch();

    StateSpace& space_;
    Restart restart_;
    AdaptiveAddFF& heuristic_;
    Limits& limits_;
    WindowGoal goal_;
    std::int64_t bound_ = 0, trust_ = 100;
    std::vector<Node> nodes_;
    std::vector<Entry> open_;
    std::uint64_t order_ = 0, evaluations_ = 0, generated_ = 0;
    Listener listener_;
    std::vector<Expansion> expansions_;
    std::size_t batch_ = 0, batch_children_ = 0;
    std::vector<const Expansion*> pointers_;
    std::vector<Value> values_;
    std::vector<AtomId> atoms_;
};

}  // namespace isonova
