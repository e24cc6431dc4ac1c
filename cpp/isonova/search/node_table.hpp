// What search remembers of each state: the state and action it was reached by, and at what cost. Costs take 32 bits;
// the few that need more are kept aside.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "isonova/state/block_rows.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

class NodeTable {
  public:
    // `with_h`: keep a heuristic value for each state as well.
    NodeTable(bool with_h, const Limits& limits) : rows_(with_h ? 4 : 3, limits) {}

    std::size_t size() const { return rows_.size(); }
    // States come in the order of their ids.
    void add(StateId parent, ActionId action, std::int64_t g) {
        rows_.push();
        set(static_cast<StateId>(rows_.size() - 1), parent, action, g);
    }
    void set(StateId state, StateId parent, ActionId action, std::int64_t g) {
        std::uint32_t* row = rows_[state];
        row[0] = parent;
        row[1] = action;
        put(row[2], 2 * std::uint64_t{state}, g);
    }
    void set_h(StateId state, Value h) {
        if (rows_.width() == 4) put(rows_[state][3], 2 * std::uint64_t{state} + 1, h);
    }
    // A hint that g of this state is about to be asked for. A state that is not in the table yet needs none.
    void prefetch([[maybe_unused]] StateId state) const {
#if defined(__GNUC__)
        if (state < size()) __builtin_prefetch(rows_[state]);
#endif
    }
    StateId parent(StateId state) const { return rows_[state][0]; }
    ActionId action(StateId state) const { return rows_[state][1]; }
    std::int64_t g(StateId state) const { return get(rows_[state][2], 2 * std::uint64_t{state}); }
    Value h(StateId state) const { return rows_.width() == 4 ? get(rows_[state][3], 2 * std::uint64_t{state} + 1) : 0; }

    std::vector<Step> path_to(StateId state) const;  // from the state without parent

  private:
    static constexpr std::uint32_t elsewhere = 0xffffffffu;
    void put(std::uint32_t& field, std::uint64_t key, std::int64_t value) {
        if (value >= 0 && value < elsewhere) {
            field = static_cast<std::uint32_t>(value);
        } else {
            field = elsewhere;
            large_[key] = value;
        }
    }
    std::int64_t get(std::uint32_t field, std::uint64_t key) const {
        return field == elsewhere ? large_.at(key) : static_cast<std::int64_t>(field);
    }

    BlockRows<std::uint32_t> rows_;
    std::unordered_map<std::uint64_t, std::int64_t> large_;
};

}  // namespace isonova
