#include "isonova/search/open_lists.hpp"

namespace isonova {

OpenLists::OpenLists(std::span<const QueueOptions> queues, std::int64_t boost, std::uint64_t seed, const Limits& limits)
    : uses_(queues.size(), 0), boost_(boost) {
    for (const QueueOptions& options : queues) queues_.emplace_back(options, seed++, limits);
}

std::size_t OpenLists::next() const {
    std::size_t best = nothing;
    for (std::size_t i = 0; i < queues_.size(); ++i)
        if (!queues_[i].empty() && (best == nothing || uses_[i] < uses_[best])) best = i;
    return best;
}

void OpenLists::boost_preferred() {
    for (std::size_t i = 0; i < queues_.size(); ++i)
        if (queues_[i].options().preferred) uses_[i] -= boost_;
}

std::size_t OpenLists::bytes() const {
    std::size_t sum = 0;
    for (const Queue& queue : queues_) sum += queue.bytes();
    return sum;
}

}  // namespace isonova
