// Memory in pieces of one size, each asked of the memory limit before it is allocated. The first pieces come one by
// one; later ones from slabs of 2 MB for which the system is asked to use huge pages, because finding the address of a
// state costs as much as fetching it once there are millions of them.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

#include "isonova/util/limits.hpp"

namespace isonova {

class Slabs {
  public:
    Slabs(std::size_t piece_bytes, const Limits& limits);

    // Its contents are not set. Throws Halted when no further piece fits.
    std::byte* take();
    void give_back(std::byte* piece) { free_.push_back(piece); }
    std::size_t bytes() const { return bytes_; }

  private:
    static constexpr std::size_t slab_bytes = std::size_t{1} << 21;
    static constexpr std::size_t line = 64;
    struct Release {
        bool is_slab;
        void operator()(std::byte* memory) const;
    };

    std::byte* allocate(std::size_t bytes, bool is_slab);

    std::size_t piece_bytes_;
    const Limits* limits_;
    std::vector<std::unique_ptr<std::byte[], Release>> memory_;
    std::vector<std::byte*> free_;
    std::byte* next_ = nullptr;  // in the last slab
    std::size_t left_ = 0;       // pieces of it
    std::size_t bytes_ = 0;
};

}  // namespace isonova
