#include "python_heuristic.hpp"

#include <cmath>
#include <string>

#include "hashable.hpp"
#include "with_python.hpp"

namespace isonova::bindings {

Value heuristic_value(nb::handle function, nb::handle state) {
    const nb::object found = function(state);
    if (found.is_none()) return dead_end;
    Value value = 0;
    if (nb::try_cast(found, value)) return value;
    bool fraction = false;
    if (PyNumber_Check(found.ptr()) && !PyLong_Check(found.ptr())) {  // also the numbers of NumPy and the like
        const double real = PyFloat_AsDouble(found.ptr());
        if (PyErr_Occurred()) throw nb::python_error();
        if (real == HUGE_VAL) return dead_end;
        if (real == std::floor(real) && std::abs(real) < 0x1p62) return static_cast<Value>(real);
        fraction = std::isfinite(real);
    }
    std::string message = "a heuristic value is a whole number, math.inf or None, not " + shown(found);
    if (fraction) message += "; scale it, as in round(100 * value)";
    throw nb::type_error(message.c_str());
}

bool claims_to_be_safe(nb::handle function) {
    return nb::cast<bool>(nb::bool_(nb::getattr(function, "safe", nb::bool_(false))));
}

PythonHeuristic::PythonHeuristic(nb::handle function, const StateSpace& space, Limits& limits)
    : function_(function), limits_(limits) {
    with_python([&] {
        names_ = new AtomNames(space.task(), space.atom_table());
        safe_ = claims_to_be_safe(function);
    });
}

PythonHeuristic::~PythonHeuristic() {
    const nb::gil_scoped_acquire gil;
    delete names_;
}

Value PythonHeuristic::evaluate_atoms(std::span<const AtomId> atoms) {
    if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
    return with_python([&] { return heuristic_value(function_, names_->state(atoms)); });
}

void PythonHeuristic::evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                               std::vector<ActionNumber>*) {
    out.clear();
    for (const Expansion* expansion : expansions) {
        for (const Child& child : expansion->children) {
            expansion->atoms(child, child_);
            out.push_back(evaluate_atoms(child_));
        }
    }
}

}  // namespace isonova::bindings
