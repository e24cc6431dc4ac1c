#include "isonova/datalog/join.hpp"

#include <algorithm>

#include "isonova/datalog/join_order.hpp"

namespace isonova::datalog {

Join::Join(const Rule& rule, std::uint32_t trigger, std::uint32_t given, Relations& relations, const ObjectSets& sets,
           const Estimates& estimates, Limits& limits)
    : sets_(&sets), limits_(&limits), slots_(rule.domains.size(), 0), matched_(rule.body.size(), none) {
    std::vector<bool> bound(rule.domains.size(), false);
    std::fill_n(bound.begin(), given, true);
    const auto slot = [&](Term term) {
        if (term.is_variable()) return term.variable();
        const auto first = slots_.begin() + static_cast<std::ptrdiff_t>(rule.domains.size());
        auto at = std::find(first, slots_.end(), term.object());
        if (at == slots_.end()) at = slots_.insert(at, term.object());
        return static_cast<std::uint32_t>(at - slots_.begin());
    };
    const auto is_bound = [&](Term term) { return !term.is_variable() || bound[term.variable()]; };

    std::vector<bool> constraint_done(rule.constraints.size(), false), absence_done(rule.absent.size(), false);
    const auto add_tests = [&](Tests& tests) {
        for (std::size_t i = 0; i < rule.constraints.size(); ++i) {
            const Constraint& constraint = rule.constraints[i];
            if (constraint_done[i] || !is_bound(constraint.lhs) || !is_bound(constraint.rhs)) continue;
            constraint_done[i] = true;
            (constraint.equal ? tests.same : tests.different).push_back({slot(constraint.lhs), slot(constraint.rhs)});
        }
        for (std::size_t i = 0; i < rule.absent.size(); ++i) {
            const Atom& atom = rule.absent[i];
            if (absence_done[i] || !std::all_of(atom.args.begin(), atom.args.end(), is_bound)) continue;
            absence_done[i] = true;
            Absence absence{&relations[atom.relation], {}};
            for (const Term term : atom.args) absence.slots.push_back(slot(term));
            tests.absent.push_back(std::move(absence));
        }
    };

    add_tests(start_);
    for (const std::uint32_t position : join_order(rule, trigger, given, estimates)) {
        const Atom& atom = rule.body[position];
        Relation& relation = relations[atom.relation];
        Step step{&relation, Access::scan, false, position, 0, {}, {}, {}, {}};
        step.older_only = trigger != none && position < trigger && atom.relation == rule.body[trigger].relation;
        const bool is_trigger = position == trigger;
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
            const ObjectSetId domain = rule.domains[bind.b];
            if (!sets.is_everything(domain)) step.tests.domains.push_back({bind.b, domain});
        }
        add_tests(step.tests);
        if (!is_trigger && key_columns.size() == atom.args.size()) {
            step.access = Access::find;
        } else if (!key_columns.empty()) {
            step.access = Access::lookup;
            step.index = relation.index_on(key_columns);
        }
        widest_ = std::max(widest_, step.key.size());
        steps_.push_back(std::move(step));
    }
    keys_.resize(widest_ * steps_.size());
}

bool Join::holds(const Absence& absence) const {
    ObjectId key[16];
    std::vector<ObjectId> long_key;
    ObjectId* values = key;
    if (absence.slots.size() > 16) {
        long_key.resize(absence.slots.size());
        values = long_key.data();
    }
    for (std::size_t i = 0; i < absence.slots.size(); ++i) values[i] = slots_[absence.slots[i]];
    return absence.relation->find(values) != none;
}

void Join::pause() {
    if (const Halt halt = limits_->count(1024); halt != Halt::go_on) throw Halted{halt};
}

}  // namespace isonova::datalog
