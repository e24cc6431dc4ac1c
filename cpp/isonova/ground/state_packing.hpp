// How the fluent atoms of a state are laid out in 32-bit words: one bit per atom, or one small number for each group of
// atoms of which at most one is true. An atom is true where the bits of its mask have its value.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/ground/mutex_groups.hpp"
#include "isonova/state/bits.hpp"

namespace isonova {

class StatePacking {
  public:
    struct Code {
        std::uint32_t word, mask, value;
    };

    static StatePacking bits(std::uint32_t fluent_count);
    // Disjoint parts of the groups, the largest first. A state with two atoms of a group cannot be packed.
    static StatePacking of_groups(std::uint32_t fluent_count, std::span<const MutexGroup> groups);

    std::size_t words() const { return words_; }
    std::size_t group_count() const { return variables_.size(); }
    const Code& code(AtomId fluent) const { return codes_[fluent]; }
    bool holds(const std::uint32_t* packed, AtomId fluent) const {
        const Code& code = codes_[fluent];
        return (packed[code.word] & code.mask) == code.value;
    }
    // Throws std::invalid_argument where two atoms exclude each other.
    void pack(std::span<const AtomId> fluents, std::uint32_t* packed) const;
    // Overwrites the bits of the fluent atoms, and those above them in their last word.
    void unpack(const std::uint32_t* packed, Word* fluents) const;
    std::size_t bytes() const;

  private:
    struct Variable {
        std::uint32_t word, shift, mask;  // the mask after the shift
        std::uint32_t first;              // in atoms_: the atom of each value, `none` for "none of them"
    };

    std::uint32_t fluent_count_ = 0;
    std::size_t words_ = 0;
    std::vector<Code> codes_;
    std::vector<Variable> variables_;
    std::vector<AtomId> atoms_;
    std::uint32_t first_bit_word_ = 0;  // from here on words hold one bit per atom ...
    std::vector<AtomId> bit_atoms_;     // ... of these
};

// By mutex groups where that makes states smaller. Throws Halted.
StatePacking choose_packing(const GroundTask& task, Limits& limits);

}  // namespace isonova
