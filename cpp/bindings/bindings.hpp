// What each file of the extension adds to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace isonova::bindings {

namespace nb = nanobind;

void bind_diagnostics(nb::module_& m);
void bind_syntax(nb::module_& m);
void bind_task(nb::module_& m);

}  // namespace isonova::bindings
