#include "isonova/state/slabs.hpp"

#include <algorithm>
#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace isonova {
namespace {

std::byte* new_bytes(std::size_t bytes, std::size_t alignment) {
    return static_cast<std::byte*>(::operator new[](bytes, std::align_val_t{alignment}));
}

#if defined(__linux__)

std::byte* map(std::size_t bytes) {
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    return static_cast<std::byte*>(memory);
}

// `bytes` on a boundary of that size. The allocator's own way keeps twice the address space for it, which a limit on
// data counts.
std::byte* new_slab(std::size_t bytes) {
    const auto past = [&](const std::byte* memory) { return reinterpret_cast<std::uintptr_t>(memory) & (bytes - 1); };
    std::byte* slab = map(bytes);
    if (past(slab) != 0) {
        munmap(slab, bytes);
        std::byte* const wide = map(2 * bytes);
        slab = wide + (bytes - past(wide)) % bytes;
        if (slab != wide) munmap(wide, static_cast<std::size_t>(slab - wide));
        munmap(slab + bytes, static_cast<std::size_t>(wide + 2 * bytes - (slab + bytes)));
    }
#if defined(MADV_HUGEPAGE)
    madvise(slab, bytes, MADV_HUGEPAGE);  // only a hint: nothing depends on its success
#endif
    return slab;
}

#else

std::byte* new_slab(std::size_t bytes) {
    return new_bytes(bytes, bytes);
}

#endif

}  // namespace

void Slabs::Release::operator()(std::byte* memory) const {
    if (!is_slab) {
        ::operator delete[](memory, std::align_val_t{line});
        return;
    }
#if defined(__linux__)
    munmap(memory, slab_bytes);
#else
    ::operator delete[](memory, std::align_val_t{slab_bytes});
#endif
}

Slabs::Slabs(std::size_t piece_bytes, const Limits& limits)
    : piece_bytes_(std::max(line, (piece_bytes + line - 1) / line * line)), limits_(&limits) {}

std::byte* Slabs::allocate(std::size_t bytes, bool is_slab) {
    if (!limits_->fits(bytes)) throw Halted{Halt::memory};
    memory_.emplace_back(is_slab ? new_slab(bytes) : new_bytes(bytes, line), Release{is_slab});
    bytes_ += bytes;
    return memory_.back().get();
}

std::byte* Slabs::take() {
    if (!free_.empty()) {
        std::byte* piece = free_.back();
        free_.pop_back();
        return piece;
    }
    if (left_ == 0) {
        if (bytes_ < slab_bytes || piece_bytes_ > slab_bytes / 2) return allocate(piece_bytes_, false);
        next_ = allocate(slab_bytes, true);
        left_ = slab_bytes / piece_bytes_;
    }
    std::byte* piece = next_;
    next_ += piece_bytes_;
    --left_;
    return piece;
}

}  // namespace isonova
