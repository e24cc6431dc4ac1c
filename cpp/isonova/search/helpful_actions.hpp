// Which successors of a state come from helpful actions. A heuristic numbers the actions of its relaxed plans in a
// table of its own; the state space knows its actions by ids.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/heuristics/heuristic.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

class HelpfulActions {
  public:
    HelpfulActions(StateSpace& space, const AtomTable& actions) : space_(space), actions_(actions) {}

    void open(std::span<const ActionNumber> helpful);
    bool contains(StateId parent, ActionId action);

  private:
    ActionNumber number(StateId parent, ActionId action);

    // Where ids are the same in every state. The table grows, so an action that was not in it is looked up again.
    struct Known {
        ActionNumber number = none;
        std::uint32_t table_size = 0;
    };

    StateSpace& space_;
    const AtomTable& actions_;
    std::vector<Known> known_;
    std::vector<std::uint32_t> opened_;  // per number: when it was last helpful
    std::uint32_t now_ = 0;
    bool any_ = false;
    ActionInstance instance_;
};

}  // namespace isonova
