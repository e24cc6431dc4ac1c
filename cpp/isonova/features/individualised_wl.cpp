#include "isonova/features/individualised_wl.hpp"

#include <algorithm>

namespace isonova {

void IndividualisedWl::colour(Counts& out) {
    const auto nodes = static_cast<std::uint32_t>(edges_.size());
    plain_.assign(1, first_);
    around_.clear();
    plain_colours_.clear();
    for (std::uint32_t iteration = 0; iteration <= options_.iterations; ++iteration) {
        if (iteration != 0) {
            const auto& before = plain_.back();
            auto& around = around_.emplace_back(nodes);
            std::vector<ColourHash> next(nodes);
            for (std::uint32_t v = 0; v < nodes; ++v) {
                for (const Edge& edge : edges_[v]) around[v] += before[edge.node] * edge.factor;
                next[v] = next_colour(before[v], around[v]);
            }
            plain_.push_back(std::move(next));
        }
        auto& colours = plain_colours_.emplace_back();
        for (const ColourHash hash : plain_[iteration]) {
            colours.push_back(colour_of(hash, iteration));
            out.emplace_back(colours.back(), static_cast<std::int32_t>(nodes));
        }
    }
    recoloured_ += out.size();
    is_affected_.assign(nodes, 0);
    now_.assign(nodes, {});
    change_.assign(nodes, {});
    for (std::uint32_t node = 0; node < nodes; ++node) individualise(node, out);
}

// What the colours of one colouring add to those of the plain one.
void IndividualisedWl::individualise(std::uint32_t node, Counts& out) {
    const std::size_t before = out.size();
    const auto replace = [&](std::uint32_t v, std::uint32_t iteration) {
        out.emplace_back(plain_colours_[iteration][v], -1);
        out.emplace_back(colour_of(now_[v], iteration), 1);
    };
    constexpr ColourHash its_own{1, 1};
    changed_.assign(1, node);
    now_[node] = next_colour(plain_[0][node], its_own);
    replace(node, 0);
    for (std::uint32_t iteration = 1; iteration <= options_.iterations; ++iteration) {
        affected_ = changed_;
        for (const std::uint32_t v : changed_) is_affected_[v] = 1;
        for (const std::uint32_t v : changed_) {
            const ColourHash difference = now_[v] - plain_[iteration - 1][v];
            for (const auto& [other, factor] : edges_[v]) {
                change_[other] += difference * factor;
                if (is_affected_[other]) continue;
                is_affected_[other] = 1;
                now_[other] = plain_[iteration - 1][other];
                affected_.push_back(other);
            }
        }
        for (const std::uint32_t v : affected_) {
            ColourHash around = around_[iteration - 1][v];
            around += change_[v];
            now_[v] = next_colour(now_[v], around);
            change_[v] = {};
            is_affected_[v] = 0;
            replace(v, iteration);
        }
        std::swap(changed_, affected_);
    }
    recoloured_ += (out.size() - before) / 2;
}

}  // namespace isonova
