// Options of novelty, and feature maps by themselves: the features of a state, how a child differs, what a feature is.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>

#include "bindings.hpp"
#include "isonova/features/wl_features.hpp"
#include "isonova/planner/novelty_options.hpp"
#include "named.hpp"
#include "python_novelty.hpp"
#include "space.hpp"

namespace isonova::bindings {
namespace {

// The feature maps of some options over the states of a space.
class SpaceFeatures {
  public:
    SpaceFeatures(std::shared_ptr<Space> space, const NoveltyOptions& options) : space_(std::move(space)) {
        const bool grounded = space_->ground_task() != nullptr;
        options.check(grounded);
        if (!options.any()) throw nb::value_error("there are no features to compute: novelty is none");
        const StateSpace& states = space_->state_space();
        features_ = make_features(options, grounded, states.task(), states.atom_table(), ids_);
    }

    std::vector<FeatureId> features(StateId state) {
        open(state);
        const auto all = features_->all();
        return {all.begin(), all.end()};
    }

    // What `child` gained and lost against `parent`, which need not be its parent. Computed by differences.
    std::pair<std::vector<FeatureId>, std::vector<FeatureId>> diff(StateId parent, StateId child) {
        open(parent);
        std::vector<AtomId> after, added, removed;
        space_->check(child);
        space_->state_space().atoms(child, after);
        std::set_difference(after.begin(), after.end(), atoms_.begin(), atoms_.end(), std::back_inserter(added));
        std::set_difference(atoms_.begin(), atoms_.end(), after.begin(), after.end(), std::back_inserter(removed));
        std::pair<std::vector<FeatureId>, std::vector<FeatureId>> result;
        features_->diff(added, removed, result.first, result.second);
        return result;
    }

    FeatureDescription describe(FeatureId feature) const {
        const auto found = features_->describe(feature);
        if (!found) throw nb::index_error("there is no such feature");
        return *found;
    }

    std::uint32_t count() const { return ids_.size(); }
    std::size_t bytes() const { return features_->bytes(); }
    std::vector<FeatureCount> counts() const {
        std::vector<FeatureCount> result;
        features_->counts(result);
        return result;
    }

  private:
    void open(StateId state) {
        space_->check(state);
        space_->state_space().atoms(state, atoms_);
        features_->open(atoms_);
    }

    std::shared_ptr<Space> space_;
    FeatureIds ids_;
    std::unique_ptr<FeatureMap> features_;
    std::vector<AtomId> atoms_;
};

// Ids of atoms that are given by their names. Static ones are left out.
std::vector<AtomId> intern(const Task& task, const std::vector<std::vector<std::string>>& atoms, AtomTable& table) {
    std::unordered_map<std::string_view, PredicateId> predicates;
    std::unordered_map<std::string_view, ObjectId> objects;
    for (PredicateId i = 0; i < task.predicates.size(); ++i) predicates[task.predicates[i].name] = i;
    for (ObjectId i = 0; i < task.objects.size(); ++i) objects[task.objects[i].name] = i;
    std::vector<AtomId> result;
    for (const auto& atom : atoms) {
        const auto predicate = atom.empty() ? predicates.end() : predicates.find(atom[0]);
        std::vector<ObjectId> args;
        for (std::size_t i = 1; i < atom.size(); ++i)
            if (const auto object = objects.find(atom[i]); object != objects.end()) args.push_back(object->second);
        if (predicate == predicates.end() || args.size() + 1 != atom.size() ||
            args.size() != task.predicates[predicate->second].arity()) {
            std::string text;
            for (const std::string& part : atom) text += (text.empty() ? "" : " ") + part;
            throw nb::value_error(("the task has no atom (" + text + ")").c_str());
        }
        if (task.predicates[predicate->second].kind != PredicateKind::fixed)
            result.push_back(table.intern(predicate->second, args));
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

nb::list coloured_nodes(const TaskPtr& task, const NoveltyOptions& options,
                        const std::vector<std::vector<std::string>>& atoms) {
    AtomTable table(static_cast<std::uint32_t>(task->predicates.size()));
    const std::vector<AtomId> state = intern(*task, atoms, table);
    FeatureIds ids;
    const auto wl = make_wl_features(*task, table, wl_options(options, false), ids);
    wl->open(state);
    nb::list result;
    for (const ColouredNode& node : wl->nodes()) {
        nb::list args, colours;
        for (const ObjectId object : node.args) args.append(task->objects[object].name);
        for (const ColourId colour : node.colours) colours.append(wl->colour_name(colour));
        result.append(nb::make_tuple(to_string(node.kind), node.symbol, nb::tuple(args), colours));
    }
    return result;
}

std::optional<std::uint32_t> iteration(std::uint32_t iteration) {
    if (iteration == none) return std::nullopt;
    return iteration;
}

nb::dict settings(const NoveltyOptions& options, bool grounded) {
    const WlOptions wl = wl_options(options, grounded);
    const auto name = [](bool first, const auto& names) { return std::string(names[first ? 0 : 1].name); };
    nb::dict result;
    result["wl_iterations"] = wl.iterations;
    result["wl_statics"] = name(wl.statics, keep_names);
    result["wl_types"] = name(wl.types, keep_names);
    result["wl_constants"] = name(!wl.constants, constants_names);
    result["wl_counts"] = name(wl.counts, switch_names);
    result["wl_objects"] = name(wl.all_objects, objects_names);
    result["wl_exact"] = wl.exact;
    result["at_statics"] = name(at_statics(options, grounded), keep_names);
    return result;
}

nb::dict telemetry(const NoveltyTelemetry& novelty) {
    nb::list features;
    for (const FeatureCount& each : novelty.features) {
        nb::dict row;
        row["map"] = each.map;
        row["iteration"] = nb::cast(iteration(each.iteration));
        row["features"] = each.features;
        features.append(row);
    }
    nb::dict seconds;
    seconds["heuristic"] = novelty.seconds.heuristic;
    seconds["features"] = novelty.seconds.features;
    seconds["novelty"] = novelty.seconds.novelty;
    const auto per_feature = [&](std::size_t bytes) {
        return novelty.distinct_features == 0
                   ? 0.0
                   : static_cast<double>(bytes) / static_cast<double>(novelty.distinct_features);
    };
    nb::dict result;
    result["features"] = features;
    result["distinct_features"] = novelty.distinct_features;
    result["table_entries"] = novelty.table_entries;
    result["table_bytes"] = novelty.table_bytes;
    result["feature_bytes"] = novelty.feature_bytes;
    result["bytes_per_feature"] = per_feature(novelty.feature_bytes + novelty.table_bytes);
    result["recoloured"] = novelty.recoloured;
    result["states"] = novelty.new_states.states();
    result["new_states"] = novelty.new_states.total();
    result["new_share_every"] = novelty.new_states.width();
    result["new_share"] = novelty.new_states.shares();
    result["seconds"] = seconds;
    return result;
}

}  // namespace

nb::object novelty_telemetry(const PlanResult& result) {
    return result.novelty ? nb::object(telemetry(*result.novelty)) : nb::none();
}

void bind_novelty(nb::module_& m) {
    nb::class_<NoveltyOptions> options(m, "NoveltyOptions",
                                       "Names as in the tables of names; None: as in the profile.");
    bind_named(options, "kind", &NoveltyOptions::kind, "kind of novelty", novelty_kind_names);
    bind_named(options, "profile", &NoveltyOptions::profile, "profile", profile_names);
    bind_named(options, "wl_statics", &NoveltyOptions::wl_statics, "treatment of static atoms", keep_names);
    bind_named(options, "wl_types", &NoveltyOptions::wl_types, "treatment of types", keep_names);
    bind_named(options, "wl_constants", &NoveltyOptions::wl_constants, "treatment of constants", constants_names);
    bind_named(options, "wl_counts", &NoveltyOptions::wl_counts, "treatment of counts", switch_names);
    bind_named(options, "wl_objects", &NoveltyOptions::wl_objects, "choice of objects", objects_names);
    bind_named(options, "at_statics", &NoveltyOptions::at_statics, "treatment of static atoms", keep_names);
    options.def(nb::init<>())
        .def_prop_rw(
            "features",
            [](const NoveltyOptions& o) {
                std::string names;
                for (const FeatureMapKind kind : o.features)
                    names += (names.empty() ? "" : "+") + std::string(name_of(kind, feature_map_names));
                return names.empty() ? "none" : names;
            },
            [](NoveltyOptions& o, const std::string& names) { o.features = feature_maps(names); },
            "`none`, or names of feature maps joined by `+`.")
        .def_rw("wl_iterations", &NoveltyOptions::wl_iterations, nb::arg().none())
        .def_rw("wl_exact", &NoveltyOptions::wl_exact)
        .def(
            "check", [](const NoveltyOptions& self) { self.check(true); },
            "Raises ValueError on options that do not go together.")
        .def("settings", &settings, nb::arg("grounded") = true,
             nb::sig("def settings(self, grounded: bool = True) -> dict[str, int | str | bool]"),
             "What the profile and the options come to.");

    nb::class_<LinearWeights>(m, "LinearModel", "Weights of WL colours: (iteration, name, weight) each.")
        .def(
            "__init__",
            [](LinearWeights* self, const NoveltyOptions& options,
               const std::vector<std::tuple<std::uint32_t, std::string, double>>& weights, double bias, double scale) {
                LinearModel model{wl_options(options, true), {}, bias, scale};
                for (const auto& [iteration, colour, weight] : weights)
                    model.weights.push_back({iteration, colour, weight});
                model.check();
                new (self) LinearWeights{options, std::move(model)};
            },
            nb::arg("options"), nb::arg("weights"), nb::arg("bias"), nb::arg("scale"));

    nb::class_<FeatureDescription>(m, "FeatureDescription", "What a feature stands for.")
        .def_ro("map", &FeatureDescription::map)
        .def_prop_ro("iteration", [](const FeatureDescription& self) { return iteration(self.iteration); })
        .def_ro("name", &FeatureDescription::name, "The colour or the atom: the same in every state, task and run.")
        .def_ro("count", &FeatureDescription::count);

    nb::class_<FeatureCount>(m, "FeatureCount", "How many distinct features a map has met.")
        .def_ro("map", &FeatureCount::map)
        .def_prop_ro("iteration", [](const FeatureCount& self) { return iteration(self.iteration); })
        .def_ro("features", &FeatureCount::features);

    nb::class_<SpaceFeatures>(m, "SpaceFeatures", "The features of the states of a space. A feature is a number.")
        .def(
            "__init__",
            [](SpaceFeatures* self, std::shared_ptr<Space> space, const NoveltyOptions& options) {
                new (self) SpaceFeatures(std::move(space), options);
            },
            nb::arg("space"), nb::arg("options"))
        .def("__call__", &SpaceFeatures::features, nb::arg("state"), "All features of a state, in no particular order.")
        .def("diff", &SpaceFeatures::diff, nb::arg("parent"), nb::arg("child"),
             "What `child` has that `parent` has not, and the other way round; found by differences, as in search.")
        .def("describe", &SpaceFeatures::describe, nb::arg("feature"))
        .def_prop_ro("count", &SpaceFeatures::count, "Distinct features met so far.")
        .def_prop_ro("counts", &SpaceFeatures::counts, "The same by map and iteration.")
        .def_prop_ro("bytes", &SpaceFeatures::bytes);

    m.def("coloured_nodes", &coloured_nodes, nb::arg("task"), nb::arg("options"), nb::arg("atoms"),
          nb::sig("def coloured_nodes(task: Task, options: NoveltyOptions, atoms: Sequence[tuple[str, ...]]) -> "
                  "list[tuple[str, str, tuple[str, ...], list[str]]]"),
          "The graph of the state with just these fluent and derived atoms: kind, predicate or type or name of a "
          "constant, objects, and the name of the colour after each iteration of every node. Objects come first.");
    m.def("feature_map_names", [] { return table(feature_map_names); });
    m.def("novelty_kind_names", [] { return table(novelty_kind_names); });
    m.def("profile_names", [] { return table(profile_names); });
}

}  // namespace isonova::bindings
