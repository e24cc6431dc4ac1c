#include "isonova/planner/names.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace isonova::detail {

namespace {

// Insertions, deletions and replacements that turn one word into the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
            diagonal = above;
        }
    }
    return row.back();
}

std::string join(const std::vector<std::string_view>& words, std::string_view between) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i != 0) out += between;
        out += words[i];
    }
    return out;
}

}  // namespace

void unknown_name(std::string_view what, std::string_view given, std::span<const std::string_view> known) {
    std::size_t nearest = std::max<std::size_t>(2, given.size() / 2) + 1;  // beyond that it is no suggestion
    std::vector<std::string_view> suggestions;
    std::string lower(given);  // names are lower case
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    for (const std::string_view word : known) {
        const std::size_t distance = edit_distance(lower, word);
        if (distance >= std::max(given.size(), word.size())) continue;  // nothing in common
        if (distance > nearest || (distance == nearest && suggestions.empty())) continue;
        if (distance < nearest) suggestions.clear();
        nearest = distance;
        suggestions.push_back(word);
    }
    std::string message = "unknown ";
    message.append(what).append(" '").append(given).append("'");
    if (suggestions.empty()) {
        message.append(".");
    } else {
        message.append("; did you mean ").append(join(suggestions, " or ")).append("?");
    }
    message.append(" Known: ").append(join({known.begin(), known.end()}, ", "));
    throw std::invalid_argument(message);
}

}  // namespace isonova::detail
