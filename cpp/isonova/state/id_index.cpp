#include "isonova/state/id_index.hpp"

#include <cstring>

namespace isonova {

IdIndex::IdIndex(const Limits& limits) : segments_(sizeof(Segment), limits) {
    directory_.push_back(new_segment(0));
}

IdIndex::Segment* IdIndex::new_segment(int depth) {
    auto* segment = new (segments_.take()) Segment;
    segment->depth = depth;
    std::memset(segment->table, 0xff, sizeof segment->table);
    return segment;
}

void IdIndex::place(Segment& segment, Slot slot) {
    std::uint32_t at = slot.tag & slot_mask;
    while (segment.table[at].id != none) at = (at + 1) & slot_mask;
    segment.table[at] = slot;
    ++segment.used;
}

void IdIndex::split(std::size_t entry) {
    Segment& old = *directory_[entry];
    if (old.depth == top_bits) throw Halted{Halt::memory};
    Segment* low = new_segment(old.depth + 1);
    Segment* high = new_segment(old.depth + 1);
    for (const Slot& slot : old.table) {
        if (slot.id != none) place((slot.tag >> (31 - old.depth)) & 1 ? *high : *low, slot);
    }
    if (old.depth == depth_) {
        std::vector<Segment*> wider(directory_.size() * 2);
        for (std::size_t i = 0; i < wider.size(); ++i) wider[i] = directory_[i / 2];
        directory_ = std::move(wider);
        ++depth_;
    }
    const int bit = depth_ - old.depth - 1;
    for (std::size_t i = 0; i < directory_.size(); ++i) {
        if (directory_[i] == &old) directory_[i] = (i >> bit) & 1 ? high : low;
    }
    segments_.give_back(reinterpret_cast<std::byte*>(&old));
}

}  // namespace isonova
