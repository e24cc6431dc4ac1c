#include "isonova/features/colour_changes.hpp"

namespace isonova {

ColourId ColourChanges::change_of(ColourId before, ColourId after) {
    const std::uint64_t key = std::uint64_t{before} << 32 | after;
    if (const auto found = changes_.find(key); found != changes_.end()) return found->second;
    const ColourId made = histogram_.add_colour(0);  // may throw
    changes_.emplace(key, made);
    return made;
}

void ColourChanges::open(std::span<const AtomId> atoms) {
    wl_.open(atoms);
    histogram_.forget_changes();  // left over if memory ran out on the way
}

void ColourChanges::diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
                         std::vector<FeatureId>& lost) {
    wl_.changes(added, removed, found_);
    histogram_.expect_changes(found_.size());
    for (const auto& [before, after] : found_) histogram_.change(change_of(before, after), 1);
    histogram_.difference(gained, lost);
}

void ColourChanges::counts(std::vector<FeatureCount>& out) const {
    out.push_back({"wl-changes", none, histogram_.features_by_iteration()[0]});
}

std::size_t ColourChanges::bytes() const {
    return wl_.bytes() + histogram_.bytes() + changes_.bucket_count() * (sizeof(std::uint64_t) + sizeof(ColourId) + 1);
}

std::optional<FeatureDescription> ColourChanges::describe(FeatureId feature) const {
    const auto meaning = histogram_.meaning();
    const auto found = meaning.find(feature);
    if (found == meaning.end()) return std::nullopt;
    for (const auto& [pair, change] : changes_) {
        if (change != found->second.colour) continue;
        const auto before = static_cast<ColourId>(pair >> 32), after = static_cast<ColourId>(pair);
        return FeatureDescription{"wl-changes", none, wl_.colour_name(before) + " > " + wl_.colour_name(after),
                                  found->second.count};
    }
    return std::nullopt;
}

}  // namespace isonova
