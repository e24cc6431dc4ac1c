#include "isonova/datalog/loops.hpp"

#include <algorithm>

#include "isonova/datalog/join_order.hpp"

namespace isonova::datalog {

namespace {

class Compiler {
  public:
    Compiler(const Rule& rule, std::uint32_t given, std::vector<ObjectId>& slots)
        : rule_(rule),
          slots_(slots),
          bound_(rule.domains.size(), false),
          constraint_done_(rule.constraints.size(), false),
          absence_done_(rule.absent.size(), false) {
        std::fill_n(bound_.begin(), given, true);
    }

    void add_tests(SlotTests& tests, std::vector<AbsentTuple>& absent) {
        const auto is_bound = [&](Term term) { return !term.is_variable() || bound_[term.variable()]; };
        for (std::size_t i = 0; i < rule_.constraints.size(); ++i) {
            const Constraint& constraint = rule_.constraints[i];
            if (constraint_done_[i] || !is_bound(constraint.lhs) || !is_bound(constraint.rhs)) continue;
            constraint_done_[i] = true;
            (constraint.equal ? tests.same : tests.different).push_back({slot(constraint.lhs), slot(constraint.rhs)});
        }
        for (std::size_t i = 0; i < rule_.absent.size(); ++i) {
            const Atom& atom = rule_.absent[i];
            if (absence_done_[i] || !std::all_of(atom.args.begin(), atom.args.end(), is_bound)) continue;
            absence_done_[i] = true;
            AbsentTuple& tuple = absent.emplace_back(AbsentTuple{atom.relation, {}});
            for (const Term term : atom.args) tuple.slots.push_back(slot(term));
        }
    }

    Loop loop(std::uint32_t position, bool is_trigger, const ObjectBits& sets) {
        const Atom& atom = rule_.body[position];
        Loop loop{position, {}, {}, {}, {}, {}, {}};
        for (std::uint32_t column = 0; column < atom.args.size(); ++column) {
            const Term term = atom.args[column];
            const bool fresh = term.is_variable() && !bound_[term.variable()];
            const bool repeats = fresh && std::any_of(loop.binds.begin(), loop.binds.end(),
                                                      [&](const SlotPair& bind) { return bind.b == term.variable(); });
            if (repeats || (!fresh && is_trigger)) {
                loop.repeats.push_back({column, slot(term)});
            } else if (fresh) {
                loop.binds.push_back({column, term.variable()});
            } else {
                loop.key_columns.push_back(column);
                loop.key.push_back(slot(term));
            }
        }
        for (const SlotPair& bind : loop.binds) {
            bound_[bind.b] = true;
            const ObjectSetId domain = rule_.domains[bind.b];
            if (!sets.is_everything(domain)) loop.tests.domains.push_back({bind.b, domain});
        }
        add_tests(loop.tests, loop.absent);
        return loop;
    }

  private:
    std::uint32_t slot(Term term) {
        if (term.is_variable()) return term.variable();
        const auto first = slots_.begin() + static_cast<std::ptrdiff_t>(rule_.domains.size());
        auto at = std::find(first, slots_.end(), term.object());
        if (at == slots_.end()) at = slots_.insert(at, term.object());
        return static_cast<std::uint32_t>(at - slots_.begin());
    }

    const Rule& rule_;
    std::vector<ObjectId>& slots_;
    std::vector<bool> bound_, constraint_done_, absence_done_;
};

}  // namespace

Loops::Loops(const Rule& rule, std::uint32_t trigger, std::uint32_t given, const ObjectBits& sets,
             const Estimates& estimates)
    : slots(rule.domains.size(), 0) {
    Compiler compiler(rule, given, slots);
    compiler.add_tests(start, start_absent);
    for (const std::uint32_t position : join_order(rule, trigger, given, estimates))
        loops.push_back(compiler.loop(position, position == trigger, sets));
}

}  // namespace isonova::datalog
