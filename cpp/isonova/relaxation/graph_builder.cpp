#include <algorithm>
#include <optional>

#include "isonova/datalog/reachability.hpp"
#include "isonova/datalog/semi_naive.hpp"
#include "isonova/relaxation/edge_maker.hpp"
#include "isonova/relaxation/relaxed_graph.hpp"
#include "isonova/relaxation/rule_instances.hpp"
#include "isonova/relaxation/split_rules.hpp"
#include "isonova/util/step_budget.hpp"

namespace isonova {

namespace relaxation {
namespace {

using datalog::Atom;
using datalog::Rule;

struct OverBudget {};

// Instances of the split rules, then per unit the choice between these and whole actions, then edges.
class GraphBuilder {
  public:
    GraphBuilder(const Task& task, CostType cost_type, Limits& limits, const RelaxedGraphOptions& options,
                 const std::vector<bool>& drop_inequalities)
        : task_(task),
          limits_(limits),
          options_(options),
          drop_(drop_inequalities),
          split_(task, cost_type, drop_inequalities, false, options.any_goal),
          sets_(task),
          evaluation_(program_, estimates_, load(rules_, program_), limits),
          is_whole_(rules_.unit_count(), false),
          whole_(rules_.rules.size()),
          rules_of_(rules_.unit_count()) {
        for (std::uint32_t i = 0; i < rules_.rules.size(); ++i) rules_of_[unit_of(rules_.rules[i].rule)].push_back(i);
        for (const datalog::RuleGroup& group : evaluation_.groups()) instances_.emplace_back(*group.front());
    }

    void reach();  // throws OverBudget, Halted
    std::shared_ptr<RelaxedGraph> build();

    // Of the schemata that would have less without inequalities, the one whose rules have had the most instances so
    // far, or `none`.
    SchemaId costliest_inequalities() const;

  private:
    std::uint32_t unit_of(const Rule& rule) const { return rules_.origins[rule.source].unit; }
    std::uint64_t width(const Rule& rule) const;
    std::vector<std::uint64_t> split_weights() const;
    bool find_whole_instances(std::uint32_t unit, std::uint64_t most_weight, std::uint64_t most_steps);
    void choose(RelaxedGraph& graph);
    template <class Visit>
    void for_each_edge_group(std::size_t group, Visit&& visit) const;

    const Task& task_;
    Limits& limits_;
    const RelaxedGraphOptions& options_;
    const std::vector<bool>& drop_;
    SplitRules split_;
    const WholeRules& rules_ = split_.whole;
    const datalog::Program& program_ = split_.program;
    datalog::ObjectBits sets_;
    datalog::Estimates estimates_ = split_.estimates;
    datalog::SemiNaive evaluation_;
    std::vector<RuleInstances> instances_;              // per group
    std::vector<bool> is_whole_;                        // per unit
    std::vector<RuleInstances> whole_;                  // per whole rule, of units that are
    std::vector<std::vector<std::uint32_t>> rules_of_;  // per unit: its whole rules
};

void GraphBuilder::reach() {
    std::size_t values = 0;
    std::uint64_t total = 0;
    evaluation_.run(
        [&](std::size_t bytes) {
            if (bytes + 4 * values > options_.max_bytes) throw OverBudget{};
        },
        [&](std::uint32_t group, const ObjectId* all) {
            instances_[group].add(all);
            values += instances_[group].variables.size() + 2;
            if (++total > options_.max_instances) throw OverBudget{};
        });
}

SchemaId GraphBuilder::costliest_inequalities() const {
    const std::vector<std::uint64_t> weights = split_weights();
    SchemaId best = none;
    for (SchemaId schema = 0; schema < task_.schemata.size(); ++schema)
        if (split_.can_shrink[schema] && (best == none || weights[schema] > weights[best])) best = schema;
    return best;
}

// Body nodes of an instance, and a head.
std::uint64_t GraphBuilder::width(const Rule& rule) const {
    std::uint64_t out = 1 + rule.negated.size();
    for (const Atom& atom : rule.body) out += program_.changes[atom.relation];
    return out;
}

// How much work a sweep has with the split rules of each unit. What several units share counts for none.
std::vector<std::uint64_t> GraphBuilder::split_weights() const {
    constexpr std::uint32_t shared = none - 1;
    std::vector<std::uint32_t> user(program_.arity.size(), none);
    std::vector<std::uint64_t> weights(rules_.unit_count(), 0);
    const auto unit = [&](const Rule& rule) { return rule.source == none ? user[rule.head.relation] : unit_of(rule); };
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

// False where they would be too many, or too hard to find.
bool GraphBuilder::find_whole_instances(std::uint32_t unit, std::uint64_t most_weight, std::uint64_t most_steps) {
    const StepBudget budget(limits_, most_steps);
    std::uint64_t weight = 0;
    try {
        for (const std::uint32_t i : rules_of_[unit]) {
            const WholeRule& whole = rules_.rules[i];
            whole_[i] = RuleInstances(whole.rule);
            const std::uint64_t each = width(whole.rule) + whole.heads.size();
            datalog::Join(whole.rule, none, 0, evaluation_.relations(), sets_, estimates_, limits_)
                .run([&](const ObjectId* values) {
                    whole_[i].add(values);
                    if ((weight += each) > most_weight) throw OverBudget{};
                });
        }
        return true;
    } catch (const OverBudget&) {
    } catch (const Halted& halted) {
        if (halted.why != Halt::steps || !budget.is_spent()) throw;
    }
    for (const std::uint32_t i : rules_of_[unit]) whole_[i] = {};
    return false;
}

void GraphBuilder::choose(RelaxedGraph& graph) {
    for (datalog::RelationId id = 0; id < rules_.first_auxiliary; ++id)
        estimates_[id] = datalog::measure(evaluation_.relations()[id]);
    const std::vector<std::uint64_t> weights = split_weights();
    for (std::uint32_t unit = 0; unit < rules_of_.size(); ++unit) {
        if (rules_of_[unit].empty()) continue;
        if (split_.inexact[unit] || options_.splitting == Splitting::never)
            is_whole_[unit] = find_whole_instances(unit, 8 * options_.max_instances, options_.max_steps);
        else if (options_.splitting == Splitting::smaller)
            is_whole_[unit] = find_whole_instances(unit, weights[unit], 1'000'000 + 16 * weights[unit]);
    }
    for (std::size_t i = 0; i < whole_.size(); ++i) whole_[i].sort();
    for (SchemaId schema = 0; schema < task_.schemata.size(); ++schema) {
        if (rules_of_[schema].empty() || is_whole_[schema]) continue;
        ++graph.statistics.split_schemata;
        graph.statistics.dropped_inequalities += drop_[schema];
    }
}

// Rules of a group that are edges, together where they are heads of one action found in the same auxiliary atoms.
template <class Visit>
void GraphBuilder::for_each_edge_group(std::size_t group, Visit&& visit) const {
    datalog::RuleGroup left = evaluation_.groups()[group];
    std::erase_if(left, [&](const Rule* rule) { return !program_.changes[rule->head.relation]; });
    while (!left.empty()) {
        const Rule& first = *left.front();
        datalog::RuleGroup same, others;
        const auto alike = [&](const Rule& rule) {
            if (rule.source == none || first.source == none) return &rule == &first;
            const Origin &a = rules_.origins[rule.source], &b = rules_.origins[first.source];
            return a.unit == b.unit && a.declared == b.declared && rule.body == first.body;
        };
        for (const Rule* rule : left) (alike(*rule) ? same : others).push_back(rule);
        left = std::move(others);
        if (first.source == none || !is_whole_[unit_of(first)]) visit(same);
    }
}

std::shared_ptr<RelaxedGraph> GraphBuilder::build() {
    auto graph = std::make_shared<RelaxedGraph>();
    for (RuleInstances& instances : instances_) instances.sort();
    choose(*graph);

    EdgeMaker edges(task_, split_, evaluation_.relations());
    edges.on_edges([&](std::size_t bytes) {
        if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
        if (bytes > options_.max_bytes) throw OverBudget{};
    });
    graph->goal_unreachable = !edges.make_goal(graph->goal);
    const auto is_whole = [&](std::size_t rule) { return is_whole_[unit_of(rules_.rules[rule].rule)]; };
    for (std::size_t group = 0; group < instances_.size(); ++group)
        for_each_edge_group(
            group, [&](const datalog::RuleGroup& same) { edges.note_negations(*same.front(), instances_[group]); });
    for (std::size_t i = 0; i < whole_.size(); ++i)
        if (is_whole(i)) edges.note_negations(rules_.rules[i].rule, whole_[i]);
    edges.note_negative_goals();
    for (std::size_t group = 0; group < instances_.size(); ++group) {
        for (const Rule* rule : evaluation_.groups()[group])
            if (!program_.changes[rule->head.relation]) edges.make_choices(*rule, instances_[group]);
        for_each_edge_group(group,
                            [&](const datalog::RuleGroup& same) { edges.make_split_edges(same, instances_[group]); });
        instances_[group].release();
    }
    for (std::size_t i = 0; i < whole_.size(); ++i) {
        if (is_whole(i)) edges.make_whole_edges(rules_.rules[i], whole_[i]);
        whole_[i].release();
    }
    edges.finish(*graph, options_.any_goal);
    return graph;
}

}  // namespace
}  // namespace relaxation

std::shared_ptr<const RelaxedGraph> build_relaxed_graph(const Task& task, CostType cost_type, Limits& limits,
                                                        const RelaxedGraphOptions& options) {
    const double start = limits.elapsed();
    std::vector<bool> drop(task.schemata.size(), false);
    bool all_dropped = false;
    auto steps = std::make_unique<StepBudget>(limits, options.max_steps);
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
        } catch (const Halted& halted) {
            // What is left of the steps would not do for one schema after the other.
            if (halted.why != Halt::steps || !steps->is_spent()) throw;
            if (all_dropped || !options.may_drop_inequalities || builder.costliest_inequalities() == none)
                return nullptr;
            all_dropped = true;
            drop.assign(drop.size(), true);
            steps = nullptr;
            steps = std::make_unique<StepBudget>(limits, options.max_steps);
        }
    }
}

}  // namespace isonova
