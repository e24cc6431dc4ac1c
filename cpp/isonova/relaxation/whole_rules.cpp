#include "isonova/relaxation/whole_rules.hpp"

#include <algorithm>

#include "isonova/datalog/reachability.hpp"
#include "isonova/datalog/relaxed_rules.hpp"

namespace isonova::relaxation {

using datalog::Atom;
using datalog::Rule;

WholeRules::WholeRules(const Task& task, CostType cost_type, bool any_goal)
    : program(datalog::empty_program(task)), adjust_(adjustment(task, cost_type)), any_goal_(any_goal) {
    first_function = static_cast<datalog::RelationId>(program.arity.size());
    for (const Function& function : task.functions) {
        program.arity.push_back(function.arity);
        program.changes.push_back(false);
    }
    first_negation = static_cast<datalog::RelationId>(program.arity.size());
    for (const Predicate& predicate : task.predicates) {
        program.arity.push_back(predicate.arity());
        program.changes.push_back(true);
    }
    first_auxiliary = static_cast<datalog::RelationId>(program.arity.size());
    for (SchemaId id = 0; id < task.schemata.size(); ++id) add_schema(id);
    for (std::uint32_t index = 0; index < task.axioms.size(); ++index) add_axiom(index);
    find_read();
    drop_irrelevant();
}

void WholeRules::require(Rule& rule, const Condition& condition) const {
    datalog::add_condition(rule, condition, *program.task);
    for (const Literal& literal : condition.literals) {
        if (!literal.negated || program.task->predicates[literal.predicate].kind == PredicateKind::fixed) continue;
        Atom atom{literal.predicate, literal.args};
        if (std::find(rule.negated.begin(), rule.negated.end(), atom) == rule.negated.end())
            rule.negated.push_back(std::move(atom));
    }
}

void WholeRules::finish(WholeRule whole) {
    Rule& rule = whole.rule;
    // A negated derived literal matters only where it may contradict another.
    std::erase_if(rule.negated, [&](const Atom& no) {
        return program.task->predicates[no.relation].kind == PredicateKind::derived &&
               std::none_of(rule.body.begin(), rule.body.end(),
                            [&](const Atom& yes) { return yes.relation == no.relation; });
    });
    // What needs its own head derives nothing.
    std::erase_if(whole.heads, [&](const Head& head) {
        return std::find(rule.body.begin(), rule.body.end(), head.atom) != rule.body.end() ||
               std::any_of(rule.negated.begin(), rule.negated.end(), [&](const Atom& atom) {
                   return negation_relation(atom.relation) == head.atom.relation && atom.args == head.atom.args;
               });
    });
    if (whole.heads.empty()) return;
    datalog::bind_free_variables(rule, 0, program);
    rules.push_back(std::move(whole));
}

void WholeRules::add_schema(SchemaId id) {
    const Task& task = *program.task;
    const Schema& schema = task.schemata[id];
    origins.push_back({id, adjust_(schema.cost.constant), schema.declared});
    WholeRule base;
    base.rule.source = static_cast<std::uint32_t>(origins.size() - 1);
    base.rule.domains = schema.parameters;
    require(base.rule, schema.precondition);
    for (const FunctionTerm& term : schema.cost.terms) {
        // Not made unique: a function that is counted twice costs twice.
        base.rule.body.push_back({function_relation(term.function), term.args});
    }
    std::vector<std::vector<std::vector<Term>>> sure(task.predicates.size());
    for (const Effect& effect : schema.effects)
        if (effect.unconditional() && !effect.literal.negated)
            sure[effect.literal.predicate].push_back(effect.literal.args);
    const auto head = [&](const Effect& effect) {
        const Literal& literal = effect.literal;
        Head result{{literal.negated ? negation_relation(literal.predicate) : literal.predicate, literal.args}, {}};
        if (!literal.negated) return result;
        result.unless = sure[literal.predicate];
        // An effect of the same condition is as sure as this one.
        for (const Effect& other : schema.effects)
            if (!other.literal.negated && other.literal.predicate == literal.predicate && !other.unconditional() &&
                other.parameters == effect.parameters && other.condition.literals == effect.condition.literals &&
                other.condition.constraints == effect.condition.constraints)
                result.unless.push_back(other.literal.args);
        return result;
    };
    WholeRule always = base;
    for (const Effect& effect : schema.effects) {
        if (effect.unconditional()) {
            always.heads.push_back(head(effect));
            continue;
        }
        WholeRule conditional = base;
        conditional.rule.domains.insert(conditional.rule.domains.end(), effect.parameters.begin(),
                                        effect.parameters.end());
        require(conditional.rule, effect.condition);
        conditional.heads.push_back(head(effect));
        finish(std::move(conditional));
    }
    finish(std::move(always));
}

void WholeRules::add_axiom(std::uint32_t index) {
    const Axiom& axiom = program.task->axioms[index];
    origins.push_back({static_cast<std::uint32_t>(program.task->schemata.size()) + index, 0, {}});
    WholeRule whole;
    whole.rule.source = static_cast<std::uint32_t>(origins.size() - 1);
    whole.rule.domains = axiom.parameters;
    require(whole.rule, axiom.body);
    whole.heads.push_back({{axiom.head.predicate, axiom.head.args}, {}});
    finish(std::move(whole));
}

void WholeRules::find_read() {
    read_.assign(program.task->predicates.size(), false);
    const auto read = [&](const Condition& condition) {
        for (const Literal& literal : condition.literals) read_[literal.predicate] = true;
    };
    for (const Schema& schema : program.task->schemata)
        for (const Effect& effect : schema.effects) read(effect.condition);
    for (const Axiom& axiom : program.task->axioms) read(axiom.body);
}

void WholeRules::drop_irrelevant() {
    std::vector<bool> relevant(program.arity.size(), false);
    for (PredicateId predicate = 0; any_goal_ && predicate < program.task->predicates.size(); ++predicate) {
        relevant[predicate] = true;
        relevant[negation_relation(predicate)] = may_be_negative_goal(predicate);
    }
    for (const Literal& literal : program.task->goal) {
        relevant[literal.predicate] = true;
        if (literal.negated) relevant[negation_relation(literal.predicate)] = true;
    }
    for (bool changed = true; changed;) {
        changed = false;
        const auto need = [&](datalog::RelationId id) {
            if (!relevant[id]) changed = relevant[id] = true;
        };
        for (const WholeRule& whole : rules) {
            if (std::none_of(whole.heads.begin(), whole.heads.end(),
                             [&](const Head& head) { return relevant[head.atom.relation]; }))
                continue;
            for (const Atom& atom : whole.rule.body) need(atom.relation);
            for (const Atom& atom : whole.rule.negated) {
                need(atom.relation);  // whether it can be reached has to be known
                need(negation_relation(atom.relation));
            }
        }
    }
    for (WholeRule& whole : rules)
        std::erase_if(whole.heads, [&](const Head& head) { return !relevant[head.atom.relation]; });
    std::erase_if(rules, [](const WholeRule& whole) { return whole.heads.empty(); });
}

std::vector<std::int64_t> WholeRules::weights(FunctionId function, const datalog::Relation& relation) const {
    std::vector<std::int64_t> out(relation.size(), 0);
    for (const FunctionValue& each : program.task->function_values)
        if (each.function == function) out[relation.find(each.args.data())] = adjust_.keep * each.value;
    return out;
}

datalog::Relations load(const WholeRules& rules, const datalog::Program& program) {
    datalog::Relations relations = datalog::load(program);
    for (const FunctionValue& each : program.task->function_values)
        relations[rules.function_relation(each.function)].insert(each.args.data());
    for (FunctionId function = 0; function < program.task->functions.size(); ++function)
        relations[rules.function_relation(function)].publish_all();
    return relations;
}

}  // namespace isonova::relaxation
