// Small random tasks, built directly as Task structs: constants, repeated variables, 0-ary predicates, variables that
// no atom binds, negative literals of every kind, (in)equalities, conditional effects with parameters, axioms, costs.
#pragma once

#include <algorithm>
#include <random>
#include <string>

#include "isonova/task/strata.hpp"
#include "isonova/task/task.hpp"

namespace isonova::testing {

// All variables, or only those that effects and costs mention: what an existential precondition binds is not declared.
inline std::vector<Term> declared(const Schema& schema, bool only_mentioned) {
    std::vector<Term> out;
    for (std::uint32_t v = 0; v < schema.arity(); ++v) {
        const auto mentions = [&](const std::vector<Term>& terms) {
            return std::find(terms.begin(), terms.end(), Term::variable(v)) != terms.end();
        };
        const bool mentioned = std::any_of(schema.cost.terms.begin(), schema.cost.terms.end(),
                                           [&](const auto& term) { return mentions(term.args); }) ||
                               std::any_of(schema.effects.begin(), schema.effects.end(), [&](const Effect& effect) {
                                   const auto& literals = effect.condition.literals;
                                   const auto& constraints = effect.condition.constraints;
                                   return mentions(effect.literal.args) ||
                                          std::any_of(literals.begin(), literals.end(),
                                                      [&](const Literal& literal) { return mentions(literal.args); }) ||
                                          std::any_of(constraints.begin(), constraints.end(),
                                                      [&](const auto& each) { return mentions({each.lhs, each.rhs}); });
                               });
        if (mentioned || !only_mentioned) out.push_back(Term::variable(v));
    }
    return out;
}

inline TaskPtr random_task(std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    const auto chance = [&](std::uint32_t percent) { return below(100) < percent; };
    auto task = std::make_shared<Task>();
    const std::uint32_t object_count = 1 + below(4);
    task->types.push_back({"object", none, 0});
    task->object_sets.emplace_back();
    for (ObjectId o = 0; o < object_count; ++o) {
        task->objects.push_back({"o" + std::to_string(o), "o" + std::to_string(o), 0, false});
        task->object_sets[0].push_back(o);
    }
    for (std::uint32_t i = below(3); i-- > 0;) {
        std::vector<ObjectId> set;
        for (ObjectId o = 0; o < object_count; ++o)
            if (chance(60)) set.push_back(o);
        if (std::find(task->object_sets.begin(), task->object_sets.end(), set) == task->object_sets.end())
            task->object_sets.push_back(set);
    }
    std::vector<PredicateId> of_kind[3];
    for (std::uint32_t i = 0, count = 3 + below(5); i < count; ++i) {
        const std::uint32_t kind = i < 2 ? i : below(3);
        of_kind[kind].push_back(i);
        task->predicates.push_back(
            {"p" + std::to_string(i), std::vector<TypeId>(below(4), 0), PredicateKind(kind), false});
    }
    std::vector<GroundAtom> init;
    for (PredicateId p = 0; p < task->predicates.size(); ++p) {
        const Predicate& predicate = task->predicates[p];
        if (predicate.kind == PredicateKind::derived) continue;
        const std::uint32_t percent = predicate.kind == PredicateKind::fixed ? 50 : 20;
        std::uint32_t tuples = 1;
        for (std::uint32_t i = 0; i < predicate.arity(); ++i) tuples *= object_count;
        for (std::uint32_t code = 0; code < tuples; ++code) {
            if (!chance(percent)) continue;
            GroundAtom atom{p, {}};
            for (std::uint32_t i = 0, rest = code; i < predicate.arity(); ++i, rest /= object_count)
                atom.args.push_back(rest % object_count);
            init.push_back(atom);
        }
    }
    std::sort(init.begin(), init.end());
    for (const GroundAtom& atom : init) task->init.add(atom.predicate, atom.args);

    const auto term = [&](std::uint32_t variables) {
        return variables == 0 || chance(10) ? Term::object(below(object_count)) : Term::variable(below(variables));
    };
    const auto literal = [&](PredicateId predicate, bool negated, std::uint32_t variables) {
        Literal result{predicate, negated, {}};
        for (std::uint32_t i = 0; i < task->predicates[predicate].arity(); ++i) result.args.push_back(term(variables));
        return result;
    };
    const auto any = [&](std::uint32_t kind) {
        return of_kind[kind][below(static_cast<std::uint32_t>(of_kind[kind].size()))];
    };
    const auto condition = [&](std::uint32_t variables, std::uint32_t most) {
        Condition result;
        for (std::uint32_t i = below(most + 1); i-- > 0;)
            result.literals.push_back(
                literal(below(static_cast<std::uint32_t>(task->predicates.size())), chance(25), variables));
        if (chance(30)) result.constraints.push_back({term(variables), term(variables), chance(20)});
        return result;
    };
    const auto parameters = [&](std::uint32_t most) {
        std::vector<ObjectSetId> sets(below(most + 1));
        for (ObjectSetId& set : sets) set = below(static_cast<std::uint32_t>(task->object_sets.size()));
        return sets;
    };

    task->functions.push_back({"f", 1});
    for (ObjectId o = 0; o < object_count; ++o)
        if (chance(70)) task->function_values.push_back({0, {o}, below(9)});
    for (std::uint32_t i = 0, count = 1 + below(4); i < count; ++i) {
        Schema schema;
        schema.action = i;
        schema.parameters = parameters(4);
        schema.variable_names.assign(schema.parameters.size(), "?x");
        schema.precondition = condition(schema.arity(), 4);
        for (std::uint32_t k = below(4); k-- > 0;) {
            Effect effect;
            if (chance(30)) effect.parameters = parameters(2);
            const auto variables = static_cast<std::uint32_t>(schema.arity() + effect.parameters.size());
            if (chance(40)) effect.condition = condition(variables, 3);
            effect.literal = literal(any(1), chance(35), variables);
            schema.effects.push_back(effect);
        }
        schema.cost.constant = 1;
        if (chance(20)) schema.cost.terms.push_back({0, {term(schema.arity())}});
        schema.declared = declared(schema, seed % 4 == 0);
        task->schemata.push_back(schema);
        task->actions.emplace_back().name = "a" + std::to_string(i);
    }
    if (!of_kind[2].empty()) {
        for (std::uint32_t i = 0, count = below(4); i < count; ++i) {
            Axiom axiom;
            axiom.parameters = parameters(3);
            axiom.variable_names.assign(axiom.parameters.size(), "?x");
            axiom.head = literal(any(2), false, static_cast<std::uint32_t>(axiom.parameters.size()));
            axiom.body = condition(static_cast<std::uint32_t>(axiom.parameters.size()), 4);
            task->axioms.push_back(axiom);
        }
        while (stratify(*task)) task->axioms.pop_back();  // negation runs in a circle
    }
    for (std::uint32_t i = below(4); i-- > 0;)
        task->goal.push_back(literal(below(static_cast<std::uint32_t>(task->predicates.size())), chance(25), 0));
    return task;
}

}  // namespace isonova::testing
