#include "isonova/planner/plan.hpp"

#include <algorithm>
#include <new>

#include "isonova/ground/ground.hpp"
#include "isonova/lifted/lifted_state_space.hpp"
#include "isonova/planner/assembly.hpp"
#include "isonova/planner/names.hpp"

namespace isonova {

namespace {

// Adds the time of its life to a phase, however that ends.
class Stopwatch {
  public:
    Stopwatch(const Limits& limits, double& seconds) : limits_(limits), seconds_(seconds), start_(limits.elapsed()) {}
    ~Stopwatch() { seconds_ += limits_.elapsed() - start_; }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

  private:
    const Limits& limits_;
    double& seconds_;
    double start_;
};

std::shared_ptr<const GroundTask> timed_ground(TaskPtr task, const GroundOptions& budget, Limits& limits,
                                               double& seconds) {
    const Stopwatch watch(limits, seconds);
    return std::make_shared<const GroundTask>(ground(std::move(task), limits, budget));
}

// What a run is about, whichever engine does it.
struct Run {
    const PlanOptions& options;
    Limits& limits;
    const Progress& progress;
    PlanResult& result;
    PlanLegacy& legacy;
};

// The result of a run from the results of its searches; `plan` gets the plan in terms of the task.
void take(PortfolioResult found, PlanResult& result, std::vector<ActionInstance>& plan) {
    result.status = found.status;
    result.cost = found.found.cost;
    result.optimal = found.status == Status::solved && (found.found.optimal || result.cost == 0);
    result.steps = found.found.plan;
    result.found_length = result.steps.size();
    result.goal = found.found.goal;
    result.searches = std::move(found.searches);
    const bool decided = found.winner < result.searches.size();
    const PortfolioResult::Each& shown = result.searches[decided ? found.winner : 0];
    result.search = shown.statistics;
    result.relaxation = shown.relaxation;
    result.novelty = shown.novelty;
    for (const PortfolioResult::Each& each : result.searches) {
        if (each.goals) result.goals ? result.goals->add(*each.goals) : void(result.goals = each.goals);
        if (&each == &shown) continue;
        result.search.expansions += each.statistics.expansions;
        result.search.evaluations += each.statistics.evaluations;
        result.search.generated += each.statistics.generated;
        result.search.dead_ends += each.statistics.dead_ends;
        result.search.states += each.statistics.states;
        result.search.sent_back += each.statistics.sent_back;
    }
    if (!found.run) return;
    StateSpace& space = *found.run->space;
    for (const auto& [parent, action] : result.steps) {
        space.action(parent, action, plan.emplace_back());
        result.plan.push_back(space.action_name(parent, action));
    }
    if (result.task.atoms == 0) result.task.atoms = space.atom_table().size();
}

std::vector<SearchSpec> searches(const PlanOptions& options) {
    std::vector<SearchSpec> found = options.searches;
    if (found.empty()) {
        SearchSpec& one = found.emplace_back();
        one.evaluators = {{options.heuristic, options.novelty}};
        one.cost_type = options.cost_type;
        one.options.tie_break = options.tie_break;
    }
    for (SearchSpec& spec : found) {
        spec.options.record_goals = options.record_goals;
        if (options.max_cost == no_max_cost) continue;
        spec.options.max_cost = options.max_cost;
        spec.options.reopen = true;
    }
    return found;
}

void search_with(Assembly& assembly, const Run& run) {
    std::vector<PortfolioMember> members;
    for (SearchSpec& spec : searches(run.options)) {
        members.push_back({spec.name, spec.share, [&assembly, spec](Limits& limits, Progress progress) {
                               return assembly.make(spec, limits, std::move(progress));
                           }});
    }
    PortfolioOptions turns = run.options.turns;
    turns.max_expansions = run.options.max_expansions;
    turns.max_evaluations = run.options.max_evaluations;
    take(run_portfolio(members, turns, run.limits, run.progress), run.result, run.legacy.plan);
}

void run_grounded(std::shared_ptr<const GroundTask> ground_task, const Run& run) {
    auto& [options, limits, progress, result, legacy] = run;
    result.task = {ground_task->atoms.size(), ground_task->action_count(), ground_task->axiom_count()};
    if (ground_task->goal_unreachable) return;
    result.in_search = true;
    const Stopwatch watch(limits, result.seconds.search);
    legacy.ground = ground_task;
    legacy.assembly =
        std::make_unique<Assembly>(ground_task->task, ground_task, options.relaxed_graph, options.make_heuristic);
    search_with(*legacy.assembly, run);
}

void run_lifted(TaskPtr task, const Run& run) {
    if (LiftedStateSpace(task, run.limits).goal_impossible()) return;
    run.result.in_search = true;
    const Stopwatch watch(run.limits, run.result.seconds.search);
    run.legacy.assembly =
        std::make_unique<Assembly>(std::move(task), nullptr, run.options.relaxed_graph, run.options.make_heuristic);
    search_with(*run.legacy.assembly, run);
}

// Grounds within the budget, if that is possible.
std::shared_ptr<const GroundTask> try_to_ground(const TaskPtr& task, const Run& run) {
    const GroundOptions& budget = run.options.auto_budget;
    std::string& reason = run.result.engine_reason;
    try {
        auto ground_task = timed_ground(task, budget, run.limits, run.result.seconds.ground);
        reason = "grounding stays within its budget";
        return ground_task;
    } catch (const BudgetExceeded& exceeded) {
        const auto limit = [&]() -> std::string {
            switch (exceeded.what) {
                case BudgetExceeded::What::instances:
                    return std::to_string(budget.max_instances) + " instances";
                case BudgetExceeded::What::atoms:
                    return std::to_string(budget.max_atoms) + " fluent atoms";
                case BudgetExceeded::What::steps:
                    return std::to_string(budget.max_steps) + " steps of joins";
                case BudgetExceeded::What::bytes:
                    break;
            }
            return std::to_string(budget.max_bytes >> 20) + " MB";
        };
        reason = "grounding needs more than " + limit();
        return nullptr;
    }
}

// Memory of the search is free by now, and the plan as found is safe.
void shorten_plan(const Task& task, const Run& run) {
    PlanResult& result = run.result;
    const Stopwatch watch(run.limits, result.seconds.shorten);
    auto& steps = run.legacy.plan;
    const Shortened shortened = shorten(task, steps, run.options.shorten_budget, run.limits);
    for (std::size_t i = 0; i < shortened.kept.size(); ++i) {
        if (shortened.kept[i] == i) continue;
        result.plan[i] = std::move(result.plan[shortened.kept[i]]);
        steps[i] = std::move(steps[shortened.kept[i]]);
    }
    result.plan.resize(shortened.kept.size());
    steps.resize(shortened.kept.size());
    result.saved = shortened.saved;
    result.cost -= shortened.saved;
}

void run_chosen(TaskPtr task, const Run& run) {
    PlanResult& result = run.result;
    result.engine = name_of(run.options.engine, engine_names);
    std::shared_ptr<const GroundTask> ground_task;
    if (run.options.engine == Engine::automatic) {
        ground_task = try_to_ground(task, run);
    } else if (run.options.engine != Engine::lifted) {
        ground_task = timed_ground(task, {}, run.limits, result.seconds.ground);
        result.engine_reason = "as asked for";
    } else {
        result.engine_reason = "as asked for";
    }
    result.engine = name_of(ground_task ? Engine::grounded : Engine::lifted, engine_names);
    ground_task ? run_grounded(std::move(ground_task), run) : run_lifted(task, run);
    if (result.status == Status::solved && run.options.shorten) shorten_plan(*task, run);
}

}  // namespace

int exit_code(Status status, bool in_search) {
    switch (status) {
        case Status::solved:
            return 0;
        case Status::unsolvable:
            return in_search ? 11 : 10;
        case Status::exhausted:
        case Status::limit_reached:
            return 12;
        case Status::out_of_memory:
            return in_search ? 22 : 20;
        case Status::out_of_time:
            return in_search ? 23 : 21;
        case Status::interrupted:
            break;
    }
    return 130;
}

void PlanOptions::check() const {
    for (const SearchSpec& spec : isonova::searches(*this))
        spec.check(engine == Engine::grounded);  // `auto` may go on lifted
}

std::unique_ptr<Heuristic> make_heuristic(const GroundTask& task, HeuristicKind kind, CostType cost_type,
                                          Limits& limits) {
    return make_heuristic(kind, cost_type, HeuristicBasis(task), limits);
}

std::unique_ptr<Heuristic> make_heuristic(const LiftedStateSpace& space, HeuristicKind kind, CostType cost_type,
                                          Limits& limits) {
    return make_heuristic(kind, cost_type, HeuristicBasis(space), limits);
}

namespace {

template <class Work>
PlanResult within_limits(const PlanOptions& options, Limits& limits, const Progress& progress, PlanLegacy& legacy,
                         const Work& work) {
    options.check();
    limits.seconds = std::min(limits.seconds, options.time_limit);
    limits.bytes = std::min(limits.bytes, options.memory_limit);
    PlanResult result;
    try {
        work(Run{options, limits, progress, result, legacy});
    } catch (const Halted& halted) {
        result.status = status_of(halted.why);
    } catch (const std::bad_alloc&) {
        result.status = Status::out_of_memory;
    }
    result.peak_bytes = peak_resident_bytes();
    return result;
}

}  // namespace

PlanResult plan(TaskPtr task, const PlanOptions& options, Limits& limits, const Progress& progress,
                PlanLegacy* legacy) {
    PlanLegacy own;
    return within_limits(options, limits, progress, legacy ? *legacy : own,
                         [&](const Run& run) { run_chosen(std::move(task), run); });
}

PlanResult plan_in(StateSpace& space, const PlanOptions& options, Limits& limits, const Progress& progress) {
    PlanLegacy none_left;
    return within_limits(options, limits, progress, none_left, [&](const Run& run) {
        run.result.in_search = true;
        const Stopwatch watch(limits, run.result.seconds.search);
        const SearchSpec spec = searches(options)[0];
        SearchOptions search_options = spec.options;
        search_options.max_expansions = options.max_expansions;
        search_options.max_evaluations = options.max_evaluations;
        Assembly assembly(nullptr, nullptr, options.relaxed_graph, options.make_heuristic);
        Assembly::Notes notes;
        const auto evaluator = assembly.make_evaluator(spec.evaluators[0], spec.cost_type, space, limits, notes);
        const SearchResult found = search(space, *evaluator, search_options, limits, progress);
        run.result.status = found.status;
        run.result.search = found.statistics;
        run.result.cost = found.cost;
        run.result.optimal = found.status == Status::solved && (found.optimal || found.cost == 0);
        run.result.steps = found.plan;
        run.result.found_length = found.plan.size();
        run.result.goal = found.goal;
        run.result.novelty = evaluator->telemetry();
    });
}

}  // namespace isonova
