// Small random ground tasks in which things move between places, switches turn, and some actions break the rules: a
// good part of the mutex groups that one would guess hold, and some do not.
#pragma once

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "isonova/ground/ground_task.hpp"

namespace isonova::testing {

inline std::shared_ptr<const GroundTask> random_movers(std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    const auto chance = [&](std::uint32_t percent) { return below(100) < percent; };
    // Where actions break the rules atoms pile up, so such tasks are kept small.
    const bool defects = below(3) == 0;
    const std::uint32_t places = defects ? 3 : 3 + below(10), things = 2, switches = 1 + below(defects ? 1 : 3);

    auto task = std::make_shared<Task>();
    task->predicates = {{"at", {0, 0}, PredicateKind::fluent, false},
                        {"held", {0}, PredicateKind::fluent, false},
                        {"on", {0}, PredicateKind::fluent, false},
                        {"off", {0}, PredicateKind::fluent, false}};
    for (std::uint32_t i = 0; i < things + places + switches; ++i) {
        const std::string name = std::string("o").append(std::to_string(i));
        task->objects.push_back({name, name, 0, false});
    }
    task->actions.emplace_back();
    task->schemata.resize(4);

    auto out = std::make_shared<GroundTask>();
    out->atoms = AtomTable(4);
    const auto atom = [&](PredicateId predicate, std::vector<ObjectId> args) {
        return out->atoms.intern(predicate, args);
    };
    const auto at = [&](std::uint32_t thing, std::uint32_t place) { return atom(0, {thing, things + place}); };
    const auto held = [&](std::uint32_t thing) { return atom(1, {thing}); };
    const auto on = [&](std::uint32_t s) { return atom(2, {things + places + s}); };
    const auto off = [&](std::uint32_t s) { return atom(3, {things + places + s}); };
    for (std::uint32_t t = 0; t < things; ++t) {
        for (std::uint32_t p = 0; p < places; ++p) at(t, p);
        held(t);
    }
    for (std::uint32_t s = 0; s < switches; ++s) {
        on(s);
        off(s);
    }
    out->fluent_count = out->atoms.size();
    const auto any = [&] { return static_cast<AtomId>(below(out->fluent_count)); };

    const auto defect = [&] { return defects && chance(4); };

    using List = std::vector<AtomId>;
    const auto push = [](Rows& rows, List atoms, const List& without = {}) {
        std::sort(atoms.begin(), atoms.end());
        atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
        for (const AtomId each : atoms) {
            if (std::find(without.begin(), without.end(), each) == without.end()) rows.push(each);
        }
        rows.end_row();
    };
    const auto action = [&](SchemaId schema, List precondition, List adds, List deletes, bool conditional) {
        if (defect()) adds.push_back(any());
        if (defect()) deletes.push_back(any());
        if (defect() && !deletes.empty()) deletes.pop_back();
        if (defect() && !precondition.empty()) precondition.pop_back();
        out->schema.push_back(schema);
        out->arguments.end_row();
        out->negative_precondition.end_row();
        out->cost.push_back(1);
        if (conditional) {
            push(out->effect_condition, precondition);
            out->effect_negative_condition.end_row();
            push(out->effect_adds, adds);
            push(out->effect_deletes, deletes, adds);
            precondition = adds = deletes = {};
        }
        push(out->precondition, precondition);
        push(out->adds, adds);
        push(out->deletes, deletes, adds);
        out->effect_start.push_back(static_cast<std::uint32_t>(out->effect_condition.size()));
    };
    for (std::uint32_t t = 0; t < things; ++t) {
        for (std::uint32_t p = 0; p < places; ++p) {
            const std::uint32_t to = below(places);
            action(0, {at(t, p)}, {at(t, to)}, {at(t, p)}, chance(20));
        }
    }
    for (std::uint32_t t = 0; t < things; ++t) {
        for (std::uint32_t p = 0; p < places; p += 2) action(1, {at(t, p)}, {held(t)}, {at(t, p)}, chance(20));
        action(1, {held(t)}, {at(t, below(places))}, {held(t)}, false);
    }
    for (std::uint32_t s = 0; s < switches; ++s) {
        action(2, {on(s)}, {off(s)}, {on(s)}, chance(30));
        action(2, {off(s)}, {on(s)}, {off(s)}, chance(30));
        // Deletes what need not be true: the state decides what that does to a group.
        action(3, {on(s)}, {}, {at(below(things), below(places))}, false);
    }
    for (std::uint32_t t = 0; t < things; ++t) {
        if (chance(90)) out->init.push_back(at(t, below(places)));
    }
    for (std::uint32_t s = 0; s < switches; ++s) out->init.push_back(chance(50) ? on(s) : off(s));
    if (chance(10)) out->init.push_back(any());
    std::sort(out->init.begin(), out->init.end());
    out->init.erase(std::unique(out->init.begin(), out->init.end()), out->init.end());
    out->goal = {at(0, 0)};
    out->task = task;
    return out;
}

}  // namespace isonova::testing
