#include "isonova/datalog/reachability.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "isonova/datalog/join.hpp"
#include "isonova/datalog/relaxed_rules.hpp"
#include "isonova/datalog/splitting.hpp"

namespace isonova::datalog {

Relations load(const Program& program) {
    const Task& task = *program.task;
    const auto object_count = static_cast<std::uint32_t>(task.objects.size());
    Relations relations;
    relations.reserve(program.arity.size());
    for (const std::uint32_t arity : program.arity) relations.emplace_back(arity, object_count);
    for (std::size_t i = 0; i < task.init.size(); ++i)
        relations[task.init.predicate(i)].insert(task.init.args(i).data());
    std::vector<bool> used(program.arity.size(), false);
    for (const Rule& rule : program.rules)
        for (const Atom& atom : rule.body) used[atom.relation] = true;
    for (ObjectSetId set = 0; set < task.object_sets.size(); ++set)
        if (used[program.set_relation(set)])
            for (const ObjectId object : task.set(set)) relations[program.set_relation(set)].insert(&object);
    for (RelationId relation = 0; relation < relations.size(); ++relation)
        if (!program.changes[relation]) relations[relation].publish_all();
    return relations;
}

namespace {

// Rules of equal bodies fire together.
using RuleGroup = std::vector<const Rule*>;

// One body atom of some rules that new tuples of its relation may stand for.
struct Trigger {
    Join join;
    const RuleGroup* rules;
};

// The triggers of one relation. Those whose atom has a constant are kept by that constant: a domain written out action
// by action has thousands of them, and a tuple concerns only a few.
class Triggers {
  public:
    void add(const Atom& atom, Trigger trigger) {
        for (std::uint32_t column = 0; column < atom.args.size(); ++column) {
            if (atom.args[column].is_variable()) continue;
            by_constant_.resize(std::max<std::size_t>(by_constant_.size(), column + 1));
            by_constant_[column][atom.args[column].object()].push_back(std::move(trigger));
            return;
        }
        always_.push_back(std::move(trigger));
    }

    template <class Visit>
    void for_each(const Relation& relation, std::uint32_t id, Visit&& visit) {
        for (Trigger& trigger : always_) visit(trigger);
        for (std::size_t column = 0; column < by_constant_.size(); ++column) {
            const auto found = by_constant_[column].find(relation.tuple(id)[column]);
            if (found == by_constant_[column].end()) continue;
            for (Trigger& trigger : found->second) visit(trigger);
        }
    }

  private:
    std::vector<Trigger> always_;
    std::vector<std::unordered_map<ObjectId, std::vector<Trigger>>> by_constant_;  // per column
};

class SemiNaive {
  public:
    SemiNaive(const Program& program, const Estimates& estimates, Limits& limits)
        : program_(program), estimates_(estimates), limits_(limits), sets_(*program.task), relations_(load(program)) {}

    Relations run(const std::function<void(std::size_t)>& watch) {
        prepare();
        std::uint32_t fired = 0;
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
                        trigger.join.run(tuple, [&](const ObjectId* values) { derive(*trigger.rules, values); });
                    });
                    if ((++fired & 1023) == 0) pause(watch);
                }
            }
        }
        return std::move(relations_);
    }

  private:
    void prepare() {
        triggers_.resize(relations_.size());
        Estimates estimates = estimates_;
        for (RelationId id = 0; id < relations_.size(); ++id)
            if (!program_.changes[id]) estimates[id] = measure(relations_[id]);
        group_rules();
        for (const RuleGroup& group : groups_) {
            const Rule& rule = *group.front();
            bool changes = false;
            for (std::uint32_t i = 0; i < rule.body.size(); ++i) {
                if (!program_.changes[rule.body[i].relation]) continue;
                changes = true;
                triggers_[rule.body[i].relation].add(rule.body[i],
                                                     {Join(rule, i, 0, relations_, sets_, estimates, limits_), &group});
            }
            if (changes) continue;
            // Auxiliary rules over unchanging relations come before the rules that use them.
            Join(rule, none, 0, relations_, sets_, estimates, limits_).run([&](const ObjectId* values) {
                derive(group, values);
            });
            for (const Rule* fired : group) {
                const RelationId head = fired->head.relation;
                if (program_.changes[head]) continue;
                relations_[head].publish_all();
                estimates[head] = measure(relations_[head]);
            }
        }
    }

    void group_rules() {
        std::map<std::vector<std::int64_t>, std::size_t> known;
        for (const Rule& rule : program_.rules) {
            const auto [entry, fresh] = known.try_emplace(body_signature(rule), groups_.size());
            if (fresh) groups_.emplace_back();
            groups_[entry->second].push_back(&rule);
        }
    }

    void derive(const RuleGroup& group, const ObjectId* values) {
        for (const Rule* rule : group) {
            head_.clear();
            for (const Term term : rule->head.args)
                head_.push_back(term.is_variable() ? values[term.variable()] : term.object());
            relations_[rule->head.relation].insert(head_.data());
        }
    }

    void pause(const std::function<void(std::size_t)>& watch) {
        if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
        if (!watch) return;
        std::size_t bytes = 0;
        for (const Relation& relation : relations_) bytes += relation.bytes();
        watch(bytes);
    }

    const Program& program_;
    const Estimates& estimates_;
    Limits& limits_;
    ObjectSets sets_;
    Relations relations_;
    std::vector<RuleGroup> groups_;
    std::vector<Triggers> triggers_;  // per relation
    std::vector<ObjectId> head_;
};

}  // namespace

Relations reach(const Task& task, Limits& limits, const std::function<void(std::size_t)>& watch) {
    const Program whole = relaxed_rules(task);
    const Relations initial = load(whole);
    Estimates estimates;
    for (RelationId id = 0; id < whole.arity.size(); ++id)
        estimates.push_back(whole.changes[id] ? guess(task.predicates[id], task) : measure(initial[id]));
    const Program program = split(whole, estimates);
    return SemiNaive(program, estimates, limits).run(watch);
}

}  // namespace isonova::datalog
