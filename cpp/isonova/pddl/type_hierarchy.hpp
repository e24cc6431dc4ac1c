// The declared types and which is a subtype of which. `object` is above every type.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <vector>

#include "isonova/pddl/syntax.hpp"

namespace isonova::pddl {

class TypeHierarchy {
  public:
    static constexpr std::uint32_t depth_limit = 1000;

    // Adds supertypes that are never declared to `domain.types`; reports them, cycles, great depth and a supertype of
    // `object`.
    TypeHierarchy(Domain& domain, NameTable& names, Diagnostics& diagnostics);

    bool has(Name type) const;
    bool is_subtype(Name lower, Name upper);  // of itself, too
    bool fits(const TypedName& object, const TypedName& parameter);
    // Whether a type can be below both: then a variable of the one may stand for what is of the other.
    bool may_overlap(const TypedName& a, const TypedName& b);
    const std::vector<Name>& all() const { return all_; }

  private:
    static constexpr std::uint32_t none = 0xffffffffu;

    std::uint32_t declare(Name type);
    std::uint32_t index(Name type) const;
    void report_cycles(const Domain& domain, Diagnostics& diagnostics) const;

    Name object_;
    std::vector<Name> all_;  // all_[0] is `object`
    std::vector<Offset> places_;
    std::vector<std::vector<std::uint32_t>> above_;
    std::vector<std::uint32_t> index_;  // by name id
    boost::unordered_flat_map<std::uint64_t, bool> known_;
};

}  // namespace isonova::pddl
