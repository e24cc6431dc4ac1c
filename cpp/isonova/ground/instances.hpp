// All bindings of a schema's or an axiom's variables under which its static literals and constraints hold and its
// positive literals can be reached, in lexicographic order.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/ground/reachable_atoms.hpp"

namespace isonova::grounding {

class Instances {
  public:
    // Only the values of `variables` are kept, and equal rows once.
    Instances(const std::vector<ObjectSetId>& parameters, const Condition& condition,
              const std::vector<std::uint32_t>& variables, ReachableAtoms& atoms, Limits& limits, Budget& budget);

    std::size_t size() const { return size_; }
    const ObjectId* operator[](std::size_t row) const { return values_.data() + row * width_; }

  private:
    std::size_t width_;
    std::size_t size_ = 0;
    std::vector<ObjectId> values_;
};

}  // namespace isonova::grounding
