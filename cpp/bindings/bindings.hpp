// What each file of the extension adds to the module.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>

namespace isonova {
struct PlanResult;
struct SearchStatistics;
}  // namespace isonova

namespace isonova::bindings {

namespace nb = nanobind;

void bind_diagnostics(nb::module_& m);
void bind_syntax(nb::module_& m);
void bind_task(nb::module_& m);
void bind_plan(nb::module_& m);
void bind_novelty(nb::module_& m);
void bind_search_spec(nb::module_& m);
void bind_state_space(nb::module_& m);
void bind_search(nb::module_& m);

// Tells a function of how a search stands; nothing where there is none. It must outlive the search.
std::function<void(const SearchStatistics&)> reporter(nb::handle progress);

// Whether Ctrl-C was pressed; asked by long work that has released the GIL.
bool interrupted();

// What novelty did, as a dict, or None.
nb::object novelty_telemetry(const PlanResult& result);

}  // namespace isonova::bindings
