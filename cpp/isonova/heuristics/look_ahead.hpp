// Values of states that search has not generated yet. Small expansions leave lanes of a sweep empty; these take the
// children of the states next in the queue, and the values wait here, by state, until such a child is generated. Only
// then does anyone else hear of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "isonova/relaxation/plan_extractor.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

// A state by the sum of two random numbers for each of its atoms: 128 bits, so that no two states ever met share a key.
struct StateKey {
    std::uint64_t low = 1, high = 1;  // never 0 and 0
    friend bool operator==(const StateKey&, const StateKey&) = default;
};

// Keys with values. When there are many, the older half is forgotten.
class ForeseenValues {
  public:
    bool empty() const { return count_ == 0 && slots_[1].empty(); }
    const Value* find(const StateKey& key) const;
    void insert(const StateKey& key, Value value);
    void clear();

  private:
    static constexpr std::size_t most = std::size_t{1} << 13;  // in each half
    static constexpr std::size_t size = 2 * most;
    struct Slot {
        StateKey key{0, 0};  // 0 and 0: empty
        Value value = 0;
    };
    static const Slot& slot(const std::vector<Slot>& slots, const StateKey& key);

    std::vector<Slot> slots_[2];  // the newer half and the older one; empty until needed
    std::size_t count_ = 0;       // in the newer one
};

class LookAhead {
  public:
    // Forgets everything. Null: there is nothing to look at.
    void follow(Upcoming* upcoming);
    bool follows() const { return upcoming_ != nullptr; }

    // Overwrites `out` with the values of those children that are known, and `plan`, where given, with the helpful
    // actions of the parent, if these are known. Tells how many of all these are not.
    std::size_t recall(const Expansion& expansion, std::vector<Value>& out, std::vector<ActionNumber>* plan = nullptr);
    // The children that are not known, of the expansion last recalled, then others; `places` are for these and for the
    // helpful actions of their parents, if the last `recall` asked for such.
    std::span<const Expansion* const> gather(std::size_t places);
    // Of each expansion gathered: where to write the helpful actions of the parent, or null.
    std::span<std::vector<ActionNumber>* const> plans() const { return plans_; }
    // The values of what was gathered, in that order.
    void keep(std::span<const Value> values, std::vector<Value>& out);

    // In the last `gather`: what that took, as StateSpace::foresee counts it, and the number of places taken.
    std::uint64_t effort() const { return effort_; }
    std::size_t foreseen() const { return taken_; }
    // The share of values that were asked for later, lately.
    double used() const { return std::min(1.0, used_ / foreseen_); }

  private:
    struct Parent {  // whose children were foreseen
        StateId state = none;
        StateKey key;
        bool complete = false;
        bool planned = false;
        std::vector<ActionNumber> plan;
    };

    Parent& slot(StateId state) { return parents_[state % parents_.size()]; }
    StateKey key_of(std::span<const AtomId> atoms);
    StateKey key_of(StateKey parent, const Expansion& expansion, const Child& child);
    const StateKey& number(AtomId atom) {
        if (atom >= numbers_.size()) add_numbers(atom);
        return numbers_[atom];
    }
    void add_numbers(AtomId atom);
    void take_children(Expansion& expansion, const StateKey& parent, std::size_t places);

    Upcoming* upcoming_ = nullptr;
    ForeseenValues values_;
    std::vector<StateKey> numbers_;  // per atom
    std::vector<Parent> parents_;
    const Expansion* expansion_ = nullptr;  // last recalled
    std::vector<std::uint32_t> missing_;
    std::vector<ActionNumber>* plan_ = nullptr;  // of the parent, to be written; null: not asked for
    bool plan_is_missing_ = false;
    Expansion part_;
    struct Ahead {
        StateId state = none;
        Expansion expansion;
        std::vector<ActionNumber> plan;
    };
    std::vector<Ahead> ahead_;
    std::vector<StateKey> keys_;  // of all their children
    std::size_t taken_ = 0;       // places: keys and plans
    std::vector<const Expansion*> batch_;
    std::vector<std::vector<ActionNumber>*> plans_;
    std::uint64_t effort_ = 0;
    double used_ = 32, foreseen_ = 64;
};

}  // namespace isonova
