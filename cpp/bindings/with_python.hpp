// Calls of Python from a search that has released the GIL.
#pragma once

#include <nanobind/nanobind.h>

#include "isonova/util/limits.hpp"

namespace isonova::bindings {

// Ctrl-C inside it ends the search like Ctrl-C anywhere else; every other exception leaves the search as it is.
template <class Work>
auto with_python(const Work& work) {
    const nanobind::gil_scoped_acquire gil;
    try {
        return work();
    } catch (const nanobind::python_error& error) {
        if (error.matches(PyExc_KeyboardInterrupt)) throw Halted{Halt::interrupted};
        throw;
    }
}

}  // namespace isonova::bindings
