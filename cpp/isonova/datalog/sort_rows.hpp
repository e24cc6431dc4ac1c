// Rows of integers in canonical order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace isonova::datalog {

// Sorts rows of `width` values each, lexicographically, and drops repeated ones.
void sort_rows(std::vector<std::uint32_t>& values, std::size_t width);

}  // namespace isonova::datalog
