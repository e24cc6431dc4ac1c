// The normalised task as plain Python values: ids, names and tuples. isonova.api.task makes typed objects of them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "isonova/task/task.hpp"

namespace isonova::bindings {
namespace {

using Codes = std::vector<std::int32_t>;  // terms: a variable is its index, an object o is -o - 1
using LiteralTuple = std::tuple<PredicateId, bool, Codes>;
using ConstraintTuple = std::tuple<std::int32_t, std::int32_t, bool>;
using ConditionTuple = std::pair<std::vector<LiteralTuple>, std::vector<ConstraintTuple>>;
using EffectTuple = std::tuple<std::vector<ObjectSetId>, ConditionTuple, LiteralTuple>;
using CostTuple = std::pair<std::int64_t, std::vector<std::pair<FunctionId, Codes>>>;

Codes codes(const std::vector<Term>& terms) {
    Codes result;
    for (const Term term : terms) result.push_back(term.code());
    return result;
}

LiteralTuple plain(const Literal& literal) {
    return {literal.predicate, literal.negated, codes(literal.args)};
}

ConditionTuple plain(const Condition& condition) {
    ConditionTuple result;
    for (const Literal& literal : condition.literals) result.first.push_back(plain(literal));
    for (const Constraint& c : condition.constraints) result.second.emplace_back(c.lhs.code(), c.rhs.code(), c.equal);
    return result;
}

CostTuple plain(const Cost& cost) {
    CostTuple result{cost.constant, {}};
    for (const FunctionTerm& term : cost.terms) result.second.emplace_back(term.function, codes(term.args));
    return result;
}

const char* plain(PredicateKind kind) {
    switch (kind) {
        case PredicateKind::fixed:
            return "static";
        case PredicateKind::fluent:
            return "fluent";
        case PredicateKind::derived:
            return "derived";
    }
    return "";
}

auto types(const Task& task) {
    std::vector<std::tuple<std::string, TypeId, ObjectSetId>> result;
    for (const Type& type : task.types) result.emplace_back(type.name, type.parent, type.objects);
    return result;
}

auto objects(const Task& task) {
    std::vector<std::tuple<std::string, std::string, TypeId, bool>> result;
    for (const Object& object : task.objects)
        result.emplace_back(object.name, object.spelling, object.type, object.is_constant);
    return result;
}

auto predicates(const Task& task) {
    std::vector<std::tuple<std::string, std::vector<TypeId>, std::string, bool>> result;
    for (const Predicate& predicate : task.predicates)
        result.emplace_back(predicate.name, predicate.parameter_types, plain(predicate.kind), predicate.invented);
    return result;
}

auto functions(const Task& task) {
    std::vector<std::pair<std::string, std::uint32_t>> result;
    for (const Function& function : task.functions) result.emplace_back(function.name, function.arity);
    return result;
}

auto actions(const Task& task) {
    std::vector<std::tuple<std::string, std::vector<std::string>, std::vector<ObjectSetId>, CostTuple>> result;
    for (const Action& action : task.actions)
        result.emplace_back(action.name, action.parameter_names, action.parameters, plain(action.cost));
    return result;
}

auto schemata(const Task& task) {
    using Row = std::tuple<std::uint32_t, Codes, std::vector<std::string>, std::vector<ObjectSetId>, ConditionTuple,
                           std::vector<EffectTuple>, CostTuple>;
    std::vector<Row> result;
    for (const Schema& schema : task.schemata) {
        std::vector<EffectTuple> effects;
        for (const Effect& effect : schema.effects)
            effects.emplace_back(effect.parameters, plain(effect.condition), plain(effect.literal));
        result.emplace_back(schema.action, codes(schema.declared), schema.variable_names, schema.parameters,
                            plain(schema.precondition), std::move(effects), plain(schema.cost));
    }
    return result;
}

auto axioms(const Task& task) {
    using Row =
        std::tuple<LiteralTuple, std::vector<std::string>, std::vector<ObjectSetId>, ConditionTuple, std::uint32_t>;
    std::vector<Row> result;
    for (const Axiom& axiom : task.axioms)
        result.emplace_back(plain(axiom.head), axiom.variable_names, axiom.parameters, plain(axiom.body),
                            axiom.stratum);
    return result;
}

// Names are shared: a million facts over a thousand objects make a thousand strings.
nb::list init(const Task& task) {
    std::vector<nb::str> predicate_names, object_names;
    for (const Predicate& predicate : task.predicates) predicate_names.emplace_back(predicate.name.c_str());
    for (const Object& object : task.objects) object_names.emplace_back(object.name.c_str());
    nb::list result;
    for (std::size_t i = 0; i < task.init.size(); ++i) {
        const auto args = task.init.args(i);
        nb::object atom = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(args.size() + 1)));
        PyTuple_SET_ITEM(atom.ptr(), 0, predicate_names[task.init.predicate(i)].inc_ref().ptr());
        for (std::size_t k = 0; k < args.size(); ++k)
            PyTuple_SET_ITEM(atom.ptr(), static_cast<Py_ssize_t>(k + 1), object_names[args[k]].inc_ref().ptr());
        result.append(atom);
    }
    return result;
}

auto function_values(const Task& task) {
    std::vector<std::tuple<FunctionId, std::vector<ObjectId>, std::int64_t>> result;
    for (const FunctionValue& value : task.function_values)
        result.emplace_back(value.function, value.args, value.value);
    return result;
}

auto literals(const std::vector<Literal>& literals) {
    std::vector<LiteralTuple> result;
    for (const Literal& literal : literals) result.push_back(plain(literal));
    return result;
}

}  // namespace

void bind_task(nb::module_& m) {
    nb::class_<Task>(m, "Task", "A normalised task. Terms are integers: a variable is its index, object o is -o - 1.")
        .def_ro("domain_name", &Task::domain_name)
        .def_ro("problem_name", &Task::problem_name)
        .def_ro("has_metric", &Task::has_metric)
        .def_ro("cost_scale", &Task::cost_scale, "Costs are integers: this many stand for 1 as written.")
        .def_ro("goal_false", &Task::goal_false)
        .def_prop_ro("init_size", [](const Task& task) { return task.init.size(); })
        .def("types", &types)
        .def("objects", &objects)
        .def("predicates", &predicates)
        .def("functions", &functions)
        .def("object_sets", [](const Task& task) { return task.object_sets; })
        .def("actions", &actions)
        .def("schemata", &schemata)
        .def("axioms", &axioms)
        .def("init", &init, nb::sig("def init(self) -> list[tuple[str, ...]]"))
        .def("function_values", &function_values)
        .def("goal", [](const Task& task) { return literals(task.goal); })
        .def("static_goal", [](const Task& task) { return literals(task.static_goal); })
        .def("__str__", [](const Task& task) { return to_string(task); });
}

}  // namespace isonova::bindings
