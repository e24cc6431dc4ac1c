#include "isonova/pddl/diagnostics.hpp"

#include "bindings.hpp"
#include "syntax.hpp"

namespace isonova::bindings {

namespace {

struct ErrorTypes {
    PyObject* bad_pddl;
    PyObject* unsupported;
};

const char* severity_name(pddl::Severity severity) {
    switch (severity) {
        case pddl::Severity::warning:
            return "warning";
        case pddl::Severity::error:
            return "error";
        case pddl::Severity::unsupported:
            return "unsupported";
    }
    return "error";
}

void raise(const pddl::InputError& error, const ErrorTypes& types) {
    nb::list diagnostics;
    for (const pddl::Diagnostic& diagnostic : error.diagnostics()) diagnostics.append(nb::cast(diagnostic));
    const nb::handle type = error.unsupported() ? types.unsupported : types.bad_pddl;
    nb::object exception = type(decoded(error.what()));
    nb::setattr(exception, "_diagnostics", diagnostics);
    PyErr_SetObject(type.ptr(), exception.ptr());
}

PyObject* new_error(nb::module_& m, const char* name, const char* doc, PyObject* base) {
    const std::string full = std::string("isonova._core.") + name;
    PyObject* type = PyErr_NewExceptionWithDoc(full.c_str(), doc, base, nullptr);
    if (!type) throw nb::python_error();
    m.attr(name) = nb::handle(type);
    return type;
}

}  // namespace

void bind_diagnostics(nb::module_& m) {
    using pddl::Diagnostic;
    nb::class_<Diagnostic>(m, "Diagnostic", "A warning or an error about PDDL text, with its place.")
        .def_prop_ro("severity", [](const Diagnostic& d) { return severity_name(d.severity); })
        .def_prop_ro(
            "suspicious", [](const Diagnostic& d) { return d.suspicious; },
            "A warning of this kind may be why a task has no plan.")
        .def_prop_ro(
            "file", [](const Diagnostic& d) { return decoded(d.file); }, nb::sig("def file(self) -> str"))
        .def_prop_ro(
            "line", [](const Diagnostic& d) { return d.place.line; }, "From 1; 0 stands for the whole file.")
        .def_prop_ro(
            "column", [](const Diagnostic& d) { return d.place.column; }, "From 1, in bytes.")
        .def_prop_ro(
            "message", [](const Diagnostic& d) { return decoded(d.message); }, nb::sig("def message(self) -> str"))
        .def_prop_ro(
            "hint", [](const Diagnostic& d) { return decoded(d.hint); }, nb::sig("def hint(self) -> str"))
        .def(
            "render", [](const Diagnostic& d) { return decoded(d.render()); }, nb::sig("def render(self) -> str"))
        .def("__str__", [](const Diagnostic& d) { return decoded(d.render()); }, nb::sig("def __str__(self) -> str"));

    // The types live as long as the process: the translator below is never taken back.
    static ErrorTypes types;
    types.bad_pddl =
        new_error(m, "PDDLError", "PDDL that cannot be read; `diagnostics` says what and where.", PyExc_ValueError);
    const nb::object diagnostics =
        nb::cpp_function([](nb::handle error) { return nb::getattr(error, "_diagnostics", nb::list()); },
                         nb::is_method(), nb::sig("def diagnostics(self) -> list[Diagnostic]"));
    nb::setattr(types.bad_pddl, "diagnostics", nb::module_::import_("builtins").attr("property")(diagnostics));
    types.unsupported = new_error(m, "UnsupportedError", "PDDL outside classical planning.", types.bad_pddl);
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const pddl::InputError& error) {
            raise(error, types);
        }
    });
}

}  // namespace isonova::bindings
