// Keys from user code: what cannot be hashed is an error that says what it should have been.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace isonova::bindings {

namespace nb = nanobind;

// The start of a repr: states may be large.
inline std::string shown(nb::handle what) {
    constexpr std::size_t most = 100;
    const std::string text = nb::repr(what).c_str();
    return text.size() <= most ? text : text.substr(0, most) + "...";
}

// The value of a key, or a null handle; `role` is what the key is in the user's words.
inline nb::handle look_up(nb::handle dict, nb::handle key, const char* role) {
    const nb::handle found(PyDict_GetItemWithError(dict.ptr(), key.ptr()));
    if (found.is_valid() || !PyErr_Occurred()) return found;
    const nb::python_error error;
    const std::string why = nb::str(error.value()).c_str();
    if (!error.matches(PyExc_TypeError) || why.find("unhashable") == std::string::npos) throw error;
    throw nb::type_error((std::string(role) + " must be hashable, and " + shown(key) +
                          " is not: use tuples and frozensets instead of lists, sets and dicts")
                             .c_str());
}

}  // namespace isonova::bindings
