// Values for some variables of an action or axiom: every way to bind them that the static parts of its condition allow.
#pragma once

#include <optional>

#include "isonova/task/simplify.hpp"

namespace isonova {

// Nothing if there are more than `most` ways, or too many to look through. The rows are in lexicographic order.
std::optional<std::vector<std::vector<ObjectId>>> bindings(const std::vector<std::uint32_t>& variables,
                                                           const Formula& condition, Scope& scope, std::size_t most,
                                                           Simplifier& simplify, const Statics& statics);

}  // namespace isonova
