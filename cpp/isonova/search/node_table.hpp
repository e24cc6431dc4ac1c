// What search remembers of each state: the state and action it was reached by, at what cost, and heuristic values where
// they are needed later. Numbers take 32 bits; the few that need more are kept aside.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "isonova/state/block_rows.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

class NodeTable {
  public:
    // `values`: how many heuristic values are kept for each state. `with_marks`: whether states can be marked.
    NodeTable(std::size_t values, bool with_marks, const Limits& limits)
        : rows_(first_value + values, limits), marks_(with_marks ? 1 : 0, limits) {}

    std::size_t size() const { return rows_.size(); }
    // States come in the order of their ids.
    void add(StateId parent, ActionId action, std::int64_t g) {
        rows_.push();
        set(static_cast<StateId>(rows_.size() - 1), parent, action, g);
        if (marks_.width() != 0) *marks_.push() = 0;
    }
    void set(StateId state, StateId parent, ActionId action, std::int64_t g) {
        std::uint32_t* row = rows_[state];
        row[0] = parent;
        row[1] = action;
        put(state, 2, g);
    }
    // A hint that g of this state is about to be asked for. A state that is not in the table yet needs none.
    void prefetch([[maybe_unused]] StateId state) const {
#if defined(__GNUC__)
        if (state < size()) __builtin_prefetch(rows_[state]);
#endif
    }
    StateId parent(StateId state) const { return rows_[state][0]; }
    ActionId action(StateId state) const { return rows_[state][1]; }
    std::int64_t g(StateId state) const { return get(state, 2); }
    Value value(StateId state, std::size_t which) const { return get(state, first_value + which); }
    void set_value(StateId state, std::size_t which, Value value) { put(state, first_value + which, value); }

    bool is_expanded(StateId state) const { return *marks_[state] & expanded; }
    bool is_preferred(StateId state) const { return *marks_[state] & preferred; }
    bool is_dead(StateId state) const { return *marks_[state] & dead; }
    void mark_expanded(StateId state) { *marks_[state] |= expanded; }
    void open_again(StateId state) { *marks_[state] &= static_cast<std::uint8_t>(~expanded); }
    void mark_dead(StateId state) { *marks_[state] |= expanded | dead; }
    void mark_preferred(StateId state) { *marks_[state] |= preferred; }
    // Expanded in part: it has its turn once more.
    bool is_begun(StateId state) const { return *marks_[state] & begun; }
    void mark_begun(StateId state) {
        *marks_[state] |= begun;
        open_again(state);
    }

    // Compared with the states expanded before: `back`, if it looks like one of them and waits behind all others.
    bool is_coloured(StateId state) const { return *marks_[state] & coloured; }
    bool is_back(StateId state) const { return *marks_[state] & back; }
    void mark_coloured(StateId state, bool is_back) {
        *marks_[state] = static_cast<std::uint8_t>((*marks_[state] & ~back) | coloured | (is_back ? back : 0));
    }

    std::vector<Step> path_to(StateId state) const;  // from the state without parent
    std::size_t bytes() const { return rows_.bytes() + marks_.bytes(); }

  private:
    static constexpr std::size_t first_value = 3;
    static constexpr std::uint8_t expanded = 1, preferred = 2, dead = 4, begun = 8, coloured = 16, back = 32;
    static constexpr std::uint32_t elsewhere = 0xffffffffu;

    std::uint64_t place(StateId state, std::size_t column) const {
        return std::uint64_t{state} * rows_.width() + column;
    }
    void put(StateId state, std::size_t column, std::int64_t value) {
        std::uint32_t& field = rows_[state][column];
        if (value >= 0 && value < elsewhere) {
            field = static_cast<std::uint32_t>(value);
        } else {
            field = elsewhere;
            large_[place(state, column)] = value;
        }
    }
    std::int64_t get(StateId state, std::size_t column) const {
        const std::uint32_t field = rows_[state][column];
        return field == elsewhere ? large_.at(place(state, column)) : static_cast<std::int64_t>(field);
    }

    BlockRows<std::uint32_t> rows_;
    BlockRows<std::uint8_t> marks_;
    std::unordered_map<std::uint64_t, std::int64_t> large_;
};

}  // namespace isonova
