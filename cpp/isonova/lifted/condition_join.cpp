#include "isonova/lifted/condition_join.hpp"

#include <algorithm>

#include "isonova/datalog/relaxed_rules.hpp"

namespace isonova::lifted {

Fixed::Fixed(const Task& task) : task(&task), program(datalog::empty_program(task)), sets(task) {
    const auto object_count = static_cast<std::uint32_t>(task.objects.size());
    for (const std::uint32_t arity : program.arity) relations.emplace_back(arity, object_count);
    for (std::size_t i = 0; i < task.init.size(); ++i)
        if (is_static(task.init.predicate(i))) relations[task.init.predicate(i)].insert(task.init.args(i).data());
    for (datalog::Relation& relation : relations) {
        relation.publish_all();
        relation.prefer_direct();
        estimates.push_back(datalog::measure(relation));
    }
}

datalog::Rule Fixed::rule(const Condition& condition, std::vector<ObjectSetId> domains, std::uint32_t given) {
    datalog::Rule rule;
    rule.domains = std::move(domains);
    datalog::add_condition(rule, condition, *task);
    for (const Literal& literal : condition.literals)
        if (literal.negated && !is_static(literal.predicate)) rule.absent.push_back({literal.predicate, literal.args});
    const std::size_t before = rule.body.size();
    datalog::bind_free_variables(rule, given, program);
    for (std::size_t i = before; i < rule.body.size(); ++i) {
        datalog::Relation& relation = relations[rule.body[i].relation];
        if (relation.size() > 0) continue;
        for (const ObjectId object : task->set(rule.domains[rule.body[i].args[0].variable()])) relation.insert(&object);
        relation.publish_all();
        estimates[rule.body[i].relation] = datalog::measure(relation);
    }
    return rule;
}

ConditionJoin::ConditionJoin(const datalog::Rule& rule, std::uint32_t trigger, std::uint32_t given, Fixed& fixed,
                             Limits& limits)
    : fixed_(&fixed), limits_(&limits) {
    std::size_t widest = 0;
    for (const auto* atoms : {&rule.body, &rule.absent})
        for (const datalog::Atom& atom : *atoms) widest = std::max(widest, atom.args.size());
    key_.resize(widest);
    datalog::Loops compiled(rule, trigger, given, fixed.sets, fixed.estimates);
    slots_ = std::move(compiled.slots);
    start_ = tests(compiled.start, compiled.start_absent);
    for (datalog::Loop& loop : compiled.loops) {
        const datalog::Atom& atom = rule.body[loop.position];
        if (!fixed.is_static(atom.relation)) needed_.push_back(atom.relation);
        add_step(atom, loop, loop.position == trigger, fixed);
    }
}

ConditionJoin::Tests ConditionJoin::tests(datalog::SlotTests& slots, std::vector<datalog::AbsentTuple>& absent) const {
    Tests out{std::move(slots), {}, {}};
    for (datalog::AbsentTuple& each : absent)
        (fixed_->is_static(each.relation) ? out.absent_static : out.absent).push_back(std::move(each));
    return out;
}

void ConditionJoin::add_step(const datalog::Atom& atom, datalog::Loop& loop, bool is_trigger, Fixed& fixed) {
    const bool is_static = fixed.is_static(atom.relation);
    Step step;
    step.relation = atom.relation;
    step.key = std::move(loop.key);
    step.binds = std::move(loop.binds);
    step.repeats = std::move(loop.repeats);
    step.tests = tests(loop.tests, loop.absent);
    const std::vector<std::uint32_t>& columns = loop.key_columns;
    if (is_trigger) {
        step.access = Access::trigger;
    } else if (columns.size() == atom.args.size() && (is_static || columns.size() != 1)) {
        step.access = is_static ? Access::find_static : Access::find;
    } else if (columns.empty()) {
        step.access = is_static ? Access::scan_static : Access::scan;
    } else if (is_static) {
        step.access = Access::lookup_static;
        step.index = fixed.relations[atom.relation].index_on(columns);
    } else {
        // One column finds the tuples, the others are compared: states change too often for finer indices.
        step.access = Access::lookup;
        const std::vector<double>& distinct = fixed.estimates[atom.relation].distinct;
        std::size_t best = 0;
        for (std::size_t i = 1; i < columns.size(); ++i)
            if (distinct[columns[i]] > distinct[columns[best]]) best = i;
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (i != best) step.repeats.push_back({columns[i], step.key[i]});
        step.index = columns[best];
        step.key = {step.key[best]};
    }
    steps_.push_back(std::move(step));
}

std::span<const ObjectId> ConditionJoin::args(const std::vector<std::uint32_t>& columns) const {
    for (std::size_t i = 0; i < columns.size(); ++i) key_[i] = slots_[columns[i]];
    return {key_.data(), columns.size()};
}

bool ConditionJoin::absent_hold(const Tests& tests, const StateRelations& state) const {
    for (const datalog::AbsentTuple& atom : tests.absent_static)
        if (fixed_->relations[atom.relation].find(args(atom.slots).data()) != none) return false;
    for (const datalog::AbsentTuple& atom : tests.absent)
        if (state.holds(atom.relation, args(atom.slots))) return false;
    return true;
}

void ConditionJoin::pause() {
    if (const Halt halt = limits_->check(); halt != Halt::go_on) throw Halted{halt};
}

}  // namespace isonova::lifted
