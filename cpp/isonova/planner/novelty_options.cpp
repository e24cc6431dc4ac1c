#include "isonova/planner/novelty_options.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "isonova/features/atom_features.hpp"
#include "isonova/features/atom_pairs.hpp"
#include "isonova/features/colour_changes.hpp"
#include "isonova/features/dl_features.hpp"
#include "isonova/features/union_features.hpp"
#include "isonova/features/wl_features.hpp"
#include "isonova/novelty/count_novelty.hpp"
#include "isonova/novelty/partition_novelty.hpp"
#include "isonova/novelty/quantified_both.hpp"

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
            features.wl.static_goals = true;
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

WlKind wl_kind(FeatureMapKind map) {
    switch (map) {
        case FeatureMapKind::wl_set:
            return WlKind::set;
        case FeatureMapKind::wl_stable:
            return WlKind::stable;
        case FeatureMapKind::iwl:
            return WlKind::individual;
        case FeatureMapKind::lwl2:
            return WlKind::pairs;
        default:
            return WlKind::plain;
    }
}

template <class Kind>
void set(bool& option, const std::optional<Kind>& given, Kind yes) {
    if (given) option = *given == yes;
}

Features understand(const NoveltyOptions& options, bool grounded) {
    Features features = of_profile(options.profile, grounded);
    WlOptions& wl = features.wl;
    if (options.wl_iterations) {
        if (*options.wl_iterations > most_iterations) {
            throw std::invalid_argument("the number of WL iterations must not be above " +
                                        std::to_string(most_iterations) + ", but is " +
                                        std::to_string(*options.wl_iterations));
        }
        wl.iterations = *options.wl_iterations;
    }
    set(wl.statics, options.wl_statics, Keep::keep);
    set(wl.types, options.wl_types, Keep::keep);
    set(wl.constants, options.wl_constants, Constants::distinct);
    set(wl.counts, options.wl_counts, Switch::on);
    set(wl.all_objects, options.wl_objects, Objects::all);
    if (options.wl_statics) wl.nullary_statics = false;
    if (options.at_statics) features.at_nullary_statics = false;
    set(features.at_statics, options.at_statics, Keep::keep);
    wl.exact = options.wl_exact;
    if (!wl.all_objects && !grounded) {
        throw std::invalid_argument("WL over objects of fluent atoms alone needs the engine 'grounded'");
    }
    return features;
}

}  // namespace

std::vector<FeatureMapKind> feature_maps(std::string_view names) {
    std::vector<FeatureMapKind> result;
    if (names == "none") return result;
    for (std::size_t start = 0; start <= names.size();) {
        const std::size_t end = std::min(names.find('+', start), names.size());
        const auto kind = kind_of("novelty", names.substr(start, end - start), feature_map_names);
        if (std::find(result.begin(), result.end(), kind) != result.end()) {
            throw std::invalid_argument("the novelty '" + std::string(names) + "' names a feature map twice");
        }
        result.push_back(kind);
        start = end + 1;
    }
    return result;
}

void NoveltyOptions::check(bool grounded) const {
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
    if (options.kind == NoveltyKind::w) ids.remember_maps();
    std::vector<std::unique_ptr<FeatureMap>> maps;
    for (const FeatureMapKind kind : options.features) {
        ids.set_map(static_cast<std::uint8_t>(maps.size()));
        switch (kind) {
            case FeatureMapKind::at:
                maps.push_back(
                    std::make_unique<AtomFeatures>(task, atoms, features.at_statics, ids, features.at_nullary_statics));
                break;
            case FeatureMapKind::wl:
                maps.push_back(make_wl_features(task, atoms, features.wl, ids, limits));
                break;
            case FeatureMapKind::wl_set:
            case FeatureMapKind::wl_stable:
            case FeatureMapKind::iwl:
            case FeatureMapKind::lwl2: {
                WlOptions wl = features.wl;
                wl.kind = wl_kind(kind);
                if (wl.kind == WlKind::stable) wl.iterations = most_iterations;
                maps.push_back(make_wl_features(task, atoms, wl, ids, limits));
                break;
            }
            case FeatureMapKind::wl_changes:
                maps.push_back(std::make_unique<ColourChanges>(task, atoms, features.wl, ids, limits));
                break;
            case FeatureMapKind::dl:
                maps.push_back(std::make_unique<DlFeatures>(task, atoms, ids));
                break;
            case FeatureMapKind::at2:
                maps.push_back(std::make_unique<AtomPairs>(task, atoms, ids, limits));
                break;
        }
    }
    ids.set_map(static_cast<std::uint8_t>(maps.size()));
    if (options.make_features) maps.push_back(options.make_features(task, atoms, ids));
    if (maps.size() == 1) return std::move(maps[0]);
    return std::make_unique<UnionFeatures>(std::move(maps), ids);
}

std::unique_ptr<Novelty> make_novelty(const NoveltyOptions& options, const FeatureIds& ids, const Limits* limits) {
    if (options.make_novelty) return options.make_novelty(ids);
    switch (options.kind) {
        case NoveltyKind::qb:
            break;
        case NoveltyKind::pn:
        case NoveltyKind::iw:
            return std::make_unique<PartitionNovelty>(ids, limits);
        case NoveltyKind::w:
            return std::make_unique<PartitionNovelty>(
                ids, limits, static_cast<std::uint8_t>(options.features.size() + (options.make_features ? 1 : 0)));
        case NoveltyKind::cb:
            return std::make_unique<CountNovelty>(ids, limits);
    }
    return std::make_unique<QuantifiedBoth>(ids, limits);
}

}  // namespace isonova
