// One queue of open states. What comes first depends on its order:
//   fifo     the lowest key, first in, first out among equal keys (OpenList)
//   random   any state, all with the same chance
//   type     a random one of the types (h, g) that occur, then a random state of that type (Xie, Müller, Holte and
//   Imai,
//            "Type-based exploration with multiple search queues for satisficing planning", AAAI 2014)
//   epsilon  as fifo, but with probability epsilon a random state (Valenzano, Sturtevant, Schaeffer and Xie, "A
//            comparison of knowledge-based GBFS enhancements and knowledge-free exploration", ICAPS 2014)
// In an epsilon queue a state may come twice; whoever pops knows which states were expanded.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "isonova/search/open_list.hpp"

namespace isonova {

enum class QueueOrder : std::uint8_t { fifo, random, type, epsilon };

struct QueueOptions {
    std::size_t evaluator = 0;  // whose keys order it
    bool preferred = false;     // only preferred successors enter
    QueueOrder order = QueueOrder::fifo;
    double epsilon = 0.2;
};

class Queue {
  public:
    Queue(const QueueOptions& options, std::uint64_t seed, const Limits& limits)
        : options_(options), open_(limits), random_(seed) {}

    const QueueOptions& options() const { return options_; }
    bool empty() const { return open_.empty() && anywhere_.empty() && types_.empty(); }
    void push(const Key& key, Value h, std::int64_t g, StateId state);
    OpenList::Entry pop();  // not from an empty queue
    // Overwrites `out` with states that would be popped next if all went by the key, `count` at most.
    void peek(std::size_t count, std::vector<StateId>& out) const { open_.peek(count, out); }
    std::size_t bytes() const;

  private:
    using Bag = std::vector<StateId>;
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
    StateId take(Bag& bag);

    QueueOptions options_;
    OpenList open_;
    Bag anywhere_;
    std::vector<std::pair<std::pair<Value, std::int64_t>, Bag>> types_;  // none is empty
    std::map<std::pair<Value, std::int64_t>, std::size_t> place_of_type_;
    std::size_t in_types_ = 0;
    std::mt19937_64 random_;
};

}  // namespace isonova
