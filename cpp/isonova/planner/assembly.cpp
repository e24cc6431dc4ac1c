#include "isonova/planner/assembly.hpp"

#include <stdexcept>

#include "isonova/evaluators/heuristic_evaluator.hpp"
#include "isonova/evaluators/landmark_evaluator.hpp"
#include "isonova/evaluators/novelty_evaluator.hpp"
#include "isonova/evaluators/pair_evaluator.hpp"
#include "isonova/evaluators/relaxed_plan_atoms.hpp"
#include "isonova/heuristics/add_ff.hpp"
#include "isonova/heuristics/simple_heuristics.hpp"

namespace isonova {

std::unique_ptr<Heuristic> make_heuristic(HeuristicKind kind, CostType cost_type, const HeuristicBasis& basis,
                                          Limits& limits, const RelaxedGraphOptions& graph) {
    switch (kind) {
        case HeuristicKind::blind:
            return std::make_unique<BlindHeuristic>();
        case HeuristicKind::lm:
            throw std::invalid_argument(
                "lm counts landmarks along the path to a state: it is no heuristic of a state alone");
        case HeuristicKind::gc_r:
        case HeuristicKind::lm_ff:
            throw std::invalid_argument(std::string(name_of(kind, heuristic_names)) +
                                        " depends on the path to a state: it is no heuristic of a state alone");
        case HeuristicKind::gc:
            return std::make_unique<GoalCountHeuristic>(basis.goal, basis.negative_goal, basis.atoms.size());
        case HeuristicKind::hmax:
            if (auto found = make_hmax(*choose_add_ff_basis(basis.task, cost_type, limits, graph), basis.atoms, limits))
                return found;
            return std::make_unique<BlindHeuristic>();
        case HeuristicKind::add:
            return make_add_ff(basis.task, basis.atoms, Relaxation::add, cost_type, limits, graph);
        case HeuristicKind::ff:
            break;
    }
    return make_add_ff(basis.task, basis.atoms, Relaxation::ff, cost_type, limits, graph);
}

Assembly::Assembly(TaskPtr task, std::shared_ptr<const GroundTask> ground, const RelaxedGraphOptions& graph_options,
                   MakeHeuristic make_heuristic)
    : task_(std::move(task)),
      ground_(std::move(ground)),
      graph_options_(graph_options),
      make_heuristic_(std::move(make_heuristic)) {}

HeuristicBasis Assembly::heuristic_basis(const StateSpace& space) const {
    return ground_ ? HeuristicBasis(*ground_) : HeuristicBasis(dynamic_cast<const LiftedStateSpace&>(space));
}

Assembly::Shared& Assembly::shared(CostType cost_type) {
    if (task_ && task_->cost_scale == 1 && has_unit_costs(*task_)) cost_type = CostType::normal;  // they are all alike
    for (const auto& each : shared_)
        if (each->cost_type == cost_type) return *each;
    shared_.push_back(std::make_unique<Shared>());
    shared_.back()->cost_type = cost_type;
    return *shared_.back();
}

std::shared_ptr<const AddFFBasis> Assembly::add_ff_basis(CostType cost_type, Limits& limits) {
    const std::lock_guard lock(mutex_);
    Shared& found = shared(cost_type);
    if (!found.basis) found.basis = choose_add_ff_basis(task_, cost_type, limits, graph_options_);
    return found.basis;
}

std::shared_ptr<const Landmarks> Assembly::landmarks(const AddFFBasis& basis, StateSpace& space, Limits& limits) {
    const std::lock_guard lock(mutex_);
    Shared& found = shared(basis.cost_type);
    if (found.landmarks_sought || !basis.graph) return found.landmarks;
    AtomNodes nodes(*basis.graph, heuristic_basis(space).atoms);
    std::vector<AtomId> atoms;
    space.atoms(space.initial(), atoms);
    found.landmarks = find_landmarks(*basis.graph, true_nodes(*basis.graph, nodes, atoms), limits);
    found.landmarks_sought = true;
    return found.landmarks;
}

std::unique_ptr<Evaluator> Assembly::make_base(HeuristicKind kind, CostType cost_type, StateSpace& space,
                                               Limits& limits, Notes& notes) {
    if (make_heuristic_) return std::make_unique<HeuristicEvaluator>(make_heuristic_(space));
    const HeuristicBasis basis = heuristic_basis(space);
    switch (kind) {
        case HeuristicKind::add:
        case HeuristicKind::ff: {
            const Relaxation relaxation = kind == HeuristicKind::add ? Relaxation::add : Relaxation::ff;
            return std::make_unique<HeuristicEvaluator>(
                make_add_ff(*add_ff_basis(cost_type, limits), basis.atoms, relaxation, limits));
        }
        case HeuristicKind::lm: {
            const auto add_ff = add_ff_basis(cost_type, limits);
            const auto found = landmarks(*add_ff, space, limits);
            if (found && !found->goal_unreachable)
                return std::make_unique<LandmarkEvaluator>(LandmarkCount(found, add_ff->graph, basis.atoms, limits));
            notes.push_back(add_ff->graph ? "lm counts goals: finding landmarks exceeds its budget"
                                          : "lm counts goals: there is no relaxed graph to find landmarks on");
            kind = HeuristicKind::gc;
            break;
        }
        case HeuristicKind::lm_ff:
            return std::make_unique<PairEvaluator>(make_base(HeuristicKind::lm, cost_type, space, limits, notes),
                                                   make_base(HeuristicKind::ff, cost_type, space, limits, notes));
        case HeuristicKind::gc_r:
            return std::make_unique<RelaxedPlanAtoms>(
                *basis.task, basis.atoms, GoalCountHeuristic(basis.goal, basis.negative_goal, basis.atoms.size()),
                make_add_ff(*add_ff_basis(cost_type, limits), basis.atoms, Relaxation::ff, limits), limits);
        case HeuristicKind::hmax:
            if (auto found = make_hmax(*add_ff_basis(cost_type, limits), basis.atoms, limits))
                return std::make_unique<HeuristicEvaluator>(std::move(found), cost_type == CostType::normal);
            notes.push_back("hmax is 0 for every state: there is no relaxed graph within its budget");
            kind = HeuristicKind::blind;
            break;
        default:
            break;
    }
    return std::make_unique<HeuristicEvaluator>(isonova::make_heuristic(kind, cost_type, basis, limits),
                                                kind == HeuristicKind::blind);
}

std::unique_ptr<Evaluator> Assembly::make_evaluator(const EvaluatorSpec& spec, CostType cost_type, StateSpace& space,
                                                    Limits& limits, Notes& notes, bool serial) {
    auto base = make_base(spec.heuristic, cost_type, space, limits, notes);
    NoveltyOptions wanted = spec.novelty;
    if (!wanted.any()) return base;
    // A serial search has to know which of the maps shows something new, and prunes states itself.
    if (serial) wanted.kind = NoveltyKind::w;
    auto ids = std::make_unique<FeatureIds>();
    auto features = make_features(wanted, ground_ != nullptr, space.task(), space.atom_table(), *ids, &limits);
    auto novelty = make_novelty(wanted, *ids, &limits);
    return std::make_unique<NoveltyEvaluator>(std::move(base), std::move(ids), std::move(features), std::move(novelty),
                                              limits, wanted.kind == NoveltyKind::iw && !wanted.make_novelty);
}

std::unique_ptr<SearchRun> Assembly::make(const SearchSpec& spec, Limits& limits, Progress progress) {
    auto run = std::make_unique<SearchRun>();
    if (ground_) {
        const std::lock_guard lock(mutex_);
        if (!transitions_)
            transitions_ = std::make_shared<const Transitions>(ground_, choose_packing(*ground_, limits));
        run->space = std::make_unique<GroundStateSpace>(transitions_, limits);
    } else {
        run->space = std::make_unique<LiftedStateSpace>(task_, limits);
    }
    std::vector<Evaluator*> evaluators;
    for (const EvaluatorSpec& each : spec.evaluators) {
        run->evaluators.push_back(
            make_evaluator(each, spec.cost_type, *run->space, limits, run->notes, spec.options.serial));
        evaluators.push_back(run->evaluators.back().get());
    }
    SearchOptions options = spec.options;
    if (options.serial) options.serial_levels = static_cast<std::uint32_t>(spec.evaluators[0].novelty.features.size());
    run->search = std::make_unique<Search>(*run->space, evaluators, options, limits, std::move(progress));
    return run;
}

}  // namespace isonova
