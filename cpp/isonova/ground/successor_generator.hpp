// The actions applicable in a state, in ascending order. Per schema a trie over the precondition atoms of its ground
// actions, in an order that makes few inner nodes true in any one state. A node's branches are grouped by the word of
// the state they look at: one `and` tests up to 64 of them. Actions found are marked in a bit set, up to 64 at once,
// which puts them in order.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/ground/ground_task.hpp"
#include "isonova/state/bits.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

class SuccessorGenerator {
  public:
    explicit SuccessorGenerator(const GroundTask& task);

    struct Marks {                  // of whoever asks; all 0 between calls
        std::vector<Word> actions;  // a bit per action
        std::vector<Word> words;    // a bit per word of those with a bit set
    };
    Marks make_marks() const;
    // `state` holds fluent and derived atoms. `out` is overwritten.
    void applicable(const Word* state, Marks& marks, std::vector<ActionId>& out) const;

  private:
    struct Node {
        std::uint32_t first_group, last_group;
        std::uint32_t first_leaf, last_leaf;  // nothing left to test but negative preconditions
    };
    struct Group {
        Word mask;
        std::uint32_t word;
        std::uint32_t first_branch;
    };
    struct Leaf {  // actions
        Word mask;
        std::uint32_t word;
    };
    // A branch is a node, or (with this bit) the one action below it, whose other atoms are tested one by one.
    static constexpr std::uint32_t single = 0x80000000u;

    using Order = std::vector<std::uint32_t>;
    std::uint32_t build(const Order& actions, std::size_t begin, std::size_t end, std::uint32_t depth);
    void visit(const Node& node, std::uint32_t depth, const Word* state, Marks& marks) const;
    bool negatives_hold(ActionId action, const Word* state) const;

    const GroundTask* task_;
    bool has_negatives_ = false;
    Rows literals_;  // the order in which the trie tests them
    std::vector<std::uint32_t> roots_;
    std::vector<Node> nodes_;
    std::vector<Group> groups_;
    std::vector<std::uint32_t> branches_;
    std::vector<Leaf> leaves_;
};

}  // namespace isonova
