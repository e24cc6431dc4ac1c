// A monotone priority queue of nodes, first in, first out among equal costs: one bucket per small cost, a heap above.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "isonova/util/index_set.hpp"

namespace isonova {

template <class Cost>
class BucketQueue {
  public:
    static constexpr Cost nothing = std::numeric_limits<Cost>::max();

    void push(Cost cost, std::uint32_t node) {
        if (cost < bucket_limit) {
            const auto index = static_cast<std::size_t>(cost);
            if (index >= buckets_.size()) buckets_.resize(index + 1);
            if (buckets_[index].empty()) occupied_.insert(index);
            buckets_[index].push_back(node);
        } else {
            heap_.push_back({cost, pushed_++, node});
            std::push_heap(heap_.begin(), heap_.end(), later);
        }
    }

    // The lowest cost, or `nothing`.
    Cost lowest() const {
        const std::size_t index = occupied_.smallest();
        if (index != IndexSet::nothing) return static_cast<Cost>(index);
        return heap_.empty() ? nothing : heap_.front().cost;
    }

    // Visits the nodes of the lowest cost, those pushed meanwhile with the same cost included, until `visit` says
    // false.
    template <class Visit>
    void drain(Cost cost, Visit visit) {
        if (cost < bucket_limit) {
            const auto index = static_cast<std::size_t>(cost);
            for (std::size_t i = 0; i < buckets_[index].size(); ++i) {
                if (!visit(buckets_[index][i])) return;
            }
            buckets_[index].clear();
            occupied_.erase(index);
        } else {
            while (!heap_.empty() && heap_.front().cost == cost) {
                std::pop_heap(heap_.begin(), heap_.end(), later);
                const std::uint32_t node = heap_.back().node;
                heap_.pop_back();
                if (!visit(node)) return;
            }
        }
    }

    void clear() {
        for (std::size_t index; (index = occupied_.smallest()) != IndexSet::nothing;) {
            buckets_[index].clear();
            occupied_.erase(index);
        }
        heap_.clear();
        pushed_ = 0;
    }

  private:
    static constexpr Cost bucket_limit = Cost{1} << 16;
    struct Entry {
        Cost cost;
        std::uint64_t order;
        std::uint32_t node;
    };
    static bool later(const Entry& a, const Entry& b) { return a.cost != b.cost ? a.cost > b.cost : a.order > b.order; }

    std::vector<std::vector<std::uint32_t>> buckets_;
    IndexSet occupied_;
    std::vector<Entry> heap_;
    std::uint64_t pushed_ = 0;
};

}  // namespace isonova
