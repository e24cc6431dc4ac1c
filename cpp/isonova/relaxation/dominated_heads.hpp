// Heads of relaxed edges that another edge reaches as cheaply from a part of the body. In a domain where
// driving alone achieves what driving with a passenger does, most of the relaxation goes this way.
#pragma once

#include <cstdint>
#include <span>

#include "isonova/relaxation/relaxed_graph.hpp"

namespace isonova::relaxation {

// Drops a head of an edge if another edge of no higher cost has it as a head and a proper subset of the body, or the
// same body and a lower number. The other is tight whenever the dropped one is, so h_add does not change. Subsets are
// looked up, so edges of more than five body nodes are only compared with equal bodies, and so are all of them where
// there would be too many look-ups.
void drop_dominated_heads(const Rows& body, Rows& heads, std::span<const std::int64_t> cost);

}  // namespace isonova::relaxation
