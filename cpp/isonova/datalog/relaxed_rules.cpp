#include "isonova/datalog/relaxed_rules.hpp"

#include <algorithm>

namespace isonova::datalog {

Program empty_program(const Task& task) {
    Program program;
    program.task = &task;
    for (const Predicate& predicate : task.predicates) {
        program.arity.push_back(predicate.arity());
        program.changes.push_back(predicate.kind != PredicateKind::fixed);
    }
    program.arity.insert(program.arity.end(), task.object_sets.size(), 1);
    program.changes.insert(program.changes.end(), task.object_sets.size(), false);
    return program;
}

void add_condition(Rule& rule, const Condition& condition, const Task& task) {
    const auto add = [](std::vector<Atom>& atoms, Atom atom) {
        if (std::find(atoms.begin(), atoms.end(), atom) == atoms.end()) atoms.push_back(std::move(atom));
    };
    for (const Literal& literal : condition.literals) {
        if (!literal.negated)
            add(rule.body, {literal.predicate, literal.args});
        else if (task.predicates[literal.predicate].kind == PredicateKind::fixed)
            add(rule.absent, {literal.predicate, literal.args});
    }
    rule.constraints.insert(rule.constraints.end(), condition.constraints.begin(), condition.constraints.end());
}

void bind_free_variables(Rule& rule, std::uint32_t first, const Program& program) {
    std::vector<bool> bound(rule.domains.size(), false);
    for (const Atom& atom : rule.body)
        for (const Term term : atom.args)
            if (term.is_variable()) bound[term.variable()] = true;
    for (std::uint32_t variable = first; variable < rule.domains.size(); ++variable)
        if (!bound[variable])
            rule.body.push_back({program.set_relation(rule.domains[variable]), {Term::variable(variable)}});
}

Program relaxed_rules(const Task& task) {
    Program program = empty_program(task);
    std::uint32_t source = 0;
    const auto add = [&](Rule& rule) {
        rule.source = source;
        bind_free_variables(rule, 0, program);
        // A rule that needs its own head derives nothing.
        if (std::find(rule.body.begin(), rule.body.end(), rule.head) == rule.body.end())
            program.rules.push_back(std::move(rule));
    };
    for (const Schema& schema : task.schemata) {
        for (const Effect& effect : schema.effects) {
            if (!effect.literal.negated) {
                Rule rule;
                rule.head = {effect.literal.predicate, effect.literal.args};
                rule.domains = schema.parameters;
                rule.domains.insert(rule.domains.end(), effect.parameters.begin(), effect.parameters.end());
                add_condition(rule, schema.precondition, task);
                add_condition(rule, effect.condition, task);
                add(rule);
            }
            ++source;
        }
    }
    for (const Axiom& axiom : task.axioms) {
        Rule rule;
        rule.head = {axiom.head.predicate, axiom.head.args};
        rule.domains = axiom.parameters;
        add_condition(rule, axiom.body, task);
        add(rule);
        ++source;
    }
    return program;
}

}  // namespace isonova::datalog
