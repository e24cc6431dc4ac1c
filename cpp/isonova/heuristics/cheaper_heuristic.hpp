// h_add and h_FF on the relaxed graph in whichever way has looked at fewer edges per state lately: sweeps over the
// children of one parent, sweeps whose empty lanes look ahead, or a search from each state. Now and then another way
// has its turn, to see whether that still holds. Only counts decide, and values are the same anyway.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>

#include "isonova/heuristics/frontier_heuristic.hpp"
#include "isonova/heuristics/graph_heuristic.hpp"
#include "isonova/heuristics/look_ahead.hpp"

namespace isonova {

class CheaperHeuristic : public Heuristic {
  public:
    enum Way : std::uint8_t { sweeps, sweeps_ahead, frontier };
    struct Options {
        GraphHeuristic::Options sweeps;
        std::optional<Way> only;
    };

    CheaperHeuristic(const std::shared_ptr<const RelaxedGraph>& graph, const AtomTable& table, Relaxation kind,
                     Limits& limits);
    CheaperHeuristic(const std::shared_ptr<const RelaxedGraph>& graph, const AtomTable& table, Relaxation kind,
                     Limits& limits, const Options& options);

    void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                  std::vector<ActionNumber>* parent_plan = nullptr) override;
    Value evaluate_atoms(std::span<const AtomId> atoms) override;
    void evaluate_states(std::span<const std::span<const AtomId>> states, std::vector<Value>& out,
                         std::vector<std::vector<ActionNumber>>* plans = nullptr) override;
    const AtomTable* actions() const override { return sweeps_.actions(); }
    void follow(Upcoming* upcoming) override { ahead_.follow(upcoming); }
    const RelaxationStatistics* relaxation() const override { return sweeps_.relaxation(); }
    std::uint64_t work() const override { return sweeps_.work() + frontier_.work() + foreseeing_; }

  private:
    // Edges looked at per unit of work, lately, by each way.
    struct Estimates {
        std::array<double, 3> cost{};
        std::uint64_t turn = 0;
        // The cheapest of some ways for so many units each, or another one to try.
        Way choose(std::span<Way> ways, const std::array<double, 3>& units);
        void note(Way way, double edges, double units);
    };

    void evaluate(Way way, std::span<const Expansion* const> expansions, std::vector<Value>& out,
                  std::span<std::vector<ActionNumber>* const> plans);
    double visits(Way way) const { return static_cast<double>(way == frontier ? frontier_.work() : sweeps_.work()); }

    GraphHeuristic sweeps_;
    FrontierHeuristic frontier_;
    LookAhead ahead_;
    std::optional<Way> only_;
    Estimates siblings_;            // the unit is a state
    Estimates states_;              // the unit is a batch of lanes, or a state
    std::uint64_t foreseeing_ = 0;  // effort of looking ahead so far
    std::vector<Value> values_;
};

}  // namespace isonova
