#include "isonova/features/atom_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "isonova/features/atom_text.hpp"
#include "isonova/features/colour_hash.hpp"

namespace isonova {

void AtomPairs::list(std::span<const AtomId> atoms, std::vector<AtomId>& out) const {
    out.clear();
    std::copy_if(atoms.begin(), atoms.end(), std::back_inserter(out),
                 [&](AtomId atom) { return !task_.predicates[atoms_.predicate(atom)].invented; });
}

inline void AtomPairs::change(AtomId a, AtomId b, std::int32_t by) {
    const std::uint64_t high = std::max(a, b), low = std::min(a, b);
    std::uint64_t number = high * (high - 1) / 2 + low;
    if (number >= budget_) number = detail::finalise(number) % budget_;
    while (histogram_.colour_count() <= number) histogram_.add_colour(0);
    histogram_.change(static_cast<ColourId>(number), by);
}

// What the opened state's pairs become with `added` and without `removed`, both lists of atoms that count.
void AtomPairs::change(std::span<const AtomId> added, std::span<const AtomId> removed) {
    kept_.clear();
    std::copy_if(opened_.begin(), opened_.end(), std::back_inserter(kept_),
                 [&](AtomId atom) { return std::find(removed.begin(), removed.end(), atom) == removed.end(); });
    const std::size_t most = (added.size() + removed.size()) * (kept_.size() + added.size() + removed.size());
    histogram_.expect_changes(most);
    listed_ += most;
    const auto each = [&](std::span<const AtomId> atoms, std::int32_t by) {
        for (std::size_t i = 0; i < atoms.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) change(atoms[i], atoms[j], by);
            for (const AtomId other : kept_) change(atoms[i], other, by);
        }
    };
    each(removed, -1);
    each(added, 1);
}

void AtomPairs::open(std::span<const AtomId> atoms) {
    list(atoms, next_);
    added_.clear();
    removed_.clear();
    std::set_difference(next_.begin(), next_.end(), opened_.begin(), opened_.end(), std::back_inserter(added_));
    std::set_difference(opened_.begin(), opened_.end(), next_.begin(), next_.end(), std::back_inserter(removed_));
    if (2 * (added_.size() + removed_.size()) > next_.size()) {  // from scratch is less work
        histogram_.clear();
        opened_.clear();
        removed_.clear();
        added_ = next_;
    }
    change(added_, removed_);
    histogram_.keep_changes();
    opened_.swap(next_);
}

void AtomPairs::diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
                     std::vector<FeatureId>& lost) {
    list(added, added_);
    list(removed, removed_);
    change(added_, removed_);
    histogram_.difference(gained, lost);
}

void AtomPairs::counts(std::vector<FeatureCount>& out) const {
    out.push_back({"at2", none, histogram_.features_by_iteration()[0]});
}

std::optional<FeatureDescription> AtomPairs::describe(FeatureId feature) const {
    const auto known = histogram_.meaning();
    const auto found = known.find(feature);
    if (found == known.end()) return std::nullopt;
    const std::uint64_t number = found->second.colour;
    auto high = static_cast<std::uint64_t>((1 + std::sqrt(1 + 8 * static_cast<double>(number))) / 2);
    while (high * (high - 1) / 2 > number) --high;
    while (high * (high + 1) / 2 <= number) ++high;
    const auto text = [&](std::uint64_t atom) {
        const auto id = static_cast<AtomId>(atom);
        return atom_text(task_, atoms_.predicate(id), atoms_.args(id));
    };
    const std::uint64_t count = atoms_.size();
    const bool shared = count > 1 && count * (count - 1) / 2 > budget_;
    std::string name = high < count ? text(number - high * (high - 1) / 2) + " " + text(high) : "";
    if (shared) name += name.empty() ? "some pair" : " or another pair";
    return FeatureDescription{"at2", none, name, 1};
}

}  // namespace isonova
