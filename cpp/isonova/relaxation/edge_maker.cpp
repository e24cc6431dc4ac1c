#include "isonova/relaxation/edge_maker.hpp"

#include <algorithm>

#include "isonova/relaxation/sure_adds.hpp"

namespace isonova::relaxation {

using datalog::Atom;
using datalog::RelationId;
using datalog::Rule;

namespace {

std::int64_t plus(std::int64_t a, std::int64_t b) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4;
    return a > most - b ? most : a + b;
}

}  // namespace

EdgeMaker::EdgeMaker(const Task& task, const SplitRules& split, const datalog::Relations& relations)
    : task_(task), rules_(split.whole), program_(split.program), relations_(relations) {
    first_node_.assign(program_.arity.size(), none);
    // Fluent and derived atoms come first, so that they can be a table.
    for (const bool auxiliary : {false, true}) {
        for (RelationId id = 0; id < program_.arity.size(); ++id) {
            const bool is_node = auxiliary ? id >= rules_.first_auxiliary : id < task_.predicates.size();
            if (!is_node || !program_.changes[id]) continue;
            first_node_[id] = node_count_;
            node_count_ += relations_[id].size();
        }
        if (!auxiliary) negation_.assign(node_count_, none);
    }
    weight_.resize(program_.arity.size());
    choice_.resize(program_.arity.size());
    for (FunctionId function = 0; function < task_.functions.size(); ++function) {
        const RelationId id = rules_.function_relation(function);
        weight_[id] = rules_.weights(function, relations_[id]);
    }
}

bool EdgeMaker::make_goal(std::vector<NodeId>& goal) {
    if (task_.goal_false) return false;
    for (const Literal& literal : task_.goal) {
        const std::uint32_t place = find({literal.predicate, literal.args});
        const PredicateKind kind = task_.predicates[literal.predicate].kind;
        if (kind == PredicateKind::fixed || place == none) {
            if ((place == none) != literal.negated) return false;
        } else if (!literal.negated) {
            goal.push_back(first_node_[literal.predicate] + place);
            if (std::find(task_.goal.begin(), task_.goal.end(), Literal{literal.predicate, true, literal.args}) !=
                task_.goal.end())
                return false;
        } else if (kind == PredicateKind::fluent) {
            goal.push_back(negation(first_node_[literal.predicate] + place));
        }
    }
    std::sort(goal.begin(), goal.end());
    goal.erase(std::unique(goal.begin(), goal.end()), goal.end());
    return true;
}

NodeId EdgeMaker::head_node(const Atom& atom) {
    if (!rules_.is_negation(atom.relation)) return first_node_[atom.relation] + find(atom);
    const RelationId predicate = atom.relation - rules_.first_negation;
    const std::uint32_t place = relations_[predicate].find(ground(atom.args));
    return place == none ? none : negation_[first_node_[predicate] + place];
}

void EdgeMaker::note_negations(const Rule& rule, const RuleInstances& instances) {
    if (rule.negated.empty()) return;
    for (std::size_t row = 0; row < instances.count; ++row) {
        load_values(rule, instances, row);
        for (const Atom& atom : rule.negated) {
            if (task_.predicates[atom.relation].kind != PredicateKind::fluent) continue;
            if (const std::uint32_t place = find(atom); place != none) negation(first_node_[atom.relation] + place);
        }
    }
}

void EdgeMaker::note_negative_goals() {
    for (PredicateId predicate = 0; predicate < task_.predicates.size(); ++predicate) {
        if (task_.predicates[predicate].kind != PredicateKind::fluent || !rules_.may_be_negative_goal(predicate))
            continue;
        for (std::uint32_t place = 0; place < relations_[predicate].size(); ++place)
            negation(first_node_[predicate] + place);
    }
}

void EdgeMaker::load_values(const Rule& rule, const RuleInstances& instances, std::size_t row) {
    values_.assign(rule.domains.size() + rule.projected, none);
    const std::size_t width = instances.variables.size();
    for (std::size_t i = 0; i < width; ++i) values_[instances.variables[i]] = instances.values[row * width + i];
}

// Fills body_ and uses_ for values_, completes values_ where unchanging auxiliary atoms tell more, and returns the
// cost.
std::int64_t EdgeMaker::collect_body(const Rule& rule) {
    body_.clear();
    uses_.clear();
    std::int64_t cost = 0;
    for (std::size_t i = 0; i < rule.body.size(); ++i) {
        const Atom& atom = rule.body[i];
        const bool auxiliary = atom.relation >= rules_.first_auxiliary;
        if (program_.changes[atom.relation]) {
            const NodeId node = first_node_[atom.relation] + find(atom);
            body_.push_back(node);
            if (auxiliary) {
                uses_.push_back(node);
                uses_.push_back(map_[i]);
            }
            continue;
        }
        if (weight_[atom.relation].empty() && !auxiliary) continue;
        const std::uint32_t place = find(atom);
        if (!weight_[atom.relation].empty()) cost = plus(cost, weight_[atom.relation][place]);
        if (auxiliary)
            for (std::size_t v = 0; v < atom.variables.size(); ++v)
                values_[atom.variables[v]] = choice_[atom.relation][place * atom.variables.size() + v];
    }
    contradicts_ = false;
    const std::size_t positive = body_.size();
    for (const Atom& atom : rule.negated) {
        const std::uint32_t place = find(atom);
        if (place == none) continue;
        const NodeId node = first_node_[atom.relation] + place;
        const auto end = body_.begin() + static_cast<std::ptrdiff_t>(positive);
        contradicts_ |= std::find(body_.begin(), end, node) != end;
        if (task_.predicates[atom.relation].kind == PredicateKind::fluent) body_.push_back(negation(node));
    }
    std::sort(body_.begin(), body_.end());
    body_.erase(std::unique(body_.begin(), body_.end()), body_.end());
    return cost;
}

void EdgeMaker::make_choices(const Rule& rule, const RuleInstances& instances) {
    const RelationId head = rule.head.relation;
    const std::size_t width = rule.domains.size() + rule.projected;
    const std::size_t size = relations_[head].size();
    choice_[head].assign(size * width, none);
    std::vector<std::int64_t> weight(size, -1);
    for (std::size_t row = 0; row < instances.count; ++row) {
        load_values(rule, instances, row);
        const std::int64_t cost = collect_body(rule);
        const std::uint32_t place = find(rule.head);
        if (weight[place] >= 0 && weight[place] <= cost) continue;
        weight[place] = cost;
        std::copy(values_.begin(), values_.end(), choice_[head].begin() + static_cast<std::ptrdiff_t>(place * width));
    }
    if (std::any_of(weight.begin(), weight.end(), [](std::int64_t cost) { return cost > 0; }))
        weight_[head] = std::move(weight);
}

std::uint32_t EdgeMaker::derivation_rule(std::uint32_t source) {
    if (rule_of_source_.size() <= source) rule_of_source_.resize(source + 1, none);
    if (rule_of_source_[source] != none) return rule_of_source_[source];
    const Origin& origin = rules_.origins[source];
    rule_of_source_[source] = static_cast<std::uint32_t>(derivations_.rules.size());
    const bool is_action = origin.unit < task_.schemata.size();
    derivations_.rules.push_back({is_action ? task_.schemata[origin.unit].action : none, origin.declared});
    return rule_of_source_[source];
}

void EdgeMaker::finish_edge(std::int64_t cost, std::uint32_t rule) {
    std::erase_if(heads_,
                  [&](NodeId node) { return node == none || std::binary_search(body_.begin(), body_.end(), node); });
    std::sort(heads_.begin(), heads_.end());
    heads_.erase(std::unique(heads_.begin(), heads_.end()), heads_.end());
    if (heads_.empty()) return;
    edges_.body.push_row(body_);
    edges_.heads.push_row(heads_);
    edges_.cost.push_back(cost);
    edges_.rule.push_back(rule);
    edges_.values.push_row(values_);
    edges_.uses.push_row(uses_);
    if ((edges_.size() & 1023) == 0 && watch_) watch_(edges_.bytes());
}

void EdgeMaker::make_split_edges(const datalog::RuleGroup& same, const RuleInstances& instances) {
    const Rule& first = *same.front();
    std::int64_t cost = 0;
    std::uint32_t derivation;
    if (first.source == none) {
        derivation = static_cast<std::uint32_t>(derivations_.rules.size());
        derivations_.rules.emplace_back();
    } else {
        cost = rules_.origins[first.source].cost;
        derivation = derivation_rule(first.source);
    }
    map_.assign(first.body.size(), none);
    for (std::size_t i = 0; i < first.body.size(); ++i) {
        const RelationId relation = first.body[i].relation;
        if (relation < rules_.first_auxiliary || !program_.changes[relation]) continue;
        map_[i] = static_cast<std::uint32_t>(derivations_.maps.size());
        derivations_.maps.push_row(first.body[i].variables);
    }
    for (std::size_t row = 0; row < instances.count; ++row) {
        load_values(first, instances, row);
        const std::int64_t extra = collect_body(first);
        heads_.clear();
        for (const Rule* rule : same) heads_.push_back(head_node(rule->head));
        finish_edge(plus(cost, extra), derivation);
    }
}

void EdgeMaker::make_whole_edges(const WholeRule& whole, const RuleInstances& instances) {
    const Rule& rule = whole.rule;
    const std::int64_t cost = rules_.origins[rule.source].cost;
    map_.assign(rule.body.size(), none);
    std::vector<ObjectId> atom;
    for (std::size_t row = 0; row < instances.count; ++row) {
        load_values(rule, instances, row);
        const std::int64_t extra = collect_body(rule);
        if (contradicts_) continue;
        heads_.clear();
        for (const Head& head : whole.heads) {
            const NodeId node = head_node(head.atom);
            if (!head.unless.empty()) {
                ground(head.atom.args);
                atom = args_;
                const bool added = std::any_of(head.unless.begin(), head.unless.end(), [&](const auto& other) {
                    ground(other);
                    return args_ == atom;
                });
                if (added) continue;
            }
            heads_.push_back(node);
        }
        finish_edge(plus(cost, extra), derivation_rule(rule.source));
    }
}

void EdgeMaker::finish(RelaxedGraph& graph, bool any_goal) {
    PredicateId predicate = 0;  // nodes come in the order of predicates
    const auto intern = [&](NodeId node, AtomTable& table) {
        while (first_node_[predicate] == none || node >= first_node_[predicate] + relations_[predicate].size())
            ++predicate;
        const datalog::Relation& relation = relations_[predicate];
        table.intern(predicate, {relation.tuple(node - first_node_[predicate]), relation.arity()});
    };
    derivations_.adds = sure_adds(task_);
    finish_graph(graph, std::move(edges_), std::move(derivations_), node_count_, negation_, intern, any_goal);
}

}  // namespace isonova::relaxation
