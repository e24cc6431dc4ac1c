#include "isonova/search/queue.hpp"

namespace isonova {

void Queue::push(const Key& key, Value h, std::int64_t g, StateId state) {
    switch (options_.order) {
        case QueueOrder::epsilon:
            anywhere_.push_back(state);
            [[fallthrough]];
        case QueueOrder::fifo:
            open_.push(key, state);
            break;
        case QueueOrder::random:
            anywhere_.push_back(state);
            break;
        case QueueOrder::type: {
            const auto [found, is_new] = place_of_type_.try_emplace({h, g}, types_.size());
            if (is_new) types_.push_back({{h, g}, {}});
            types_[found->second].second.push_back(state);
            ++in_types_;
            break;
        }
    }
}

StateId Queue::take(Bag& bag) {
    std::swap(bag[below(bag.size())], bag.back());
    const StateId state = bag.back();
    bag.pop_back();
    return state;
}

OpenList::Entry Queue::pop() {
    switch (options_.order) {
        case QueueOrder::fifo:
            break;
        case QueueOrder::random:
            return {take(anywhere_), 0};
        case QueueOrder::epsilon: {
            constexpr double range = 0x1p-53;
            const bool by_chance = static_cast<double>(random_() >> 11) * range < options_.epsilon;
            if (open_.empty() || (by_chance && !anywhere_.empty())) return {take(anywhere_), 0};
            break;
        }
        case QueueOrder::type: {
            const std::size_t place = below(types_.size());
            const StateId state = take(types_[place].second);
            --in_types_;
            if (types_[place].second.empty()) {
                place_of_type_.erase(types_[place].first);
                if (place + 1 != types_.size()) {
                    types_[place] = std::move(types_.back());
                    place_of_type_[types_[place].first] = place;
                }
                types_.pop_back();
            }
            return {state, 0};
        }
    }
    return open_.pop();
}

std::size_t Queue::bytes() const {
    constexpr std::size_t per_type = 128;
    return open_.bytes() + anywhere_.capacity() * sizeof(StateId) + in_types_ * sizeof(StateId) +
           types_.size() * per_type;
}

}  // namespace isonova
