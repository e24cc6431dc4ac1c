#include "isonova/lifted/condition_join.hpp"

#include <algorithm>

#include "isonova/datalog/join_order.hpp"
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
    : fixed_(&fixed),
      limits_(&limits),
      constraint_done_(rule.constraints.size(), false),
      absence_done_(rule.absent.size(), false),
      slots_(rule.domains.size(), 0),
      variables_(static_cast<std::uint32_t>(rule.domains.size())) {
    std::vector<bool> bound(rule.domains.size(), false);
    std::fill_n(bound.begin(), given, true);
    std::size_t widest = 0;
    for (const auto* atoms : {&rule.body, &rule.absent})
        for (const datalog::Atom& atom : *atoms) widest = std::max(widest, atom.args.size());
    key_.resize(widest);
    add_tests(rule, bound, start_);
    for (const std::uint32_t position : datalog::join_order(rule, trigger, given, fixed.estimates)) {
        if (!fixed.is_static(rule.body[position].relation)) needed_.push_back(rule.body[position].relation);
        add_step(rule, position, position == trigger, bound, fixed);
    }
}

std::uint32_t ConditionJoin::slot(Term term) {
    if (term.is_variable()) return term.variable();
    const auto first = slots_.begin() + variables_;
    auto at = std::find(first, slots_.end(), term.object());
    if (at == slots_.end()) at = slots_.insert(at, term.object());
    return static_cast<std::uint32_t>(at - slots_.begin());
}

void ConditionJoin::add_tests(const datalog::Rule& rule, const std::vector<bool>& bound, Tests& tests) {
    const auto is_bound = [&](Term term) { return !term.is_variable() || bound[term.variable()]; };
    for (std::size_t i = 0; i < rule.constraints.size(); ++i) {
        const Constraint& constraint = rule.constraints[i];
        if (constraint_done_[i] || !is_bound(constraint.lhs) || !is_bound(constraint.rhs)) continue;
        constraint_done_[i] = true;
        (constraint.equal ? tests.same : tests.different).push_back({slot(constraint.lhs), slot(constraint.rhs)});
    }
    for (std::size_t i = 0; i < rule.absent.size(); ++i) {
        const datalog::Atom& atom = rule.absent[i];
        if (absence_done_[i] || !std::all_of(atom.args.begin(), atom.args.end(), is_bound)) continue;
        absence_done_[i] = true;
        Slots absence{atom.relation, {}};
        for (const Term term : atom.args) absence.columns.push_back(slot(term));
        (fixed_->is_static(atom.relation) ? tests.absent_static : tests.absent).push_back(std::move(absence));
    }
}

void ConditionJoin::add_step(const datalog::Rule& rule, std::uint32_t position, bool is_trigger,
                             std::vector<bool>& bound, Fixed& fixed) {
    const datalog::Atom& atom = rule.body[position];
    const bool is_static = fixed.is_static(atom.relation);
    Step step;
    step.relation = atom.relation;
    std::vector<std::uint32_t> key_columns;
    for (std::uint32_t column = 0; column < atom.args.size(); ++column) {
        const Term term = atom.args[column];
        const bool fresh = term.is_variable() && !bound[term.variable()];
        const bool repeats = fresh && std::any_of(step.binds.begin(), step.binds.end(),
                                                  [&](const Pair& bind) { return bind.b == term.variable(); });
        if (repeats || (!fresh && is_trigger)) {
            step.repeats.push_back({column, slot(term)});
        } else if (fresh) {
            step.binds.push_back({column, term.variable()});
        } else {
            key_columns.push_back(column);
            step.key.push_back(slot(term));
        }
    }
    for (const Pair& bind : step.binds) {
        bound[bind.b] = true;
        if (!fixed.sets.is_everything(rule.domains[bind.b]))
            step.tests.domains.push_back({bind.b, rule.domains[bind.b]});
    }
    add_tests(rule, bound, step.tests);
    if (is_trigger) {
        step.access = Access::trigger;
    } else if (key_columns.size() == atom.args.size() && (is_static || key_columns.size() != 1)) {
        step.access = is_static ? Access::find_static : Access::find;
    } else if (key_columns.empty()) {
        step.access = is_static ? Access::scan_static : Access::scan;
    } else if (is_static) {
        step.access = Access::lookup_static;
        step.index = fixed.relations[atom.relation].index_on(key_columns);
    } else {
        // One column finds the tuples, the others are compared: states change too often for finer indices.
        step.access = Access::lookup;
        const std::vector<double>& distinct = fixed.estimates[atom.relation].distinct;
        std::size_t best = 0;
        for (std::size_t i = 1; i < key_columns.size(); ++i)
            if (distinct[key_columns[i]] > distinct[key_columns[best]]) best = i;
        for (std::size_t i = 0; i < key_columns.size(); ++i)
            if (i != best) step.repeats.push_back({key_columns[i], step.key[i]});
        step.index = key_columns[best];
        step.key = {step.key[best]};
    }
    steps_.push_back(std::move(step));
}

std::span<const ObjectId> ConditionJoin::args(const std::vector<std::uint32_t>& columns) const {
    for (std::size_t i = 0; i < columns.size(); ++i) key_[i] = slots_[columns[i]];
    return {key_.data(), columns.size()};
}

bool ConditionJoin::absent_hold(const Tests& tests, const StateRelations& state) const {
    for (const Slots& atom : tests.absent_static)
        if (fixed_->relations[atom.relation].find(args(atom.columns).data()) != none) return false;
    for (const Slots& atom : tests.absent)
        if (state.holds(atom.relation, args(atom.columns))) return false;
    return true;
}

void ConditionJoin::pause() {
    if (const Halt halt = limits_->check(); halt != Halt::go_on) throw Halted{halt};
}

}  // namespace isonova::lifted
