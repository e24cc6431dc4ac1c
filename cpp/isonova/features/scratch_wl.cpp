#include "isonova/features/scratch_wl.hpp"

#include "isonova/state/state_space.hpp"

namespace isonova {

ColourId ScratchWl::colour_of(ColourHash hash, std::uint32_t iteration) {
    const std::pair key{hash.lo, hash.hi};
    if (const auto found = colours_.find(key); found != colours_.end()) return found->second;
    const ColourId made = histogram_.add_colour(iteration);  // may throw
    colours_.emplace(key, made);
    return made;
}

void ScratchWl::build(std::span<const AtomId> atoms) {
    objects_.clear();
    atoms_.clear();
    place_.assign(ilg_.object_count(), none);
    for (ObjectId o = 0; o < ilg_.object_count(); ++o) {
        if (!ilg_.is_node(o)) continue;
        place_[o] = static_cast<std::uint32_t>(objects_.size());
        objects_.push_back(o);
    }
    for (AtomNodeId node = 0; node < ilg_.permanent_count(); ++node) atoms_.emplace_back(node, false);
    for (const AtomId atom : atoms) {
        const AtomNodeId node = ilg_.node(atom);
        if (node == none) continue;
        if (node < ilg_.permanent_count())
            atoms_[node].second = true;
        else
            atoms_.emplace_back(node, true);
    }
    edges_.assign(objects_.size() + atoms_.size(), {});
    first_.clear();
    for (const ObjectId o : objects_) first_.push_back(first_hash(NodeKind::ob, ilg_.object_colour(o)));
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
        const auto [node, is_true] = atoms_[i];
        const Ilg::Class& own = ilg_.classes()[ilg_.class_of(node, is_true)];
        first_.push_back(first_hash(own.kind, own.symbol));
        const auto args = ilg_.args(node);
        const auto atom = static_cast<std::uint32_t>(objects_.size() + i);
        for (std::uint32_t label = 0; label < args.size(); ++label) {
            const ColourHash factor = label_factor(label);
            edges_[atom].push_back({place_[args[label]], factor});
            edges_[place_[args[label]]].push_back({atom, factor});
        }
    }
}

void ScratchWl::count(const Counts& counts, std::int32_t by) {
    histogram_.expect_changes(counts.size());
    for (const auto& [colour, count] : counts) histogram_.change(colour, by * count);
}

void ScratchWl::open(std::span<const AtomId> atoms) {
    opened_.assign(atoms.begin(), atoms.end());
    build(opened_);
    counts_.clear();
    colour(counts_);
    histogram_.clear();
    count(counts_, 1);
    histogram_.keep_changes();
}

void ScratchWl::diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
                     std::vector<FeatureId>& lost) {
    atoms_of_child(opened_, added, removed, child_);
    build(child_);
    child_counts_.clear();
    colour(child_counts_);
    count(counts_, -1);
    count(child_counts_, 1);
    histogram_.difference(gained, lost);
}

std::vector<ColouredNode> ScratchWl::nodes() const {
    std::vector<ColouredNode> result;
    for (const ObjectId o : objects_) result.push_back(object_node(o));
    for (const auto& [node, is_true] : atoms_) result.push_back(atom_node(node, is_true));
    for (std::size_t i = 0; i < result.size(); ++i)
        for (const auto& colours : plain_colours_) result[i].colours.push_back(colours[i]);
    return result;
}

std::vector<ColourHash> ScratchWl::hashes() const {
    std::vector<ColourHash> result(histogram_.colour_count());
    for (const auto& [hash, colour] : colours_) result[colour] = {hash.first, hash.second};
    return result;
}

std::size_t ScratchWl::bytes() const {
    return ilg_.bytes() + histogram_.bytes() +
           colours_.bucket_count() * (2 * sizeof(std::uint64_t) + sizeof(ColourId) + 1) +
           (counts_.capacity() + child_counts_.capacity()) * sizeof(Counts::value_type);
}

}  // namespace isonova
