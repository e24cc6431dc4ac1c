#include "isonova/planner/shorten.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <optional>

#include "isonova/ground/axiom_evaluator.hpp"
#include "isonova/ground/ground.hpp"
#include "isonova/state/bits.hpp"

namespace isonova {

namespace {

// The task with the actions of a plan and no others: a static predicate for each action says with which arguments.
TaskPtr restricted(const Task& task, std::span<const ActionInstance> plan) {
    auto out = std::make_shared<Task>(task);
    std::map<std::uint32_t, std::vector<std::vector<ObjectId>>> used;
    for (const ActionInstance& step : plan) used[step.action].push_back(step.arguments);
    std::vector<PredicateId> predicate(task.actions.size(), none);
    for (auto& [action, tuples] : used) {
        predicate[action] = static_cast<PredicateId>(out->predicates.size());
        out->predicates.push_back({"in the plan: " + task.actions[action].name,
                                   std::vector<TypeId>(tuples[0].size(), 0), PredicateKind::fixed, true});
        std::sort(tuples.begin(), tuples.end());
        tuples.erase(std::unique(tuples.begin(), tuples.end()), tuples.end());
        for (const auto& arguments : tuples) out->init.add(predicate[action], arguments);
    }
    std::erase_if(out->schemata, [&](const Schema& schema) { return predicate[schema.action] == none; });
    for (Schema& schema : out->schemata)
        schema.precondition.literals.push_back({predicate[schema.action], false, schema.declared});
    return out;
}

// For each step the ground actions that stand for it. There are several where disjunctions or existential conditions
// offer several ways to apply it; all of them have the same effects.
Rows ways_to_apply(const GroundTask& ground, std::span<const ActionInstance> plan) {
    std::map<std::pair<std::uint32_t, std::vector<ObjectId>>, std::vector<ActionId>> ways;
    ActionInstance instance;
    for (ActionId action = 0; action < ground.action_count(); ++action) {
        instance.assign(ground.task->schemata[ground.schema[action]], ground.arguments[action].data());
        ways[{instance.action, instance.arguments}].push_back(action);
    }
    Rows out;
    for (const ActionInstance& step : plan) out.push_row(ways[{step.action, step.arguments}]);
    return out;
}

struct Spent {};  // thrown when the budget is

class Elimination {
  public:
    using StepId = std::uint32_t;  // place in the plan as found

    // `kept` are all steps at first, and always make a valid plan.
    Elimination(const GroundTask& task, std::span<const ActionInstance> plan, std::uint64_t budget, Limits& limits,
                Shortened& out)
        : task_(task),
          ways_(ways_to_apply(task, plan)),
          limits_(limits),
          budget_(budget),
          axioms_(task),
          axiom_work_(task.axiom_body.entries() + task.axiom_negative_body.entries() + task.axiom_count()),
          steps_(out.kept),
          saved_(out.saved),
          changes_(plan.size()),
          last_chance_(plan.size()),
          state_(words_for(task.atoms.size())),
          trial_(state_.size()),
          difference_(state_.size()) {}

    void run() {
        if (!trace()) return;
        const std::uint64_t all = budget_;
        budget_ = all / 2;
        try {
            greedily();
        } catch (const Spent&) {
            budget_ = all;
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

    void count(std::uint64_t work) {
        if ((work_ += work) > budget_) throw Spent{};
    }
    void pause() {
        if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
    }

    bool hold(std::span<const AtomId> atoms, std::span<const AtomId> negative, const Word* state) const {
        const auto holds = [&](AtomId atom) { return test(state, atom); };
        return std::all_of(atoms.begin(), atoms.end(), holds) && std::none_of(negative.begin(), negative.end(), holds);
    }
    bool is_goal(const Word* state) const { return hold(task_.goal, task_.negative_goal, state); }

    ActionId applicable(StepId step, const Word* state) {
        pause();
        for (const ActionId action : ways_[step]) {
            count(1 + task_.precondition[action].size() + task_.negative_precondition[action].size());
            if (hold(task_.precondition[action], task_.negative_precondition[action], state)) return action;
        }
        return none;
    }

    void derive(std::vector<Word>& state) {
        if (axioms_.empty()) return;
        count(axiom_work_ + state.size());
        std::size_t word = task_.fluent_count / 64;
        if (task_.fluent_count % 64 != 0) state[word++] &= (Word{1} << (task_.fluent_count % 64)) - 1;
        std::fill(state.begin() + static_cast<std::ptrdiff_t>(word), state.end(), 0);
        axioms_.derive(state.data());
    }

    // Overwrites `changes` with the fluent atoms that change. One that is first deleted and then added is in it twice.
    void apply(ActionId action, std::vector<Word>& state, std::vector<AtomId>& changes) {
        fired_.clear();
        for (std::uint32_t e = task_.effect_start[action]; e < task_.effect_start[action + 1]; ++e) {
            count(task_.effect_condition[e].size() + task_.effect_negative_condition[e].size());
            if (hold(task_.effect_condition[e], task_.effect_negative_condition[e], state.data())) fired_.push_back(e);
        }
        changes.clear();
        const auto make = [&](bool value, std::span<const AtomId> atoms) {
            count(atoms.size());
            for (const AtomId atom : atoms) {
                if (test(state.data(), atom) == value) continue;
                toggle(state.data(), atom);
                changes.push_back(atom);
            }
        };
        make(false, task_.deletes[action]);
        for (const std::uint32_t e : fired_) make(false, task_.effect_deletes[e]);
        make(true, task_.adds[action]);
        for (const std::uint32_t e : fired_) make(true, task_.effect_adds[e]);
        if (!changes.empty()) derive(state);
    }

    void start() {
        std::fill(state_.begin(), state_.end(), 0);
        for (const AtomId atom : task_.init) insert(state_.data(), atom);
        derive(state_);
    }
    void advance(StepId step) {
        for (const AtomId atom : changes_[step]) toggle(state_.data(), atom);
        if (!changes_[step].empty()) derive(state_);
    }

    // Finds out what each step changes; false if the plan is not valid.
    bool trace() {
        start();
        for (const StepId step : steps_) {
            const ActionId action = applicable(step, state_.data());
            if (action == none) return false;
            apply(action, state_, changes_[step]);
        }
        find_last_chances();
        return is_goal(state_.data());
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
        count(2 * state_.size());
        trial_ = state_;
        std::fill(difference_.begin(), difference_.end(), 0);
        differing_ = 0;
        left_out_.clear();
        Trial out;
        for (std::size_t at = place; at < steps_.size(); ++at) {
            const StepId step = out.end = steps_[at];
            const ActionId action = at == place ? none : applicable(step, trial_.data());
            if (action != none) {
                apply(action, trial_, changed_);
                differ(changed_);
            } else {
                out.cost += task_.cost[ways_[step][0]];
                left_out_.push_back(step);
            }
            differ(changes_[step]);
            out.works = differing_ == 0;
            if (out.works || lost_goal(step)) break;
        }
        out.works = out.works || is_goal(trial_.data());
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
            start();
            for (std::size_t place = 0; place < steps_.size(); ++place) {
                std::optional<Trial>& trial = trials[steps_[place]];
                if (!trial) trial = without(place);
                if (trial->works && (best == none || trial->better_than(*trials[steps_[best]]))) best = place;
                advance(steps_[place]);
            }
            if (best == none) return;
            start();
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
        start();
        for (std::size_t place = 0; place < steps_.size();) {
            if (const Trial trial = without(place); trial.works) {
                leave_out(trial);
                trace();
                start();
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
    Rows ways_;
    Limits& limits_;
    std::uint64_t budget_, work_ = 0;
    AxiomEvaluator axioms_;
    std::uint64_t axiom_work_;
    std::vector<StepId>& steps_;
    std::int64_t& saved_;
    std::vector<std::vector<AtomId>> changes_;  // per step
    std::vector<std::vector<Chance>> last_chance_;
    std::vector<Word> state_, trial_, difference_;  // difference_: from the plan's own state, fluent atoms
    std::int64_t differing_ = 0;
    std::vector<StepId> left_out_;
    std::vector<std::uint32_t> fired_;
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
    } catch (const Spent&) {
    } catch (const BudgetExceeded&) {
    } catch (const std::bad_alloc&) {
    }
    return out;
}

}  // namespace isonova
