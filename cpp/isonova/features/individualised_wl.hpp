// Individualised WL (Wang et al. 2023, and Chen 2025 for planning): the graph is coloured once for each node, with a
// colour of its own for that node before the first iteration. The features are the colours of all these colourings.
// They tell apart what plain WL cannot, two triangles and a hexagon, say, and still no symmetric states.
//
// A node of its own colour changes what lies within L hops of it, so only that is coloured again for it. That takes
// about as many colours as there are pairs of nodes within L hops.
#pragma once

#include "isonova/features/scratch_wl.hpp"

namespace isonova {

class IndividualisedWl : public ScratchWl {
  public:
    using ScratchWl::ScratchWl;

  private:
    void colour(Counts& out) override;
    void individualise(std::uint32_t node, Counts& out);

    std::vector<std::vector<ColourHash>> plain_, around_;  // by iteration and node; without a node of its own colour
    // What one individual node changes.
    std::vector<std::uint32_t> changed_, affected_;
    std::vector<std::uint8_t> is_affected_;
    std::vector<ColourHash> now_, change_;  // hash of a changed node; how the sum around a node changes
};

}  // namespace isonova
