// 2-LWL, the local WL of pairs (Morris, Kersting and Mutzel 2017, and Chen 2025 for planning): colours belong to
// unordered pairs of nodes. Before the first iteration a pair's colour stands for those of its nodes and the labels of
// the edges between them; each iteration adds, for every neighbour w of u or v, the colours of {u, w} and {v, w}.
//
// There are half as many pairs as nodes squared, and all of them are coloured for every state. Asks the limits for
// their memory, and throws Halted where they do not allow it.
#pragma once

#include "isonova/features/scratch_wl.hpp"

namespace isonova {

class PairWl : public ScratchWl {
  public:
    using ScratchWl::ScratchWl;

    std::size_t bytes() const override {
        return ScratchWl::bytes() + (pairs_.capacity() + next_.capacity()) * sizeof(ColourHash);
    }

  private:
    void colour(Counts& out) override;

    std::vector<ColourHash> pairs_, next_;  // by both nodes, each pair twice
    std::vector<std::uint32_t> seen_;
};

}  // namespace isonova
