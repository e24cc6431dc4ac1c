// WL features that are computed from scratch for every state, over a plain graph. What the colours are is up to those
// who derive from this.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <utility>
#include <vector>

#include "isonova/features/wl_features.hpp"

namespace isonova {

class ScratchWl : public WlFeatures {
  public:
    using WlFeatures::WlFeatures;

    void open(std::span<const AtomId> atoms) override;
    void diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
              std::vector<FeatureId>& lost) override;
    std::vector<ColouredNode> nodes() const override;
    std::size_t bytes() const override;

  protected:
    struct Edge {
        std::uint32_t node;
        ColourHash factor;  // of its label
    };
    using Counts = std::vector<std::pair<ColourId, std::int32_t>>;

    // Appends the colours of the graph; one may come several times.
    virtual void colour(Counts& out) = 0;
    ColourId colour_of(ColourHash hash, std::uint32_t iteration);

    // The graph of the state being coloured: objects, then atoms.
    std::vector<std::vector<Edge>> edges_;
    std::vector<ColourHash> first_;                     // before the first iteration
    std::vector<std::vector<ColourId>> plain_colours_;  // by iteration and node, if nodes have colours

  private:
    std::vector<ColourHash> hashes() const override;
    void build(std::span<const AtomId> atoms);
    void count(const Counts& counts, std::int32_t by);

    std::vector<AtomId> opened_, child_;
    Counts counts_, child_counts_;
    boost::unordered_flat_map<std::pair<std::uint64_t, std::uint64_t>, ColourId> colours_;
    std::vector<ObjectId> objects_;
    std::vector<std::pair<AtomNodeId, bool>> atoms_;  // and whether they are true
    std::vector<std::uint32_t> place_;                // of an object among the nodes
};

}  // namespace isonova
