// Rows of a fixed width in blocks of about 64 KB: rows never move, nothing is copied when there are more, and a block
// is asked of the memory limit before it is allocated.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "isonova/state/slabs.hpp"

namespace isonova {

template <class T>
class BlockRows {
    static_assert(std::is_trivial_v<T>, "rows are raw memory");

  public:
    BlockRows(std::size_t width, const Limits& limits)
        : width_(width),
          shift_(std::bit_width(std::max<std::size_t>(1, block_bytes / (row_bytes()))) - 1),
          slabs_((width * sizeof(T)) << shift_, limits) {}

    std::size_t size() const { return size_; }
    std::size_t width() const { return width_; }
    T* operator[](std::size_t row) { return blocks_[row >> shift_] + (row & mask()) * width_; }
    const T* operator[](std::size_t row) const { return blocks_[row >> shift_] + (row & mask()) * width_; }

    // A new row at the end; its contents are not set. Throws Halted when no further block fits.
    T* push() {
        if ((size_ >> shift_) == blocks_.size()) blocks_.push_back(reinterpret_cast<T*>(slabs_.take()));
        return (*this)[size_++];
    }

    std::size_t bytes() const { return slabs_.bytes(); }

  private:
    static constexpr std::size_t block_bytes = std::size_t{1} << 16;
    std::size_t row_bytes() const { return std::max<std::size_t>(1, width_ * sizeof(T)); }
    std::size_t mask() const { return (std::size_t{1} << shift_) - 1; }

    std::size_t width_;
    int shift_;
    std::size_t size_ = 0;
    Slabs slabs_;
    std::vector<T*> blocks_;
};

}  // namespace isonova
