// Which nodes the instance learning graph (ILG) of a state has and which of its colours are features.
#pragma once

#include <cstdint>

namespace isonova {

// Which colours the nodes get.
enum class WlKind : std::uint8_t {
    plain,       // a colour stands for the colour before and the multiset of colours around
    set,         // ... and the set of them: which, not how many
    stable,      // as plain, until an iteration tells no more nodes apart
    individual,  // as plain, once for each node, with a colour of its own for that node; all of these together
    pairs,       // of pairs of nodes
};

struct WlOptions {
    WlKind kind = WlKind::plain;
    std::uint32_t iterations = 2;  // of a stable colouring at most
    bool statics = true;           // static atoms are nodes
    bool nullary_statics = false;  // those without arguments are nodes even if others are not
    bool static_goals = false;     // a goal that is a static literal and holds has a node: ag or fn
    bool negative_edges = true;    // the atom of a negative goal has edges to its objects
    bool types = false;            // each type but `object` is a unary static predicate of its own
    bool constants = true;         // a domain constant has a colour of its own
    bool counts = true;            // a feature is a colour with how often it occurs, else a colour
    // Every object is a node, else only those of goals and of atoms that can be nodes, as far as the atom table knows
    // them when the map is made.
    bool all_objects = true;
    bool exact = false;  // multisets are interned instead of hashed
};

}  // namespace isonova
