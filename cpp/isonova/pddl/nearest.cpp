#include "isonova/pddl/nearest.hpp"

#include <algorithm>

namespace isonova::pddl {

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most) {
    const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
    if (difference > most) return most + 1;
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        std::size_t smallest = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
            smallest = std::min(smallest, row[j]);
        }
        if (smallest > most) return most + 1;
        std::swap(before, last);
        std::swap(last, row);
    }
    return std::min(last[b.size()], most + 1);
}

std::string nearest_hint(std::string_view wrong, const std::vector<std::string_view>& known) {
    constexpr std::size_t longest = 60;
    constexpr std::size_t most_compared = 200'000;
    if (wrong.size() > longest || known.size() > most_compared) return {};
    std::size_t best = std::max<std::size_t>(1, wrong.size() / 3) + 1;
    std::string_view nearest;
    for (const std::string_view name : known) {
        if (name == wrong || name.size() > longest) continue;
        const std::size_t distance = edit_distance(wrong, name, best - 1);
        if (distance < best && distance < name.size()) {
            best = distance;
            nearest = name;
        }
    }
    return nearest.empty() ? std::string() : "did you mean '" + std::string(nearest) + "'?";
}

std::string nearest_name_hint(Name wrong, const std::vector<Name>& known) {
    std::vector<std::string_view> texts;
    texts.reserve(known.size());
    for (const Name name : known) texts.push_back(name->text);
    return nearest_hint(wrong->text, texts);
}

}  // namespace isonova::pddl
