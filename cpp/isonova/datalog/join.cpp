#include "isonova/datalog/join.hpp"

#include <algorithm>

namespace isonova::datalog {

Join::Join(const Rule& rule, std::uint32_t trigger, std::uint32_t given, Relations& relations, const ObjectBits& sets,
           const Estimates& estimates, Limits& limits)
    : sets_(&sets), limits_(&limits), matched_(rule.body.size(), none) {
    Loops compiled(rule, trigger, given, sets, estimates);
    slots_ = std::move(compiled.slots);
    const auto tests = [&](SlotTests& slots, std::vector<AbsentTuple>& absent) {
        Tests out{std::move(slots), {}};
        for (AbsentTuple& each : absent) out.absent.push_back({&relations[each.relation], std::move(each.slots)});
        return out;
    };
    start_ = tests(compiled.start, compiled.start_absent);
    for (Loop& loop : compiled.loops) {
        const Atom& atom = rule.body[loop.position];
        Relation& relation = relations[atom.relation];
        Step step{&relation, Access::scan, false, loop.position, 0, {}, {}, {}, {}};
        step.older_only = trigger != none && loop.position < trigger && atom.relation == rule.body[trigger].relation;
        if (loop.position != trigger && loop.key.size() == atom.args.size()) {
            step.access = Access::find;
        } else if (!loop.key.empty()) {
            step.access = Access::lookup;
            step.index = relation.index_on(loop.key_columns);
        }
        step.key = std::move(loop.key);
        step.binds = std::move(loop.binds);
        step.repeats = std::move(loop.repeats);
        step.tests = tests(loop.tests, loop.absent);
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
