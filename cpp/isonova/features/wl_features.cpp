#include "isonova/features/wl_features.hpp"

#include <cinttypes>
#include <cstdio>

#include "isonova/features/exact_wl.hpp"
#include "isonova/features/hashed_wl.hpp"
#include "isonova/features/individualised_wl.hpp"
#include "isonova/features/pair_wl.hpp"

namespace isonova {

void WlFeatures::counts(std::vector<FeatureCount>& out) const {
    const auto& features = histogram_.features_by_iteration();
    for (std::uint32_t i = 0; i < features.size(); ++i) out.push_back({name(), i, features[i]});
}

std::optional<FeatureDescription> WlFeatures::describe(FeatureId feature) const {
    auto found = meaning_.find(feature);
    if (found == meaning_.end()) {
        meaning_ = histogram_.meaning();
        found = meaning_.find(feature);
        if (found == meaning_.end()) return std::nullopt;
    }
    const auto [colour, count] = found->second;
    return FeatureDescription{name(), histogram_.iteration(colour), colour_name(colour), options_.counts ? count : 1};
}

const char* WlFeatures::name() const {
    switch (options_.kind) {
        case WlKind::set:
            return "wl-set";
        case WlKind::stable:
            return "wl-stable";
        case WlKind::individual:
            return "iwl";
        case WlKind::pairs:
            return "lwl2";
        case WlKind::plain:
            break;
    }
    return "wl";
}

std::string WlFeatures::colour_name(ColourId colour) const {
    if (colour >= hashes_of_colours_.size()) hashes_of_colours_ = hashes();
    const ColourHash hash = hashes_of_colours_[colour];
    char name[25];
    std::snprintf(name, sizeof name, "%016" PRIx64 "%08" PRIx32, hash.lo, static_cast<std::uint32_t>(hash.hi));
    return name;
}

ColourHash WlFeatures::first_hash(NodeKind kind, std::uint32_t symbol) const {
    return hash_of(1 + static_cast<std::uint64_t>(kind), ilg_.symbol_name(kind, symbol));
}

ColouredNode WlFeatures::object_node(ObjectId object) const {
    return {NodeKind::ob, ilg_.symbol_name(NodeKind::ob, ilg_.object_colour(object)), {object}, {}};
}

ColouredNode WlFeatures::atom_node(AtomNodeId node, bool is_true) const {
    const Ilg::Class& own = ilg_.classes()[ilg_.class_of(node, is_true)];
    const auto args = ilg_.args(node);
    return {own.kind, ilg_.symbol_name(own.kind, own.symbol), {args.begin(), args.end()}, {}};
}

std::unique_ptr<WlFeatures> make_wl_features(const Task& task, const AtomTable& atoms, const WlOptions& options,
                                             FeatureIds& ids, const Limits* limits) {
    if (options.kind == WlKind::individual)
        return std::make_unique<IndividualisedWl>(task, atoms, options, ids, limits);
    if (options.kind == WlKind::pairs) return std::make_unique<PairWl>(task, atoms, options, ids, limits);
    if (options.exact || options.kind != WlKind::plain)
        return std::make_unique<ExactWl>(task, atoms, options, ids, limits);
    return std::make_unique<HashedWl>(task, atoms, options, ids, limits);
}

}  // namespace isonova
