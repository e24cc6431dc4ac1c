// WL features by hashes and by differences.
//
// The opened state is fully coloured. A child differs in a few atoms: these, their objects, and what lies within L hops
// get new colours, in place; then everything touched is put back as it was. Opening a state close to the one opened
// before is the same without putting back. Atoms of one class share their colours of iterations 0 and 1, so nothing is
// computed for those.
#pragma once

#include "isonova/features/colour_hash.hpp"
#include "isonova/features/slot_table.hpp"
#include "isonova/features/wl_features.hpp"

namespace isonova {

class HashedWl : public WlFeatures {
  public:
    HashedWl(const Task& task, const AtomTable& atoms, const WlOptions& options, FeatureIds& ids,
             const Limits* limits = nullptr);

    void open(std::span<const AtomId> atoms) override;
    void diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
              std::vector<FeatureId>& lost) override;
    std::vector<ColouredNode> nodes() const override;
    std::size_t bytes() const override;

    // Sums of weights over colours, without features: of the opened state, and by how much that of a child differs.
    // Weights are by colour; `colour_with` says which one has this hash, whether it was met or not.
    ColourId colour_with(ColourHash hash, std::uint32_t iteration) { return colour(hash, iteration); }
    std::int64_t weigh(std::span<const std::int64_t> weights) const { return histogram_.weigh(weights); }
    std::int64_t weigh_diff(std::span<const AtomId> added, std::span<const AtomId> removed,
                            std::span<const std::int64_t> weights);

    // Colours of objects after the last iteration, before and after the step to a child, where they differ. Overwrites.
    struct Change {
        ColourId before, after;
    };
    void changes(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<Change>& out);

    // Colours a state from scratch, however close it is to the one before. `open` without its shortcut.
    void colour_fully(std::span<const AtomId> atoms);

  private:
    // From hashes of colours to their numbers. It compares 96 bits of the hash; where it sits depends on some of them.
    struct Known {
        std::uint64_t lo = 0;
        std::uint32_t high = 0;
        ColourId colour = none;
        Known() = default;
        explicit Known(ColourHash hash) : lo(hash.lo), high(static_cast<std::uint32_t>(hash.hi)) {}
        bool is_empty() const { return colour == none; }
        bool same(const Known& other) const { return lo == other.lo && high == other.high; }
        std::size_t hash() const { return static_cast<std::size_t>(lo); }
    };
    std::vector<ColourHash> hashes() const override;
    struct ClassColours {
        ColourHash hash[2];  // after 0 and 1 iterations
        ColourId colour[2];
    };
    struct Touched {
        AtomNodeId node;
        ClassId from, to;  // `none`: not there
    };
    struct Pending {  // a colour that a place gets
        ColourHash hash;
        ColourId* place;
        std::uint32_t iteration;
        ColourId found;
    };

    bool is_close(std::span<const AtomId> atoms);  // finds added_ and removed_
    // Leaves the difference of a child in the histogram's changes, and all else as it was.
    void recolour_child(std::span<const AtomId> added, std::span<const AtomId> removed);
    void meet_new_atoms();
    void link(AtomNodeId node);
    void unlink(AtomNodeId node);
    void link_opened();  // put off until a difference asks for it

    void close();
    // The steps of an incremental colouring.
    void recolour(std::span<const AtomId> added, std::span<const AtomId> removed);
    void change(AtomId atom, bool is_true);
    void touch(ObjectId object);
    void touch_around(std::uint32_t iteration);  // objects whose colour after it has changed
    void recolour_objects(std::uint32_t iteration);
    void recolour_atoms(std::uint32_t iteration);
    void recolour_second();  // with two iterations: the last step, by far the largest
    void colour_step(std::uint32_t iteration);
    ColourHash around(AtomNodeId node, std::uint32_t iteration) const;
    void give_second(AtomNodeId node);
    void give(ColourHash hash, ColourId& place, std::uint32_t iteration);
    void settle(bool keep);  // looks up what was given; counts
    void put_back();
    void keep();
    ColourId colour(ColourHash hash, std::uint32_t iteration) {
        return table_.find(Known(hash), [&](Known& made) { made.colour = histogram_.add_colour(iteration); }).colour;
    }

    ColourHash* sums(ObjectId object) { return sums_.data() + std::size_t{object} * depth_; }
    ColourHash* hashes(ObjectId object) { return hashes_.data() + std::size_t{object} * depth_; }
    ColourId* colours(ObjectId object) { return colours_.data() + std::size_t{object} * depth_; }
    ColourHash* node_hashes(AtomNodeId node) { return node_hashes_.data() + std::size_t{node} * node_depth_; }
    ColourId* node_colours(AtomNodeId node) { return node_colours_.data() + std::size_t{node} * node_depth_; }

    std::uint32_t depth_;       // iterations: what an object has sums, hashes and colours for
    std::uint32_t node_depth_;  // iterations after the first: the same for an atom
    SlotTable<Known> table_;
    std::vector<ColourHash> factors_;  // by label
    std::vector<ClassColours> classes_;
    std::vector<ObjectId> objects_;  // those that are nodes

    // The opened state. Of an object: sums around it after iterations 0 .. L-1, its hashes after the same, its colours
    // after iterations 1 .. L. Of an atom: hashes and colours after iterations 2 .. L; colours `none` where not there.
    std::vector<AtomId> opened_;
    std::vector<AtomNodeId> true_nodes_;  // of the state last coloured from scratch, permanent ones left out
    bool is_coloured_ = false, is_linked_ = true;
    std::vector<ColourHash> sums_, hashes_;
    std::vector<ColourId> colours_;
    std::vector<ClassId> class_;  // of each node now, `none` if not there
    std::vector<ColourHash> node_hashes_;
    std::vector<ColourId> node_colours_;
    std::vector<std::vector<AtomNodeId>> atoms_of_;  // of each object; permanent ones first
    std::vector<std::uint32_t> permanent_of_;        // how many those are

    // The state without true atoms, to start from.
    std::vector<ColourHash> empty_sums_;
    std::vector<std::pair<ColourId, std::int32_t>> empty_counts_;
    std::vector<ColourHash> first_hashes_;  // of objects, before the first iteration
    std::vector<ColourId> first_colours_;   // of the same

    // What a recolouring has touched.
    std::uint32_t epoch_ = 0;
    std::vector<std::uint32_t> object_epoch_, node_epoch_;
    std::vector<ObjectId> touched_objects_;
    std::vector<ColourHash> saved_sums_, saved_hashes_;  // of the objects touched
    std::vector<std::uint8_t> is_expanded_;              // whether their atoms have been touched
    std::vector<Touched> touched_nodes_;
    std::size_t changed_nodes_ = 0;  // the first of these came, went or switched; the rest is around
    std::vector<ColourHash> saved_node_hashes_;
    std::vector<Pending> pending_;  // the first pending_count_; there is room for every node and iteration
    std::size_t pending_count_ = 0;
    std::vector<AtomId> added_, removed_;
};

}  // namespace isonova
