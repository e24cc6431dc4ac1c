// Interned lower-case names. PDDL ignores case, so a name is one entry however it is spelled; two names are equal
// exactly when their pointers are. The spelling an author used is still in the source, at the identifier's offset.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace isonova::pddl {

struct NameEntry {
    std::uint32_t id;  // dense, in order of first appearance
    std::string text;  // lower case; a variable keeps its leading '?'
};
using Name = const NameEntry*;

class NameTable {
  public:
    Name intern(std::string_view spelling);        // lowers the case of A-Z only
    Name find(std::string_view lower_case) const;  // nullptr if absent
    std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size()); }

  private:
    std::deque<NameEntry> entries_;  // addresses stay
    boost::unordered_flat_map<std::string_view, Name> index_;
};

}  // namespace isonova::pddl
