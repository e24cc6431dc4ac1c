#include "isonova/search/open_list.hpp"

namespace isonova {

std::uint32_t OpenList::new_chunk() {
    if (free_ != none) {
        const std::uint32_t chunk = free_;
        free_ = chunks_[chunk][0];
        return chunk;
    }
    chunks_.push();
    return static_cast<std::uint32_t>(chunks_.size() - 1);
}

void OpenList::push(Fifo& fifo, StateId state) {
    if (fifo.tail == none || fifo.end > last_slot) {
        const std::uint32_t chunk = new_chunk();
        chunks_[chunk][0] = none;
        if (fifo.tail == none) {
            fifo.head = chunk;
            fifo.first = 1;
        } else {
            chunks_[fifo.tail][0] = chunk;
        }
        fifo.tail = chunk;
        fifo.end = 1;
    }
    chunks_[fifo.tail][fifo.end++] = state;
}

StateId OpenList::pop(Fifo& fifo) {
    const std::uint32_t chunk = fifo.head;
    const StateId state = chunks_[chunk][fifo.first++];
    if (chunk == fifo.tail ? fifo.first == fifo.end : fifo.first > last_slot) {
        fifo.head = chunks_[chunk][0];
        fifo.first = 1;
        if (fifo.head == none) fifo.tail = none;
        chunks_[chunk][0] = free_;
        free_ = chunk;
    }
    return state;
}

void OpenList::push(const Key& key, StateId state) {
    if (key.secondary == 0 && key.tie == 0 && -reach <= key.primary && key.primary < reach) {
        const int side = key.primary < 0;
        const auto index = static_cast<std::size_t>(side ? key.primary + reach : key.primary);
        auto& buckets = buckets_[side];
        if (index >= buckets.size()) buckets.resize(index + 1);
        if (buckets[index].tail == none) occupied_[side].insert(index);
        push(buckets[index], state);
    } else {
        push(others_[key], state);
    }
    ++size_;
}

OpenList::Entry OpenList::pop() {
    --size_;
    int side = 1;
    std::size_t index = occupied_[1].smallest();
    if (index == IndexSet::nothing) index = occupied_[side = 0].smallest();
    if (!others_.empty()) {
        const auto lowest = others_.begin();
        const Key bucket{static_cast<Value>(index) - (side ? reach : 0), 0};
        if (index == IndexSet::nothing || lowest->first < bucket) {
            const Entry entry{pop(lowest->second), lowest->first.primary};
            if (lowest->second.tail == none) others_.erase(lowest);
            return entry;
        }
    }
    Fifo& fifo = buckets_[side][index];
    const StateId state = pop(fifo);
    if (fifo.tail == none) occupied_[side].erase(index);
    return {state, static_cast<Value>(index) - (side ? reach : 0)};
}

void OpenList::list(const Fifo& fifo, std::size_t count, std::vector<StateId>& out) const {
    std::uint32_t slot = fifo.first;
    for (std::uint32_t chunk = fifo.head; chunk != none; chunk = chunks_[chunk][0], slot = 1) {
        const std::uint32_t end = chunk == fifo.tail ? fifo.end : last_slot + 1;
        for (; slot < end; ++slot) {
            if (out.size() == count) return;
            out.push_back(chunks_[chunk][slot]);
        }
    }
}

void OpenList::peek(std::size_t count, std::vector<StateId>& out) const {
    out.clear();
    auto other = others_.begin();
    int side = 1;
    std::size_t index = 0;
    while (out.size() < count) {
        index = occupied_[side].smallest_from(index);
        if (index == IndexSet::nothing && side == 1) {
            side = 0;
            index = 0;
            continue;
        }
        const Key bucket{static_cast<Value>(index) - (side ? reach : 0), 0};
        if (other != others_.end() && (index == IndexSet::nothing || other->first < bucket)) {
            list(other++->second, count, out);
        } else if (index != IndexSet::nothing) {
            list(buckets_[side][index++], count, out);
        } else {
            return;
        }
    }
}

}  // namespace isonova
