// The partitions (#g, #r) of best-first width search (Lipovetzky and Geffner, AAAI 2017): the number of goals that do
// not hold, and the progress along a relaxed plan.
//
// Where a path reaches fewer goals than any state before on it, and in the initial state, a relaxed plan is made. Its
// atoms are those that its actions add for sure and that are false there. Until the next such state, an atom counts as
// reached once it has been true on the path. The second part is the number of atoms not reached, so that less is
// better; the paper counts those that are. A state keeps the path on which it was found first.
#pragma once

#include <memory>
#include <vector>

#include "isonova/evaluators/evaluator.hpp"
#include "isonova/heuristics/heuristic.hpp"
#include "isonova/heuristics/simple_heuristics.hpp"
#include "isonova/relaxation/sure_adds.hpp"
#include "isonova/state/bits.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

class RelaxedPlanAtoms : public Evaluator {
  public:
    // `plans` gives relaxed plans of states. `task`, `atoms` and `limits` must outlive it.
    RelaxedPlanAtoms(const Task& task, const AtomTable& atoms, GoalCountHeuristic goals,
                     std::unique_ptr<Heuristic> plans, const Limits& limits);

    EvaluatorTraits traits() const override {
        EvaluatorTraits traits;
        traits.safe = plans_->safe();
        traits.wants_parent_h = true;
        return traits;
    }
    // Every state is shown once, in the order of state ids.
    Evaluation evaluate_initial(StateId, std::span<const AtomId> atoms) override;
    void evaluate(const Expansion& expansion, bool with_preferred, Evaluations& out) override;
    const RelaxationStatistics* relaxation() const override { return plans_->relaxation(); }
    std::uint64_t work() const override;
    std::size_t bytes() const override;

  private:
    struct Progress {          // of a state along its plan
        std::uint32_t plan;    // in plan_atoms_
        std::uint32_t lowest;  // goals that did not hold where the plan was made: no state of the path had fewer
        std::uint64_t first;   // word of reached_
    };
    Value start(std::span<const AtomId> atoms, Value goals);  // a new plan for the next state; its value
    Value go_on(const Progress& parent, std::span<const AtomId> added);
    AtomId number(AtomId atom) const { return numbers_.find(atoms_.predicate(atom), atoms_.args(atom)); }

    const AtomTable& atoms_;
    GoalCountHeuristic goals_;
    std::unique_ptr<Heuristic> plans_;
    const Limits& limits_;
    SureAdds adds_;
    AtomTable numbers_;                            // atoms of plans: the state space may not have met them
    std::vector<std::vector<AtomId>> plan_atoms_;  // of each plan, by these numbers, sorted
    std::vector<Progress> progress_;               // of each state
    std::vector<Word> reached_;                    // bits, in the order of a plan's atoms
    std::vector<std::vector<ActionNumber>> actions_;
    std::vector<Value> values_;
    std::vector<AtomId> child_;
    std::size_t kept_atoms_ = 0;
};

}  // namespace isonova
