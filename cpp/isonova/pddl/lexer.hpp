// The text as nested lists, in one flat array in the order of the text: a list is followed by everything inside it, and
// `next` leads past it. Made in one pass without recursion, so nesting costs nothing and no token is allocated.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/pddl/diagnostics.hpp"
#include "isonova/pddl/source.hpp"

namespace isonova::pddl {

enum class NodeKind : std::uint8_t { list, name, variable, keyword, dash };  // numbers are names

struct Node {
    Offset at = 0;
    std::uint32_t length = 0;  // in bytes, a list's parentheses included
    std::uint32_t next = 0;    // index of the first node that is not part of this one
    NodeKind kind = NodeKind::name;
};

struct NodeList {
    std::vector<Node> nodes;
    bool balanced = true;  // false: the nodes mean nothing, and the error has been reported
};

NodeList lex(const SourcePtr& source, Diagnostics& diagnostics);

}  // namespace isonova::pddl
