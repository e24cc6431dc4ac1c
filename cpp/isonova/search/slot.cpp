#include "isonova/search/slot.hpp"

#include <algorithm>

namespace isonova {

bool follows_costs(const SearchOptions& options) {
    return options.weight || options.reopen || options.max_cost != no_max_cost;
}

bool may_come_twice(const SearchOptions& options) {
    return options.queues.size() > 1 || options.evaluate == Evaluate::lazy ||
           options.queues[0].order == QueueOrder::epsilon || follows_costs(options);
}

std::vector<Slot> make_slots(StateSpace& space, std::span<Evaluator* const> evaluators, const SearchOptions& options) {
    std::vector<Slot> slots;
    const bool prefers = std::any_of(options.queues.begin(), options.queues.end(),
                                     [](const QueueOptions& queue) { return queue.preferred; });
    std::size_t values = 0;
    for (Evaluator* evaluator : evaluators) {
        Slot& slot = slots.emplace_back();
        slot.evaluator = evaluator;
        slot.traits = evaluator->traits();
        slot.deferred = options.evaluate == Evaluate::lazy && slot.traits.may_be_deferred;
        slot.with_preferred = prefers && slot.traits.prefers;
        // A heuristic that does without the parent's atoms computes differences to the parent's value.
        const bool by_difference = slot.traits.key_is_h && !slot.traits.wants_parent_atoms && may_come_twice(options);
        if (slot.deferred || slot.traits.wants_parent_h || by_difference || follows_costs(options))
            slot.value = values++;
        if (slot.with_preferred && evaluator->actions())
            slot.helpful = std::make_unique<HelpfulActions>(space, *evaluator->actions());
    }
    return slots;
}

std::size_t kept_values(const std::vector<Slot>& slots) {
    return static_cast<std::size_t>(
        std::count_if(slots.begin(), slots.end(), [](const Slot& slot) { return slot.value != Slot::no_value; }));
}

}  // namespace isonova
