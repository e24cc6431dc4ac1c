// A ground state space for Python.
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
#include "isonova/planner/plan.hpp"

namespace isonova::bindings {

// A ground state space with its own limits and strings made once.
class Space {
  public:
    explicit Space(TaskPtr task) {
        nb::gil_scoped_release released;
        limits_.poll = interrupted;
        ground_ = std::make_shared<const GroundTask>(ground(task, limits_));
        limits_.poll = nullptr;  // what follows is short and must not be left half done
        space_ = std::make_unique<GroundStateSpace>(ground_, limits_);
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
        struct Known : DuplicateListener {
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
            const ActionName named = space_->action(state, action);
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
            if (id != none && id < ground_->fluent_count) ids.push_back(id);
        }
        std::sort(ids.begin(), ids.end());
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
        return space_->insert(ids);
    }

    std::optional<Value> evaluate(Heuristic& heuristic, StateId state) {
        check(state);
        if (ground_->goal_unreachable) return std::nullopt;  // search never starts then, so heuristics need not know
        std::vector<AtomId> ids;
        space_->atoms(state, ids);
        const Value value = heuristic.evaluate_atoms(ids);
        if (value == dead_end) return std::nullopt;
        return value;
    }

    std::unique_ptr<Heuristic> heuristic(const std::string& name, const std::string& cost_type) {
        return make_heuristic(*ground_, name, cost_type, limits_);
    }

    const GroundTask& ground_task() const { return *ground_; }
    std::uint32_t state_count() const { return space_->state_count(); }

    StateSpace& state_space() { return *space_; }
    void check(StateId state) const {
        if (state >= space_->state_count()) throw nb::index_error("there is no such state in this space");
    }

  private:
    // `none` for a static atom that holds, whose id is never needed.
    AtomId find(const std::vector<std::string>& atom) const {
        const Task& task = *ground_->task;
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
        const AtomId id = ground_->atoms.find(predicate, args);
        if (id != none) return id;
        if (task.predicates[predicate].kind == PredicateKind::fixed)
            for (std::size_t i = 0; i < task.init.size(); ++i)
                if (task.init.predicate(i) == predicate && std::ranges::equal(task.init.args(i), args)) return none;
        throw nb::value_error(("no reachable state has the atom " + text()).c_str());
    }

    nb::object name(AtomId id) {
        if (names_.size() <= id) names_.resize(ground_->atoms.size());
        if (!names_[id].is_valid()) {
            const Task& task = *ground_->task;
            nb::list parts;
            parts.append(task.predicates[ground_->atoms.predicate(id)].name);
            for (const ObjectId object : ground_->atoms.args(id)) parts.append(task.objects[object].name);
            names_[id] = nb::tuple(parts);
        }
        return names_[id];
    }

    Limits limits_;
    std::shared_ptr<const GroundTask> ground_;
    std::unique_ptr<GroundStateSpace> space_;
    std::vector<nb::object> names_;
};

}  // namespace isonova::bindings
