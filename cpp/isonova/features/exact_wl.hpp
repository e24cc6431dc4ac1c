// WL features whose colours cannot collide: the colour before and the multiset around a node, or the set, are looked up
// as they are. Every state is coloured from scratch, so this is slow.
#pragma once

#include <boost/container_hash/hash.hpp>
#include <boost/unordered/unordered_flat_map.hpp>

#include "isonova/features/wl_features.hpp"

namespace isonova {

class ExactWl : public WlFeatures {
  public:
    using WlFeatures::WlFeatures;

    void open(std::span<const AtomId> atoms) override;
    void diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
              std::vector<FeatureId>& lost) override;
    std::vector<ColouredNode> nodes() const override;
    std::size_t bytes() const override;

  private:
    struct Colouring {
        std::vector<AtomNodeId> nodes;
        std::vector<std::uint8_t> is_true;                    // of each of them
        std::vector<std::vector<ColourId>> objects, atoms;    // by iteration, then by object and by place in `nodes`
        std::size_t distinct(std::uint32_t iteration) const;  // colours after it
    };
    // (iteration, colour before, then colours and labels around), or (0, node kind, symbol).
    using Around = std::vector<std::uint32_t>;

    std::vector<ColourHash> hashes() const override;
    void colour(std::span<const AtomId> atoms, Colouring& out);
    void count(const Colouring& colouring, std::int32_t by);
    ColourId intern(const Around& around);

    std::vector<AtomId> opened_, child_;
    Colouring colouring_, child_colouring_;
    boost::unordered_flat_map<Around, ColourId, boost::hash<Around>> colours_;
    std::size_t interned_ = 0;
};

}  // namespace isonova
