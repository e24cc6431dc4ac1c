#include "isonova/features/pair_wl.hpp"

#include <tuple>

#include "isonova/util/make_room.hpp"

namespace isonova {

namespace {

ColourHash unordered(ColourHash a, ColourHash b) {
    if (std::tie(b.lo, b.hi) < std::tie(a.lo, a.hi)) std::swap(a, b);
    return next_colour(a, b);
}

}  // namespace

void PairWl::colour(Counts& out) {
    const std::size_t nodes = edges_.size();
    // What was asked for is used before the next question, so that the limits see it.
    for (auto* const each : {&pairs_, &next_}) {
        make_room(*each, nodes * nodes, limits_);
        each->resize(nodes * nodes);
    }
    make_room(out, (options_.iterations + 1) * nodes * nodes / 2, limits_);
    const auto add = [&](std::uint32_t iteration) {
        for (std::size_t u = 0; u < nodes; ++u)
            for (std::size_t v = 0; v < u; ++v) out.emplace_back(colour_of(pairs_[u * nodes + v], iteration), 1);
    };
    for (std::size_t u = 0; u < nodes; ++u) {
        // The labels between a pair first, in its place.
        for (std::size_t v = 0; v < nodes; ++v) pairs_[u * nodes + v] = {};
        for (const auto& [v, factor] : edges_[u]) pairs_[u * nodes + v] += factor;
        for (std::size_t v = 0; v < nodes; ++v) {
            ColourHash& pair = pairs_[u * nodes + v];
            pair = next_colour(unordered(first_[u], first_[v]), pair);
        }
    }
    add(0);
    seen_.assign(nodes, none);
    std::uint32_t stamp = 0;
    for (std::uint32_t iteration = 1; iteration <= options_.iterations; ++iteration) {
        for (std::size_t u = 0; u < nodes; ++u) {
            for (std::size_t v = 0; v < u; ++v, ++stamp) {
                seen_[u] = seen_[v] = stamp;
                ColourHash around;
                for (const std::size_t side : {u, v}) {
                    for (const auto& [w, factor] : edges_[side]) {
                        if (seen_[w] == stamp) continue;
                        seen_[w] = stamp;
                        around += unordered(pairs_[u * nodes + w], pairs_[v * nodes + w]);
                    }
                }
                next_[u * nodes + v] = next_[v * nodes + u] = next_colour(pairs_[u * nodes + v], around);
            }
        }
        std::swap(pairs_, next_);
        add(iteration);
    }
    recoloured_ += out.size();
}

}  // namespace isonova
