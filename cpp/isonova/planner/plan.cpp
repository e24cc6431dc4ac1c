#include "isonova/planner/plan.hpp"

#include <algorithm>
#include <new>

#include "isonova/evaluators/heuristic_evaluator.hpp"
#include "isonova/evaluators/novelty_evaluator.hpp"
#include "isonova/ground/ground.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "isonova/heuristics/relaxation.hpp"
#include "isonova/heuristics/simple_heuristics.hpp"
#include "isonova/lifted/lifted_state_space.hpp"
#include "isonova/planner/names.hpp"

namespace isonova {

namespace {

// What heuristics need to know of a task, whichever engine stands behind it.
struct Basis {
    TaskPtr task;
    const AtomTable& atoms;
    std::span<const AtomId> goal, negative_goal;

    explicit Basis(const GroundTask& ground)
        : task(ground.task), atoms(ground.atoms), goal(ground.goal), negative_goal(ground.negative_goal) {}
    explicit Basis(const LiftedStateSpace& space)
        : task(space.task_pointer()),
          atoms(space.atom_table()),
          goal(space.goal()),
          negative_goal(space.negative_goal()) {}
};

std::unique_ptr<Heuristic> make_heuristic(HeuristicKind kind, CostType cost_type, const Basis& basis, Limits& limits,
                                          const RelaxedGraphOptions& graph = {}) {
    switch (kind) {
        case HeuristicKind::blind:
            return std::make_unique<BlindHeuristic>();
        case HeuristicKind::gc:
            return std::make_unique<GoalCountHeuristic>(basis.goal, basis.negative_goal, basis.atoms.size());
        case HeuristicKind::add:
            return make_relaxation_heuristic(basis.task, basis.atoms, Relaxation::add, cost_type, limits, graph);
        case HeuristicKind::ff:
            break;
    }
    return make_relaxation_heuristic(basis.task, basis.atoms, Relaxation::ff, cost_type, limits, graph);
}

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
};

std::unique_ptr<Heuristic> make_heuristic(const Basis& basis, const Run& run) {
    if (run.options.make_heuristic) return nullptr;  // made where the state space is known
    return make_heuristic(run.options.heuristic, run.options.cost_type, basis, run.limits, run.options.relaxed_graph);
}

void search_in(StateSpace& space, std::unique_ptr<Heuristic> heuristic, const Run& run) {
    SearchOptions search_options;
    search_options.tie_break = run.options.tie_break;
    search_options.max_expansions = run.options.max_expansions;
    search_options.max_evaluations = run.options.max_evaluations;
    if (run.options.make_heuristic) heuristic = run.options.make_heuristic(space);
    const NoveltyOptions& wanted = run.options.novelty;
    const auto note_relaxation = [&, used = heuristic.get()] {
        if (used->relaxation()) run.result.relaxation = *used->relaxation();
    };
    SearchResult found;
    if (wanted.any()) {
        const bool grounded = run.result.engine == name_of(Engine::grounded, engine_names);
        auto ids = std::make_unique<FeatureIds>();
        auto features = make_features(wanted, grounded, space.task(), space.atom_table(), *ids, &run.limits);
        auto novelty = make_novelty(wanted, *ids, &run.limits);
        NoveltyEvaluator evaluator(std::move(heuristic), std::move(ids), std::move(features), std::move(novelty),
                                   run.limits);
        found = search(space, evaluator, search_options, run.limits, run.progress);
        run.result.novelty = evaluator.telemetry();
        note_relaxation();
    } else {
        HeuristicEvaluator evaluator(std::move(heuristic));
        found = search(space, evaluator, search_options, run.limits, run.progress);
        note_relaxation();
    }
    run.result.status = found.status;
    run.result.search = found.statistics;
    run.result.cost = found.cost;
    run.result.steps = found.plan;
    run.result.goal = found.goal;
}

void name_plan(StateSpace& space, PlanResult& result) {
    for (const auto& [parent, action] : result.steps) result.plan.push_back(space.action(parent, action));
}

void run_grounded(std::shared_ptr<const GroundTask> ground_task, const Run& run) {
    auto& [options, limits, progress, result] = run;
    result.task = {ground_task->atoms.size(), ground_task->action_count(), ground_task->axiom_count()};
    if (ground_task->goal_unreachable) return;

    result.in_search = true;
    const Stopwatch watch(limits, result.seconds.search);
    GroundStateSpace space(ground_task, limits, choose_packing(*ground_task, limits));
    search_in(space, make_heuristic(Basis(*ground_task), run), run);
    name_plan(space, result);
}

void run_lifted(TaskPtr task, const Run& run) {
    LiftedStateSpace space(std::move(task), run.limits);
    if (space.goal_impossible()) return;
    run.result.in_search = true;
    const Stopwatch watch(run.limits, run.result.seconds.search);
    search_in(space, make_heuristic(Basis(space), run), run);
    name_plan(space, run.result);
    run.result.task.atoms = space.atom_table().size();
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
    ground_task ? run_grounded(std::move(ground_task), run) : run_lifted(std::move(task), run);
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
    novelty.check(engine == Engine::grounded);  // `auto` may go on lifted
}

std::unique_ptr<Heuristic> make_heuristic(const GroundTask& task, HeuristicKind kind, CostType cost_type,
                                          Limits& limits) {
    return make_heuristic(kind, cost_type, Basis(task), limits);
}

std::unique_ptr<Heuristic> make_heuristic(const LiftedStateSpace& space, HeuristicKind kind, CostType cost_type,
                                          Limits& limits) {
    return make_heuristic(kind, cost_type, Basis(space), limits);
}

namespace {

template <class Work>
PlanResult within_limits(const PlanOptions& options, Limits& limits, const Progress& progress, const Work& work) {
    options.check();
    limits.seconds = std::min(limits.seconds, options.time_limit);
    limits.bytes = std::min(limits.bytes, options.memory_limit);
    PlanResult result;
    try {
        work(Run{options, limits, progress, result});
    } catch (const Halted& halted) {
        result.status = status_of(halted.why);
    } catch (const std::bad_alloc&) {
        result.status = Status::out_of_memory;
    }
    result.peak_bytes = peak_resident_bytes();
    return result;
}

}  // namespace

PlanResult plan(TaskPtr task, const PlanOptions& options, Limits& limits, const Progress& progress) {
    return within_limits(options, limits, progress, [&](const Run& run) { run_chosen(std::move(task), run); });
}

PlanResult plan_in(StateSpace& space, const PlanOptions& options, Limits& limits, const Progress& progress) {
    return within_limits(options, limits, progress, [&](const Run& run) {
        run.result.in_search = true;
        const Stopwatch watch(limits, run.result.seconds.search);
        search_in(space, nullptr, run);
    });
}

}  // namespace isonova
