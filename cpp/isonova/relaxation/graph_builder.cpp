#include <algorithm>
#include <optional>

#include "isonova/datalog/reachability.hpp"
#include "isonova/datalog/semi_naive.hpp"
#include "isonova/datalog/sort_rows.hpp"
#include "isonova/relaxation/graph_edges.hpp"
#include "isonova/relaxation/relaxed_graph.hpp"
#include "isonova/relaxation/split_rules.hpp"

namespace isonova {

namespace relaxation {
namespace {

using datalog::Atom;
using datalog::RelationId;
using datalog::Rule;

struct OverBudget {};

std::int64_t plus(std::int64_t a, std::int64_t b) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4;
    return a > most - b ? most : a + b;
}

// Instances of one rule body: a value for each variable that the body binds.
struct Instances {
    std::vector<std::uint32_t> variables;
    std::vector<std::uint32_t> values;
    std::size_t count = 0;

    void bind(const Rule& rule) {
        std::vector<bool> bound(rule.domains.size(), false);
        for (const Atom& atom : rule.body)
            for (const Term term : atom.args)
                if (term.is_variable()) bound[term.variable()] = true;
        for (std::uint32_t v = 0; v < bound.size(); ++v)
            if (bound[v]) variables.push_back(v);
    }
    void add(const ObjectId* all) {
        for (const std::uint32_t v : variables) values.push_back(all[v]);
        ++count;
    }
    void sort() {
        if (variables.empty()) {
            count = std::min<std::size_t>(count, 1);
            return;
        }
        datalog::sort_rows(values, variables.size());
        count = values.size() / variables.size();
    }
};

class GraphBuilder {
  public:
    GraphBuilder(const Task& task, CostType cost_type, Limits& limits, const RelaxedGraphOptions& options,
                 const std::vector<bool>& drop_inequalities)
        : task_(task),
          limits_(limits),
          options_(options),
          drop_(drop_inequalities),
          split_(task, cost_type, drop_inequalities),
          sets_(task),
          evaluation_(program_, estimates_, load(rules_, program_), limits),
          instances_(evaluation_.groups().size()) {
        for (std::size_t group = 0; group < instances_.size(); ++group)
            instances_[group].bind(*evaluation_.groups()[group].front());
    }

    // Throws OverBudget.
    void reach() {
        std::size_t values = 0;
        evaluation_.run(
            [&](std::size_t bytes) {
                if (bytes + 4 * values > options_.max_bytes) throw OverBudget{};
            },
            [&](std::uint32_t group, const ObjectId* all) {
                instances_[group].add(all);
                values += instances_[group].variables.size() + 2;
                if (++total_ > options_.max_instances) throw OverBudget{};
            });
    }

    // The schema with inequalities whose rules have had the most instances so far, or `none`.
    SchemaId costliest_inequalities() const {
        const std::vector<std::uint64_t> weights = split_weights();
        SchemaId best = none;
        for (const WholeRule& whole : rules_.rules) {
            const std::uint32_t unit = rules_.origins[whole.rule.source].unit;
            if (unit >= task_.schemata.size() || drop_[unit] || !has_inequalities(whole)) continue;
            if (best == none || weights[unit] > weights[best]) best = unit;
        }
        return best;
    }

    std::shared_ptr<RelaxedGraph> build();

  private:
    static bool has_inequalities(const WholeRule& whole) {
        return !whole.rule.negated.empty() || std::any_of(whole.heads.begin(), whole.heads.end(), [](const Head& head) {
            return !head.unless.empty();
        }) || std::any_of(whole.rule.constraints.begin(), whole.rule.constraints.end(), [](const Constraint& each) {
            return !each.equal;
        });
    }

    std::uint32_t unit_of(const Rule& rule) const { return rules_.origins[rule.source].unit; }

    // How much work a sweep has with the split rules of each unit. What several units share counts for none.
    std::vector<std::uint64_t> split_weights() const {
        constexpr std::uint32_t shared = none - 1;
        std::vector<std::uint32_t> user(program_.arity.size(), none);
        std::vector<std::uint64_t> weights(rules_.unit_count(), 0);
        const auto unit = [&](const Rule& rule) {
            return rule.source == none ? user[rule.head.relation] : unit_of(rule);
        };
        for (std::size_t i = program_.rules.size(); i-- > 0;) {
            const Rule& rule = program_.rules[i];
            for (const Atom& atom : rule.body) {
                std::uint32_t& known = user[atom.relation];
                known = known == none || known == unit(rule) ? unit(rule) : shared;
            }
        }
        for (std::size_t group = 0; group < instances_.size(); ++group) {
            std::uint32_t last = none;
            for (const Rule* rule : evaluation_.groups()[group]) {
                if (!program_.changes[rule->head.relation]) continue;
                const std::uint32_t each = unit(*rule);
                if (each == none || each == shared) continue;
                weights[each] += instances_[group].count * (each == last ? 1 : 1 + width(*rule));
                last = each;
            }
        }
        return weights;
    }
    // Body nodes of an instance, and a head.
    std::uint64_t width(const Rule& rule) const {
        std::uint64_t out = 1 + rule.negated.size();
        for (const Atom& atom : rule.body) out += program_.changes[atom.relation];
        return out;
    }

    std::optional<std::vector<Instances>> whole_instances(std::uint32_t unit, std::uint64_t most_weight);
    void make_nodes();
    void make_static_choices(std::size_t group);
    void make_split_edges(std::size_t group, const std::vector<bool>& whole_unit);
    void make_whole_edges(const WholeRule& whole, const Instances& instances);
    bool make_goal(RelaxedGraph& graph);

    const ObjectId* ground(const std::vector<Term>& terms) {
        args_.clear();
        for (const Term term : terms) args_.push_back(term.is_variable() ? values_[term.variable()] : term.object());
        return args_.data();
    }
    std::uint32_t find(const Atom& atom) { return evaluation_.relations()[atom.relation].find(ground(atom.args)); }
    // Of a fluent that can be reached.
    NodeId negation(NodeId node) {
        if (negation_[node] == none) negation_[node] = node_count_++;
        return negation_[node];
    }
    NodeId head_node(const Atom& atom) {
        if (!rules_.is_negation(atom.relation)) return first_node_[atom.relation] + find(atom);
        const RelationId predicate = atom.relation - rules_.first_negation;
        const std::uint32_t place = evaluation_.relations()[predicate].find(ground(atom.args));
        return place == none ? none : negation_[first_node_[predicate] + place];
    }
    void load_values(const Rule& rule, const Instances& instances, std::size_t row);
    std::int64_t collect_body(const Rule& rule);
    std::uint32_t derivation_rule(std::uint32_t source);
    void finish_edge(std::int64_t cost, std::uint32_t rule);

    const Task& task_;
    Limits& limits_;
    const RelaxedGraphOptions& options_;
    const std::vector<bool>& drop_;
    SplitRules split_;
    const WholeRules& rules_ = split_.whole;
    const datalog::Program& program_ = split_.program;
    datalog::ObjectSets sets_;
    datalog::Estimates estimates_ = split_.estimates;
    datalog::SemiNaive evaluation_;
    std::vector<Instances> instances_;  // per group
    std::uint64_t total_ = 0;

    std::vector<NodeId> first_node_;  // per relation
    std::uint32_t node_count_ = 0;
    std::vector<NodeId> negation_;                    // per atom node
    std::vector<std::vector<std::int64_t>> weight_;   // per unchanging relation with costs: of each tuple
    std::vector<std::vector<std::uint32_t>> choice_;  // per unchanging auxiliary relation: variables of each tuple
    GraphEdges edges_;
    Derivations derivations_;
    std::vector<std::uint32_t> rule_of_source_;

    // Of the instance at hand.
    std::vector<ObjectId> values_, args_;
    std::vector<NodeId> body_, heads_;
    bool contradicts_ = false;  // whether it needs an atom and its negation
    std::vector<std::uint32_t> uses_;
    std::vector<std::uint32_t> map_;  // per body atom of the rule at hand: row of maps
};

std::optional<std::vector<Instances>> GraphBuilder::whole_instances(std::uint32_t unit, std::uint64_t most_weight) {
    std::vector<Instances> out;
    std::uint64_t weight = 0;
    for (const WholeRule& whole : rules_.rules) {
        if (unit_of(whole.rule) != unit) continue;
        Instances& instances = out.emplace_back();
        instances.bind(whole.rule);
        const std::uint64_t each = width(whole.rule) + whole.heads.size();
        try {
            datalog::Join(whole.rule, none, 0, evaluation_.relations(), sets_, estimates_, limits_)
                .run([&](const ObjectId* values) {
                    instances.add(values);
                    if ((weight += each) > most_weight) throw OverBudget{};
                });
        } catch (const OverBudget&) {
            return std::nullopt;
        }
    }
    return out;
}

void GraphBuilder::make_nodes() {
    first_node_.assign(program_.arity.size(), none);
    // Fluent and derived atoms come first, so that they can be a table.
    for (const bool auxiliary : {false, true}) {
        for (RelationId id = 0; id < program_.arity.size(); ++id) {
            const bool is_node = auxiliary ? id >= rules_.first_auxiliary : id < task_.predicates.size();
            if (!is_node || !program_.changes[id]) continue;
            first_node_[id] = node_count_;
            node_count_ += evaluation_.relations()[id].size();
        }
        if (!auxiliary) negation_.assign(node_count_, none);
    }
    weight_.resize(program_.arity.size());
    choice_.resize(program_.arity.size());
    for (FunctionId function = 0; function < task_.functions.size(); ++function) {
        const RelationId id = rules_.function_relation(function);
        weight_[id] = rules_.weights(function, evaluation_.relations()[id]);
    }
}

void GraphBuilder::load_values(const Rule& rule, const Instances& instances, std::size_t row) {
    values_.assign(rule.domains.size() + rule.projected, none);
    const std::size_t width = instances.variables.size();
    for (std::size_t i = 0; i < width; ++i) values_[instances.variables[i]] = instances.values[row * width + i];
}

// Fills body_ and uses_ for values_, completes values_ where unchanging auxiliary atoms tell more, and returns the
// cost.
std::int64_t GraphBuilder::collect_body(const Rule& rule) {
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

// Of an auxiliary relation that never changes, the cheapest way to derive each tuple, and of these the first.
void GraphBuilder::make_static_choices(std::size_t group) {
    for (const Rule* each : evaluation_.groups()[group]) {
        const RelationId head = each->head.relation;
        if (program_.changes[head]) continue;
        const std::size_t width = each->domains.size() + each->projected;
        const std::size_t size = evaluation_.relations()[head].size();
        choice_[head].assign(size * width, none);
        std::vector<std::int64_t> weight(size, -1);
        for (std::size_t row = 0; row < instances_[group].count; ++row) {
            load_values(*each, instances_[group], row);
            const std::int64_t cost = collect_body(*each);
            const std::uint32_t place = find(each->head);
            if (weight[place] >= 0 && weight[place] <= cost) continue;
            weight[place] = cost;
            std::copy(values_.begin(), values_.end(),
                      choice_[head].begin() + static_cast<std::ptrdiff_t>(place * width));
        }
        if (std::any_of(weight.begin(), weight.end(), [](std::int64_t cost) { return cost > 0; }))
            weight_[head] = std::move(weight);
    }
}

std::uint32_t GraphBuilder::derivation_rule(std::uint32_t source) {
    if (rule_of_source_.size() <= source) rule_of_source_.resize(source + 1, none);
    if (rule_of_source_[source] != none) return rule_of_source_[source];
    const Origin& origin = rules_.origins[source];
    rule_of_source_[source] = static_cast<std::uint32_t>(derivations_.rules.size());
    const bool is_action = origin.unit < task_.schemata.size();
    derivations_.rules.push_back({is_action ? task_.schemata[origin.unit].action : none, origin.declared});
    return rule_of_source_[source];
}

void GraphBuilder::finish_edge(std::int64_t cost, std::uint32_t rule) {
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
    if ((edges_.size() & 1023) != 0) return;
    if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
    if (edges_.bytes() > options_.max_bytes) throw OverBudget{};
}

void GraphBuilder::make_split_edges(std::size_t group, const std::vector<bool>& whole_unit) {
    // Heads of one action, found in the same auxiliary atoms, are one edge.
    std::vector<const Rule*> left(evaluation_.groups()[group]);
    std::erase_if(left, [&](const Rule* rule) { return !program_.changes[rule->head.relation]; });
    while (!left.empty()) {
        const Rule& first = *left.front();
        std::vector<const Rule*> same, others;
        const auto alike = [&](const Rule& rule) {
            if (rule.source == none || first.source == none) return &rule == &first;
            const Origin &a = rules_.origins[rule.source], &b = rules_.origins[first.source];
            return a.unit == b.unit && a.declared == b.declared && rule.body == first.body;
        };
        for (const Rule* rule : left) (alike(*rule) ? same : others).push_back(rule);
        left = std::move(others);
        if (first.source != none && whole_unit[unit_of(first)]) continue;
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
        for (std::size_t row = 0; row < instances_[group].count; ++row) {
            load_values(first, instances_[group], row);
            const std::int64_t extra = collect_body(first);
            heads_.clear();
            for (const Rule* rule : same) heads_.push_back(head_node(rule->head));
            finish_edge(plus(cost, extra), derivation);
        }
    }
}

void GraphBuilder::make_whole_edges(const WholeRule& whole, const Instances& instances) {
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

// False where the goal cannot be reached.
bool GraphBuilder::make_goal(RelaxedGraph& graph) {
    if (task_.goal_false) return false;
    for (const Literal& literal : task_.goal) {
        const std::uint32_t place = find({literal.predicate, literal.args});
        const PredicateKind kind = task_.predicates[literal.predicate].kind;
        if (kind == PredicateKind::fixed || place == none) {
            if ((place == none) != literal.negated) return false;
        } else if (!literal.negated) {
            graph.goal.push_back(first_node_[literal.predicate] + place);
            if (std::find(task_.goal.begin(), task_.goal.end(), Literal{literal.predicate, true, literal.args}) !=
                task_.goal.end())
                return false;
        } else if (kind == PredicateKind::fluent) {
            graph.goal.push_back(negation(first_node_[literal.predicate] + place));
        }
    }
    std::sort(graph.goal.begin(), graph.goal.end());
    graph.goal.erase(std::unique(graph.goal.begin(), graph.goal.end()), graph.goal.end());
    return true;
}

std::shared_ptr<RelaxedGraph> GraphBuilder::build() {
    auto graph = std::make_shared<RelaxedGraph>();
    make_nodes();
    graph->goal_unreachable = !make_goal(*graph);
    for (Instances& instances : instances_) instances.sort();

    for (RelationId id = 0; id < rules_.first_auxiliary; ++id)
        estimates_[id] = datalog::measure(evaluation_.relations()[id]);
    const std::vector<std::uint64_t> weights = split_weights();
    std::vector<bool> is_whole(rules_.unit_count(), false), seen(rules_.unit_count(), false);
    std::vector<std::vector<Instances>> whole(rules_.unit_count());
    for (const WholeRule& each : rules_.rules) {
        const std::uint32_t unit = unit_of(each.rule);
        if (seen[unit]) continue;
        seen[unit] = true;
        if (options_.splitting == Splitting::always && !split_.inexact[unit]) continue;
        const bool only_whole = options_.splitting == Splitting::never || split_.inexact[unit];
        const std::uint64_t most = only_whole ? 8 * options_.max_instances : weights[unit];
        auto found = whole_instances(unit, most);
        if (!found) continue;
        is_whole[unit] = true;
        whole[unit] = std::move(*found);
        for (Instances& instances : whole[unit]) instances.sort();
    }
    for (SchemaId schema = 0; schema < task_.schemata.size(); ++schema) {
        if (!seen[schema] || is_whole[schema]) continue;
        ++graph->statistics.split_schemata;
        graph->statistics.dropped_inequalities += drop_[schema];
    }

    // `not-p` nodes have to be known before what achieves them: first all bodies, then, once more, with heads.
    for (const bool last : {false, true}) {
        edges_ = {};
        derivations_ = {};
        rule_of_source_.clear();
        for (std::size_t group = 0; group < instances_.size(); ++group) {
            make_static_choices(group);
            make_split_edges(group, is_whole);
        }
        std::vector<std::size_t> next(rules_.unit_count(), 0);
        for (const WholeRule& each : rules_.rules) {
            const std::uint32_t unit = unit_of(each.rule);
            if (is_whole[unit]) make_whole_edges(each, whole[unit][next[unit]++]);
        }
        const bool has_negations =
            std::any_of(negation_.begin(), negation_.end(), [](NodeId node) { return node != none; });
        if (last || !has_negations) break;
    }
    finish_graph(*graph, std::move(edges_), std::move(derivations_), node_count_, negation_, [&](NodeId node, AtomTable& table) {
        PredicateId predicate = 0;
        while (!(first_node_[predicate] != none && first_node_[predicate] <= node &&
                 node < first_node_[predicate] + evaluation_.relations()[predicate].size()))
            ++predicate;
        const datalog::Relation& relation = evaluation_.relations()[predicate];
        table.intern(predicate, {relation.tuple(node - first_node_[predicate]), relation.arity()});
    });
    return graph;
}

}  // namespace
}  // namespace relaxation

std::shared_ptr<const RelaxedGraph> build_relaxed_graph(const Task& task, CostType cost_type, Limits& limits,
                                                        const RelaxedGraphOptions& options) {
    const double start = limits.elapsed();
    std::vector<bool> drop(task.schemata.size(), false);
    for (;;) {
        relaxation::GraphBuilder builder(task, cost_type, limits, options, drop);
        try {
            builder.reach();
            std::shared_ptr<RelaxedGraph> graph = builder.build();
            graph->statistics.seconds = limits.elapsed() - start;
            return graph;
        } catch (const relaxation::OverBudget&) {
            const SchemaId schema = options.may_drop_inequalities ? builder.costliest_inequalities() : none;
            if (schema == none) return nullptr;
            drop[schema] = true;
        }
    }
}

}  // namespace isonova
