// h_add and h_FF on the relaxed graph in whichever way has looked at fewer edges per state lately: sweeps over the
// children of one parent, sweeps whose empty lanes look ahead, or a search from each state. Now and then another way
// has its turn, to see whether that still holds. Only counts decide, and values are the same anyway.
#pragma once

#include <array>
#include <memory>
#include <optional>

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
                     Limits& limits, const Options& options);
    CheaperHeuristic(const std::shared_ptr<const RelaxedGraph>& graph, const AtomTable& table, Relaxation kind,
                     Limits& limits);

    void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out) override;
    Value evaluate_atoms(std::span<const AtomId> atoms) override;
    void follow(Upcoming* upcoming) override { ahead_.follow(upcoming); }
    const RelaxationStatistics* relaxation() const override { return sweeps_.relaxation(); }

  private:
    void evaluate(Way way, std::span<const Expansion* const> expansions, std::vector<Value>& out);
    Way choose();
    void note(Way way, double edges, double states);
    double visits(Way way) const {
        return static_cast<double>(way == frontier ? frontier_.visits() : sweeps_.relaxation()->visits);
    }

    GraphHeuristic sweeps_;
    FrontierHeuristic frontier_;
    LookAhead ahead_;
    std::optional<Way> only_;
    std::array<double, 3> cost_;  // edges looked at per state
    std::uint64_t turn_ = 0, trials_ = 0;
    std::vector<Value> values_;
};

}  // namespace isonova
