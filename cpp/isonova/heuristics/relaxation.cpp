#include "isonova/heuristics/relaxation.hpp"

#include <algorithm>

#include "isonova/heuristics/frontier_heuristic.hpp"
#include "isonova/heuristics/graph_heuristic.hpp"

namespace isonova {

namespace {

// Either way of computing the values, by which has looked at fewer edges per state lately. Now and then the other one
// has its turn, to see whether that still holds. Only counts decide, and values are the same anyway.
class CheaperHeuristic : public Heuristic {
  public:
    CheaperHeuristic(const std::shared_ptr<const RelaxedGraph>& graph, const AtomTable& table, Relaxation kind,
                     Limits& limits)
        : sweeps_(graph, table, kind, limits), frontier_(graph, table, kind, limits) {}

    void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out) override {
        const bool other = turn_++ % period_ == 0;
        const bool by_sweeps = other ? !sweeps_are_cheaper_ : sweeps_are_cheaper_;
        double& cost = by_sweeps ? sweep_cost_ : frontier_cost_;
        const double before = by_sweeps ? sweep_visits() : frontier_visits();
        by_sweeps ? sweeps_.evaluate(expansions, out) : frontier_.evaluate(expansions, out);
        if (out.empty()) return;
        const double now = by_sweeps ? sweep_visits() : frontier_visits();
        const double latest = (now - before) / static_cast<double>(out.size());
        cost = cost < 0 ? latest : 0.75 * cost + 0.25 * latest;
        if (sweep_cost_ < 0 || frontier_cost_ < 0) {
            sweeps_are_cheaper_ = !by_sweeps;  // which is still to be tried
            return;
        }
        sweeps_are_cheaper_ = sweep_cost_ < frontier_cost_;
        if (other)
            period_ = std::max(sweep_cost_, frontier_cost_) > 8 * std::min(sweep_cost_, frontier_cost_) ? 512 : 64;
    }
    Value evaluate_atoms(std::span<const AtomId> atoms) override { return frontier_.evaluate_atoms(atoms); }
    const RelaxationStatistics* relaxation() const override { return sweeps_.relaxation(); }

  private:
    double sweep_visits() const { return static_cast<double>(sweeps_.relaxation()->visits); }
    double frontier_visits() const { return static_cast<double>(frontier_.visits()); }

    GraphHeuristic sweeps_;
    FrontierHeuristic frontier_;
    double sweep_cost_ = -1, frontier_cost_ = -1;  // edges looked at per state; -1: not known
    bool sweeps_are_cheaper_ = true;
    std::uint64_t turn_ = 0, period_ = 64;
};

}  // namespace

std::unique_ptr<Heuristic> make_relaxation_heuristic(TaskPtr task, const AtomTable& table, Relaxation kind,
                                                     CostType cost_type, Limits& limits,
                                                     const RelaxedGraphOptions& options) {
    auto graph = build_relaxed_graph(*task, cost_type, limits, options);
    if (!graph) throw Halted{Halt::memory};
    return std::make_unique<CheaperHeuristic>(graph, table, kind, limits);
}

}  // namespace isonova
