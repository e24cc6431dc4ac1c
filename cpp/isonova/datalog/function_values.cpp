#include "isonova/datalog/function_values.hpp"

namespace isonova::datalog {

FunctionValues::FunctionValues(const Task& task) : values_(task.functions.size()) {
    for (const Function& function : task.functions)
        arguments_.emplace_back(function.arity, static_cast<std::uint32_t>(task.objects.size()));
    for (const FunctionValue& entry : task.function_values) {
        if (arguments_[entry.function].insert(entry.args.data()))
            values_[entry.function].push_back(entry.value);
        else
            values_[entry.function][arguments_[entry.function].find(entry.args.data())] = entry.value;
    }
}

std::optional<std::int64_t> FunctionValues::evaluate(const Cost& cost, const ObjectId* values) {
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

}  // namespace isonova::datalog
