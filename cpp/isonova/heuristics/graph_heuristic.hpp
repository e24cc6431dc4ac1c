// h_add and h_FF on the relaxed graph, siblings in lanes: 16 bits first, what does not fit again in 32, then in 64.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "isonova/heuristics/heuristic.hpp"
#include "isonova/heuristics/relaxation.hpp"
#include "isonova/relaxation/lane_sweep.hpp"
#include "isonova/relaxation/relaxed_plan.hpp"
#include "isonova/relaxation/wide_costs.hpp"

namespace isonova {

class GraphHeuristic : public Heuristic {
  public:
    struct Options {
        Simd simd = isonova::simd();
        std::uint32_t least_bits = 16;  // 16, 32 or 64
        std::uint32_t most_lanes = 16;  // states in a batch at most
        double patience = 16;           // superfluous visits, in graphs, before the order is renewed
    };

    GraphHeuristic(std::shared_ptr<const RelaxedGraph> graph, const AtomTable& table, Relaxation kind, Limits& limits);
    GraphHeuristic(std::shared_ptr<const RelaxedGraph> graph, const AtomTable& table, Relaxation kind, Limits& limits,
                   const Options& options);

    void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out) override;
    Value evaluate_atoms(std::span<const AtomId> atoms) override;
    RelaxedPlan relaxed_plan(std::span<const AtomId> atoms);
    const RelaxationStatistics* relaxation() const override { return &statistics_; }
    std::uint32_t lanes() const;  // of the next batch

  private:
    struct Difference {
        std::span<const NodeId> added, removed;
    };

    void open(std::span<const AtomId> parent_atoms);
    // Appends the nodes that are true because some atoms are true and their opposites false.
    void append_nodes(std::span<const AtomId> atoms, std::span<const AtomId> opposite, std::vector<NodeId>& out);
    void read_children(const Expansion& expansion);
    // Of a parent other than the one that is open; the differences are to that one all the same.
    void read_others(const Expansion& expansion);
    void find_differences();
    // The values of some siblings, to out[0 .. count).
    void evaluate_siblings(std::size_t first, std::size_t count, Value* out);
    void evaluate_lanes(LaneSweep& sweep, std::span<const std::uint32_t> children, Value* out,
                        std::vector<std::uint32_t>& doubtful);
    template <class T>
    Value value(const T* costs, std::size_t stride, const Difference& child);
    void apply(const Difference& child, bool forth);
    void renew_order(std::uint64_t visits);
    void pause();

    std::shared_ptr<const RelaxedGraph> graph_;
    Relaxation kind_;
    Options options_;
    Limits& limits_;
    AtomNodes nodes_;
    std::vector<NodeId> negated_;  // atoms with a negation node
    SweepOrder order_;
    std::unique_ptr<LaneSweep> narrow_, medium_;
    std::optional<WideCosts> wide_;
    PlanExtractor extractor_;
    RelaxedPlan* plan_ = nullptr;  // to be written
    RelaxationStatistics statistics_;

    bool referred_ = false;  // whether the order refers to any state yet
    std::uint64_t usual_visits_ = 0, superfluous_ = 0;
    std::uint32_t narrow_failures_ = 0;

    std::vector<NodeId> parent_;       // nodes true in the parent
    std::vector<std::uint8_t> holds_;  // the same, per node
    std::vector<NodeId> pool_;
    std::vector<std::size_t> bounds_;  // in pool_, two per child: end of added, end of removed
    std::vector<Difference> children_;
    std::vector<std::uint8_t> mark_;  // per node; all 0 between calls
    std::vector<NodeId> other_, gained_, lost_, child_gained_, child_lost_;
    std::vector<std::uint32_t> all_, again_, last_;
    std::vector<NodeId> wide_true_;
};

}  // namespace isonova
