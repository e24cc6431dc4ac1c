#include "isonova/planner/shorten.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <numeric>
#include <optional>

#include "isonova/ground/ground.hpp"
#include "isonova/planner/simulation.hpp"

namespace isonova {

namespace {

class Elimination {
  public:
    using StepId = std::uint32_t;  // place in the plan as found

    // `kept` are all steps at first, and always make a valid plan.
    Elimination(const GroundTask& task, std::span<const ActionInstance> plan, std::uint64_t budget, Limits& limits,
                Shortened& out)
        : task_(task),
          simulation_(task, limits),
          ways_(StepWays(task).of(plan)),
          budget_(budget),
          steps_(out.kept),
          saved_(out.saved),
          changes_(plan.size()),
          last_chance_(plan.size()),
          state_(words_for(task.atoms.size())),
          trial_(state_.size()),
          difference_(state_.size()) {}

    void run() {
        simulation_.set_budget(budget_);
        if (!trace()) return;
        simulation_.set_budget(budget_ / 2);
        try {
            greedily();
        } catch (const Simulation::Spent&) {
            simulation_.set_budget(budget_);
            in_order();
        }
    }

  private:
    struct Trial {  // of leaving out one step
        bool works = false;
        StepId end = 0;  // the last step looked at
        std::int64_t cost = 0;
        std::size_t size = 0;
        bool better_than(const Trial& other) const {
            return cost != other.cost ? cost > other.cost : size > other.size;
        }
    };

    void advance(StepId step) {
        for (const AtomId atom : changes_[step]) toggle(state_.data(), atom);
        if (!changes_[step].empty()) simulation_.derive(state_);
    }

    // Finds out what each step changes; false if the plan is not valid.
    bool trace() {
        simulation_.start(state_);
        for (const StepId step : steps_) {
            const ActionId action = simulation_.applicable(ways_[step], state_);
            if (action == none) return false;
            simulation_.apply(action, state_, changes_[step]);
        }
        find_last_chances();
        return simulation_.is_goal(state_);
    }

    // A goal literal that does not hold after the last step that may achieve it never will.
    void find_last_chances() {
        std::vector<bool> waiting[2];
        for (const bool value : {false, true}) {
            waiting[value].resize(task_.fluent_count);
            for (const AtomId atom : value ? task_.goal : task_.negative_goal)
                if (atom < task_.fluent_count) waiting[value][atom] = true;
        }
        for (std::size_t place = steps_.size(); place-- > 0;) {
            const StepId step = steps_[place];
            last_chance_[step].clear();
            const auto note = [&](bool value, std::span<const AtomId> atoms) {
                for (const AtomId atom : atoms) {
                    if (!waiting[value][atom]) continue;
                    waiting[value][atom] = false;
                    last_chance_[step].push_back({atom, value});
                }
            };
            for (const ActionId action : ways_[step]) {
                note(true, task_.adds[action]);
                note(false, task_.deletes[action]);
                for (std::uint32_t e = task_.effect_start[action]; e < task_.effect_start[action + 1]; ++e) {
                    note(true, task_.effect_adds[e]);
                    note(false, task_.effect_deletes[e]);
                }
            }
        }
    }

    void differ(std::span<const AtomId> atoms) {
        for (const AtomId atom : atoms) {
            toggle(difference_.data(), atom);
            differing_ += test(difference_.data(), atom) ? 1 : -1;
        }
    }

    // Leaves out the step at `place`, before which state_ holds, and whatever is no longer applicable. Ends as soon as
    // the state is the plan's own again, or a goal is lost for good. Fills left_out_.
    Trial without(std::size_t place) {
        simulation_.count(2 * state_.size());
        trial_ = state_;
        std::fill(difference_.begin(), difference_.end(), 0);
        differing_ = 0;
        left_out_.clear();
        Trial out;
        for (std::size_t at = place; at < steps_.size(); ++at) {
            const StepId step = out.end = steps_[at];
            const ActionId action = at == place ? none : simulation_.applicable(ways_[step], trial_);
            if (action != none) {
                simulation_.apply(action, trial_, changed_);
                differ(changed_);
            } else {
                out.cost += task_.cost[ways_[step][0]];
                left_out_.push_back(step);
            }
            differ(changes_[step]);
            out.works = differing_ == 0;
            if (out.works || lost_goal(step)) break;
        }
        out.works = out.works || simulation_.is_goal(trial_);
        out.size = left_out_.size();
        return out;
    }

    bool lost_goal(StepId step) const {
        const auto& chances = last_chance_[step];
        return std::any_of(chances.begin(), chances.end(),
                           [&](const auto& chance) { return test(trial_.data(), chance.atom) != chance.value; });
    }

    void leave_out(const Trial& trial) {  // the one made last
        std::vector<StepId> rest;
        std::set_difference(steps_.begin(), steps_.end(), left_out_.begin(), left_out_.end(), std::back_inserter(rest));
        steps_ = std::move(rest);
        saved_ += trial.cost;
    }

    void greedily() {
        std::vector<std::optional<Trial>> trials(steps_.size());
        for (;;) {
            std::size_t best = none;
            simulation_.start(state_);
            for (std::size_t place = 0; place < steps_.size(); ++place) {
                std::optional<Trial>& trial = trials[steps_[place]];
                if (!trial) trial = without(place);
                if (trial->works && (best == none || trial->better_than(*trials[steps_[best]]))) best = place;
                advance(steps_[place]);
            }
            if (best == none) return;
            simulation_.start(state_);
            for (std::size_t place = 0; place < best; ++place) advance(steps_[place]);
            const StepId first = steps_[best];
            const Trial trial = without(best);
            leave_out(trial);
            // Trials that ended before the steps left out, or that begin where the states are the same again, stand.
            for (StepId step = 0; step <= trial.end; ++step)
                if (step >= first || (trials[step] && trials[step]->end >= first)) trials[step].reset();
            trace();
        }
    }

    // One pass over the plan, for plans too long for the above.
    void in_order() {
        trace();
        simulation_.start(state_);
        for (std::size_t place = 0; place < steps_.size();) {
            if (const Trial trial = without(place); trial.works) {
                leave_out(trial);
                trace();
                simulation_.start(state_);
                for (std::size_t before = 0; before < place; ++before) advance(steps_[before]);
            } else {
                advance(steps_[place++]);
            }
        }
    }

    struct Chance {
        AtomId atom;
        bool value;
    };

    const GroundTask& task_;
    Simulation simulation_;
    Rows ways_;
    std::uint64_t budget_;
    std::vector<StepId>& steps_;
    std::int64_t& saved_;
    std::vector<std::vector<AtomId>> changes_;  // per step
    std::vector<std::vector<Chance>> last_chance_;
    Simulation::State state_, trial_, difference_;  // difference_: from the plan's own state, fluent atoms
    std::int64_t differing_ = 0;
    std::vector<StepId> left_out_;
    std::vector<AtomId> changed_;
};

}  // namespace

Shortened shorten(const Task& task, std::span<const ActionInstance> plan, std::uint64_t budget, Limits& limits) {
    Shortened out;
    out.kept.resize(plan.size());
    std::iota(out.kept.begin(), out.kept.end(), 0);
    if (plan.empty() || budget == 0) return out;
    try {
        const GroundOptions grounding{budget / 10, std::size_t{1} << 29, budget / 10, budget};
        const GroundTask ground_task = ground(restricted(task, plan), limits, grounding);
        Elimination(ground_task, plan, budget, limits, out).run();
    } catch (const Halted&) {
    } catch (const Simulation::Spent&) {
    } catch (const BudgetExceeded&) {
    } catch (const std::bad_alloc&) {
    }
    return out;
}

}  // namespace isonova
