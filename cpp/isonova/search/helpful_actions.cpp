#include "isonova/search/helpful_actions.hpp"

#include <algorithm>

namespace isonova {

void HelpfulActions::open(std::span<const ActionNumber> helpful) {
    any_ = !helpful.empty();
    if (++now_ == 0) {
        std::fill(opened_.begin(), opened_.end(), 0);
        now_ = 1;
    }
    opened_.resize(actions_.size(), 0);
    for (const ActionNumber number : helpful) opened_[number] = now_;
}

ActionNumber HelpfulActions::number(StateId parent, ActionId action) {
    if (action < known_.size()) {
        const Known& known = known_[action];
        if (known.number != none || known.table_size == actions_.size()) return known.number;
    }
    space_.action(parent, action, instance_);
    const ActionNumber number = actions_.find(instance_.action, instance_.arguments);
    if (const std::uint32_t count = space_.action_count(); count != 0) {
        if (known_.empty()) known_.resize(count);
        known_[action] = {number, actions_.size()};
    }
    return number;
}

bool HelpfulActions::contains(StateId parent, ActionId action) {
    if (!any_) return false;
    const ActionNumber found = number(parent, action);
    return found != none && opened_[found] == now_;
}

}  // namespace isonova
