#include "isonova/datalog/semi_naive.hpp"

#include <algorithm>
#include <map>

namespace isonova::datalog {

void Triggers::add(const Atom& atom, Trigger trigger) {
    for (std::uint32_t column = 0; column < atom.args.size(); ++column) {
        if (atom.args[column].is_variable()) continue;
        by_constant_.resize(std::max<std::size_t>(by_constant_.size(), column + 1));
        by_constant_[column][atom.args[column].object()].push_back(std::move(trigger));
        return;
    }
    always_.push_back(std::move(trigger));
}

SemiNaive::SemiNaive(const Program& program, const Estimates& estimates, Relations loaded, Limits& limits)
    : program_(program),
      estimates_(estimates),
      limits_(limits),
      sets_(*program.task),
      relations_(std::move(loaded)),
      groups_(group_rules(program)) {}

void SemiNaive::run(const Watch& watch, const Fired& fired) {
    fired_ = fired ? &fired : nullptr;
    prepare();
    std::uint32_t count = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (RelationId id = 0; id < relations_.size(); ++id) {
            Relation& relation = relations_[id];
            if (!program_.changes[id]) continue;
            while (relation.published() < relation.size()) {
                changed = true;
                const std::uint32_t tuple = relation.published();
                relation.publish_next();
                triggers_[id].for_each(relation, tuple, [&](Trigger& trigger) {
                    trigger.join.run(tuple, [&](const ObjectId* values) { derive(trigger.group, values); });
                });
                if ((++count & 1023) == 0) pause(watch);
            }
        }
    }
}

void SemiNaive::prepare() {
    triggers_.resize(relations_.size());
    Estimates estimates = estimates_;
    for (RelationId id = 0; id < relations_.size(); ++id)
        if (!program_.changes[id]) estimates[id] = measure(relations_[id]);
    for (std::uint32_t group = 0; group < groups_.size(); ++group) {
        const Rule& rule = *groups_[group].front();
        bool changes = false;
        for (std::uint32_t i = 0; i < rule.body.size(); ++i) {
            if (!program_.changes[rule.body[i].relation]) continue;
            changes = true;
            triggers_[rule.body[i].relation].add(rule.body[i],
                                                 {Join(rule, i, 0, relations_, sets_, estimates, limits_), group});
        }
        if (changes) continue;
        // Auxiliary rules over unchanging relations come before the rules that use them.
        Join(rule, none, 0, relations_, sets_, estimates, limits_).run([&](const ObjectId* values) {
            derive(group, values);
        });
        for (const Rule* fired : groups_[group]) {
            const RelationId head = fired->head.relation;
            if (program_.changes[head]) continue;
            relations_[head].publish_all();
            estimates[head] = measure(relations_[head]);
        }
    }
}

std::vector<RuleGroup> group_rules(const Program& program) {
    std::vector<RuleGroup> groups;
    std::map<std::vector<std::int64_t>, std::size_t> known;
    for (const Rule& rule : program.rules) {
        const auto [entry, fresh] = known.try_emplace(body_signature(rule), groups.size());
        if (fresh) groups.emplace_back();
        groups[entry->second].push_back(&rule);
    }
    return groups;
}

void SemiNaive::derive(std::uint32_t group, const ObjectId* values) {
    if (fired_) (*fired_)(group, values);
    for (const Rule* rule : groups_[group]) {
        head_.clear();
        for (const Term term : rule->head.args)
            head_.push_back(term.is_variable() ? values[term.variable()] : term.object());
        // A tuple stored is worth some that were only looked at.
        if (relations_[rule->head.relation].insert(head_.data())) limits_.steps += 8;
    }
}

void SemiNaive::pause(const Watch& watch) {
    if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
    if (!watch) return;
    std::size_t bytes = 0;
    for (const Relation& relation : relations_) bytes += relation.bytes();
    watch(bytes);
}

}  // namespace isonova::datalog
