#include "syntax.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings.hpp"

namespace isonova::bindings {

nb::object TreeHolder::str(pddl::Name name) {
    if (!name) return nb::str("");
    if (strings_.empty()) strings_.resize(tree_->names->size());
    nb::object& entry = strings_[name->id];
    if (!entry.is_valid()) entry = decoded(name->text);
    return entry;
}

pddl::Place TreeHolder::place(const pddl::Source& source, pddl::Offset at) {
    auto& lines = &source == tree_->domain.source.get() ? domain_lines_ : problem_lines_;
    if (lines.empty()) {
        lines.push_back(0);
        for (std::size_t i = 0; i < source.text.size(); ++i) {
            if (source.text[i] == '\n') lines.push_back(static_cast<pddl::Offset>(i + 1));
        }
    }
    const auto line = std::upper_bound(lines.begin(), lines.end(), at) - lines.begin();
    return {static_cast<std::uint32_t>(line), at - lines[static_cast<std::size_t>(line) - 1] + 1};
}

namespace {

using pddl::SourcePtr;

// Predicates and functions are declared alike.
struct DeclarationView {
    HolderPtr holder;
    pddl::Ident name;
    const std::vector<pddl::TypedName>* parameters;
    const pddl::Source* source;
};

using Condition = View<pddl::Condition>;
using Effect = View<pddl::Effect>;
using TypedName = View<pddl::TypedName>;
using Action = View<pddl::Action>;
using Derived = View<pddl::DerivedRule>;
using Domain = View<pddl::Domain>;
using Problem = View<pddl::Problem>;

template <typename Parent, typename T>
std::vector<View<T>> views(const View<Parent>& parent, const std::vector<T>& nodes) {
    std::vector<View<T>> result;
    result.reserve(nodes.size());
    for (const T& node : nodes) result.push_back(parent.of(node));
    return result;
}

template <typename T>
nb::list names_of(TreeHolder& holder, const std::vector<T>& named) {
    nb::list result;
    for (const T& entry : named) result.append(holder.str(entry.name));
    return result;
}

template <typename Parent, typename T>
std::vector<DeclarationView> declarations(const View<Parent>& parent, const std::vector<T>& declared) {
    std::vector<DeclarationView> result;
    for (const T& entry : declared) result.push_back({parent.holder, entry.name, &entry.parameters, parent.source});
    return result;
}

const char* kind_name(pddl::ConditionKind kind) {
    switch (kind) {
        case pddl::ConditionKind::conjunction:
            return "and";
        case pddl::ConditionKind::disjunction:
            return "or";
        case pddl::ConditionKind::negation:
            return "not";
        case pddl::ConditionKind::implication:
            return "imply";
        case pddl::ConditionKind::exists:
            return "exists";
        case pddl::ConditionKind::forall:
            return "forall";
        case pddl::ConditionKind::atom:
            return "atom";
        case pddl::ConditionKind::equality:
            return "=";
    }
    return "";
}

const char* kind_name(pddl::EffectKind kind) {
    switch (kind) {
        case pddl::EffectKind::conjunction:
            return "and";
        case pddl::EffectKind::forall:
            return "forall";
        case pddl::EffectKind::when:
            return "when";
        case pddl::EffectKind::add:
            return "add";
        case pddl::EffectKind::remove:
            return "delete";
        case pddl::EffectKind::increase:
            return "increase";
    }
    return "";
}

// Of what is added or deleted, or of the function that is the cost.
std::vector<pddl::Term> arguments(const pddl::Effect& effect) {
    if (effect.kind != pddl::EffectKind::increase) return effect.atom.args;
    return effect.cost.function ? effect.cost.function->args : std::vector<pddl::Term>();
}

nb::object exact(const pddl::Number& number) {
    if (number.decimals == 0) return nb::int_(number.digits);
    std::int64_t denominator = 1;
    for (std::uint32_t i = 0; i < number.decimals; ++i) denominator *= 10;
    return nb::module_::import_("fractions").attr("Fraction")(number.digits, denominator);
}

nb::object checked(PyObject* object) {
    if (!object) throw nb::python_error();
    return nb::steal(object);
}

nb::object term_tuple(TreeHolder& holder, const pddl::Term* first, std::uint32_t count) {
    nb::object result = checked(PyTuple_New(count));
    for (std::uint32_t i = 0; i < count; ++i)
        PyTuple_SetItem(result.ptr(), i, holder.str(first[i].name).release().ptr());
    return result;
}

nb::object init(const Problem& problem) {
    const auto& facts = problem.node->init;
    nb::object result = checked(PyList_New(static_cast<Py_ssize_t>(facts.size())));
    for (std::size_t i = 0; i < facts.size(); ++i) {
        nb::object fact = checked(PyTuple_New(2));
        const pddl::Term* first = problem.node->init_terms.data() + facts[i].first;
        PyTuple_SetItem(fact.ptr(), 0, problem.holder->str(facts[i].predicate.name).release().ptr());
        PyTuple_SetItem(fact.ptr(), 1, term_tuple(*problem.holder, first, facts[i].count).release().ptr());
        PyList_SetItem(result.ptr(), static_cast<Py_ssize_t>(i), fact.release().ptr());
    }
    return result;
}

nb::object init_functions(const Problem& problem) {
    const auto& facts = problem.node->init_functions;
    nb::object result = checked(PyList_New(static_cast<Py_ssize_t>(facts.size())));
    for (std::size_t i = 0; i < facts.size(); ++i) {
        nb::object fact = checked(PyTuple_New(3));
        const pddl::Term* first = problem.node->init_terms.data() + facts[i].first;
        PyTuple_SetItem(fact.ptr(), 0, problem.holder->str(facts[i].function.name).release().ptr());
        PyTuple_SetItem(fact.ptr(), 1, term_tuple(*problem.holder, first, facts[i].count).release().ptr());
        PyTuple_SetItem(fact.ptr(), 2, exact(facts[i].value).release().ptr());
        PyList_SetItem(result.ptr(), static_cast<Py_ssize_t>(i), fact.release().ptr());
    }
    return result;
}

std::string bytes_of(nb::handle object) {
    if (PyUnicode_Check(object.ptr())) {
        const nb::object encoded = checked(PyUnicode_AsEncodedString(object.ptr(), "utf-8", "surrogatepass"));
        return bytes_of(encoded);
    }
    if (!PyBytes_Check(object.ptr())) throw nb::type_error("PDDL text must be str or bytes");
    return std::string(PyBytes_AsString(object.ptr()), static_cast<std::size_t>(PyBytes_Size(object.ptr())));
}

SourcePtr source_from_file(nb::handle path) {
    const nb::object plain = checked(PyOS_FSPath(path.ptr()));
    PyObject* encoded = nullptr;
    if (!PyUnicode_FSConverter(plain.ptr(), &encoded)) throw nb::python_error();
    const std::string name = bytes_of(nb::object(nb::steal(encoded)));
    nb::gil_scoped_release release;
    return pddl::read_source(name);
}

TreeView parse(const SourcePtr& domain, const SourcePtr& problem) {
    pddl::SyntaxTreePtr tree;
    {
        nb::gil_scoped_release release;
        tree = pddl::parse(domain, problem);
    }
    return {std::make_shared<TreeHolder>(std::move(tree))};
}

template <typename T>
nb::class_<View<T>> bind_placed(nb::module_& m, const char* name, const char* doc) {
    const auto place = [](const View<T>& v) { return v.holder->place(*v.source, v.node->at); };
    return nb::class_<View<T>>(m, name, doc)
        .def_prop_ro("kind", [](const View<T>& v) { return kind_name(v.node->kind); })
        .def_prop_ro("children", [](const View<T>& v) { return views(v, v.node->children); })
        .def_prop_ro("parameters", [](const View<T>& v) { return views(v, v.node->parameters); })
        .def_prop_ro(
            "predicate", [](const View<T>& v) { return v.holder->str(v.node->atom.predicate.name); },
            nb::sig("def predicate(self) -> str"))
        .def_prop_ro("line", [place](const View<T>& v) { return place(v).line; })
        .def_prop_ro("column", [place](const View<T>& v) { return place(v).column; });
}

void bind_formulas(nb::module_& m) {
    const auto str_list = nb::sig("def args(self) -> list[str]");
    bind_placed<pddl::Condition>(m, "ConditionSyntax", "A condition: and, or, not, imply, exists, forall, atom or =.")
        .def_prop_ro("args", [](const Condition& v) { return names_of(*v.holder, v.node->atom.args); }, str_list);
    bind_placed<pddl::Effect>(m, "EffectSyntax", "An effect: and, forall, when, add, delete or increase.")
        .def_prop_ro(
            "condition", [](const Effect& v) { return v.of(v.node->condition); }, "Of `when`; else true.")
        .def_prop_ro(
            "args", [](const Effect& v) { return names_of(*v.holder, arguments(*v.node)); }, str_list)
        .def_prop_ro(
            "amount",
            [](const Effect& v) -> nb::object {
                if (v.node->kind != pddl::EffectKind::increase || v.node->cost.function) return nb::none();
                return exact(v.node->cost.number);
            },
            nb::sig("def amount(self) -> int | fractions.Fraction | None"),
            "The number `increase` adds to the cost, unless it is a function term.")
        .def_prop_ro(
            "function",
            [](const Effect& v) {
                const auto& function = v.node->cost.function;
                return function ? v.holder->str(function->predicate.name) : nb::object(nb::str(""));
            },
            nb::sig("def function(self) -> str"),
            "The function `increase` adds to the cost; its arguments are `args`.");
}

void bind_declarations(nb::module_& m) {
    const auto str_name = nb::sig("def name(self) -> str");
    nb::class_<TypedName>(m, "TypedNameSyntax", "A declared name and its types; none stands for `object`.")
        .def_prop_ro(
            "name", [](const TypedName& v) { return v.holder->str(v.node->ident.name); }, str_name)
        .def_prop_ro(
            "types", [](const TypedName& v) { return names_of(*v.holder, v.node->types); },
            nb::sig("def types(self) -> list[str]"));
    nb::class_<DeclarationView>(m, "PredicateSyntax", "A declared predicate or function.")
        .def_prop_ro(
            "name", [](const DeclarationView& v) { return v.holder->str(v.name.name); }, str_name)
        .def_prop_ro("parameters", [](const DeclarationView& v) {
            std::vector<TypedName> result;
            for (const pddl::TypedName& parameter : *v.parameters) result.push_back({v.holder, &parameter, v.source});
            return result;
        });
    nb::class_<Action>(m, "ActionSyntax", "An action as declared.")
        .def_prop_ro(
            "name", [](const Action& v) { return v.holder->str(v.node->name.name); }, str_name)
        .def_prop_ro("parameters", [](const Action& v) { return views(v, v.node->parameters); })
        .def_prop_ro("precondition", [](const Action& v) { return v.of(v.node->precondition); })
        .def_prop_ro("effect", [](const Action& v) { return v.of(v.node->effect); });
    nb::class_<Derived>(m, "DerivedSyntax", "One rule of a derived predicate.")
        .def_prop_ro(
            "name", [](const Derived& v) { return v.holder->str(v.node->predicate.name); }, str_name)
        .def_prop_ro("parameters", [](const Derived& v) { return views(v, v.node->parameters); })
        .def_prop_ro("body", [](const Derived& v) { return v.of(v.node->body); });
}

void bind_tree(nb::module_& m) {
    const auto str_name = nb::sig("def name(self) -> str");
    const auto str_requirements = nb::sig("def requirements(self) -> list[str]");
    nb::class_<Domain>(m, "DomainSyntax", "A domain as written.")
        .def_prop_ro(
            "name", [](const Domain& v) { return v.holder->str(v.node->name.name); }, str_name)
        .def_prop_ro(
            "requirements", [](const Domain& v) { return names_of(*v.holder, v.node->requirements); }, str_requirements)
        .def_prop_ro("types", [](const Domain& v) { return views(v, v.node->types); })
        .def_prop_ro("constants", [](const Domain& v) { return views(v, v.node->constants); })
        .def_prop_ro("predicates", [](const Domain& v) { return declarations(v, v.node->predicates); })
        .def_prop_ro("functions", [](const Domain& v) { return declarations(v, v.node->functions); })
        .def_prop_ro("actions", [](const Domain& v) { return views(v, v.node->actions); })
        .def_prop_ro("derived", [](const Domain& v) { return views(v, v.node->derived); });
    nb::class_<Problem>(m, "ProblemSyntax", "A problem as written.")
        .def_prop_ro(
            "name", [](const Problem& v) { return v.holder->str(v.node->name.name); }, str_name)
        .def_prop_ro(
            "domain_name", [](const Problem& v) { return v.holder->str(v.node->domain_name.name); },
            nb::sig("def domain_name(self) -> str"))
        .def_prop_ro(
            "requirements", [](const Problem& v) { return names_of(*v.holder, v.node->requirements); },
            str_requirements)
        .def_prop_ro("objects", [](const Problem& v) { return views(v, v.node->objects); })
        .def_prop_ro("goal", [](const Problem& v) { return v.of(v.node->goal); })
        .def_prop_ro("minimises_cost", [](const Problem& v) { return v.node->minimises_cost; })
        .def("init", &init, nb::sig("def init(self) -> list[tuple[str, tuple[str, ...]]]"), "The initial atoms.")
        .def("init_functions", &init_functions,
             nb::sig("def init_functions(self) -> list[tuple[str, tuple[str, ...], int | fractions.Fraction]]"),
             "The initial values of functions.");
    nb::class_<TreeView>(m, "SyntaxTree", "A domain and a problem, parsed and checked.")
        .def_prop_ro("domain",
                     [](const TreeView& v) { return Domain{v.holder, &v.tree().domain, v.tree().domain.source.get()}; })
        .def_prop_ro(
            "problem",
            [](const TreeView& v) { return Problem{v.holder, &v.tree().problem, v.tree().problem.source.get()}; })
        .def_prop_ro("domain_source", [](const TreeView& v) { return v.tree().domain.source; })
        .def_prop_ro("problem_source", [](const TreeView& v) { return v.tree().problem.source; })
        .def_prop_ro("warnings", [](const TreeView& v) { return v.tree().warnings; });
}

}  // namespace

void bind_syntax(nb::module_& m) {
    nb::class_<pddl::Source>(m, "Source", "A piece of PDDL text with a name.")
        .def_static("from_file", &source_from_file, nb::arg("path"),
                    nb::sig("def from_file(path: str | os.PathLike[str]) -> Source"), "Reads a file.")
        .def_static(
            "from_text",
            [](nb::handle text, std::string name) { return pddl::source_from_string(bytes_of(text), std::move(name)); },
            nb::arg("text"), nb::arg("name") = "<string>",
            nb::sig("def from_text(text: str | bytes, name: str = '<string>') -> Source"))
        .def_prop_ro(
            "name", [](const pddl::Source& s) { return decoded(s.name); }, nb::sig("def name(self) -> str"))
        .def_prop_ro("text", [](const pddl::Source& s) { return nb::bytes(s.text.data(), s.text.size()); });
    bind_formulas(m);
    bind_declarations(m);
    bind_tree(m);
    m.def("parse", &parse, nb::arg("domain"), nb::arg("problem"),
          "Parses and checks a domain and a problem. Raises PDDLError with every independent error found.");
}

}  // namespace isonova::bindings
