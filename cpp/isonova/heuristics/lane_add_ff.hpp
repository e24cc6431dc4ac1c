// h_add, h_FF and h_max on the relaxed graph, many states at once in SIMD lanes: in 16 bits first, what does not fit
// again in 32. What does not fit there either is left to Dijkstra's algorithm in 64 bits.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "isonova/heuristics/graph_add_ff.hpp"
#include "isonova/relaxation/lane_sweep.hpp"

namespace isonova {

class LaneAddFF : public GraphAddFF {
  public:
    struct Options {
        Simd simd = isonova::simd();
        std::uint32_t least_bits = 16;  // 16, 32 or 64
        std::uint32_t most_lanes = 16;  // states in a batch at most
        double patience = 16;           // superfluous visits, in graphs, before the order is renewed
    };

    LaneAddFF(std::shared_ptr<const RelaxedGraph> graph, const AtomTable& table, Relaxation kind, Limits& limits);
    LaneAddFF(std::shared_ptr<const RelaxedGraph> graph, const AtomTable& table, Relaxation kind, Limits& limits,
              const Options& options);

    void evaluate_with_plans(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                             std::span<std::vector<ActionNumber>* const> plans) override;
    Value evaluate_atoms(std::span<const AtomId> atoms) override;
    void evaluate_states(std::span<const std::span<const AtomId>> states, std::vector<Value>& out,
                         std::vector<std::vector<ActionNumber>>* plans = nullptr) override;
    std::uint64_t work() const override { return statistics_.visits; }
    const RelaxationStatistics* relaxation() const override { return &statistics_; }

    std::uint32_t lanes() const;  // of the next batch
    // Whether the edges are in order, which takes as long as several sweeps. The first evaluation sees to it.
    bool is_prepared() const { return order_.has_value(); }
    void set_goal(std::span<const NodeId> goal) override {
        GraphAddFF::set_goal(goal);
        if (order_) order_->set_goal(goal);
    }

  private:
    // A state by its difference to the parent that is open, in pool_: added nodes, then removed ones.
    struct State {
        std::size_t added, removed, end;
        Value* value;                     // where to write it; may be null
        std::vector<ActionNumber>* plan;  // likewise
    };

    void open(std::span<const AtomId> parent_atoms);
    // Overwrites gained_ and lost_ with the difference of a state to the parent that is open.
    void compare(std::span<const AtomId> atoms);
    // Appends the nodes that are true because some atoms are true and their opposites false.
    void append_nodes(std::span<const AtomId> atoms, std::span<const AtomId> opposite, std::vector<NodeId>& out);
    void begin_states();
    // The state whose difference was written to pool_ since the last one, the nodes from `removed` on being removed.
    void add_state(std::size_t removed, Value* value, std::vector<ActionNumber>* plan = nullptr);
    // A state that differs from the open parent in gained_ and lost_.
    void add_other(Value* value, std::vector<ActionNumber>* plan);
    void add_children(const Expansion& expansion, Value* values);
    // The children of a parent other than the one that is open, compared before.
    void add_others(const Expansion& expansion, Value* values);
    std::span<const NodeId> added(const State& state) const {
        return std::span(pool_).subspan(state.added, state.removed - state.added);
    }
    std::span<const NodeId> removed(const State& state) const {
        return std::span(pool_).subspan(state.removed, state.end - state.removed);
    }
    void prepare();
    void evaluate_added_states();
    void evaluate_wide(const State& state);
    void evaluate_lanes(LaneSweep& sweep, std::span<const std::uint32_t> states, std::vector<std::uint32_t>& doubtful);
    // Values and plans of the states of a batch, in these lanes of the sweep.
    void evaluate_swept(const LaneSweep& sweep, std::span<const std::uint32_t> states, LaneMask lanes);
    // Makes holds_ that of a state in a lane, or again that of the parent.
    void apply(const State& state, std::uint32_t lane, bool forth);
    void renew_order(std::uint64_t visits);
    void pause();

    Options options_;
    std::optional<SweepOrder> order_;
    std::unique_ptr<LaneSweep> narrow_, medium_;
    RelaxationStatistics statistics_;

    std::uint64_t usual_visits_ = 0, superfluous_ = 0;
    std::uint32_t narrow_failures_ = 0;

    std::vector<NodeId> parent_;   // nodes true in the parent
    std::vector<LaneMask> holds_;  // the same, per node: all lanes or none
    std::vector<NodeId> pool_;
    std::vector<State> states_;
    std::vector<std::uint8_t> mark_;  // per node; all 0 between calls
    std::vector<NodeId> other_, gained_, lost_, child_gained_, child_lost_;
    std::vector<std::uint32_t> all_, again_, last_;
};

}  // namespace isonova
