// h_add, h_FF and h_max on the relaxed graph by whichever of three algorithms has looked at fewest edges per state
// lately: lanes for the children of one parent, lanes with look-ahead, or Dijkstra's algorithm from each state. Now and
// then another one has its turn, the more expensive the less often, to see whether that still holds. Only counts
// decide, and the values are the same anyway.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>

#include "isonova/heuristics/dijkstra_add_ff.hpp"
#include "isonova/heuristics/lane_add_ff.hpp"
#include "isonova/heuristics/look_ahead.hpp"

namespace isonova {

class AdaptiveAddFF : public Heuristic {
  public:
    enum Algorithm : std::uint8_t { lanes, lanes_ahead, dijkstra };
    struct Options {
        LaneAddFF::Options lanes;
        std::optional<Algorithm> only;
    };

    AdaptiveAddFF(std::shared_ptr<const RelaxedGraph> graph, const AtomTable& table, Relaxation kind, Limits& limits);
    AdaptiveAddFF(std::shared_ptr<const RelaxedGraph> graph, const AtomTable& table, Relaxation kind, Limits& limits,
                  const Options& options);

    void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                  std::vector<ActionNumber>* parent_plan = nullptr) override;
    Value evaluate_atoms(std::span<const AtomId> atoms) override;
    void evaluate_states(std::span<const std::span<const AtomId>> states, std::vector<Value>& out,
                         std::vector<std::vector<ActionNumber>>* plans = nullptr) override;
    // Not while it follows a search.
    void set_goal(std::span<const NodeId> goal) { lanes_.set_goal(goal); }  // they share a workspace
    const std::shared_ptr<GraphWorkspace>& workspace() const { return lanes_.workspace(); }
    const AtomTable* actions() const override { return lanes_.actions(); }
    void follow(Upcoming* upcoming) override { ahead_.follow(upcoming); }
    const RelaxationStatistics* relaxation() const override { return lanes_.relaxation(); }
    std::uint64_t work() const override { return lanes_.work() + dijkstra_.work() + ahead_.work(); }

  private:
    // Edges looked at per unit, lately, by each algorithm.
    struct Estimates {
        std::array<double, 3> cost{};
        std::uint64_t turn = 0;
        // The cheapest of some algorithms for so many units each, or another one to try.
        Algorithm choose(std::span<Algorithm> algorithms, const std::array<double, 3>& units);
        void note(Algorithm algorithm, double edges, double units);
    };

    // The same for so many states, or the one algorithm that there is to be.
    Algorithm choose(Estimates& estimates, std::span<Algorithm> algorithms, const std::array<double, 3>& units,
                     std::size_t states) const;
    GraphAddFF& run_by(Algorithm algorithm) {
        if (algorithm == dijkstra) return dijkstra_;
        return lanes_;
    }

    LaneAddFF lanes_;
    DijkstraAddFF dijkstra_;
    LookAhead ahead_;
    std::optional<Algorithm> only_;
    Estimates siblings_;  // the unit is a state
    Estimates states_;    // the unit is a batch of lanes; for Dijkstra's algorithm a state
    std::vector<Value> values_;
};

}  // namespace isonova
