#include "isonova/planner/novelty_options.hpp"

#include <algorithm>
#include <stdexcept>

#include "isonova/features/atom_features.hpp"
#include "isonova/features/union_features.hpp"
#include "isonova/features/wl_features.hpp"
#include "isonova/novelty/partition_novelty.hpp"
#include "isonova/novelty/quantified_both.hpp"
#include "isonova/planner/names.hpp"

namespace isonova {

namespace {

constexpr std::uint32_t most_iterations = 32;

struct Features {
    WlOptions wl;
    bool at_statics = false;
    bool at_nullary_statics = false;
};

Features of_profile(Profile profile, bool grounded) {
    Features features;
    switch (profile) {
        case Profile::isonova:
            break;
        case Profile::paper:
            features.wl.constants = false;
            features.at_statics = true;
            break;
        case Profile::author:
            features.wl.statics = false;
            features.wl.constants = false;
            features.wl.all_objects = !grounded;
            features.wl.nullary_statics = features.at_nullary_statics = true;
            features.wl.negative_edges = false;
            break;
    }
    return features;
}

template <class Kind, std::size_t n>
void set(bool& option, std::string_view what, const std::string& given, const Name<Kind> (&names)[n], Kind yes) {
    if (!given.empty()) option = kind_of(what, given, names) == yes;
}

Features understand(const NoveltyOptions& options, bool grounded) {
    Features features = of_profile(kind_of("profile", options.profile, profile_names), grounded);
    WlOptions& wl = features.wl;
    if (options.wl_iterations) {
        if (*options.wl_iterations > most_iterations) {
            throw std::invalid_argument("the number of WL iterations must not be above " +
                                        std::to_string(most_iterations) + ", but is " +
                                        std::to_string(*options.wl_iterations));
        }
        wl.iterations = *options.wl_iterations;
    }
    set(wl.statics, "treatment of static atoms", options.wl_statics, keep_names, Keep::keep);
    set(wl.types, "treatment of types", options.wl_types, keep_names, Keep::keep);
    set(wl.constants, "treatment of constants", options.wl_constants, constants_names, Constants::distinct);
    set(wl.counts, "treatment of counts", options.wl_counts, switch_names, Switch::on);
    set(wl.all_objects, "choice of objects", options.wl_objects, objects_names, Objects::all);
    if (!options.wl_statics.empty()) wl.nullary_statics = false;
    if (!options.at_statics.empty()) features.at_nullary_statics = false;
    set(features.at_statics, "treatment of static atoms", options.at_statics, keep_names, Keep::keep);
    wl.exact = options.wl_exact;
    if (!wl.all_objects && !grounded) {
        throw std::invalid_argument("WL over objects of fluent atoms alone needs the engine 'grounded'");
    }
    return features;
}

std::vector<FeatureMapKind> feature_maps(const std::string& names) {
    std::vector<FeatureMapKind> result;
    if (names == "none") return result;
    for (std::size_t start = 0; start <= names.size();) {
        const std::size_t end = std::min(names.find('+', start), names.size());
        const auto kind = kind_of("novelty", std::string_view(names).substr(start, end - start), feature_map_names);
        if (std::find(result.begin(), result.end(), kind) != result.end()) {
            throw std::invalid_argument("the novelty '" + names + "' names a feature map twice");
        }
        result.push_back(kind);
        start = end + 1;
    }
    return result;
}

}  // namespace

void NoveltyOptions::check(bool grounded) const {
    kind_of("kind of novelty", kind, novelty_kind_names);
    feature_maps(features);
    understand(*this, grounded);
}

WlOptions wl_options(const NoveltyOptions& options, bool grounded) {
    return understand(options, grounded).wl;
}

bool at_statics(const NoveltyOptions& options, bool grounded) {
    return understand(options, grounded).at_statics;
}

std::unique_ptr<FeatureMap> make_features(const NoveltyOptions& options, bool grounded, const Task& task,
                                          const AtomTable& atoms, FeatureIds& ids, const Limits* limits) {
    const Features features = understand(options, grounded);
    std::vector<std::unique_ptr<FeatureMap>> maps;
    for (const FeatureMapKind kind : feature_maps(options.features)) {
        switch (kind) {
            case FeatureMapKind::at:
                maps.push_back(
                    std::make_unique<AtomFeatures>(task, atoms, features.at_statics, ids, features.at_nullary_statics));
                break;
            case FeatureMapKind::wl:
                maps.push_back(make_wl_features(task, atoms, features.wl, ids, limits));
                break;
        }
    }
    if (options.make_features) maps.push_back(options.make_features(task, atoms, ids));
    if (maps.size() == 1) return std::move(maps[0]);
    return std::make_unique<UnionFeatures>(std::move(maps));
}

std::unique_ptr<Novelty> make_novelty(const NoveltyOptions& options, const FeatureIds& ids) {
    if (options.make_novelty) return options.make_novelty(ids);
    switch (kind_of("kind of novelty", options.kind, novelty_kind_names)) {
        case NoveltyKind::qb:
            break;
        case NoveltyKind::pn:
            return std::make_unique<PartitionNovelty>(ids);
    }
    return std::make_unique<QuantifiedBoth>(ids);
}

}  // namespace isonova
