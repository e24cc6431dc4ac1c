#include "isonova/pddl/identifiers.hpp"

#include <array>

namespace isonova::pddl {

Name NameTable::intern(std::string_view spelling) {
    std::array<char, 64> buffer;
    std::string long_name;
    char* lower = buffer.data();
    if (spelling.size() > buffer.size()) {
        long_name.resize(spelling.size());
        lower = long_name.data();
    }
    for (std::size_t i = 0; i < spelling.size(); ++i) {
        const char c = spelling[i];
        lower[i] = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    }
    const std::string_view key(lower, spelling.size());
    const auto found = index_.find(key);
    if (found != index_.end()) return found->second;
    entries_.push_back({size(), std::string(key)});
    const Name name = &entries_.back();
    index_.emplace(name->text, name);
    return name;
}

Name NameTable::find(std::string_view lower_case) const {
    const auto found = index_.find(lower_case);
    return found == index_.end() ? nullptr : found->second;
}

}  // namespace isonova::pddl
