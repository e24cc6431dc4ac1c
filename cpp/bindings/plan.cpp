// The planner: options and limits in, a result out. The GIL is released while it works; progress reports and the look
// for Ctrl-C take it back for a moment.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings.hpp"
#include "embedding_features.hpp"
#include "isonova/lifted/lifted_state_space.hpp"
#include "isonova/planner/anytime.hpp"
#include "isonova/task/normalise.hpp"
#include "linear_weights.hpp"
#include "named.hpp"
#include "python_heuristic.hpp"
#include "python_novelty.hpp"
#include "syntax.hpp"
#include "with_python.hpp"

namespace isonova::bindings {

bool interrupted() {
    nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() == 0) return false;
    PyErr_Clear();
    return true;
}

Progress reporter(nb::handle progress) {
    if (progress.is_none()) return {};
    return [progress](const SearchStatistics& statistics) { with_python([&] { progress(statistics); }); };
}

namespace {

std::optional<Value> finite(Value value) {
    if (value == dead_end) return std::nullopt;
    return value;
}

std::vector<std::string> steps(const PlanResult& result) {
    std::vector<std::string> lines;
    for (const ActionName& action : result.plan) {
        std::string line = "(" + action.name;
        for (const std::string& arg : action.args) line += " " + arg;
        lines.push_back(line + ")");
    }
    return lines;
}

nb::object relaxation(const PlanResult& result) {
    if (!result.relaxation) return nb::none();
    const RelaxationStatistics& used = *result.relaxation;
    nb::dict found;
    found["graph"] = used.has_graph;
    found["nodes"] = used.nodes;
    found["edges"] = used.edges;
    found["split_schemata"] = used.split_schemata;
    found["dropped_inequalities"] = used.dropped_inequalities;
    found["seconds"] = used.seconds;
    return found;
}

// How many goals are looked at, those of the best state, and what is known of each goal; sets are bits.
using Goals = std::tuple<std::size_t, GoalSet, std::vector<GoalSet>>;

std::optional<Goals> goals(const PlanResult& result) {
    if (!result.goals) return std::nullopt;
    const auto& [count, best, together] = *result.goals;
    return Goals{count, best, {together.begin(), together.begin() + count}};
}

nb::object lanes(const PlanResult& result) {
    if (!result.relaxation || !result.relaxation->has_graph) return nb::none();
    nb::dict found;
    found["width"] = result.relaxation->lane_width;
    found["filled"] = result.relaxation->filled();
    return found;
}

// Options with what is written in Python. The handles are borrowed: their objects and `limits` must outlive the run.
PlanOptions with_python_parts(PlanOptions options, Limits& limits, nb::handle features, nb::handle novelty,
                              nb::handle heuristic) {
    if (LinearWeights* weights = nullptr; nb::try_cast(heuristic, weights) && weights) {
        options.make_heuristic = [weights, &limits](const StateSpace& space) {
            const bool grounded = dynamic_cast<const LiftedStateSpace*>(&space) == nullptr;
            return std::make_unique<LinearHeuristic>(weights->of(grounded), space.task(), space.atom_table(), limits);
        };
    } else if (!heuristic.is_none()) {
        options.make_heuristic = [heuristic, &limits](const StateSpace& space) {
            return std::make_unique<PythonHeuristic>(heuristic, space, limits);
        };
    }
    if (!features.is_none()) {
        const bool embeds =
            nb::isinstance(features, nb::module_::import_("isonova.api.novelty_options").attr("VectorFeatures"));
        options.novelty.make_features = [features, embeds](const Task& about, const AtomTable& atoms, FeatureIds& ids) {
            std::unique_ptr<FeatureMap> map;
            if (embeds)
                map = std::make_unique<EmbeddingFeatures>(features, about, atoms, ids);
            else
                map = std::make_unique<PythonFeatures>(features, about, atoms, ids);
            return map;
        };
    }
    if (!novelty.is_none()) {
        options.novelty.make_novelty = [novelty](const FeatureIds&) {
            return std::make_unique<PythonNovelty>(novelty);
        };
    }
    return options;
}

PlanResult run(std::shared_ptr<Task> task, const PlanOptions& options, Limits& limits, nb::object progress,
               nb::object features, nb::object novelty, nb::object heuristic) {
    const PlanOptions chosen = with_python_parts(options, limits, features, novelty, heuristic);
    const Progress report = reporter(progress);
    nb::gil_scoped_release released;
    return plan(std::move(task), chosen, limits, report);
}

// Plans that get better, with the Python objects that it needs.
struct PlanStream {
    PlanStream(std::shared_ptr<Task> task, const PlanOptions& options, Limits& limits, nb::object on_progress,
               nb::object from_features, nb::object from_novelty, nb::object from_heuristic)
        : progress(std::move(on_progress)),
          features(std::move(from_features)),
          novelty(std::move(from_novelty)),
          heuristic(std::move(from_heuristic)),
          plans(std::move(task), with_python_parts(options, limits, features, novelty, heuristic), limits,
                reporter(progress)) {}

    bool next() {
        nb::gil_scoped_release released;
        return plans.next();
    }

    nb::object progress, features, novelty, heuristic;
    Anytime plans;
};

// The Python functions may refer back to what holds the stream. Python's garbage collector finds such a cycle only if
// it is shown the functions.
int visit_functions(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    if (!nb::inst_ready(self)) return 0;
    const PlanStream& stream = *nb::inst_ptr<PlanStream>(self);
    Py_VISIT(stream.progress.ptr());
    Py_VISIT(stream.features.ptr());
    Py_VISIT(stream.novelty.ptr());
    Py_VISIT(stream.heuristic.ptr());
    return 0;
}

int clear_functions(PyObject* self) {
    PlanStream& stream = *nb::inst_ptr<PlanStream>(self);
    for (nb::object* each : {&stream.progress, &stream.features, &stream.novelty, &stream.heuristic}) each->reset();
    return 0;
}

PyType_Slot plan_stream_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(visit_functions)},
                                   {Py_tp_clear, reinterpret_cast<void*>(clear_functions)},
                                   {0, nullptr}};

}  // namespace

void bind_plan(nb::module_& m) {
    nb::class_<StopToken>(m, "StopToken", "Ends the searches it was given to; any thread may call stop.")
        .def(nb::init<>())
        .def(
            "stop", [](StopToken& self) { self.stop = true; }, "End them, with the status `interrupted`.")
        .def_prop_ro("stopped", [](const StopToken& self) { return self.stop.load(); })
        .def("__repr__", [](const StopToken& self) { return self.stop ? "<StopToken: stopped>" : "<StopToken>"; });
    nb::class_<Limits>(m, "Limits", "Time and memory for one run, counted from when this is made.")
        .def(
            "__init__",
            [](Limits* self, std::optional<double> seconds, std::optional<std::size_t> bytes,
               std::shared_ptr<StopToken> token) {
                new (self) Limits();
                if (seconds) self->seconds = *seconds;
                if (bytes) self->bytes = *bytes;
                self->token = std::move(token);
                self->poll = interrupted;
            },
            nb::arg("seconds") = nb::none(), nb::arg("bytes") = nb::none(), nb::arg("token").none() = nb::none())
        .def_prop_ro("elapsed", &Limits::elapsed);

    // Kept for the life of the process: exception types are.
    static PyObject* halted = PyErr_NewException("isonova._core.Halted", PyExc_RuntimeError, nullptr);
    m.attr("Halted") = nb::borrow(halted);
    m.def(
        "normalise",
        [](const TreeView& view, Limits* limits, std::size_t disjuncts, std::size_t specialisations,
           std::size_t instances) {
            const NormaliseOptions options{disjuncts, specialisations, instances};
            std::optional<Status> stopped;
            TaskPtr task;
            {
                nb::gil_scoped_release released;
                try {
                    task = normalise(view.tree(), limits, options);
                } catch (const Halted& why) {
                    stopped = status_of(why.why);
                } catch (const std::bad_alloc&) {
                    stopped = Status::out_of_memory;
                }
            }
            if (stopped) {
                PyErr_SetString(halted, std::string(name_of(*stopped, status_names)).c_str());
                throw nb::python_error();
            }
            return std::const_pointer_cast<Task>(task);
        },
        nb::arg("tree"), nb::arg("limits").none() = nb::none(), nb::kw_only(),
        nb::arg("most_disjuncts") = NormaliseOptions{}.most_disjuncts,
        nb::arg("most_specialisations") = NormaliseOptions{}.most_specialisations,
        nb::arg("most_instances") = NormaliseOptions{}.most_instances,
        "From the syntax tree to the normalised task. Raises Halted, with a status as its text, at a limit. Past the "
        "sizes given, parts of conditions become axioms.");

    nb::class_<PlanOptions> plan_options(m, "PlanOptions");
    bind_named(plan_options, "heuristic", &PlanOptions::heuristic, "heuristic", heuristic_names);
    bind_named(plan_options, "cost_type", &PlanOptions::cost_type, "cost type", cost_type_names);
    bind_named(plan_options, "tie_break", &PlanOptions::tie_break, "tie break", tie_break_names);
    bind_named(plan_options, "engine", &PlanOptions::engine, "engine", engine_names);
    plan_options.def(nb::init<>())
        .def_rw("novelty", &PlanOptions::novelty)
        .def_rw("searches", &PlanOptions::searches, "In turns; empty: one queue of the heuristic and novelty above.")
        .def_rw("turns", &PlanOptions::turns)
        .def_rw("record_goals", &PlanOptions::record_goals)
        .def_rw("shorten", &PlanOptions::shorten)
        .def_rw("max_cost", &PlanOptions::max_cost, "Only plans that cost less, counted as the core counts.")
        .def_rw("shorten_budget", &PlanOptions::shorten_budget, "In literals looked at.")
        .def_prop_rw(
            "auto_instances", [](const PlanOptions& o) { return o.auto_budget.max_instances; },
            [](PlanOptions& o, std::uint64_t count) { o.auto_budget.max_instances = count; })
        .def_prop_rw(
            "auto_bytes", [](const PlanOptions& o) { return o.auto_budget.max_bytes; },
            [](PlanOptions& o, std::size_t bytes) { o.auto_budget.max_bytes = bytes; })
        .def_rw("max_expansions", &PlanOptions::max_expansions)
        .def_rw("max_evaluations", &PlanOptions::max_evaluations)
        .def("check", &PlanOptions::check, "Raises ValueError on options that do not go together.");

    nb::class_<SearchStatistics>(m, "Progress", "How a search stands.")
        .def_ro("search", &SearchStatistics::search, "Which one it is, where there are several.")
        .def_ro("queue", &SearchStatistics::best_h_queue, "The queue that led to the lowest h.")
        .def_ro("expansions", &SearchStatistics::expansions)
        .def_ro("evaluations", &SearchStatistics::evaluations)
        .def_ro("generated", &SearchStatistics::generated)
        .def_ro("dead_ends", &SearchStatistics::dead_ends)
        .def_ro("best_h", &SearchStatistics::best_h)
        .def_ro("best_h_seconds", &SearchStatistics::best_h_seconds, "When it was found.")
        .def_ro("best_h_expansions", &SearchStatistics::best_h_expansions)
        .def_prop_ro(
            "recent_h",
            [](const SearchStatistics& s) -> std::optional<Value> {
                return s.recent_h == dead_end ? std::nullopt : std::optional(s.recent_h);
            },
            "The lowest h of the states evaluated last; None where all were dead ends.")
        .def_prop_ro(
            "scored_states", [](const SearchStatistics& s) { return s.novelty.states; },
            "States that novelty has scored; 0 without novelty.")
        .def_prop_ro(
            "new_states", [](const SearchStatistics& s) { return s.novelty.new_states; },
            "Those of them that showed something new.")
        .def_ro("seconds", &SearchStatistics::seconds);

    nb::class_<PortfolioResult::Each>(m, "SearchSummary", "What one of several searches did.")
        .def_ro("name", &PortfolioResult::Each::name)
        .def_ro("started", &PortfolioResult::Each::started)
        .def_ro("dropped", &PortfolioResult::Each::dropped, "To make room for the others.")
        .def_prop_ro("status",
                     [](const PortfolioResult::Each& each) -> std::optional<std::string> {
                         if (!each.status) return std::nullopt;
                         return std::string(name_of(*each.status, status_names));
                     })
        .def_ro("work", &PortfolioResult::Each::work)
        .def_ro("notes", &PortfolioResult::Each::notes)
        .def_prop_ro("seconds", [](const PortfolioResult::Each& each) { return each.statistics.seconds; })
        .def_prop_ro("expansions", [](const PortfolioResult::Each& each) { return each.statistics.expansions; })
        .def_prop_ro("evaluations", [](const PortfolioResult::Each& each) { return each.statistics.evaluations; })
        .def_prop_ro("states", [](const PortfolioResult::Each& each) { return each.statistics.states; })
        .def_prop_ro(
            "sent_back", [](const PortfolioResult::Each& each) { return each.statistics.sent_back; },
            "States that looked like one expanded before and had to wait.")
        .def_prop_ro("episodes", [](const PortfolioResult::Each& each) { return each.statistics.episodes; })
        .def_prop_ro("widest", [](const PortfolioResult::Each& each) { return each.statistics.widest; })
        .def_prop_ro("initial_h", [](const PortfolioResult::Each& each) { return finite(each.statistics.initial_h); })
        .def_prop_ro("best_h", [](const PortfolioResult::Each& each) { return finite(each.statistics.best_h); })
        .def_prop_ro("best_h_queue", [](const PortfolioResult::Each& each) { return each.statistics.best_h_queue; })
        .def_prop_ro("plan_queue", [](const PortfolioResult::Each& each) { return each.statistics.plan_queue; });

    nb::class_<PlanResult>(m, "PlanResult")
        .def_ro("searches", &PlanResult::searches)
        .def_prop_ro(
            "decided_by", [](const PlanResult& r) { return r.search.search; },
            "The search that found the plan, or proved that there is none, by its place.")
        .def_prop_ro("status", [](const PlanResult& r) { return std::string(name_of(r.status, status_names)); })
        .def_ro("in_search", &PlanResult::in_search)
        .def_ro("engine", &PlanResult::engine)
        .def_ro("engine_reason", &PlanResult::engine_reason)
        .def_prop_ro("relaxation", &relaxation, nb::sig("def relaxation(self) -> dict[str, int | float | bool] | None"))
        .def_prop_ro("plan", &steps)
        .def_ro("cost", &PlanResult::cost)
        .def_ro("optimal", &PlanResult::optimal, "Proved: no plan costs less.")
        .def_ro("found_length", &PlanResult::found_length, "Before the plan was shortened.")
        .def_ro("saved", &PlanResult::saved, "Cost of the steps that were left out.")
        .def_prop_ro("atoms", [](const PlanResult& r) { return r.task.atoms; })
        .def_prop_ro("actions", [](const PlanResult& r) { return r.task.actions; })
        .def_prop_ro("axioms", [](const PlanResult& r) { return r.task.axioms; })
        .def_prop_ro("ground_seconds", [](const PlanResult& r) { return r.seconds.ground; })
        .def_prop_ro("search_seconds", [](const PlanResult& r) { return r.seconds.search; })
        .def_prop_ro("shorten_seconds", [](const PlanResult& r) { return r.seconds.shorten; })
        .def_prop_ro("initial_h", [](const PlanResult& r) { return finite(r.search.initial_h); })
        .def_prop_ro("initial_key", [](const PlanResult& r) { return finite(r.search.initial_key.primary); })
        .def_prop_ro("best_h", [](const PlanResult& r) { return finite(r.search.best_h); })
        .def_prop_ro("best_h_seconds", [](const PlanResult& r) { return r.search.best_h_seconds; })
        .def_prop_ro("expansions", [](const PlanResult& r) { return r.search.expansions; })
        .def_prop_ro("evaluations", [](const PlanResult& r) { return r.search.evaluations; })
        .def_prop_ro("generated", [](const PlanResult& r) { return r.search.generated; })
        .def_prop_ro("dead_ends", [](const PlanResult& r) { return r.search.dead_ends; })
        .def_prop_ro("states", [](const PlanResult& r) { return r.search.states; })
        .def_prop_ro("sent_back", [](const PlanResult& r) { return r.search.sent_back; })
        .def_prop_ro("episodes", [](const PlanResult& r) { return r.search.episodes; })
        .def_prop_ro("widest", [](const PlanResult& r) { return r.search.widest; })
        .def_prop_ro(
            "goals", &goals,
            "Where that was recorded: how many goals were looked at, those of the best state, and for each goal "
            "itself, if it was reached, and goals that were true with it. A pair that was true together is "
            "there for one goal, at least. Sets are bits.")
        .def_prop_ro("lanes", &lanes, nb::sig("def lanes(self) -> dict[str, int | float] | None"))
        .def_prop_ro("novelty", &novelty_telemetry, nb::sig("def novelty(self) -> dict[str, typing.Any] | None"))
        .def_prop_ro("bytes_per_state", [](const PlanResult& r) { return r.search.bytes_per_state; });

    m.def("plan", &run, nb::arg("task"), nb::arg("options"), nb::arg("limits"), nb::arg("progress").none() = nb::none(),
          nb::arg("features").none() = nb::none(), nb::arg("novelty").none() = nb::none(),
          nb::arg("heuristic").none() = nb::none(),
          nb::sig("def plan(task: Task, options: PlanOptions, limits: Limits, progress: "
                  "collections.abc.Callable[[Progress], None] | None = None, features: "
                  "collections.abc.Callable[[frozenset[tuple[str, ...]]], collections.abc.Iterable[collections.abc."
                  "Hashable]] | None = None, novelty: typing.Any = None, heuristic: typing.Any = None) -> PlanResult"));
    nb::class_<PlanStream>(m, "Anytime", "Plans that get better.", nb::type_slots(plan_stream_slots))
        .def(nb::init<std::shared_ptr<Task>, const PlanOptions&, Limits&, nb::object, nb::object, nb::object,
                      nb::object>(),
             nb::keep_alive<1, 4>(), nb::arg("task"), nb::arg("options"), nb::arg("limits"),
             nb::arg("progress").none() = nb::none(), nb::arg("features").none() = nb::none(),
             nb::arg("novelty").none() = nb::none(), nb::arg("heuristic").none() = nb::none())
        .def("next", &PlanStream::next, "Whether there is a plan that costs less than the one before.")
        .def_prop_ro("result", [](const PlanStream& self) { return self.plans.result(); })
        .def_prop_ro("found_by", [](const PlanStream& self) { return self.plans.found_by(); })
        .def_prop_ro(
            "ended", [](const PlanStream& self) { return std::string(name_of(self.plans.ended(), status_names)); },
            "Why there is no further plan; solved where the last one is proved optimal.");

    m.def(
        "exit_code",
        [](const std::string& status, bool in_search) {
            return exit_code(kind_of("status", status, status_names), in_search);
        },
        nb::arg("status"), nb::arg("in_search"), "The exit code of a run that ended so.");
    m.def("resident_memory", &resident_bytes, "Bytes of memory that this process holds.");
    m.def("peak_memory", &peak_resident_bytes, "The most it has held.");
    m.def("heuristic_names", [] { return table(heuristic_names); }, "Names with what they stand for.");
    m.def("cost_type_names", [] { return table(cost_type_names); });
    m.def("tie_break_names", [] { return table(tie_break_names); });
    m.def("engine_names", [] { return table(engine_names); });
    m.def("status_names", [] { return table(status_names); });
}

}  // namespace isonova::bindings
