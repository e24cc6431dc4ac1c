#include "isonova/ground/action_grounding.hpp"

#include <numeric>
#include <optional>

#include "isonova/ground/effect_grounding.hpp"
#include "isonova/ground/instances.hpp"
#include "isonova/ground/literal_grounding.hpp"

namespace isonova::grounding {

namespace {

// The task's function values, found by their arguments.
class FunctionValues {
  public:
    explicit FunctionValues(const Task& task) : values_(task.functions.size()) {
        for (const Function& function : task.functions)
            arguments_.emplace_back(function.arity, static_cast<std::uint32_t>(task.objects.size()));
        for (const FunctionValue& entry : task.function_values) {
            if (arguments_[entry.function].insert(entry.args.data()))
                values_[entry.function].push_back(entry.value);
            else
                values_[entry.function][arguments_[entry.function].find(entry.args.data())] = entry.value;
        }
    }

    // Nothing where a function has no value.
    std::optional<std::int64_t> evaluate(const Cost& cost, const ObjectId* values) {
        std::int64_t sum = cost.constant;
        for (const FunctionTerm& term : cost.terms) {
            args_.clear();
            for (const Term arg : term.args) args_.push_back(arg.is_variable() ? values[arg.variable()] : arg.object());
            const std::uint32_t place = arguments_[term.function].find(args_.data());
            if (place == none) return std::nullopt;
            sum += values_[term.function][place];
        }
        return sum;
    }

  private:
    datalog::Relations arguments_;
    std::vector<std::vector<std::int64_t>> values_;
    std::vector<ObjectId> args_;
};

}  // namespace

void ground_actions(GroundTask& out, ReachableAtoms& atoms, Limits& limits, Budget& budget) {
    const Task& task = atoms.task();
    FunctionValues functions(task);
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
