// What novelty to use over a heuristic, and how it is assembled.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "isonova/features/feature_map.hpp"
#include "isonova/features/wl_options.hpp"
#include "isonova/novelty/novelty.hpp"
#include "isonova/planner/names.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

using MakeFeatures = std::function<std::unique_ptr<FeatureMap>(const Task&, const AtomTable&, FeatureIds&)>;
using MakeNovelty = std::function<std::unique_ptr<Novelty>(const FeatureIds&)>;

struct NoveltyOptions {
    std::vector<FeatureMapKind> features;  // distinct; none: no novelty
    NoveltyKind kind = NoveltyKind::qb;
    Profile profile = Profile::isonova;
    // Where nothing is set, the profile decides.
    std::optional<std::uint32_t> wl_iterations;
    std::optional<Keep> wl_statics, wl_types, at_statics;
    std::optional<Constants> wl_constants;
    std::optional<Switch> wl_counts;
    std::optional<Objects> wl_objects;
    bool wl_exact = false;

    // Maps and kinds from elsewhere. Features are added to those named; a kind replaces the one named.
    MakeFeatures make_features;
    MakeNovelty make_novelty;

    bool any() const { return !features.empty() || make_features; }
    void check(bool grounded) const;  // throws std::invalid_argument on what does not go together
};

// From "none", or names of feature maps joined by '+'. Throws std::invalid_argument on a name that is not known.
std::vector<FeatureMapKind> feature_maps(std::string_view names);

// Of the named profile with what was set besides. `grounded` is the engine: the author's code differs between the two.
WlOptions wl_options(const NoveltyOptions& options, bool grounded);
bool at_statics(const NoveltyOptions& options, bool grounded);

// The named maps and the added one, as one. `task`, `atoms`, `ids` and `limits` must outlive it. Where `limits` do not
// allow a large table to grow, it throws Halted.
std::unique_ptr<FeatureMap> make_features(const NoveltyOptions& options, bool grounded, const Task& task,
                                          const AtomTable& atoms, FeatureIds& ids, const Limits* limits = nullptr);
std::unique_ptr<Novelty> make_novelty(const NoveltyOptions& options, const FeatureIds& ids,
                                      const Limits* limits = nullptr);

}  // namespace isonova
