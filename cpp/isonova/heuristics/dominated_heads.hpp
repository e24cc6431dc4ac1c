// Heads of relaxed operators that another operator reaches as cheaply from a part of the body. In a domain where
// driving alone achieves what driving with a passenger does, most of the relaxation goes this way.
#pragma once

#include <cstdint>
#include <span>

#include "isonova/heuristics/relaxed_task.hpp"

namespace isonova {

// Drops a head of an operator if a lower-numbered operator of no higher cost has it as a head and a subset of the body.
// The other is tight whenever the dropped one is, and has the lower number, so neither h_add nor the supporters that
// h_FF picks change. Subsets are looked up, so operators of more than five body nodes are only compared with equal
// bodies, and so are all of them where there would be too many look-ups.
void drop_dominated_heads(const Adjacency& body, Adjacency& heads, std::span<const std::int64_t> cost);

}  // namespace isonova
