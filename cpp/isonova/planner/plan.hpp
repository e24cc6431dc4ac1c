// From a task to a plan: grounds, searches and reports. The one place where engines, heuristics and search meet.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isonova/evaluators/novelty_telemetry.hpp"
#include "isonova/ground/budget.hpp"
#include "isonova/ground/ground_task.hpp"
#include "isonova/heuristics/heuristic.hpp"
#include "isonova/lifted/lifted_state_space.hpp"
#include "isonova/planner/assembly.hpp"
#include "isonova/planner/search_spec.hpp"
#include "isonova/planner/shorten.hpp"
#include "isonova/relaxation/relaxed_graph.hpp"
#include "isonova/search/search.hpp"
#include "isonova/state/state_space.hpp"
#include "isonova/task/task.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

// Chosen by measurement: docs/explanation/lifted.md.
inline constexpr GroundOptions default_auto_budget{1'000'000, std::size_t{1} << 29, 100'000, 20'000'000};

struct PlanOptions {
    HeuristicKind heuristic = HeuristicKind::ff;
    CostType cost_type = CostType::normal;
    TieBreak tie_break = TieBreak::fifo;
    Engine engine = Engine::automatic;
    GroundOptions auto_budget = default_auto_budget;  // what engine `auto` may ground
    RelaxedGraphOptions relaxed_graph{};              // past its budget, add and ff do without the graph
    NoveltyOptions novelty{};
    // Searches in turns or in threads. Where there are none: one queue of the heuristic and novelty above.
    std::vector<SearchSpec> searches{};
    PortfolioOptions turns{};
    // Only plans that cost less. Searches reopen states then, so that none of these plans is missed.
    std::int64_t max_cost = no_max_cost;
    bool record_goals = false;  // which of them the searches reach together
    bool shorten = false;       // leave out steps that the plan does not need
    std::uint64_t shorten_budget = default_shorten_budget;
    MakeHeuristic make_heuristic{};  // a heuristic from elsewhere, instead of the one named
    std::uint64_t max_expansions = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t max_evaluations = std::numeric_limits<std::uint64_t>::max();
    // The lower of these and what `Limits` says holds.
    double time_limit = std::numeric_limits<double>::infinity();         // seconds since limits.start
    std::size_t memory_limit = std::numeric_limits<std::size_t>::max();  // bytes

    void check() const;  // throws std::invalid_argument on what does not go together
};

// As Fast Downward's driver documents them; for what it does not know: 12 where a limit on counts was reached, 130
// where the run was told to stop.
int exit_code(Status status, bool in_search);

struct PlanResult {
    Status status = Status::unsolvable;
    bool in_search = false;        // whether the status was reached in search or before
    std::string engine;            // that did the work; empty if none was chosen in time
    std::string engine_reason;     // why that one
    std::vector<ActionName> plan;  // shortened, if that was asked for
    std::int64_t cost = 0;
    bool optimal = false;          // proved: no plan costs less
    std::vector<Step> steps;       // the plan as found, as the state space knows it
    StateId goal = none;           // where it ends
    std::size_t found_length = 0;  // of the plan as found
    std::int64_t saved = 0;        // cost of the steps that are not in `plan`
    struct {
        std::uint64_t atoms = 0;  // fluent and derived
        std::uint64_t actions = 0;
        std::uint64_t axioms = 0;
    } task;
    struct {
        double ground = 0;
        double search = 0;  // with the building of its data structures
        double shorten = 0;
    } seconds;
    SearchStatistics search;
    std::optional<RelaxationStatistics> relaxation;  // of add and ff
    std::optional<NoveltyTelemetry> novelty;
    std::optional<GoalRecord> goals;  // of all searches
    std::vector<PortfolioResult::Each>
        searches;  // in their order; `search` is of the one that decided, with all counts
    std::size_t peak_bytes = 0;

    int exit_code() const { return isonova::exit_code(status, in_search); }
};

// `task` or `space`, and `limits`, must outlive the heuristic.
std::unique_ptr<Heuristic> make_heuristic(const GroundTask& task, HeuristicKind kind, CostType cost_type,
                                          Limits& limits);
std::unique_ptr<Heuristic> make_heuristic(const LiftedStateSpace& space, HeuristicKind kind, CostType cost_type,
                                          Limits& limits);

// What a run leaves for whoever goes on after it.
struct PlanLegacy {
    std::shared_ptr<const GroundTask> ground;  // null: the engine is lifted
    std::unique_ptr<Assembly> assembly;        // null where the run ended before search
    std::vector<ActionInstance> plan;          // shortened, if that was asked for
};

// Throws std::invalid_argument on options that do not go together; what runs out is a status.
PlanResult plan(TaskPtr task, const PlanOptions& options, Limits& limits, const Progress& progress = {},
                PlanLegacy* legacy = nullptr);
// The same in a state space from elsewhere, which names no actions; options.make_heuristic must be there.
PlanResult plan_in(StateSpace& space, const PlanOptions& options, Limits& limits, const Progress& progress = {});

}  // namespace isonova
