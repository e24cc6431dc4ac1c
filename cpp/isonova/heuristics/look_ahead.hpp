// Look-ahead: values of states that search has not generated yet. Small expansions leave lanes of a sweep empty. These
// lanes take successors of the states next in the queue, which the space generates without registering them. The values
// are stored by state until the search generates such a state in its turn.
#pragma once

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "isonova/relaxation/plan_extractor.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

// A state by the sum of two random numbers for each of its atoms: 128 bits, so that no two states ever met share a key.
struct StateKey {
    std::uint64_t low = 1, high = 1;
    friend bool operator==(const StateKey&, const StateKey&) = default;
};

// The latest values by state: when there are many, the older half is forgotten.
class RecentValues {
  public:
    const Value* find(const StateKey& key) const {
        for (const auto& half : halves_)
            if (const auto found = half.find(key); found != half.end()) return &found->second;
        return nullptr;
    }
    void insert(const StateKey& key, Value value) {
        if (halves_[0].size() == most) {
            std::swap(halves_[0], halves_[1]);
            halves_[0].clear();
        }
        halves_[0].insert_or_assign(key, value);
    }
    void clear() {
        for (auto& half : halves_) half.clear();
    }

  private:
    static constexpr std::size_t most = std::size_t{1} << 13;  // in each half
    struct Hash {
        using is_avalanching = void;
        std::size_t operator()(const StateKey& key) const { return static_cast<std::size_t>(key.low); }
    };
    boost::unordered_flat_map<StateKey, Value, Hash> halves_[2];  // the newer one first
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
    void store(std::span<const Value> values, std::vector<Value>& out);

    // How many of the values last stored for later will be asked for, going by the share that was lately.
    double expected_use() const { return std::min(1.0, used_ / stored_) * static_cast<double>(taken_); }
    // What generating successors took so far, in edges of a relaxed graph that could be visited instead.
    std::uint64_t work() const { return edges_per_successor * successors_; }

  private:
    static constexpr std::uint64_t edges_per_successor = 8;

    struct Parent {  // whose children were gathered before
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
    void choose_children(Expansion& expansion, const StateKey& parent, std::size_t places);

    Upcoming* upcoming_ = nullptr;
    RecentValues values_;
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
    std::uint64_t successors_ = 0;
    double used_ = 32, stored_ = 64;
};

}  // namespace isonova
