// Search in a state space that is written in Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings.hpp"
#include "isonova/heuristics/simple_heuristics.hpp"
#include "isonova/planner/plan.hpp"
#include "python_novelty.hpp"
#include "python_space.hpp"

namespace isonova::bindings {
namespace {

// The result, the actions of the plan, and the states it goes through.
nb::tuple search_space(nb::object space, PlanOptions options, Limits& limits, std::optional<Symbols> symbols,
                       nb::object heuristic, nb::object novelty, nb::object progress) {
    PythonSpace states(space, symbols ? &*symbols : nullptr, limits);
    options.make_heuristic = [&](const StateSpace& in) -> std::unique_ptr<Heuristic> {
        if (!heuristic.is_none()) return std::make_unique<PythonStateHeuristic>(heuristic, states);
        if (options.heuristic == HeuristicKind::gc)
            return std::make_unique<GoalCountHeuristic>(states.goal(), std::span<const AtomId>{},
                                                        in.atom_table().size());
        return std::make_unique<BlindHeuristic>();
    };
    if (!novelty.is_none())
        options.novelty.make_novelty = [&](const FeatureIds&) { return std::make_unique<PythonNovelty>(novelty); };
    const Progress report = reporter(progress);
    PlanResult result;
    {
        nb::gil_scoped_release released;
        result = plan_in(states, options, limits, report);
    }
    nb::list actions, path;
    for (const auto& [parent, action] : result.steps) {
        actions.append(states.label(action));
        path.append(states.state(parent));
    }
    if (result.status == Status::solved) path.append(states.state(result.goal));
    return nb::make_tuple(std::move(result), actions, path);
}

}  // namespace

void bind_search(nb::module_& m) {
    nb::class_<Symbols>(m, "Symbols", "What the atoms of a simulator are made of.")
        .def(
            "__init__",
            [](Symbols* self, std::vector<std::pair<std::string, std::uint32_t>> predicates,
               std::vector<std::string> objects, std::vector<Symbols::Atom> goal, std::vector<Symbols::Atom> statics) {
                new (self) Symbols{std::move(predicates), std::move(objects), std::move(goal), std::move(statics)};
            },
            nb::arg("predicates"), nb::arg("objects"), nb::arg("goal"), nb::arg("statics"));
    m.def("search_space", &search_space, nb::arg("space"), nb::arg("options"), nb::arg("limits"),
          nb::arg("symbols").none() = nb::none(), nb::arg("heuristic").none() = nb::none(),
          nb::arg("novelty").none() = nb::none(), nb::arg("progress").none() = nb::none(),
          nb::sig("def search_space(space: typing.Any, options: PlanOptions, limits: Limits, symbols: Symbols | None = "
                  "None, heuristic: typing.Any = None, novelty: typing.Any = None, progress: typing.Any = None) -> "
                  "tuple[PlanResult, list[typing.Any], list[typing.Any]]"));
}

}  // namespace isonova::bindings
