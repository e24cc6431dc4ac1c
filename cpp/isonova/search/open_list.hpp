// States waiting to be expanded, lowest key first, first in, first out among equal keys. Keys with a small primary and
// nothing else have a bucket each; the others are in a map. Entries sit in chunks of one cache line that are used
// again.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "isonova/state/block_rows.hpp"
#include "isonova/state/key.hpp"
#include "isonova/util/index_set.hpp"

namespace isonova {

class OpenList {
  public:
    explicit OpenList(const Limits& limits) : chunks_(chunk_words, limits) {}

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return chunks_.bytes(); }
    void push(const Key& key, StateId state);
    struct Entry {
        StateId state;
        Value primary;  // of its key
    };
    Entry pop();  // not from an empty list
    // Overwrites `out` with the states that would be popped next, `count` at most.
    void peek(std::size_t count, std::vector<StateId>& out) const;

  private:
    static constexpr std::size_t chunk_words = 16;  // the next chunk, then states
    static constexpr std::uint32_t last_slot = chunk_words - 1;
    static constexpr Value reach = 1 << 16;  // of the buckets, on either side of 0

    struct Fifo {
        std::uint32_t head = none, tail = none;
        std::uint32_t first = 1, end = 1;  // slots in the head and the tail chunk
    };

    void push(Fifo& fifo, StateId state);
    StateId pop(Fifo& fifo);
    void list(const Fifo& fifo, std::size_t count, std::vector<StateId>& out) const;
    std::uint32_t new_chunk();

    BlockRows<std::uint32_t> chunks_;
    std::uint32_t free_ = none;
    std::vector<Fifo> buckets_[2];  // of keys >= 0, and of keys < 0 counted from -reach
    IndexSet occupied_[2];
    std::map<Key, Fifo> others_;
    std::size_t size_ = 0;
};

}  // namespace isonova
