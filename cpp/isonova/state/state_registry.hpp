// Every state met, stored once, with an id that counts from 0. A state is a row of 32-bit words; what they mean is up
// to whoever packs them. The stored words are compared before two states count as equal.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/state/block_rows.hpp"
#include "isonova/state/id_index.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

class StateRegistry {
  public:
    StateRegistry(std::size_t words, const Limits& limits);

    std::uint32_t size() const { return static_cast<std::uint32_t>(states_.size()); }
    std::size_t words() const { return words_; }

    // A hash is a sum of the words times a random odd number for each place (multilinear hashing), so that a changed
    // word changes it by one product.
    std::uint64_t change(std::size_t place, std::uint32_t from, std::uint32_t to) const {
        return multipliers_[place] * (std::uint64_t{to} - from);
    }
    std::uint64_t hash(const std::uint32_t* state) const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < words_; ++i) sum += multipliers_[i] * state[i];
        return sum;
    }

    struct Found {
        StateId state;
        bool is_new;
    };
    // `sum` is hash(state).
    Found insert(const std::uint32_t* state, std::uint64_t sum);
    StateId find(const std::uint32_t* state, std::uint64_t sum) const {
        return find_by(finish(sum), state);
    }  // or `none`
    // Two hints that a state of this hash is about to be looked for: the first asks memory for the index, the second
    // looks there and asks for the stored state.
    void prefetch_slot(std::uint64_t sum) const { index_.prefetch_slot(finish(sum)); }
    void prefetch_state(std::uint64_t sum) const {
        index_.foresee(finish(sum), [&](StateId state) {
            const std::uint32_t* row = states_[state];
            prefetch(row);
            if (words_ != 0) prefetch(row + words_ - 1);
        });
    }
    const std::uint32_t* operator[](StateId state) const { return states_[state]; }
    std::size_t bytes() const { return states_.bytes() + index_.bytes(); }

  private:
    static std::uint64_t finish(std::uint64_t sum) {
        sum ^= sum >> 31;
        sum *= 0xd6e8feb86659fd93u;
        return sum ^ (sum >> 32);
    }
    bool equal(const std::uint32_t* a, const std::uint32_t* b) const;
    StateId find_by(std::uint64_t hash, const std::uint32_t* state) const {
        return index_.find(hash, [&](StateId other) { return equal(states_[other], state); });
    }

    std::size_t words_;
    std::vector<std::uint64_t> multipliers_;
    BlockRows<std::uint32_t> states_;
    IdIndex index_;
};

}  // namespace isonova
