// Small random tasks in which little is true at first and atoms are made of one another, several of one predicate for
// one action: where it matters whether atoms that coincide count once or twice.
#pragma once

#include <random>
#include <string>

#include "isonova/task/task.hpp"

namespace isonova::testing {

inline TaskPtr random_makers(std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    const auto chance = [&](std::uint32_t percent) { return below(100) < percent; };
    constexpr std::uint32_t statics = 3, fluents = 4;
    auto task = std::make_shared<Task>();
    task->types.push_back({"object", none, 0});
    task->object_sets.emplace_back();
    for (ObjectId o = 0, count = 2 + below(3); o < count; ++o) {
        const std::string name = std::string("o").append(std::to_string(o));
        task->objects.push_back({name, name, 0, false});
        task->object_sets[0].push_back(o);
    }
    const auto objects = static_cast<std::uint32_t>(task->objects.size());
    for (PredicateId p = 0; p < statics + fluents; ++p) {
        const auto kind = p < statics ? PredicateKind::fixed : PredicateKind::fluent;
        task->predicates.push_back(
            {std::string("p").append(std::to_string(p)), std::vector<TypeId>(1 + below(2), 0), kind, false});
        for (ObjectId first = 0; first < objects; ++first) {
            for (ObjectId second = 0; second < (task->predicates[p].arity() == 2 ? objects : 1); ++second) {
                if (!chance(p < statics ? 60 : 5)) continue;
                std::vector<ObjectId> args{first};
                if (task->predicates[p].arity() == 2) args.push_back(second);
                task->init.add(p, args);
            }
        }
    }
    for (std::uint32_t i = 0, count = 4 + below(4); i < count; ++i) {
        Schema schema;
        schema.action = i;
        schema.parameters.assign(1 + below(3), 0);
        schema.variable_names.assign(schema.parameters.size(), "?x");
        const auto literal = [&](PredicateId predicate) {
            Literal out{predicate, false, {}};
            for (std::uint32_t k = 0; k < task->predicates[predicate].arity(); ++k)
                out.args.push_back(Term::variable(below(schema.arity())));
            return out;
        };
        // The first actions need little, so that the others have something to work with.
        const PredicateId usual = statics + below(fluents);
        for (std::uint32_t k = i < 2 ? 0 : 1 + below(3); k-- > 0;)
            schema.precondition.literals.push_back(literal(chance(70) ? usual : statics + below(fluents)));
        for (std::uint32_t k = below(3); k-- > 0;) schema.precondition.literals.push_back(literal(below(statics)));
        if (schema.arity() > 1 && chance(15))
            schema.precondition.constraints.push_back({Term::variable(0), Term::variable(1), false});
        schema.effects.push_back({{}, {}, literal(statics + below(fluents))});
        for (std::uint32_t v = 0; v < schema.arity(); ++v) schema.declared.push_back(Term::variable(v));
        schema.cost.constant = below(5);
        task->schemata.push_back(schema);
        task->actions.emplace_back().name = std::string("a").append(std::to_string(i));
    }
    return task;
}

}  // namespace isonova::testing
