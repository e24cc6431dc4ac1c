// Grounding as its definition reads: every binding of every schema, again and again until nothing new is reached. Atoms
// are structs and rows are sets, so that nothing here depends on an order or a table.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "isonova/ground/ground_task.hpp"

namespace isonova::testing {

using Atoms = std::set<GroundAtom>;

struct PlainEffect {
    Atoms adds, deletes;
    friend auto operator<=>(const PlainEffect&, const PlainEffect&) = default;
};
using PlainCondition = std::pair<Atoms, Atoms>;  // positive, negative
struct PlainAction {
    PlainCondition precondition;
    PlainEffect effect;
    std::map<PlainCondition, PlainEffect> conditional;
    std::int64_t cost = 0;
    friend auto operator<=>(const PlainAction&, const PlainAction&) = default;
};
struct PlainTask {
    Atoms fluents, derived, init, goal, negative_goal;
    bool goal_unreachable = false;
    std::map<std::pair<SchemaId, std::vector<ObjectId>>, PlainAction> actions;
    std::set<std::tuple<std::uint32_t, GroundAtom, PlainCondition>> axioms;  // stratum, head, body
};

class SlowGrounder {
  public:
    explicit SlowGrounder(const Task& task) : task_(task) {}

    PlainTask ground() {
        for (std::size_t i = 0; i < task_.init.size(); ++i) {
            const auto args = task_.init.args(i);
            const GroundAtom atom{task_.init.predicate(i), {args.begin(), args.end()}};
            reached_.insert(atom);
            if (kind(atom.predicate) == PredicateKind::fluent) out_.init.insert(atom);
        }
        reach();
        for (const GroundAtom& atom : reached_) {
            if (kind(atom.predicate) == PredicateKind::fluent) out_.fluents.insert(atom);
            if (kind(atom.predicate) == PredicateKind::derived) out_.derived.insert(atom);
        }
        for (SchemaId id = 0; id < task_.schemata.size(); ++id)
            for_each_binding(task_.schemata[id].parameters, {},
                             [&](const std::vector<ObjectId>& binding) { act(id, binding); });
        for (const Axiom& axiom : task_.axioms) {
            for_each_binding(axiom.parameters, {}, [&](const std::vector<ObjectId>& binding) {
                PlainCondition body;
                const GroundAtom head = instantiate(axiom.head, binding);
                if (ground(axiom.body, binding, body) && !body.first.contains(head))
                    out_.axioms.emplace(axiom.stratum, head, body);
            });
        }
        out_.goal_unreachable = task_.goal_false;
        for (const Literal& literal : task_.goal) {
            const GroundAtom atom = instantiate(literal, {});
            const bool reached = reached_.contains(atom);
            if (kind(atom.predicate) == PredicateKind::fixed) {
                if (reached == literal.negated) out_.goal_unreachable = true;
            } else if (reached) {
                (literal.negated ? out_.negative_goal : out_.goal).insert(atom);
            } else if (!literal.negated) {
                out_.goal_unreachable = true;
            }
        }
        for (const GroundAtom& atom : out_.goal)
            if (out_.negative_goal.contains(atom)) out_.goal_unreachable = true;
        return out_;
    }

  private:
    PredicateKind kind(PredicateId predicate) const { return task_.predicates[predicate].kind; }

    static ObjectId value(Term term, const std::vector<ObjectId>& binding) {
        return term.is_variable() ? binding[term.variable()] : term.object();
    }
    static GroundAtom instantiate(const Literal& literal, const std::vector<ObjectId>& binding) {
        GroundAtom atom{literal.predicate, {}};
        for (const Term term : literal.args) atom.args.push_back(value(term, binding));
        return atom;
    }

    void for_each_binding(const std::vector<ObjectSetId>& sets, std::vector<ObjectId> prefix,
                          const std::function<void(const std::vector<ObjectId>&)>& visit, std::size_t next = 0) const {
        if (next == sets.size()) {
            visit(prefix);
            return;
        }
        for (const ObjectId object : task_.set(sets[next])) {
            prefix.push_back(object);
            for_each_binding(sets, prefix, visit, next + 1);
            prefix.pop_back();
        }
    }

    bool relaxed_holds(const Condition& condition, const std::vector<ObjectId>& binding) const {
        for (const Literal& literal : condition.literals) {
            const bool reached = reached_.contains(instantiate(literal, binding));
            if (!literal.negated && !reached) return false;
            if (literal.negated && reached && kind(literal.predicate) == PredicateKind::fixed) return false;
        }
        for (const Constraint& constraint : condition.constraints)
            if ((value(constraint.lhs, binding) == value(constraint.rhs, binding)) != constraint.equal) return false;
        return true;
    }

    void reach() {
        for (std::size_t before = reached_.size() + 1; before != reached_.size();) {
            before = reached_.size();
            for (const Schema& schema : task_.schemata)
                for_each_binding(schema.parameters, {}, [&](const std::vector<ObjectId>& binding) {
                    if (!relaxed_holds(schema.precondition, binding)) return;
                    for (const Effect& effect : schema.effects)
                        for_each_binding(effect.parameters, binding, [&](const std::vector<ObjectId>& extended) {
                            if (!effect.literal.negated && relaxed_holds(effect.condition, extended))
                                reached_.insert(instantiate(effect.literal, extended));
                        });
                });
            for (const Axiom& axiom : task_.axioms)
                for_each_binding(axiom.parameters, {}, [&](const std::vector<ObjectId>& binding) {
                    if (relaxed_holds(axiom.body, binding)) reached_.insert(instantiate(axiom.head, binding));
                });
        }
    }

    bool ground(const Condition& condition, const std::vector<ObjectId>& binding, PlainCondition& out) const {
        if (!relaxed_holds(condition, binding)) return false;
        for (const Literal& literal : condition.literals) {
            if (kind(literal.predicate) == PredicateKind::fixed) continue;
            const GroundAtom atom = instantiate(literal, binding);
            if (!literal.negated) out.first.insert(atom);
            if (literal.negated && reached_.contains(atom)) out.second.insert(atom);
        }
        return !meet(out.first, out.second);
    }
    static bool meet(const Atoms& a, const Atoms& b) {
        for (const GroundAtom& atom : a)
            if (b.contains(atom)) return true;
        return false;
    }

    void act(SchemaId id, const std::vector<ObjectId>& binding) {
        const Schema& schema = task_.schemata[id];
        PlainAction action;
        if (!ground(schema.precondition, binding, action.precondition)) return;
        action.cost = schema.cost.constant;
        for (const FunctionTerm& term : schema.cost.terms) {
            bool found = false;
            for (const FunctionValue& entry : task_.function_values) {
                std::vector<ObjectId> args;
                for (const Term arg : term.args) args.push_back(value(arg, binding));
                if (entry.function != term.function || entry.args != args) continue;
                action.cost += entry.value;
                found = true;
            }
            if (!found) return;
        }
        const auto& [positive, negative] = action.precondition;
        for (const Effect& effect : schema.effects) {
            for_each_binding(effect.parameters, binding, [&](const std::vector<ObjectId>& extended) {
                PlainCondition condition;
                if (!ground(effect.condition, extended, condition)) return;
                if (meet(condition.first, negative) || meet(condition.second, positive)) return;
                for (const GroundAtom& atom : positive) condition.first.erase(atom);
                for (const GroundAtom& atom : negative) condition.second.erase(atom);
                const GroundAtom atom = instantiate(effect.literal, extended);
                if (!reached_.contains(atom)) return;
                const bool always = condition.first.empty() && condition.second.empty();
                PlainEffect& into = always ? action.effect : action.conditional[condition];
                (effect.literal.negated ? into.deletes : into.adds).insert(atom);
            });
        }
        for (const GroundAtom& atom : action.effect.adds) action.effect.deletes.erase(atom);
        for (auto entry = action.conditional.begin(); entry != action.conditional.end();) {
            PlainEffect& effect = entry->second;
            for (const GroundAtom& atom : effect.adds) effect.deletes.erase(atom);
            for (const GroundAtom& atom : action.effect.adds) {
                effect.adds.erase(atom);
                effect.deletes.erase(atom);
            }
            entry = effect == PlainEffect{} ? action.conditional.erase(entry) : std::next(entry);
        }
        if (action.effect == PlainEffect{} && action.conditional.empty()) return;
        out_.actions.emplace(std::pair{id, binding}, action);
    }

    const Task& task_;
    Atoms reached_;
    PlainTask out_;
};

// A GroundTask in the same terms. Throws where rows are out of order or hold an atom twice.
inline PlainTask plain(const GroundTask& task) {
    PlainTask out;
    const auto require = [](bool holds, const char* what) {
        if (!holds) throw std::logic_error(what);
    };
    const auto atom = [&](AtomId id) {
        const auto args = task.atoms.args(id);
        return GroundAtom{task.atoms.predicate(id), {args.begin(), args.end()}};
    };
    const auto atoms = [&](std::span<const AtomId> row) {
        Atoms set;
        for (std::size_t i = 0; i < row.size(); ++i) {
            require(i == 0 || row[i - 1] < row[i], "row not sorted");
            set.insert(atom(row[i]));
        }
        return set;
    };
    for (AtomId id = 0; id < task.atoms.size(); ++id) {
        require(id == 0 || id == task.fluent_count || atom(id - 1) < atom(id), "atoms not in order");
        require(task.atoms.find(task.atoms.predicate(id), task.atoms.args(id)) == id, "atom not found");
        (id < task.fluent_count ? out.fluents : out.derived).insert(atom(id));
    }
    out.init = atoms(task.init);
    out.goal = atoms(task.goal);
    out.negative_goal = atoms(task.negative_goal);
    out.goal_unreachable = task.goal_unreachable;
    require(task.effect_start.size() == task.action_count() + 1, "effect_start has the wrong size");
    std::pair<SchemaId, std::vector<ObjectId>> before;
    for (std::uint32_t a = 0; a < task.action_count(); ++a) {
        PlainAction action;
        action.precondition = {atoms(task.precondition[a]), atoms(task.negative_precondition[a])};
        action.effect = {atoms(task.adds[a]), atoms(task.deletes[a])};
        action.cost = task.cost[a];
        for (std::uint32_t e = task.effect_start[a]; e < task.effect_start[a + 1]; ++e) {
            const PlainCondition condition{atoms(task.effect_condition[e]), atoms(task.effect_negative_condition[e])};
            const PlainEffect effect{atoms(task.effect_adds[e]), atoms(task.effect_deletes[e])};
            require(action.conditional.emplace(condition, effect).second, "two effects of one condition");
        }
        const auto args = task.arguments[a];
        const std::pair key{task.schema[a], std::vector<ObjectId>(args.begin(), args.end())};
        require(a == 0 || before < key, "actions not in order");
        before = key;
        out.actions.emplace(key, action);
    }
    for (std::uint32_t stratum = 0; stratum + 1 < task.axiom_start.size(); ++stratum)
        for (std::uint32_t i = task.axiom_start[stratum]; i < task.axiom_start[stratum + 1]; ++i)
            out.axioms.emplace(stratum, atom(task.axiom_head[i]),
                               PlainCondition{atoms(task.axiom_body[i]), atoms(task.axiom_negative_body[i])});
    require(task.axiom_start.back() == task.axiom_count(), "axioms outside all strata");
    return out;
}

}  // namespace isonova::testing
