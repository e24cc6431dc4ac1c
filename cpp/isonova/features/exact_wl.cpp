#include "isonova/features/exact_wl.hpp"

#include <algorithm>

#include "isonova/state/state_space.hpp"

namespace isonova {

ColourId ExactWl::intern(const Around& around) {
    if (const auto found = colours_.find(around); found != colours_.end()) return found->second;
    const ColourId colour = histogram_.add_colour(around[0]);
    colours_.emplace(around, colour);
    interned_ += around.size();
    return colour;
}

void ExactWl::colour(std::span<const AtomId> atoms, Colouring& out) {
    out.nodes.clear();
    out.is_true.clear();
    std::vector<AtomNodeId> true_nodes;
    for (const AtomId atom : atoms) {
        if (const AtomNodeId node = ilg_.node(atom); node != none) true_nodes.push_back(node);
    }
    std::sort(true_nodes.begin(), true_nodes.end());
    auto next = true_nodes.begin();
    for (AtomNodeId node = 0; node < ilg_.permanent_count(); ++node) {
        const bool is_true = next != true_nodes.end() && *next == node;
        out.nodes.push_back(node);
        out.is_true.push_back(is_true);
        next += is_true;
    }
    for (; next != true_nodes.end(); ++next) {
        out.nodes.push_back(*next);
        out.is_true.push_back(true);
    }

    const std::uint32_t objects = ilg_.object_count();
    out.objects.assign(1, std::vector<ColourId>(objects, none));
    out.atoms.assign(1, std::vector<ColourId>(out.nodes.size(), none));
    for (ObjectId o = 0; o < objects; ++o) {
        if (ilg_.is_node(o)) {
            out.objects[0][o] = intern({0, static_cast<std::uint32_t>(NodeKind::ob), ilg_.object_colour(o)});
        }
    }
    for (std::size_t i = 0; i < out.nodes.size(); ++i) {
        const Ilg::Class& own = ilg_.classes()[ilg_.class_of(out.nodes[i], out.is_true[i])];
        out.atoms[0][i] = intern({0, static_cast<std::uint32_t>(own.kind), own.symbol});
    }

    using Edge = std::pair<ColourId, std::uint32_t>;
    std::vector<std::vector<Edge>> around(objects);
    Around key;
    for (std::uint32_t iteration = 1; iteration <= options_.iterations; ++iteration) {
        recoloured_ += objects + out.nodes.size();
        out.objects.emplace_back(objects, none);
        out.atoms.emplace_back(out.nodes.size(), none);
        const auto& object_before = out.objects[iteration - 1];
        const auto& atom_before = out.atoms[iteration - 1];
        for (auto& edges : around) edges.clear();
        for (std::size_t i = 0; i < out.nodes.size(); ++i) {
            const auto args = ilg_.args(out.nodes[i]);
            key = {iteration, atom_before[i]};
            for (std::uint32_t label = 0; label < args.size(); ++label) {
                around[args[label]].push_back({atom_before[i], label});
                key.push_back(object_before[args[label]]);  // in the order of labels: all are different
                key.push_back(label);
            }
            out.atoms[iteration][i] = intern(key);
        }
        for (ObjectId o = 0; o < objects; ++o) {
            if (!ilg_.is_node(o)) continue;
            std::sort(around[o].begin(), around[o].end());
            if (options_.kind == WlKind::set)
                around[o].erase(std::unique(around[o].begin(), around[o].end()), around[o].end());
            key = {iteration, object_before[o]};
            for (const auto& [colour, label] : around[o]) {
                key.push_back(colour);
                key.push_back(label);
            }
            out.objects[iteration][o] = intern(key);
        }
        if (options_.kind == WlKind::stable && out.distinct(iteration) == out.distinct(iteration - 1)) {
            out.objects.pop_back();  // it tells nothing apart that was not before
            out.atoms.pop_back();
            break;
        }
    }
}

std::size_t ExactWl::Colouring::distinct(std::uint32_t iteration) const {
    std::vector<ColourId> colours = objects[iteration];
    colours.insert(colours.end(), atoms[iteration].begin(), atoms[iteration].end());
    std::sort(colours.begin(), colours.end());
    return static_cast<std::size_t>(std::unique(colours.begin(), colours.end()) - colours.begin());
}

void ExactWl::count(const Colouring& colouring, std::int32_t by) {
    const std::size_t nodes = ilg_.object_count() + colouring.nodes.size();
    histogram_.expect_changes((options_.iterations + 1) * nodes);
    for (const auto* colours : {&colouring.objects, &colouring.atoms}) {
        for (const auto& iteration : *colours) {
            for (const ColourId colour : iteration) {
                if (colour != none) histogram_.change(colour, by);
            }
        }
    }
}

void ExactWl::open(std::span<const AtomId> atoms) {
    opened_.assign(atoms.begin(), atoms.end());
    colour(opened_, colouring_);
    histogram_.clear();
    count(colouring_, 1);
    histogram_.keep_changes();
}

void ExactWl::diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
                   std::vector<FeatureId>& lost) {
    atoms_of_child(opened_, added, removed, child_);
    colour(child_, child_colouring_);
    count(colouring_, -1);
    count(child_colouring_, 1);
    histogram_.difference(gained, lost);
}

std::vector<ColouredNode> ExactWl::nodes() const {
    std::vector<ColouredNode> result;
    for (ObjectId o = 0; o < ilg_.object_count(); ++o) {
        if (!ilg_.is_node(o)) continue;
        result.push_back(object_node(o));
        for (const auto& colours : colouring_.objects) result.back().colours.push_back(colours[o]);
    }
    for (std::size_t i = 0; i < colouring_.nodes.size(); ++i) {
        result.push_back(atom_node(colouring_.nodes[i], colouring_.is_true[i]));
        for (const auto& colours : colouring_.atoms) result.back().colours.push_back(colours[i]);
    }
    return result;
}

std::vector<ColourHash> ExactWl::hashes() const {
    std::vector<const Around*> arounds(histogram_.colour_count());
    for (const auto& [around, colour] : colours_) arounds[colour] = &around;
    std::vector<ColourHash> result;
    for (const Around* around : arounds) {  // the colours in it have lower numbers
        if (around->front() == 0) {
            result.push_back(first_hash(static_cast<NodeKind>((*around)[1]), (*around)[2]));
            continue;
        }
        ColourHash sum;
        for (std::size_t i = 2; i < around->size(); i += 2) {
            sum += result[(*around)[i]] * label_factor((*around)[i + 1]);
        }
        result.push_back(next_colour(result[(*around)[1]], sum));
    }
    return result;
}

std::size_t ExactWl::bytes() const {
    return ilg_.bytes() + histogram_.bytes() + interned_ * sizeof(std::uint32_t) +
           colours_.bucket_count() * (sizeof(Around) + sizeof(ColourId) + 1);
}

}  // namespace isonova
