// A state space for Python.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "bindings.hpp"
#include "isonova/ground/ground.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "isonova/lifted/lifted_state_space.hpp"
#include "isonova/planner/names.hpp"
#include "isonova/planner/plan.hpp"
#include "linear_weights.hpp"

namespace isonova::bindings {

// A ground or a lifted state space with its own limits and strings made once.
class Space {
  public:
    Space(TaskPtr task, const std::string& engine) {
        const Engine kind = kind_of("engine", engine, engine_names);
        nb::gil_scoped_release released;
        if (kind != Engine::lifted) {
            limits_.poll = interrupted;
            try {
                ground_ = std::make_shared<const GroundTask>(
                    ground(task, limits_, kind == Engine::automatic ? default_auto_budget : GroundOptions{}));
            } catch (const BudgetExceeded&) {
            }
            limits_.poll = nullptr;  // what follows is short and must not be left half done
        }
        if (ground_)
            space_ = std::make_unique<GroundStateSpace>(ground_, limits_);
        else
            space_ = std::make_unique<LiftedStateSpace>(std::move(task), limits_);
    }

    StateId initial() { return space_->initial(); }
    bool is_goal(StateId state) const {
        check(state);
        return space_->is_goal(state);
    }

    nb::list atoms(StateId state) {
        check(state);
        std::vector<AtomId> ids;
        space_->atoms(state, ids);
        nb::list result;
        for (const AtomId id : ids) result.append(name(id));
        return result;
    }

    // Every successor, duplicates included, in canonical order.
    nb::list successors(StateId state) {
        check(state);
        struct Known : ExpansionListener {
            std::vector<std::tuple<ActionId, StateId, std::int64_t>> rows;
            void duplicate(StateId, StateId child, ActionId action, std::int64_t cost) override {
                rows.emplace_back(action, child, cost);
            }
        } all;
        Expansion expansion;
        space_->expand(state, expansion, &all);
        for (const Child& child : expansion.children) all.rows.emplace_back(child.action, child.state, child.cost);
        std::sort(all.rows.begin(), all.rows.end());
        nb::list result;
        for (const auto& [action, child, cost] : all.rows) {
            const ActionName named = space_->action_name(state, action);
            nb::list parts;
            parts.append(named.name);
            for (const std::string& arg : named.args) parts.append(arg);
            result.append(nb::make_tuple(nb::tuple(parts), child, cost));
        }
        return result;
    }

    // The state with just these fluent atoms; names an atom that no reachable state can have.
    StateId state(const std::vector<std::vector<std::string>>& atoms) {
        std::vector<AtomId> ids;
        for (const auto& atom : atoms) {
            const AtomId id = find(atom);
            if (id != none && is_fluent(id)) ids.push_back(id);
        }
        std::sort(ids.begin(), ids.end());
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
        return ground_ ? ground_space().insert(ids) : lifted_space().insert(ids);
    }

    std::optional<Value> evaluate(Heuristic& heuristic, StateId state) {
        check(state);
        if (goal_is_unreachable()) return std::nullopt;  // search never starts then, so heuristics need not know
        std::vector<AtomId> ids;
        space_->atoms(state, ids);
        const Value value = heuristic.evaluate_atoms(ids);
        if (value == dead_end) return std::nullopt;
        return value;
    }

    std::unique_ptr<Heuristic> heuristic(const LinearWeights& weights) {
        return std::make_unique<LinearHeuristic>(weights.of(ground_ != nullptr), state_space().task(),
                                                 state_space().atom_table(), limits_);
    }
    std::unique_ptr<Heuristic> heuristic(const std::string& name, const std::string& cost_type) {
        const HeuristicKind kind = kind_of("heuristic", name, heuristic_names);
        const CostType costs = kind_of("cost type", cost_type, cost_type_names);
        return ground_ ? make_heuristic(*ground_, kind, costs, limits_)
                       : make_heuristic(lifted_space(), kind, costs, limits_);
    }

    const GroundTask* ground_task() const { return ground_.get(); }  // null where the space is lifted
    bool goal_is_unreachable() const { return ground_ ? ground_->goal_unreachable : lifted_space().goal_impossible(); }
    std::uint32_t state_count() const { return space_->state_count(); }

    StateSpace& state_space() { return *space_; }
    void check(StateId state) const {
        if (state >= space_->state_count()) throw nb::index_error("there is no such state in this space");
    }

  private:
    GroundStateSpace& ground_space() const { return static_cast<GroundStateSpace&>(*space_); }
    LiftedStateSpace& lifted_space() const { return static_cast<LiftedStateSpace&>(*space_); }
    bool is_fluent(AtomId id) const {
        return space_->task().predicates[space_->atom_table().predicate(id)].kind == PredicateKind::fluent;
    }

    // `none` for a static atom that holds, whose id is never needed.
    AtomId find(const std::vector<std::string>& atom) const {
        const Task& task = space_->task();
        const auto text = [&] {
            std::string result = "(";
            for (const std::string& part : atom) result += (result.size() > 1 ? " " : "") + part;
            return result + ")";
        };
        if (atom.empty()) throw nb::value_error("an atom needs a predicate");
        PredicateId predicate = 0;
        while (predicate < task.predicates.size() && task.predicates[predicate].name != atom[0]) ++predicate;
        if (predicate == task.predicates.size() || task.predicates[predicate].arity() != atom.size() - 1)
            throw nb::value_error(("no predicate fits the atom " + text()).c_str());
        std::vector<ObjectId> args;
        for (std::size_t i = 1; i < atom.size(); ++i) {
            ObjectId object = 0;
            while (object < task.objects.size() && task.objects[object].name != atom[i]) ++object;
            if (object == task.objects.size()) throw nb::value_error(("unknown object in the atom " + text()).c_str());
            args.push_back(object);
        }
        const PredicateKind kind = task.predicates[predicate].kind;
        const AtomId id = ground_ || kind == PredicateKind::fixed ? space_->atom_table().find(predicate, args)
                                                                  : lifted_space().atom_table().intern(predicate, args);
        if (id != none) return id;
        if (kind == PredicateKind::fixed)
            for (std::size_t i = 0; i < task.init.size(); ++i)
                if (task.init.predicate(i) == predicate && std::ranges::equal(task.init.args(i), args)) return none;
        throw nb::value_error(("no reachable state has the atom " + text()).c_str());
    }

    nb::object name(AtomId id) {
        const AtomTable& atoms = space_->atom_table();
        if (names_.size() <= id) names_.resize(atoms.size());
        if (!names_[id].is_valid()) {
            const Task& task = space_->task();
            nb::list parts;
            parts.append(task.predicates[atoms.predicate(id)].name);
            for (const ObjectId object : atoms.args(id)) parts.append(task.objects[object].name);
            names_[id] = nb::tuple(parts);
        }
        return names_[id];
    }

    Limits limits_;
    std::shared_ptr<const GroundTask> ground_;
    std::unique_ptr<StateSpace> space_;
    std::vector<nb::object> names_;
};

}  // namespace isonova::bindings
