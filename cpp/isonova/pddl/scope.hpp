// The variables that are known at a place: parameters and the variables of the quantifiers around it.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/pddl/syntax.hpp"

namespace isonova::pddl {

class Scope {
  public:
    explicit Scope(std::uint32_t name_count) : declared_(name_count), last_list_(name_count) {}

    // Reports a name twice in `variables` (error) and one that hides another (warning).
    void enter(const std::vector<TypedName>& variables, const SourcePtr& source, Diagnostics& diagnostics);
    void leave(const std::vector<TypedName>& variables);

    // The innermost declaration, or nullptr. Points into the list that was entered.
    const TypedName* find(Name variable) const { return declared_[variable->id]; }
    std::vector<Name> all() const;

  private:
    struct Open {
        Name name;
        const TypedName* hidden;  // what the name stood for outside, or nullptr
    };
    std::vector<const TypedName*> declared_;  // by name id
    std::vector<std::uint32_t> last_list_;    // by name id: the last list that declared it
    std::vector<Open> open_;
    std::uint32_t lists_ = 0;
};

}  // namespace isonova::pddl
