// The known name a misspelled one most likely stands for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "isonova/pddl/identifiers.hpp"

namespace isonova::pddl {

// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`; anything above `most` counts as
// most + 1.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most);

// "did you mean 'on-table'?", or empty where nothing is near.
std::string nearest_hint(std::string_view wrong, const std::vector<std::string_view>& known);
std::string nearest_name_hint(Name wrong, const std::vector<Name>& known);

}  // namespace isonova::pddl
