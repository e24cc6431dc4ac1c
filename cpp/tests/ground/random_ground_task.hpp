// Small random ground tasks with conditional effects, axioms over some strata, negation and zero costs; and an
// interpreter of them that works on sets, one definition at a time, to compare with.
#pragma once

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "isonova/ground/ground_task.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova::testing {

using Atoms = std::set<AtomId>;

struct Shape {
    std::uint32_t fluents = 7;
    std::uint32_t actions = 12;
    bool conditional_effects = true;
    bool axioms = true;
    std::uint32_t derived = 4, strata = 2, axioms_per_stratum = 4;
    bool facts = true;  // axioms that may have empty bodies, whose heads are always true
    bool negation = true;
    std::int64_t max_cost = 3;
    // The second half of the actions are the first half again, with other preconditions: what splitting a disjunction
    // makes.
    bool split = false;
};

class RandomGroundTask {
  public:
    static std::shared_ptr<const GroundTask> make(std::uint64_t seed, const Shape& shape) {
        return RandomGroundTask(seed, shape).build();
    }

  private:
    RandomGroundTask(std::uint64_t seed, const Shape& shape) : random_(seed), shape_(shape) {}

    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

    void row(Rows& rows, std::uint32_t most, std::uint32_t first, std::uint32_t end, const Atoms& without = {},
             std::uint32_t least = 0) {
        Atoms atoms;
        for (std::uint32_t i = 0, n = end > first ? least + below(most + 1 - least) : 0; i < n; ++i)
            atoms.insert(first + below(end - first));
        for (const AtomId atom : atoms) {
            if (!without.contains(atom)) rows.push(atom);
        }
        rows.end_row();
    }
    void negative_row(Rows& rows, std::uint32_t end, const Rows& positive) {
        const auto last = positive[positive.size() - 1];
        if (shape_.negation && below(3) == 0) {
            row(rows, 1, 0, end, Atoms(last.begin(), last.end()));
        } else {
            rows.end_row();
        }
    }
    static void copy_row(Rows& rows, std::size_t from) {
        const Atoms atoms(rows[from].begin(), rows[from].end());
        for (const AtomId atom : atoms) rows.push(atom);
        rows.end_row();
    }
    static Atoms last(const Rows& rows) {
        const auto row = rows[rows.size() - 1];
        return {row.begin(), row.end()};
    }

    std::shared_ptr<const GroundTask> build() {
        const std::uint32_t derived = shape_.axioms ? shape_.derived : 0, all = shape_.fluents + derived;
        auto task = std::make_shared<Task>();
        task->predicates = {{"p", {0}, PredicateKind::fluent, false}, {"d", {0}, PredicateKind::derived, false}};
        for (std::uint32_t i = 0; i < std::max(all, shape_.actions); ++i) {
            const std::string name = std::string("o").append(std::to_string(i));
            task->objects.push_back({name, name, 0, false});
        }
        task->actions.emplace_back();
        task->actions[0].name = "act";
        task->actions[0].parameter_names = {"?x"};
        Schema schema;
        schema.declared = {Term::variable(0)};
        schema.variable_names = {"?x"};
        schema.parameters = {0};
        task->schemata = {schema, schema};

        auto out = std::make_shared<GroundTask>();
        out->atoms = AtomTable(2);
        for (ObjectId i = 0; i < shape_.fluents; ++i) out->atoms.intern(0, std::span(&i, 1));
        for (ObjectId i = 0; i < derived; ++i) out->atoms.intern(1, std::span(&i, 1));
        out->fluent_count = shape_.fluents;
        for (std::uint32_t a = 0; a < shape_.actions; ++a) add_action(*out, a, all);
        for (std::uint32_t k = 0; derived && k < shape_.strata; ++k)
            add_axioms(*out, k * derived / shape_.strata, (k + 1) * derived / shape_.strata);
        for (AtomId atom = 0; atom < shape_.fluents; ++atom) {
            if (below(3) == 0) out->init.push_back(atom);
        }
        Atoms goal;
        for (int i = 0; i < 3; ++i) goal.insert(below(all));
        for (const AtomId atom : goal)
            (shape_.negation && below(4) == 0 ? out->negative_goal : out->goal).push_back(atom);
        out->task = task;
        return out;
    }

    void add_action(GroundTask& out, std::uint32_t a, std::uint32_t all) {
        const std::uint32_t half = (shape_.actions + 1) / 2;
        const bool again = shape_.split && a >= half;
        out.schema.push_back(a < half ? 0 : 1);
        out.arguments.push(again ? a - half : a);
        out.arguments.end_row();
        row(out.precondition, 3, 0, all);
        negative_row(out.negative_precondition, all, out.precondition);
        if (again) {
            copy_row(out.adds, a - half);
            copy_row(out.deletes, a - half);
            out.cost.push_back(out.cost[a - half]);
        } else {
            row(out.adds, 2, 0, shape_.fluents);
            row(out.deletes, 2, 0, shape_.fluents, last(out.adds));
            out.cost.push_back(below(static_cast<std::uint32_t>(shape_.max_cost) + 1));
        }
        for (std::uint32_t e = 0, n = shape_.conditional_effects && below(2) ? below(3) : 0; e < n; ++e) {
            row(out.effect_condition, 2, 0, all);
            negative_row(out.effect_negative_condition, all, out.effect_condition);
            row(out.effect_adds, 2, 0, shape_.fluents);
            row(out.effect_deletes, 2, 0, shape_.fluents);
        }
        out.effect_start.push_back(static_cast<std::uint32_t>(out.effect_condition.size()));
    }

    void add_axioms(GroundTask& out, std::uint32_t first, std::uint32_t end) {
        for (std::uint32_t i = 0; i < shape_.axioms_per_stratum; ++i) {
            out.axiom_head.push_back(shape_.fluents + first + below(end - first));
            row(out.axiom_body, 2, 0, shape_.fluents + end, {}, shape_.facts ? 0 : 1);
            negative_row(out.axiom_negative_body, shape_.fluents + first, out.axiom_body);
        }
        out.axiom_start.push_back(out.axiom_count());
    }

    std::mt19937_64 random_;
    Shape shape_;
};

class Interpreter {
  public:
    explicit Interpreter(const GroundTask& task) : task_(task) {}

    Atoms initial() const { return {task_.init.begin(), task_.init.end()}; }

    // With the derived atoms.
    Atoms full(Atoms state) const {
        for (std::size_t k = 0; k + 1 < task_.axiom_start.size(); ++k) {
            for (bool changed = true; changed;) {
                changed = false;
                const Atoms before = lower(state, k);
                for (std::uint32_t x = task_.axiom_start[k]; x < task_.axiom_start[k + 1]; ++x) {
                    if (holds(task_.axiom_body[x], {}, state) && holds({}, task_.axiom_negative_body[x], before)) {
                        changed |= state.insert(task_.axiom_head[x]).second;
                    }
                }
            }
        }
        return state;
    }

    bool applicable(ActionId a, const Atoms& full) const {
        return holds(task_.precondition[a], task_.negative_precondition[a], full);
    }

    Atoms apply(ActionId a, const Atoms& full) const {
        Atoms added(task_.adds[a].begin(), task_.adds[a].end()),
            deleted(task_.deletes[a].begin(), task_.deletes[a].end());
        for (std::uint32_t e = task_.effect_start[a]; e < task_.effect_start[a + 1]; ++e) {
            if (!holds(task_.effect_condition[e], task_.effect_negative_condition[e], full)) continue;
            added.insert(task_.effect_adds[e].begin(), task_.effect_adds[e].end());
            deleted.insert(task_.effect_deletes[e].begin(), task_.effect_deletes[e].end());
        }
        Atoms out;
        for (const AtomId atom : full) {
            if (atom < task_.fluent_count && !deleted.contains(atom)) out.insert(atom);
        }
        out.insert(added.begin(), added.end());
        return out;
    }

    bool is_goal(const Atoms& full) const { return holds(task_.goal, task_.negative_goal, full); }

    std::set<Atoms> reachable() const {
        std::set<Atoms> seen{initial()};
        std::vector<Atoms> stack{initial()};
        while (!stack.empty()) {
            const Atoms state = full(stack.back());
            stack.pop_back();
            for (ActionId a = 0; a < task_.action_count(); ++a) {
                if (!applicable(a, state)) continue;
                if (const Atoms next = apply(a, state); seen.insert(next).second) stack.push_back(next);
            }
        }
        return seen;
    }

  private:
    static bool holds(std::span<const AtomId> yes, std::span<const AtomId> no, const Atoms& state) {
        return std::all_of(yes.begin(), yes.end(), [&](AtomId atom) { return state.contains(atom); }) &&
               std::none_of(no.begin(), no.end(), [&](AtomId atom) { return state.contains(atom); });
    }
    // Without the heads of stratum k and above, whose truth is not settled yet.
    Atoms lower(const Atoms& state, std::size_t k) const {
        Atoms out = state;
        for (std::uint32_t x = task_.axiom_start[k]; x < task_.axiom_count(); ++x) out.erase(task_.axiom_head[x]);
        return out;
    }

    const GroundTask& task_;
};

}  // namespace isonova::testing
