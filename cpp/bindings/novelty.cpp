// Options of novelty, and feature maps by themselves: the features of a state, how a child differs, what a feature is.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <iterator>

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
    SpaceFeatures(std::shared_ptr<Space> space, const NoveltyOptions& options)
        : space_(std::move(space)), wl_options_(wl_options(options, space_->ground_task() != nullptr)) {
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

    // (kind, symbol, objects, colour of each iteration): the coloured graph of a state.
    nb::list nodes(StateId state) {
        const StateSpace& states = space_->state_space();
        if (!wl_) wl_ = make_wl_features(states.task(), states.atom_table(), wl_options_, node_ids_);
        space_->check(state);
        states.atoms(state, atoms_);
        wl_->open(atoms_);
        nb::list result;
        for (const ColouredNode& node : wl_->nodes()) {
            nb::list args;
            for (const ObjectId object : node.args) args.append(states.task().objects[object].name.c_str());
            result.append(nb::make_tuple(to_string(node.kind), node.symbol, nb::tuple(args), node.colours));
        }
        return result;
    }

    std::uint32_t count() const { return ids_.size(); }
    std::size_t bytes() const { return features_->bytes(); }
    std::vector<FeatureCount> counts() const {
        std::vector<FeatureCount> result;
        features_->counts(result);
        return result;
    }
    const WlOptions& options() const { return wl_options_; }

  private:
    void open(StateId state) {
        space_->check(state);
        space_->state_space().atoms(state, atoms_);
        features_->open(atoms_);
    }

    std::shared_ptr<Space> space_;
    WlOptions wl_options_;
    FeatureIds ids_, node_ids_;
    std::unique_ptr<FeatureMap> features_;
    std::unique_ptr<WlFeatures> wl_;
    std::vector<AtomId> atoms_;
};

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

    nb::class_<FeatureDescription>(m, "FeatureDescription", "What a feature stands for.")
        .def_ro("map", &FeatureDescription::map)
        .def_prop_ro("iteration", [](const FeatureDescription& self) { return iteration(self.iteration); })
        .def_ro("value", &FeatureDescription::value, "The colour; of `at` the number of the atom.")
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
        .def("nodes", &SpaceFeatures::nodes, nb::arg("state"),
             nb::sig("def nodes(self, state: int) -> list[tuple[str, str, tuple[str, ...], list[int]]]"),
             "The coloured graph of a state: kind, predicate or name, objects, and the colour after each iteration. "
             "These colours are numbers of their own, comparable between calls.")
        .def_prop_ro("count", &SpaceFeatures::count, "Distinct features met so far.")
        .def_prop_ro("counts", &SpaceFeatures::counts, "The same by map and iteration.")
        .def_prop_ro("bytes", &SpaceFeatures::bytes);

    m.def("feature_map_names", [] { return table(feature_map_names); });
    m.def("novelty_kind_names", [] { return table(novelty_kind_names); });
    m.def("profile_names", [] { return table(profile_names); });
}

}  // namespace isonova::bindings
