// The parts of the grounded engine by themselves, for research: a state space to walk in and heuristics to ask.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings.hpp"
#include "space.hpp"

namespace isonova::bindings {
namespace {

struct SpaceHeuristic {
    std::shared_ptr<Space> space;
    std::unique_ptr<Heuristic> heuristic;
};

}  // namespace

void bind_state_space(nb::module_& m) {
    // Nothing here has limits, so all that can stop it is Ctrl-C.
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const Halted& halted) {
            PyErr_SetNone(halted.why == Halt::memory ? PyExc_MemoryError : PyExc_KeyboardInterrupt);
        }
    });
    nb::class_<Space>(m, "Space", "The state space of a task, by one of the engines.")
        .def(
            "__init__",
            [](Space* self, std::shared_ptr<Task> task, const std::string& engine) { new (self) Space(task, engine); },
            nb::arg("task"), nb::arg("engine") = "grounded")
        .def_prop_ro("is_grounded", [](const Space& s) { return s.ground_task() != nullptr; })
        .def("initial", &Space::initial)
        .def("is_goal", &Space::is_goal, nb::arg("state"))
        .def("atoms", &Space::atoms, nb::arg("state"), nb::sig("def atoms(self, state: int) -> list[tuple[str, ...]]"))
        .def("successors", &Space::successors, nb::arg("state"),
             nb::sig("def successors(self, state: int) -> list[tuple[tuple[str, ...], int, int]]"))
        .def("state", &Space::state, nb::arg("atoms"))
        .def_prop_ro("atom_count", [](Space& s) { return s.state_space().atom_table().size(); })
        .def_prop_ro("action_count",
                     [](const Space& s) { return s.ground_task() ? s.ground_task()->action_count() : 0; })
        .def_prop_ro("axiom_count", [](const Space& s) { return s.ground_task() ? s.ground_task()->axiom_count() : 0; })
        .def_prop_ro("goal_is_unreachable", &Space::goal_is_unreachable)
        .def_prop_ro("state_count", &Space::state_count);
    nb::class_<SpaceHeuristic>(m, "SpaceHeuristic", "A heuristic on the states of a space. None is a dead end.")
        .def(
            "__init__",
            [](SpaceHeuristic* self, std::shared_ptr<Space> space, const std::string& name,
               const std::string& cost_type) { new (self) SpaceHeuristic{space, space->heuristic(name, cost_type)}; },
            nb::arg("space"), nb::arg("name"), nb::arg("cost_type") = "normal")
        .def(
            "__init__",
            [](SpaceHeuristic* self, std::shared_ptr<Space> space, const LinearWeights& model) {
                new (self) SpaceHeuristic{space, space->heuristic(model)};
            },
            nb::arg("space"), nb::arg("model"))
        .def(
            "__call__",
            [](SpaceHeuristic& self, StateId state) { return self.space->evaluate(*self.heuristic, state); },
            nb::arg("state"));
}

}  // namespace isonova::bindings
