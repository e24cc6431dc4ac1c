// The variables that are known at a place: parameters and the variables of the quantifiers around it.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/pddl/syntax.hpp"

namespace isonova::pddl {

class Scope {
  public:
    explicit Scope(std::uint32_t name_count) : depth_(name_count), last_list_(name_count) {}

    // Reports a name twice in `variables` (error) and one that hides another (warning).
    void enter(const std::vector<TypedName>& variables, const SourcePtr& source, Diagnostics& diagnostics);
    void leave(const std::vector<TypedName>& variables);

    bool knows(Name variable) const { return depth_[variable->id] != 0; }
    std::vector<Name> all() const { return open_; }

  private:
    std::vector<std::uint32_t> depth_;      // by name id: how many open lists declare it
    std::vector<std::uint32_t> last_list_;  // by name id: the last list that declared it
    std::vector<Name> open_;
    std::uint32_t lists_ = 0;
};

}  // namespace isonova::pddl
