#include "isonova/heuristics/relaxation.hpp"

#include <algorithm>

#include "isonova/heuristics/datalog_heuristic.hpp"
#include "isonova/heuristics/frontier_heuristic.hpp"
#include "isonova/heuristics/graph_heuristic.hpp"

namespace isonova {

namespace {

// A graph of so many instances is always built. A larger one has to be worth it: where the goal is reached from the
// initial state within a small share of what the graph may have, thousands of states are evaluated by then.
constexpr std::uint64_t small_graph = 500'000;
constexpr std::uint64_t far_share = 4000;

// Either way of computing the values, by which has looked at fewer edges per state lately. Now and then the other one
// has its turn, to see whether that still holds. Only counts decide, and values are the same anyway.
class CheaperHeuristic : public Heuristic {
  public:
    CheaperHeuristic(const std::shared_ptr<const RelaxedGraph>& graph, const AtomTable& table, Relaxation kind,
                     Limits& limits)
        : sweeps_(graph, table, kind, limits),
          frontier_(graph, table, kind, limits),
          // As good as it gets: one sweep, all lanes filled.
          sweep_cost_(static_cast<double>(graph->edge_count()) / 16) {}

    void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out) override {
        const bool is_trial = ++turn_ % period_ == 0;
        const bool by_sweeps = (sweep_cost_ < frontier_cost_) != is_trial;
        double& cost = by_sweeps ? sweep_cost_ : frontier_cost_;
        const double before = by_sweeps ? sweep_visits() : frontier_visits();
        by_sweeps ? sweeps_.evaluate(expansions, out) : frontier_.evaluate(expansions, out);
        if (out.empty()) return;
        const double now = by_sweeps ? sweep_visits() : frontier_visits();
        cost = 0.75 * cost + 0.25 * (now - before) / static_cast<double>(out.size());
        // A hopeless way is tried less often.
        const auto [least, most] = std::minmax(sweep_cost_, frontier_cost_);
        period_ = most > 8 * least ? 1024 : 64;
    }
    Value evaluate_atoms(std::span<const AtomId> atoms) override {
        const double before = frontier_visits();
        const Value value = frontier_.evaluate_atoms(atoms);
        if (turn_ == 0) frontier_cost_ = frontier_visits() - before;
        return value;
    }
    const RelaxationStatistics* relaxation() const override { return sweeps_.relaxation(); }

  private:
    double sweep_visits() const { return static_cast<double>(sweeps_.relaxation()->visits); }
    double frontier_visits() const { return static_cast<double>(frontier_.visits()); }

    GraphHeuristic sweeps_;
    FrontierHeuristic frontier_;
    double sweep_cost_, frontier_cost_ = 0;  // edges looked at per state
    std::uint64_t turn_ = 0, period_ = 64;
};

}  // namespace

std::unique_ptr<Heuristic> make_relaxation_heuristic(TaskPtr task, const AtomTable& table, Relaxation kind,
                                                     CostType cost_type, Limits& limits,
                                                     const RelaxedGraphOptions& options) {
    RelaxedGraphOptions small = options;
    small.max_instances = std::min(options.max_instances, small_graph);
    small.may_drop_inequalities = false;
    auto graph = build_relaxed_graph(*task, cost_type, limits, small);
    if (!graph) {
        auto without = std::make_unique<DatalogHeuristic>(task, table, kind, cost_type, limits);
        if (without->goal_is_near(options.max_instances / far_share)) return without;
        graph = build_relaxed_graph(*task, cost_type, limits, options);
        if (!graph) return without;
    }
    return std::make_unique<CheaperHeuristic>(graph, table, kind, limits);
}

}  // namespace isonova
