// Searches written down as values: evaluators, queues and how they take turns.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "isonova/planner/search_spec.hpp"
#include "isonova/search/portfolio.hpp"
#include "named.hpp"

namespace isonova::bindings {

void bind_search_spec(nb::module_& m) {
    nb::class_<EvaluatorSpec> evaluator(m, "EvaluatorSpec", "What orders a queue: a heuristic, or novelty over it.");
    evaluator.def(nb::init<>()).def_rw("novelty", &EvaluatorSpec::novelty);
    bind_named(evaluator, "heuristic", &EvaluatorSpec::heuristic, "heuristic", heuristic_names);

    nb::class_<QueueOptions> queue(m, "QueueOptions");
    queue.def(nb::init<>())
        .def_rw("evaluator", &QueueOptions::evaluator, "By its place among those of the search.")
        .def_rw("preferred", &QueueOptions::preferred)
        .def_rw("epsilon", &QueueOptions::epsilon);
    bind_named(queue, "order", &QueueOptions::order, "order of a queue", queue_order_names);

    nb::class_<SearchOptions> options(m, "SearchOptions");
    options.def(nb::init<>())
        .def_rw("queues", &SearchOptions::queues)
        .def_rw("pop", &SearchOptions::pop)
        .def_rw("speculate", &SearchOptions::speculate)
        .def_rw("helpful_first", &SearchOptions::helpful_first)
        .def_rw("boost", &SearchOptions::boost)
        .def_rw("weight", &SearchOptions::weight, "Queues are ordered by g + weight * h.")
        .def_rw("reopen", &SearchOptions::reopen)
        .def_rw("serial", &SearchOptions::serial, "Serialised iterated width.")
        .def_rw("seed", &SearchOptions::seed);
    bind_named(options, "evaluate", &SearchOptions::evaluate, "way to evaluate", evaluate_names);
    bind_named(options, "tie_break", &SearchOptions::tie_break, "tie break", tie_break_names);
    bind_named(options, "symmetric", &SearchOptions::symmetric, "way with symmetric states", symmetric_names);

    nb::class_<SearchSpec> search(m, "SearchSpec");
    search.def(nb::init<>())
        .def_rw("name", &SearchSpec::name)
        .def_rw("evaluators", &SearchSpec::evaluators)
        .def_rw("options", &SearchSpec::options)
        .def_rw("share", &SearchSpec::share)
        .def("check", &SearchSpec::check, nb::arg("grounded") = true,
             "Raises ValueError on what does not go together.");
    bind_named(search, "cost_type", &SearchSpec::cost_type, "cost type", cost_type_names);

    nb::class_<PortfolioOptions>(m, "PortfolioOptions")
        .def(nb::init<>())
        .def_rw("first_turn", &PortfolioOptions::first_turn)
        .def_rw("growth", &PortfolioOptions::growth)
        .def_rw("threads", &PortfolioOptions::threads);

    m.def("evaluate_names", [] { return table(evaluate_names); });
    m.def("symmetric_names", [] { return table(symmetric_names); });
    m.def("queue_order_names", [] { return table(queue_order_names); });
}

}  // namespace isonova::bindings
