// The place of a state in the open list: lower is better, part by part.
#pragma once

#include <compare>

#include "isonova/state/state_space.hpp"

namespace isonova {

struct Key {
    Value primary = 0;
    Value secondary = 0;
    Value tie = 0;  // set by search where ties are broken by path cost
    friend auto operator<=>(const Key&, const Key&) = default;
};

}  // namespace isonova
