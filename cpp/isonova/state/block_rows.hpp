// Rows of a fixed width in blocks of about 256 KB: rows never move, nothing is copied when there are more, and a block
// is asked of the memory limit before it is allocated.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "isonova/util/limits.hpp"

namespace isonova {

template <class T>
class BlockRows {
  public:
    BlockRows(std::size_t width, const Limits& limits)
        : width_(width),
          limits_(&limits),
          shift_(std::bit_width(std::max<std::size_t>(1, block_bytes / (row_bytes()))) - 1) {}

    std::size_t size() const { return size_; }
    std::size_t width() const { return width_; }
    T* operator[](std::size_t row) { return blocks_[row >> shift_].get() + (row & mask()) * width_; }
    const T* operator[](std::size_t row) const { return blocks_[row >> shift_].get() + (row & mask()) * width_; }

    // A new row at the end; its contents are not set. Throws Halted when no further block fits.
    T* push() {
        if ((size_ >> shift_) == blocks_.size()) {
            const std::size_t items = width_ << shift_;
            if (!limits_->fits(items * sizeof(T))) throw Halted{Halt::memory};
            blocks_.push_back(std::unique_ptr<T[]>(new T[items]));
        }
        return (*this)[size_++];
    }

    std::size_t bytes() const { return blocks_.size() * ((width_ * sizeof(T)) << shift_); }

  private:
    static constexpr std::size_t block_bytes = std::size_t{1} << 18;
    std::size_t row_bytes() const { return std::max<std::size_t>(1, width_ * sizeof(T)); }
    std::size_t mask() const { return (std::size_t{1} << shift_) - 1; }

    std::size_t width_;
    const Limits* limits_;
    int shift_;
    std::size_t size_ = 0;
    std::vector<std::unique_ptr<T[]>> blocks_;
};

}  // namespace isonova
