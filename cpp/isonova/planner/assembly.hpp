// From the description of a search to the search: the one place where engines, heuristics, novelty and search meet.
// What can be shared between searches is made once, when it is first needed, and never changes: the ground task with
// its packing and successor generator, and a relaxed graph and landmarks per cost type. Safe to use from several
// threads.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "isonova/ground/ground_state_space.hpp"
#include "isonova/heuristics/add_ff.hpp"
#include "isonova/heuristics/heuristic.hpp"
#include "isonova/lifted/lifted_state_space.hpp"
#include "isonova/planner/search_spec.hpp"
#include "isonova/relaxation/landmarks.hpp"
#include "isonova/relaxation/relaxed_graph.hpp"
#include "isonova/search/portfolio.hpp"

namespace isonova {

using MakeHeuristic = std::function<std::unique_ptr<Heuristic>(const StateSpace&)>;

// What heuristics need to know of a task, whichever engine stands behind it.
struct HeuristicBasis {
    TaskPtr task;
    const AtomTable& atoms;
    std::span<const AtomId> goal, negative_goal;

    explicit HeuristicBasis(const GroundTask& ground)
        : task(ground.task), atoms(ground.atoms), goal(ground.goal), negative_goal(ground.negative_goal) {}
    explicit HeuristicBasis(const LiftedStateSpace& space)
        : task(space.task_pointer()),
          atoms(space.atom_table()),
          goal(space.goal()),
          negative_goal(space.negative_goal()) {}
};

// What `basis` refers to, and `limits`, must outlive the heuristic. Not for landmarks, which are no heuristic of a
// state.
std::unique_ptr<Heuristic> make_heuristic(HeuristicKind kind, CostType cost_type, const HeuristicBasis& basis,
                                          Limits& limits, const RelaxedGraphOptions& graph = {});

class Assembly {
  public:
    // `ground` is null for the lifted engine. `make_heuristic`, where given, replaces every heuristic named.
    Assembly(TaskPtr task, std::shared_ptr<const GroundTask> ground, const RelaxedGraphOptions& graph_options,
             MakeHeuristic make_heuristic);

    std::unique_ptr<SearchRun> make(const SearchSpec& spec, Limits& limits, Progress progress);
    // Over a space that may come from elsewhere.
    using Notes = std::vector<std::string>;
    std::unique_ptr<Evaluator> make_evaluator(const EvaluatorSpec& spec, CostType cost_type, StateSpace& space,
                                              Limits& limits, Notes& notes, bool serial = false);

  private:
    std::unique_ptr<Evaluator> make_base(HeuristicKind kind, CostType cost_type, StateSpace& space, Limits& limits,
                                         Notes& notes);
    HeuristicBasis heuristic_basis(const StateSpace& space) const;

    struct Shared {  // per cost type, because what is dominated in the graph depends on costs
        CostType cost_type{};
        std::shared_ptr<const AddFFBasis> basis;
        std::shared_ptr<const Landmarks> landmarks;  // null: none within the budget
        bool landmarks_sought = false;
    };
    Shared& shared(CostType cost_type);  // the mutex must be held
    std::shared_ptr<const AddFFBasis> add_ff_basis(CostType cost_type, Limits& limits);
    std::shared_ptr<const Landmarks> landmarks(const AddFFBasis& basis, StateSpace& space, Limits& limits);

    TaskPtr task_;
    std::shared_ptr<const GroundTask> ground_;
    RelaxedGraphOptions graph_options_;
    MakeHeuristic make_heuristic_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Shared>> shared_;
    std::shared_ptr<const Transitions> transitions_;
};

}  // namespace isonova
