#include "isonova/state/slabs.hpp"

#include <algorithm>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace isonova {

Slabs::Slabs(std::size_t piece_bytes, const Limits& limits)
    : piece_bytes_(std::max(line, (piece_bytes + line - 1) / line * line)), limits_(&limits) {}

std::byte* Slabs::allocate(std::size_t bytes, std::size_t alignment) {
    if (!limits_->fits(bytes)) throw Halted{Halt::memory};
    const std::align_val_t align{alignment};
    memory_.emplace_back(static_cast<std::byte*>(::operator new[](bytes, align)), Release{align});
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
        if (bytes_ < slab_bytes || piece_bytes_ > slab_bytes / 2) return allocate(piece_bytes_, line);
        next_ = allocate(slab_bytes, slab_bytes);
        left_ = slab_bytes / piece_bytes_;
#if defined(__linux__) && defined(MADV_HUGEPAGE)
        madvise(next_, slab_bytes, MADV_HUGEPAGE);  // only a hint: nothing depends on its success
#endif
    }
    std::byte* piece = next_;
    next_ += piece_bytes_;
    --left_;
    return piece;
}

}  // namespace isonova
