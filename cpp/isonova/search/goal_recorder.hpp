// Makes a GoalRecord during a search. The goals of every state are kept, in 8 bytes. A child's are its parent's but for
// what the difference says, and only goals that it gained can be true together with others for the first time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "isonova/search/goal_record.hpp"
#include "isonova/state/state_space.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

class GoalRecorder {
  public:
    // Both must outlive it.
    GoalRecorder(const StateSpace& space, const Limits& limits);

    void note_initial(std::span<const AtomId> atoms);
    void note_children(const Expansion& expansion);  // in the order of their ids
    const GoalRecord& record() const { return record_; }

  private:
    struct Change {  // goals that a true atom makes true, and those it makes false
        GoalSet positive = 0, negative = 0;
    };
    static constexpr std::size_t block = std::size_t{1} << 13;

    GoalSet goals(StateId state) const { return blocks_[state / block][state % block]; }
    void cover_atoms() {  // those that came up later are no goals
        if (atoms_.size() > place_.size()) place_.resize(atoms_.size());
    }
    void add_block();
    void note(GoalSet goals, GoalSet gained);

    const AtomTable& atoms_;
    const Limits& limits_;
    GoalRecord record_;
    int most_ = 0;                     // goals of the best state
    std::vector<std::uint8_t> place_;  // by atom: of its change; 0 if it is no goal
    std::vector<Change> changes_{1};
    GoalSet when_empty_ = 0;  // the goals of the state without atoms
    std::vector<std::unique_ptr<GoalSet[]>> blocks_;
    GoalSet *next_ = nullptr, *end_ = nullptr;  // of the last block
};

}  // namespace isonova
