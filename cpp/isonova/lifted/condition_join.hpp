// A conjunction of literals compiled into nested loops over the relations of one state and the static relations: which
// relation to look into at each depth, by which columns, what that binds, and which tests can be made then. Every
// binding of the variables under which the condition holds is reported once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/datalog/loops.hpp"
#include "isonova/datalog/object_bits.hpp"
#include "isonova/datalog/relation.hpp"
#include "isonova/datalog/rule.hpp"
#include "isonova/lifted/state_relations.hpp"
#include "isonova/util/limits.hpp"

namespace isonova::lifted {

// What never changes while states are expanded. Relation ids are those of a datalog::Program over the task.
struct Fixed {
    const Task* task = nullptr;
    datalog::Program program;  // without rules
    datalog::ObjectBits sets;
    datalog::Relations relations;  // static predicates, and object sets once a rule needs them
    datalog::Estimates estimates;  // of states too, as far as they are known

    explicit Fixed(const Task& task);
    bool is_static(datalog::RelationId relation) const {
        return relation >= task->predicates.size() || task->predicates[relation].kind == PredicateKind::fixed;
    }
    // A rule whose body and absent atoms are the condition, negative literals over fluent and derived predicates
    // included. Variables from `given` on that no positive literal binds range over their object sets.
    datalog::Rule rule(const Condition& condition, std::vector<ObjectSetId> domains, std::uint32_t given);
};

class ConditionJoin {
  public:
    // With a `trigger`, that body atom's tuple is given to each run; variables below `given` are set before a run.
    ConditionJoin(const datalog::Rule& rule, std::uint32_t trigger, std::uint32_t given, Fixed& fixed, Limits& limits);

    void set(std::span<const ObjectId> values) { std::copy(values.begin(), values.end(), slots_.begin()); }

    // Calls found(values), one value per variable. `state` may grow meanwhile: tuples added to it are met or not.
    template <class Found>
    void run(StateRelations& state, Found&& found) {
        for (const PredicateId predicate : needed_)
            if (state.size(predicate) == 0) return;
        if (passes(start_, state)) descend(0, state, found);
    }
    template <class Found>
    void run(const ObjectId* trigger_tuple, StateRelations& state, Found&& found) {
        if (passes(start_, state) && matches(steps_[0], trigger_tuple, state)) descend(1, state, found);
    }

  private:
    struct Tests {
        datalog::SlotTests slots;
        std::vector<datalog::AbsentTuple> absent_static;
        std::vector<datalog::AbsentTuple> absent;
    };
    enum class Access : std::uint8_t { trigger, find_static, lookup_static, scan_static, find, lookup, scan };
    struct Step {
        Access access = Access::scan;
        datalog::RelationId relation = 0;
        std::uint32_t index = 0;                 // of a static relation; of a state's relation: the column
        std::vector<std::uint32_t> key;          // slots
        std::vector<datalog::SlotPair> repeats;  // column, slot it has to equal
        std::vector<datalog::SlotPair> binds;    // column, slot
        Tests tests;
    };

    Tests tests(datalog::SlotTests& slots, std::vector<datalog::AbsentTuple>& absent) const;
    void add_step(const datalog::Atom& atom, datalog::Loop& loop, bool is_trigger, Fixed& fixed);
    std::span<const ObjectId> args(const std::vector<std::uint32_t>& columns) const;
    bool absent_hold(const Tests& tests, const StateRelations& state) const;
    void pause();

    bool passes(const Tests& tests, const StateRelations& state) const {
        if (!tests.slots.pass(slots_.data(), fixed_->sets)) return false;
        return (tests.absent.empty() && tests.absent_static.empty()) || absent_hold(tests, state);
    }

    bool matches(const Step& step, const ObjectId* tuple, const StateRelations& state) {
        for (const datalog::SlotPair& bind : step.binds) slots_[bind.b] = tuple[bind.a];
        for (const datalog::SlotPair& repeat : step.repeats)
            if (tuple[repeat.a] != slots_[repeat.b]) return false;
        return passes(step.tests, state);
    }

    template <class Found>
    void descend(std::size_t depth, StateRelations& state, Found& found) {
        if (depth == steps_.size()) {
            found(static_cast<const ObjectId*>(slots_.data()));
            return;
        }
        if ((++work_ & 1023) == 0) pause();
        const Step& step = steps_[depth];
        const auto go_on = [&](const ObjectId* tuple) {
            if (matches(step, tuple, state)) descend(depth + 1, state, found);
        };
        switch (step.access) {
            case Access::find_static:
                if (relation(step).find(args(step.key).data()) != none && passes(step.tests, state))
                    descend(depth + 1, state, found);
                break;
            case Access::lookup_static: {
                const datalog::Index& index = relation(step).index(step.index);
                const ObjectId* tuples = relation(step).tuples();
                for (std::uint32_t id = index.first(args(step.key).data(), tuples); id != none; id = index.next(id))
                    go_on(relation(step).tuple(id));
                break;
            }
            case Access::scan_static:
                for (std::uint32_t id = 0; id < relation(step).size(); ++id) go_on(relation(step).tuple(id));
                break;
            case Access::find:
                if (state.holds(step.relation, args(step.key)) && passes(step.tests, state))
                    descend(depth + 1, state, found);
                break;
            case Access::lookup:
                for (std::uint32_t place = state.first(step.relation, step.index, slots_[step.key[0]]); place != none;
                     place = state.next(step.relation, step.index, place))
                    go_on(state.tuple(step.relation, place));
                break;
            case Access::scan:
            case Access::trigger:
                for (std::uint32_t place = 0, end = state.size(step.relation); place < end; ++place)
                    go_on(state.tuple(step.relation, place));
                break;
        }
    }
    const datalog::Relation& relation(const Step& step) const { return fixed_->relations[step.relation]; }

    const Fixed* fixed_;
    Limits* limits_;
    std::vector<PredicateId> needed_;  // of which the state must have atoms
    Tests start_;
    std::vector<Step> steps_;
    std::vector<ObjectId> slots_;  // the variables, then constants
    mutable std::vector<ObjectId> key_;
    std::uint32_t work_ = 0;
};

}  // namespace isonova::lifted
