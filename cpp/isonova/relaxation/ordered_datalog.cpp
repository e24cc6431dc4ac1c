#include "isonova/relaxation/ordered_datalog.hpp"

#include <algorithm>
#include <utility>

namespace isonova {

using datalog::Atom;
using datalog::Join;
using datalog::RelationId;
using datalog::Rule;

OrderedDatalog::OrderedDatalog(const Task& task, CostType cost_type, Limits& limits, bool inequalities)
    : task_(task),
      limits_(limits),
      split_(task, cost_type, std::vector<bool>(task.schemata.size(), !inequalities), inequalities),
      sets_(task),
      triggers_(program_.arity.size()),
      weight_(program_.arity.size()),
      choice_(program_.arity.size()),
      wanted_(task.predicates.size(), false),
      fact_of_known_(program_.arity.size()),
      fact_of_settled_(program_.arity.size()),
      adds_(sure_adds(task)) {
    // Tuples that change come and go with the states.
    relations_ = relaxation::load(rules_, program_);
    for (RelationId id = 0; id < program_.arity.size(); ++id) {
        known_.emplace_back(program_.arity[id], static_cast<std::uint32_t>(task.objects.size()));
        if (program_.changes[id]) relations_[id].clear();
    }
    for (FunctionId function = 0; function < task.functions.size(); ++function) {
        const RelationId id = rules_.function_relation(function);
        for (const std::int64_t weight : rules_.weights(function, relations_[id]))
            weight_[id].push_back(static_cast<Cost>(weight));
    }
    group_of_.resize(program_.rules.size());
    for (const datalog::RuleGroup& rules : datalog::group_rules(program_)) {
        Group& group = groups_.emplace_back();
        group.body = rules.front();
        for (const Rule* rule : rules) {
            const auto index = static_cast<std::uint32_t>(rule - program_.rules.data());
            group.rules.push_back(index);
            group.is_whole |= index + split_.whole_heads.size() >= program_.rules.size();
            group_of_[index] = static_cast<std::uint32_t>(groups_.size() - 1);
        }
        for (const auto* atoms : {&group.body->body, &group.body->negated})
            for (const Atom& atom : *atoms)
                if (atom.relation < wanted_.size()) wanted_[atom.relation] = true;
    }
    make_goal();
    evaluate_static_rules();
}

// What no state changes is joined once: auxiliary tuples with the cheapest way to derive each, and of these the first;
// and the instances of rules that need nothing else.
void OrderedDatalog::evaluate_static_rules() {
    datalog::Estimates estimates = split_.estimates;
    for (RelationId id = 0; id < rules_.first_auxiliary; ++id)
        if (!program_.changes[id]) estimates[id] = datalog::measure(relations_[id]);
    std::vector<ObjectId> full;
    for (std::uint32_t index = 0; index < groups_.size(); ++index) {
        Group& group = groups_[index];
        const Rule& rule = *group.body;
        bool changes = false;
        for (std::uint32_t i = 0; i < rule.body.size(); ++i) {
            const RelationId id = rule.body[i].relation;
            if (!program_.changes[id]) {
                if (!weight_[id].empty()) group.positions.push_back(i);
                continue;
            }
            changes = true;
            group.positions.push_back(i);
            triggers_[id].add(rule.body[i], {Join(rule, i, 0, relations_, sets_, estimates, limits_), index});
        }
        if (changes) continue;
        const std::size_t width = rule.domains.size(), full_width = width + rule.projected;
        Join join(rule, none, 0, relations_, sets_, estimates, limits_);
        join.run([&](const ObjectId* values) {
            Cost cost = 0;
            for (const std::uint32_t i : group.positions)
                cost = std::min(cost + weight_[rule.body[i].relation][join.matched()[i]], most);
            full.assign(values, values + width);
            full.resize(full_width, none);
            for (std::size_t i = 0; i < rule.body.size(); ++i) {
                const Atom& atom = rule.body[i];
                for (std::size_t v = 0; v < atom.variables.size(); ++v)
                    full[atom.variables[v]] = choice_[atom.relation][join.matched()[i] * atom.variables.size() + v];
            }
            bool kept = false;
            for (const std::uint32_t each : group.rules) {
                const Atom& head = program_.rules[each].head;
                if (program_.changes[head.relation]) {
                    if (!kept) always_.push_back({index, static_cast<std::uint32_t>(always_values_.size())});
                    if (!kept) always_values_.insert(always_values_.end(), values, values + width);
                    kept = true;
                    continue;
                }
                datalog::Relation& relation = relations_[head.relation];
                auto& choice = choice_[head.relation];
                if (relation.insert(ground(head.args, values))) {
                    weight_[head.relation].push_back(cost);
                    choice.insert(choice.end(), full.begin(), full.end());
                    continue;
                }
                const std::uint32_t place = relation.find(args_.data());
                Cost& known = weight_[head.relation][place];
                const auto at = choice.begin() + static_cast<std::ptrdiff_t>(place * full_width);
                const auto end = at + static_cast<std::ptrdiff_t>(full_width);
                if (cost > known || (cost == known && !std::lexicographical_compare(full.begin(), full.end(), at, end)))
                    continue;
                known = cost;
                std::copy(full.begin(), full.end(), at);
            }
        });
        for (const std::uint32_t each : group.rules) {
            const RelationId head = program_.rules[each].head.relation;
            if (program_.changes[head]) continue;
            relations_[head].publish_all();
            estimates[head] = datalog::measure(relations_[head]);
            auto& weight = weight_[head];
            if (std::all_of(weight.begin(), weight.end(), [](Cost cost) { return cost == 0; })) weight.clear();
        }
        std::erase_if(group.rules,
                      [&](std::uint32_t each) { return !program_.changes[program_.rules[each].head.relation]; });
    }
}

void OrderedDatalog::make_goal() {
    goal_unreachable_ = task_.goal_false;
    for (const Literal& literal : task_.goal) {
        const PredicateKind kind = task_.predicates[literal.predicate].kind;
        const ObjectId* args = ground(literal.args, nullptr);
        if (kind == PredicateKind::fixed) {
            goal_unreachable_ |= (relations_[literal.predicate].find(args) == none) != literal.negated;
            continue;
        }
        wanted_[literal.predicate] = true;
        if (literal.negated && kind == PredicateKind::derived) continue;  // optimistic
        goal_unreachable_ |= std::find(task_.goal.begin(), task_.goal.end(),
                                       Literal{literal.predicate, !literal.negated, literal.args}) != task_.goal.end();
        goal_.push_back({literal.negated ? rules_.negation_relation(literal.predicate) : literal.predicate, args_});
    }
}

const ObjectId* OrderedDatalog::ground(const std::vector<Term>& terms, const ObjectId* values) {
    args_.clear();
    for (const Term term : terms) args_.push_back(term.is_variable() ? values[term.variable()] : term.object());
    return args_.data();
}

std::uint32_t OrderedDatalog::known(RelationId relation, const ObjectId* args) const {
    const std::uint32_t tuple = known_[relation].find(args);
    return tuple == none ? none : fact_of_known_[relation][tuple];
}

std::uint32_t OrderedDatalog::fact(RelationId relation, const ObjectId* args) {
    if (const std::uint32_t found = known(relation, args); found != none) return found;
    const auto id = static_cast<std::uint32_t>(facts_.size());
    facts_.push_back({relation, known_[relation].size()});
    known_[relation].insert(args);
    fact_of_known_[relation].push_back(id);
    return id;
}

void OrderedDatalog::clear() {
    for (RelationId id = 0; id < known_.size(); ++id) {
        if (!program_.changes[id]) continue;
        known_[id].clear();
        relations_[id].clear();
        fact_of_known_[id].clear();
        fact_of_settled_[id].clear();
    }
    facts_.clear();
    supporters_.clear();
    waiting_.clear();
    values_.clear();
    queue_.clear();
}

void OrderedDatalog::add(PredicateId predicate, std::span<const ObjectId> args) {
    if (!wanted_[predicate]) return;
    const std::uint32_t id = fact(predicate, args.data());
    if (facts_[id].initial) return;
    facts_[id].initial = true;
    facts_[id].cost = 0;
    queue_.push(0, id);
}

bool OrderedDatalog::run(bool with_supporters, std::uint64_t most_instances) {
    if (goal_unreachable_) return false;
    const std::uint64_t before = instances_;
    with_supporters_ = with_supporters;
    current_ = round_ = 0;
    goal_facts_.clear();
    for (const Goal& goal : goal_) {
        if (rules_.is_negation(goal.relation)) {
            const std::uint32_t atom = known(goal.relation - rules_.first_negation, goal.args.data());
            if (atom == none || !facts_[atom].initial) continue;
        }
        const std::uint32_t id = fact(goal.relation, goal.args.data());
        if (!facts_[id].is_goal) goal_facts_.push_back(id);
        facts_[id].is_goal = true;
    }
    goals_left_ = goal_facts_.size();
    for (const Instance& each : always_) fire(each.rule, always_values_.data() + each.values, nullptr);
    while (goals_left_ != 0 && (current_ = queue_.lowest()) != BucketQueue<Cost>::nothing) {
        queue_.drain(current_, [&](std::uint32_t id) {
            if (facts_[id].settled) return true;
            round_ = facts_[id].round;
            expand(id);
            return goals_left_ != 0 && instances_ - before <= most_instances;
        });
        if (instances_ - before > most_instances) return goals_left_ == 0;
    }
    return goals_left_ == 0;
}

void OrderedDatalog::expand(std::uint32_t id) {
    if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
    facts_[id].settled = true;
    const RelationId relation = facts_[id].relation;
    if (facts_[id].is_goal && --goals_left_ == 0) return;
    const std::uint32_t tuple = relations_[relation].size();
    relations_[relation].insert(known_[relation].tuple(facts_[id].tuple));
    relations_[relation].publish_next();
    fact_of_settled_[relation].push_back(id);
    triggers_[relation].for_each(relations_[relation], tuple, [&](datalog::Trigger& trigger) {
        trigger.join.run(tuple, [&](const ObjectId* values) { fire(trigger.group, values, trigger.join.matched()); });
    });
    if (!rules_.is_negation(relation)) return;
    // What waited for this has its turn; it may have to wait for something else.
    const std::uint32_t atom = known(relation - rules_.first_negation, known_[relation].tuple(facts_[id].tuple));
    for (std::uint32_t at = std::exchange(facts_[atom].waiting, none); at != none;) {
        const Instance instance = waiting_[at];
        const auto first = values_.begin() + instance.values;
        instance_.assign(first, first + static_cast<std::ptrdiff_t>(groups_[instance.rule].body->domains.size()));
        fire(instance.rule, instance_.data(), nullptr);
        at = instance.next;
    }
}

std::uint32_t OrderedDatalog::in_the_way(const Atom& atom, const ObjectId* values) {
    if (task_.predicates[atom.relation].kind != PredicateKind::fluent) return none;
    const std::uint32_t id = known(atom.relation, ground(atom.args, values));
    return id == none || !facts_[id].initial ? none : id;
}

std::uint32_t OrderedDatalog::negation(std::uint32_t fact) const {
    const RelationId relation = facts_[fact].relation;
    return known(rules_.negation_relation(relation), known_[relation].tuple(facts_[fact].tuple));
}

bool OrderedDatalog::collect_body(std::uint32_t index, const ObjectId* values, const std::uint32_t* matched,
                                  Cost& cost) {
    const Group& group = groups_[index];
    body_facts_.clear();
    for (const std::uint32_t i : group.positions) {
        const Atom& atom = group.body->body[i];
        const std::uint32_t tuple = matched ? matched[i] : relations_[atom.relation].find(ground(atom.args, values));
        if (program_.changes[atom.relation])
            body_facts_.push_back(fact_of_settled_[atom.relation][tuple]);
        else
            cost = std::min(cost + weight_[atom.relation][tuple], most);
    }
    const std::size_t positive = body_facts_.size();
    for (const Atom& atom : group.body->negated) {
        if (group.is_whole) {
            const std::uint32_t id = known(atom.relation, ground(atom.args, values));
            const auto end = body_facts_.begin() + static_cast<std::ptrdiff_t>(positive);
            if (id != none && std::find(body_facts_.begin(), end, id) != end) return false;  // needs both
        }
        const std::uint32_t id = in_the_way(atom, values);
        if (id == none) continue;
        const std::uint32_t gone = negation(id);
        if (gone == none || !facts_[gone].settled) {
            waiting_.push_back({index, static_cast<std::uint32_t>(values_.size()), facts_[id].waiting});
            facts_[id].waiting = static_cast<std::uint32_t>(waiting_.size() - 1);
            values_.insert(values_.end(), values, values + group.body->domains.size());
            return false;
        }
        body_facts_.push_back(gone);
    }
    if (group.is_whole) {
        // In the order of the body: ids depend on the order in which atoms came, and ff must not.
        auto end = body_facts_.begin();
        for (const std::uint32_t id : body_facts_)
            if (std::find(body_facts_.begin(), end, id) == end) *end++ = id;
        body_facts_.erase(end, body_facts_.end());
    }
    return true;
}

void OrderedDatalog::fire(std::uint32_t index, const ObjectId* values, const std::uint32_t* matched) {
    ++instances_;
    Cost sum = 0;
    if (!collect_body(index, values, matched, sum)) return;
    for (const std::uint32_t each : body_facts_) sum = std::min(sum + facts_[each].cost, most);
    for (const std::uint32_t rule : groups_[index].rules)
        improve(rule, values, std::min(sum + rule_cost(program_.rules[rule]), most));
}

OrderedDatalog::Cost OrderedDatalog::rule_cost(const Rule& rule) const {
    return rule.source == none ? 0 : static_cast<Cost>(rules_.origins[rule.source].cost);
}

void OrderedDatalog::improve(std::uint32_t index, const ObjectId* values, Cost cost) {
    const Atom& head = program_.rules[index].head;
    const ObjectId* args = ground(head.args, values);
    if (rules_.is_negation(head.relation)) {
        // Only what is true in the state has to become false.
        const std::uint32_t atom = known(head.relation - rules_.first_negation, args);
        if (atom == none || !facts_[atom].initial) return;
        const std::size_t first_whole = program_.rules.size() - split_.whole_heads.size();
        if (index >= first_whole) {
            const auto& unless = split_.whole_heads[index - first_whole]->unless;
            const auto same = [&](const std::vector<Term>& terms) {
                for (std::size_t i = 0; i < terms.size(); ++i)
                    if ((terms[i].is_variable() ? values[terms[i].variable()] : terms[i].object()) != args[i])
                        return false;
                return true;
            };
            if (std::any_of(unless.begin(), unless.end(), same)) return;
        }
    }
    const std::uint32_t id = fact(head.relation, args);
    Fact& derived = facts_[id];
    if (derived.settled || derived.cost < cost) return;
    const std::uint32_t round = cost == current_ ? round_ + 1 : 0;
    if (cost < derived.cost) {
        derived.cost = cost;
        derived.round = round;
        derived.supporter = none;
        queue_.push(cost, id);
    } else if (derived.round != round) {
        return;  // reached in an earlier round
    }
    if (with_supporters_) support(derived, index, values);
}

void OrderedDatalog::support(Fact& fact, std::uint32_t rule, const ObjectId* values) {
    const std::size_t width = program_.rules[rule].domains.size();
    if (fact.supporter == none) {
        fact.supporter = static_cast<std::uint32_t>(supporters_.size());
        supporters_.push_back({rule, static_cast<std::uint32_t>(values_.size())});
        values_.insert(values_.end(), values, values + width);
        return;
    }
    Instance& known = supporters_[fact.supporter];
    const ObjectId* others = values_.data() + known.values;
    if (known.rule < rule) return;
    if (known.rule == rule && !std::lexicographical_compare(values, values + width, others, others + width)) return;
    if (known.rule == rule) {
        std::copy(values, values + width, values_.begin() + known.values);
        return;
    }
    known = {rule, static_cast<std::uint32_t>(values_.size())};
    values_.insert(values_.end(), values, values + width);
}

bool OrderedDatalog::reaches_goal_initially(std::uint64_t most_instances) {
    clear();
    for (std::size_t i = 0; i < task_.init.size(); ++i)
        if (task_.predicates[task_.init.predicate(i)].kind != PredicateKind::fixed)
            add(task_.init.predicate(i), task_.init.args(i));
    return run(false, most_instances);
}

Value OrderedDatalog::add_value() const {
    Cost sum = 0;
    for (const std::uint32_t id : goal_facts_) sum = std::min(sum + facts_[id].cost, static_cast<Cost>(dead_end) - 1);
    return static_cast<Value>(sum);
}

}  // namespace isonova
