#include "isonova/ground/axiom_grounding.hpp"

#include <algorithm>

#include "isonova/ground/instances.hpp"
#include "isonova/ground/literal_grounding.hpp"

namespace isonova::grounding {

namespace {

// The variables that the ground axiom shows; two bindings that differ elsewhere make the same axiom.
std::vector<std::uint32_t> shown_variables(const Axiom& axiom, const Task& task) {
    std::vector<bool> shown(axiom.parameters.size(), false);
    const auto show = [&](const Literal& literal) {
        for (const Term term : literal.args)
            if (term.is_variable()) shown[term.variable()] = true;
    };
    show(axiom.head);
    for (const Literal& literal : axiom.body.literals)
        if (task.predicates[literal.predicate].kind != PredicateKind::fixed) show(literal);
    std::vector<std::uint32_t> variables;
    for (std::uint32_t variable = 0; variable < shown.size(); ++variable)
        if (shown[variable]) variables.push_back(variable);
    return variables;
}

}  // namespace

void ground_axioms(GroundTask& out, ReachableAtoms& atoms, Limits& limits, Budget& budget) {
    const Task& task = atoms.task();
    GroundCondition body;
    std::vector<ObjectId> values;
    for (const Axiom& axiom : task.axioms) {
        while (out.axiom_start.size() <= axiom.stratum) out.axiom_start.push_back(out.axiom_count());
        const std::vector<std::uint32_t> variables = shown_variables(axiom, task);
        const Instances instances(axiom.parameters, axiom.body, variables, atoms, limits, budget);
        const ConditionGrounder grounder(axiom.body, task);
        values.assign(axiom.parameters.size(), 0);
        for (std::size_t i = 0; i < instances.size(); ++i) {
            if ((i & 255) == 0)
                if (const Halt halt = limits.check(); halt != Halt::go_on) throw Halted{halt};
            for (std::size_t k = 0; k < variables.size(); ++k) values[variables[k]] = instances[i][k];
            if (!grounder.ground(values.data(), atoms, body)) continue;
            const AtomId head = ground_atom(axiom.head, values.data(), atoms);
            if (std::binary_search(body.positive.begin(), body.positive.end(), head)) continue;
            out.axiom_head.push_back(head);
            for (const AtomId atom : body.positive) out.axiom_body.push(atom);
            out.axiom_body.end_row();
            for (const AtomId atom : body.negative) out.axiom_negative_body.push(atom);
            out.axiom_negative_body.end_row();
        }
    }
    if (!task.axioms.empty()) out.axiom_start.push_back(out.axiom_count());
}

}  // namespace isonova::grounding
