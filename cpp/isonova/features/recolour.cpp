// How HashedWl gives colours: to a whole state, and to what a few changed atoms reach.
#include <algorithm>
#include <utility>

#include "isonova/features/hashed_wl.hpp"

namespace isonova {

inline ColourHash HashedWl::around(AtomNodeId node, std::uint32_t iteration) const {
    const auto args = ilg_.args(node);
    ColourHash sum;
    for (std::size_t i = 0; i < args.size(); ++i) {
        sum += hashes_[std::size_t{args[i]} * depth_ + iteration] * factors_[i];
    }
    return sum;
}

inline void HashedWl::give(ColourHash hash, ColourId& place, std::uint32_t iteration) {
    table_.prefetch(Known(hash));
    Pending& next = pending_[pending_count_++];
    next.hash = hash;
    next.place = &place;
    next.iteration = iteration;
}

inline void HashedWl::touch(ObjectId object) {
    if (object_epoch_[object] == epoch_) return;
    object_epoch_[object] = epoch_;
    const std::size_t saved = touched_objects_.size() * depth_;
    for (std::uint32_t l = 0; l < depth_; ++l) {
        saved_sums_[saved + l] = sums(object)[l];
        saved_hashes_[saved + l] = hashes(object)[l];
    }
    touched_objects_.push_back(object);
}

void HashedWl::change(AtomId atom, bool is_true) {
    const AtomNodeId node = ilg_.node(atom);
    if (node >= class_.size()) {
        if (node == none) return;
        meet_new_atoms();
    }
    const ClassId from = ilg_.class_of(node, !is_true), to = ilg_.class_of(node, is_true);
    const ClassColours absent{};
    const ClassColours& before = from == none ? absent : classes_[from];
    const ClassColours& after = to == none ? absent : classes_[to];
    class_[node] = to;
    node_epoch_[node] = epoch_;
    touched_nodes_.push_back({node, from, to});
    for (std::uint32_t l = 0; l < std::min(depth_ + 1, 2u); ++l) {
        if (from != none) histogram_.change(before.colour[l], -1);
        if (to != none) histogram_.change(after.colour[l], 1);
    }
    if (depth_ == 0) return;
    const auto args = ilg_.args(node);
    for (std::size_t i = 0; i < args.size(); ++i) {
        touch(args[i]);
        ColourHash* sum = sums(args[i]);
        sum[0] += (after.hash[0] - before.hash[0]) * factors_[i];
        if (depth_ > 1) sum[1] += (after.hash[1] - before.hash[1]) * factors_[i];
    }
}

// A truck that moves loses one `at` and gets another: the sums around it are what they were, and so is its colour.
void HashedWl::recolour_objects(std::uint32_t iteration) {
    const std::uint32_t before = iteration - 1;
    for (std::size_t i = 0; i < touched_objects_.size(); ++i) {
        const ObjectId object = touched_objects_[i];
        const ColourHash own = hashes(object)[before], sum = sums(object)[before];
        if (own == saved_hashes_[i * depth_ + before] && sum == saved_sums_[i * depth_ + before]) continue;
        const ColourHash next = next_colour(own, sum);
        if (iteration < depth_) hashes(object)[iteration] = next;
        give(next, colours(object)[before], iteration);
    }
}

void HashedWl::touch_around(std::uint32_t iteration) {
    is_expanded_.resize(touched_objects_.size(), false);
    for (std::size_t i = 0; i < touched_objects_.size(); ++i) {
        const ObjectId object = touched_objects_[i];
        if (is_expanded_[i] || hashes(object)[iteration] == saved_hashes_[i * depth_ + iteration]) continue;
        is_expanded_[i] = true;
        for (const AtomNodeId node : atoms_of_[object]) {
            if (node_epoch_[node] == epoch_) continue;
            node_epoch_[node] = epoch_;
            touched_nodes_.push_back({node, class_[node], class_[node]});
        }
    }
}

void HashedWl::recolour_atoms(std::uint32_t iteration) {
    const bool is_last = iteration == depth_;
    for (std::size_t i = 0; i < touched_nodes_.size(); ++i) {
        const auto [node, from, to] = touched_nodes_[i];
        ColourHash next;
        if (to != none) {
            const ColourHash own = iteration == 2 ? classes_[to].hash[1] : node_hashes(node)[iteration - 3];
            next = next_colour(own, around(node, iteration - 1));
            give(next, node_colours(node)[iteration - 2], iteration);
        }
        if (is_last) continue;
        // Where an atom is not there, its hashes are 0.
        ColourHash& hash = node_hashes(node)[iteration - 2];
        const ColourHash change = next - hash;
        hash = next;
        const auto args = ilg_.args(node);
        for (std::size_t k = 0; k < args.size(); ++k) {
            touch(args[k]);
            sums(args[k])[iteration] += change * factors_[k];
        }
    }
}

// Most atoms have one or two objects, and most searches two iterations.
inline void HashedWl::give_second(AtomNodeId node) {
    const ColourHash* hashes = hashes_.data() + 1;  // after one iteration, of every second
    const auto args = ilg_.args(node);
    ColourHash sum;
    if (!args.empty()) {
        sum = hashes[2 * std::size_t{args[0]}] * factors_[0];
        if (args.size() > 1) {
            sum += hashes[2 * std::size_t{args[1]}] * factors_[1];
            for (std::size_t i = 2; i < args.size(); ++i) sum += hashes[2 * std::size_t{args[i]}] * factors_[i];
        }
    }
    give(next_colour(classes_[class_[node]].hash[1], sum), node_colours_[node], 2);
}

void HashedWl::recolour_second() {
    for (const Touched& each : touched_nodes_) {
        if (each.to != none) give_second(each.node);
    }
    for (std::size_t i = 0; i < touched_objects_.size(); ++i) {
        const ObjectId object = touched_objects_[i];
        if (hashes(object)[1] == saved_hashes_[2 * i + 1]) continue;
        for (const AtomNodeId node : atoms_of_[object]) {
            if (node_epoch_[node] == epoch_) continue;
            node_epoch_[node] = epoch_;
            give_second(node);
        }
    }
}

void HashedWl::recolour(std::span<const AtomId> added, std::span<const AtomId> removed) {
    if (++epoch_ == 0) {
        std::fill(object_epoch_.begin(), object_epoch_.end(), 0);
        std::fill(node_epoch_.begin(), node_epoch_.end(), 0);
        epoch_ = 1;
    }
    if (!is_linked_) link_opened();
    touched_objects_.clear();
    touched_nodes_.clear();
    saved_node_hashes_.clear();
    pending_count_ = 0;
    histogram_.expect_changes(4 * (added.size() + removed.size()));
    for (const AtomId atom : removed) change(atom, false);
    for (const AtomId atom : added) change(atom, true);
    changed_nodes_ = touched_nodes_.size();
    if (depth_ == 2) {
        recolour_objects(1);
        recolour_objects(2);
        recolour_second();
        recoloured_ += pending_count_;
        return;
    }
    is_expanded_.clear();
    std::size_t saved = 0;
    for (std::uint32_t l = 1; l <= depth_; ++l) {
        if (l >= 2) {
            touch_around(l - 1);
            if (depth_ > 2) {
                for (; saved < touched_nodes_.size(); ++saved) {
                    const ColourHash* hashes = node_hashes(touched_nodes_[saved].node);
                    saved_node_hashes_.insert(saved_node_hashes_.end(), hashes, hashes + node_depth_);
                }
            }
        }
        recolour_objects(l);
        if (l >= 2) recolour_atoms(l);
    }
    recoloured_ += pending_count_;
}

void HashedWl::settle(bool keep) {
    histogram_.expect_changes(2 * pending_count_ + changed_nodes_ * node_depth_);
    for (std::size_t i = 0; i < pending_count_; ++i) {
        Pending& each = pending_[i];
        each.found = colour(each.hash, each.iteration);
        histogram_.prefetch(each.found);
    }
    for (std::size_t i = 0; i < pending_count_; ++i) {
        const Pending& each = pending_[i];
        const ColourId before = *each.place;
        if (before == each.found) continue;
        if (before != none) histogram_.change(before, -1);
        histogram_.change(each.found, 1);
        if (keep) *each.place = each.found;
    }
    // What went has no colours to give back.
    for (std::size_t i = 0; i < changed_nodes_; ++i) {
        const auto [node, from, to] = touched_nodes_[i];
        if (to != none) continue;
        ColourId* places = node_colours(node);
        for (std::uint32_t l = 0; l < node_depth_; ++l) {
            histogram_.change(places[l], -1);
            if (keep) places[l] = none;
        }
    }
}

void HashedWl::put_back() {
    for (std::size_t i = 0; i < touched_objects_.size(); ++i) {
        std::copy_n(&saved_sums_[i * depth_], depth_, sums(touched_objects_[i]));
        std::copy_n(&saved_hashes_[i * depth_], depth_, hashes(touched_objects_[i]));
    }
    for (std::size_t i = 0; i < changed_nodes_; ++i) class_[touched_nodes_[i].node] = touched_nodes_[i].from;
    if (depth_ <= 2) return;
    for (std::size_t i = 0; i < touched_nodes_.size(); ++i) {
        std::copy_n(&saved_node_hashes_[i * node_depth_], node_depth_, node_hashes(touched_nodes_[i].node));
    }
}

void HashedWl::keep() {
    for (std::size_t i = 0; i < changed_nodes_; ++i) {
        const auto [node, from, to] = touched_nodes_[i];
        if (from == none) link(node);
        if (to == none) unlink(node);
    }
}

// One iteration over the whole graph, atoms by the colours of objects before it.
void HashedWl::colour_step(std::uint32_t iteration) {
    const auto each_node = [&](auto work) {
        for (AtomNodeId node = 0; node < ilg_.permanent_count(); ++node) work(node);
        for (const AtomNodeId node : true_nodes_) work(node);
    };
    if (iteration >= 3) {
        for (const ObjectId o : objects_) sums(o)[iteration - 1] = {};
        each_node([&](AtomNodeId node) {
            const auto args = ilg_.args(node);
            const ColourHash hash = node_hashes(node)[iteration - 3];
            for (std::size_t i = 0; i < args.size(); ++i) sums(args[i])[iteration - 1] += hash * factors_[i];
        });
    }
    if (depth_ == 2 && iteration == 2) {
        each_node([&](AtomNodeId node) {
            node_colours_[node] = none;
            give_second(node);
        });
    } else if (iteration >= 2) {
        each_node([&](AtomNodeId node) {
            const ColourHash own = iteration == 2 ? classes_[class_[node]].hash[1] : node_hashes(node)[iteration - 3];
            const ColourHash next = next_colour(own, around(node, iteration - 1));
            if (iteration < depth_) node_hashes(node)[iteration - 2] = next;
            node_colours(node)[iteration - 2] = none;
            give(next, node_colours(node)[iteration - 2], iteration);
        });
    }
    for (const ObjectId o : objects_) {
        const ColourHash next = next_colour(hashes(o)[iteration - 1], sums(o)[iteration - 1]);
        if (iteration < depth_) hashes(o)[iteration] = next;
        colours(o)[iteration - 1] = none;
        give(next, colours(o)[iteration - 1], iteration);
    }
}

// Nothing is true any more.
void HashedWl::close() {
    const auto close = [&](AtomNodeId node) {
        class_[node] = ilg_.class_of(node, false);
        if (class_[node] != none) return;
        std::fill_n(node_colours(node), node_depth_, none);
        if (depth_ > 2) std::fill_n(node_hashes(node), node_depth_, ColourHash{});
    };
    if (is_coloured_) {
        for (const AtomId atom : opened_)
            if (const AtomNodeId node = ilg_.node(atom); node != none) close(node);
    } else {  // memory ran out in the middle of a state, or there was none before
        meet_new_atoms();
        for (AtomNodeId node = 0; node < ilg_.node_count(); ++node) close(node);
    }
    is_coloured_ = is_linked_ = false;
}

void HashedWl::colour_fully(std::span<const AtomId> atoms) {
    close();
    opened_.assign(atoms.begin(), atoms.end());
    histogram_.clear();
    histogram_.expect_changes(empty_counts_.size() + 4 * atoms.size());
    for (const auto& [colour, count] : empty_counts_) histogram_.change(colour, count);
    pending_count_ = 0;
    changed_nodes_ = 0;
    true_nodes_.clear();
    std::copy(empty_sums_.begin(), empty_sums_.end(), sums_.begin());
    const std::uint32_t shared = std::min(depth_ + 1, 2u);  // iterations whose colours classes have
    for (const AtomId atom : atoms) {
        const AtomNodeId node = ilg_.node(atom);
        if (node == none) continue;
        if (node >= class_.size()) meet_new_atoms();
        const ClassId before = std::exchange(class_[node], ilg_.class_of(node, true));
        const ClassColours& now = classes_[class_[node]];
        for (std::uint32_t l = 0; l < shared; ++l) histogram_.change(now.colour[l], 1);
        if (before == none) {
            true_nodes_.push_back(node);
        } else {
            for (std::uint32_t l = 0; l < shared; ++l) histogram_.change(classes_[before].colour[l], -1);
        }
        const auto args = ilg_.args(node);
        for (std::uint32_t l = 0; l < std::min(depth_, 2u); ++l) {
            const ColourHash change = before == none ? now.hash[l] : now.hash[l] - classes_[before].hash[l];
            for (std::size_t i = 0; i < args.size(); ++i) sums(args[i])[l] += change * factors_[i];
        }
    }
    if (depth_ != 0) {
        for (const ObjectId o : objects_) hashes(o)[0] = first_hashes_[o];
    }
    for (std::uint32_t l = 1; l <= depth_; ++l) colour_step(l);
    recoloured_ += pending_count_;
    settle(true);
    histogram_.keep_changes();
    is_coloured_ = true;
}

}  // namespace isonova
