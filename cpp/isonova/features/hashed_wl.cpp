#include "isonova/features/hashed_wl.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace isonova {

HashedWl::HashedWl(const Task& task, const AtomTable& atoms, const WlOptions& options, FeatureIds& ids,
                   const Limits* limits)
    : WlFeatures(task, atoms, options, ids, limits),
      depth_(options.iterations),
      node_depth_(options.iterations < 2 ? 0 : options.iterations - 1),
      table_(1024, limits) {
    std::size_t arity = 1;
    for (const Predicate& predicate : task.predicates) arity = std::max<std::size_t>(arity, predicate.arity());
    for (std::uint32_t label = 0; label < arity; ++label) factors_.push_back(label_factor(label));
    const std::uint32_t objects = ilg_.object_count();
    for (ObjectId o = 0; o < objects; ++o) {
        first_hashes_.push_back(first_hash(NodeKind::ob, ilg_.object_colour(o)));
        first_colours_.push_back(none);
        if (!ilg_.is_node(o)) continue;
        objects_.push_back(o);
        first_colours_[o] = colour(first_hashes_[o], 0);
    }
    sums_.resize(std::size_t{objects} * depth_);
    hashes_.resize(sums_.size());
    colours_.resize(sums_.size(), none);
    atoms_of_.resize(objects);
    object_epoch_.resize(objects, 0);
    touched_objects_.reserve(objects);
    saved_sums_.resize(sums_.size());
    saved_hashes_.resize(sums_.size());
    meet_new_atoms();
    for (AtomNodeId node = 0; node < ilg_.permanent_count(); ++node) {
        class_[node] = ilg_.class_of(node, false);
        link(node);
        if (depth_ == 0) continue;
        const auto args = ilg_.args(node);
        for (std::size_t i = 0; i < args.size(); ++i) {
            for (std::uint32_t l = 0; l < std::min(depth_, 2u); ++l) {
                sums(args[i])[l] += classes_[class_[node]].hash[l] * factors_[i];
            }
        }
    }
    for (const auto& nodes : atoms_of_) permanent_of_.push_back(static_cast<std::uint32_t>(nodes.size()));
    empty_sums_ = sums_;
    std::map<ColourId, std::int32_t> counts;
    for (const ObjectId o : objects_) ++counts[first_colours_[o]];
    for (AtomNodeId node = 0; node < ilg_.permanent_count(); ++node) {
        for (std::uint32_t l = 0; l < std::min(depth_ + 1, 2u); ++l) ++counts[classes_[class_[node]].colour[l]];
    }
    empty_counts_.assign(counts.begin(), counts.end());
}

void HashedWl::meet_new_atoms() {
    for (ClassId id = static_cast<ClassId>(classes_.size()); id < ilg_.classes().size(); ++id) {
        const Ilg::Class& own = ilg_.classes()[id];
        ClassColours colours;
        colours.hash[0] = first_hash(own.kind, own.symbol);
        ColourHash around;
        for (std::size_t i = 0; i < own.object_colours.size(); ++i) {
            around += first_hash(NodeKind::ob, own.object_colours[i]) * factors_[i];
        }
        colours.hash[1] = next_colour(colours.hash[0], around);
        for (std::uint32_t l = 0; l < 2; ++l) {
            colours.colour[l] = l <= depth_ ? colour(colours.hash[l], l) : none;
        }
        classes_.push_back(colours);
    }
    class_.resize(ilg_.node_count(), none);
    node_epoch_.resize(ilg_.node_count(), 0);
    node_hashes_.resize(std::size_t{ilg_.node_count()} * node_depth_);
    node_colours_.resize(node_hashes_.size(), none);
    pending_.resize(colours_.size() + node_colours_.size());
}

void HashedWl::link(AtomNodeId node) {
    if (node_depth_ == 0) return;
    for (const ObjectId object : ilg_.args(node)) atoms_of_[object].push_back(node);
}

void HashedWl::unlink(AtomNodeId node) {
    if (node_depth_ == 0) return;
    for (const ObjectId object : ilg_.args(node)) {
        auto& nodes = atoms_of_[object];
        *std::find(nodes.begin() + permanent_of_[object], nodes.end(), node) = nodes.back();
        nodes.pop_back();
    }
}

void HashedWl::link_opened() {
    is_linked_ = true;
    if (node_depth_ == 0) return;
    for (const ObjectId o : objects_) atoms_of_[o].resize(permanent_of_[o]);
    for (const AtomNodeId node : true_nodes_) link(node);
}

// Whether opening `atoms` by differences promises to be less work than from scratch.
bool HashedWl::is_close(std::span<const AtomId> atoms) {
    added_.clear();
    removed_.clear();
    if (!is_coloured_) return false;
    if (!is_linked_) link_opened();
    std::set_difference(atoms.begin(), atoms.end(), opened_.begin(), opened_.end(), std::back_inserter(added_));
    std::set_difference(opened_.begin(), opened_.end(), atoms.begin(), atoms.end(), std::back_inserter(removed_));
    if (node_depth_ == 0) return 2 * (added_.size() + removed_.size()) < atoms.size();
    std::size_t work = 0;
    for (const auto* changes : {&added_, &removed_}) {
        for (const AtomId atom : *changes) {
            const AtomNodeId node = ilg_.node(atom);
            if (node == none) continue;
            work += 4;
            for (const ObjectId object : ilg_.args(node)) work += 4 + atoms_of_[object].size();
        }
    }
    return work < ilg_.permanent_count() + atoms.size() + objects_.size();
}

void HashedWl::open(std::span<const AtomId> atoms) {
    if (!is_close(atoms)) return colour_fully(atoms);
    is_coloured_ = false;  // until all is done, should memory run out on the way
    recolour(added_, removed_);
    settle(true);
    keep();
    histogram_.keep_changes();
    opened_.assign(atoms.begin(), atoms.end());
    is_coloured_ = true;
}

void HashedWl::recolour_child(std::span<const AtomId> added, std::span<const AtomId> removed) {
    recolour(added, removed);
    settle(false);
    put_back();
}

void HashedWl::diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
                    std::vector<FeatureId>& lost) {
    is_coloured_ = false;  // until all is done, should memory run out on the way
    recolour_child(added, removed);
    histogram_.difference(gained, lost);
    is_coloured_ = true;
}

std::int64_t HashedWl::weigh_diff(std::span<const AtomId> added, std::span<const AtomId> removed,
                                  std::span<const std::int64_t> weights) {
    is_coloured_ = false;
    recolour_child(added, removed);
    const std::int64_t sum = histogram_.weigh_changes(weights);
    is_coloured_ = true;
    return sum;
}

void HashedWl::changes(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<Change>& out) {
    is_coloured_ = false;
    recolour_child(added, removed);
    histogram_.forget_changes();
    is_coloured_ = true;
    out.clear();
    const ColourId* const first = colours_.data();
    for (std::size_t i = 0; i < pending_count_; ++i) {
        const Pending& each = pending_[i];
        if (each.iteration != depth_ || each.place < first || each.place >= first + colours_.size()) continue;
        if (*each.place != each.found) out.push_back({*each.place, each.found});
    }
}

std::vector<ColouredNode> HashedWl::nodes() const {
    std::vector<ColouredNode> result;
    for (const ObjectId o : objects_) {
        result.push_back(object_node(o));
        auto& colours = result.back().colours;
        colours.push_back(first_colours_[o]);
        const auto first = colours_.begin() + static_cast<std::ptrdiff_t>(std::size_t{o} * depth_);
        colours.insert(colours.end(), first, first + depth_);
    }
    for (AtomNodeId node = 0; node < ilg_.node_count(); ++node) {
        if (class_[node] == none) continue;
        result.push_back(atom_node(node, class_[node] == ilg_.class_of(node, true)));
        auto& colours = result.back().colours;
        for (std::uint32_t l = 0; l < std::min(depth_ + 1, 2u); ++l)
            colours.push_back(classes_[class_[node]].colour[l]);
        const auto first = node_colours_.begin() + static_cast<std::ptrdiff_t>(std::size_t{node} * node_depth_);
        colours.insert(colours.end(), first, first + node_depth_);
    }
    return result;
}

std::vector<ColourHash> HashedWl::hashes() const {
    std::vector<ColourHash> result(histogram_.colour_count());
    table_.for_each([&](const Known& known) { result[known.colour] = {known.lo, known.high}; });
    return result;
}

std::size_t HashedWl::bytes() const {
    std::size_t words = (sums_.capacity() + hashes_.capacity() + node_hashes_.capacity() + empty_sums_.capacity()) * 4 +
                        colours_.capacity() + node_colours_.capacity() + class_.capacity() + node_epoch_.capacity() +
                        object_epoch_.capacity() + pending_.capacity() * 8;
    for (const auto& nodes : atoms_of_) words += nodes.capacity() + sizeof nodes / 4;
    return words * 4 + table_.bytes() + histogram_.bytes() + ilg_.bytes();
}

}  // namespace isonova
