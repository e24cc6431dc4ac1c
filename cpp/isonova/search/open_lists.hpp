// The queues of a search in alternation (Röger and Helmert, "The more, the merrier", ICAPS 2010): the queue that has
// been used least comes next. Progress makes queues of preferred successors come first for a while (Richter and
// Westphal, "The LAMA planner", JAIR 2010).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/search/queue.hpp"

namespace isonova {

class OpenLists {
  public:
    OpenLists(std::span<const QueueOptions> queues, std::int64_t boost, std::uint64_t seed, const Limits& limits);

    std::size_t size() const { return queues_.size(); }
    Queue& operator[](std::size_t queue) { return queues_[queue]; }
    const Queue& operator[](std::size_t queue) const { return queues_[queue]; }

    static constexpr std::size_t nothing = static_cast<std::size_t>(-1);
    std::size_t next() const;  // the queue whose turn it is; `nothing` where all are empty
    OpenList::Entry pop(std::size_t queue) {
        ++uses_[queue];
        return queues_[queue].pop();
    }
    void boost_preferred();
    std::size_t bytes() const;

  private:
    std::vector<Queue> queues_;
    std::vector<std::int64_t> uses_;
    std::int64_t boost_;
};

}  // namespace isonova
