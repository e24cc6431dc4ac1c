#include "isonova/ground/action_grounding.hpp"

#include <numeric>

#include "isonova/datalog/function_values.hpp"
#include "isonova/ground/effect_grounding.hpp"
#include "isonova/ground/instances.hpp"
#include "isonova/ground/literal_grounding.hpp"

namespace isonova::grounding {

void ground_actions(GroundTask& out, ReachableAtoms& atoms, Limits& limits, Budget& budget) {
    const Task& task = atoms.task();
    datalog::FunctionValues functions(task);
    GroundCondition precondition;
    for (SchemaId id = 0; id < task.schemata.size(); ++id) {
        const Schema& schema = task.schemata[id];
        std::vector<std::uint32_t> variables(schema.arity());
        std::iota(variables.begin(), variables.end(), 0);
        const Instances instances(schema.parameters, schema.precondition, variables, atoms, limits, budget);
        const ConditionGrounder grounder(schema.precondition, task);
        EffectGrounder effects(schema, atoms, limits, budget);
        for (std::size_t i = 0; i < instances.size(); ++i) {
            if ((i & 255) == 0) {
                if (const Halt halt = limits.check(); halt != Halt::go_on) throw Halted{halt};
                if (budget.counts_bytes() && (i & 0xfff) == 0) budget.check_bytes(atoms.bytes() + bytes(out));
            }
            const ObjectId* values = instances[i];
            if (!grounder.ground(values, atoms, precondition)) continue;
            const std::optional<std::int64_t> cost = functions.evaluate(schema.cost, values);
            if (!cost || !effects.ground(values, precondition)) continue;
            out.schema.push_back(id);
            out.cost.push_back(*cost);
            out.arguments.push_row({values, schema.arity()});
            out.precondition.push_row(precondition.positive);
            out.negative_precondition.push_row(precondition.negative);
            effects.write(out);
        }
    }
}

}  // namespace isonova::grounding
