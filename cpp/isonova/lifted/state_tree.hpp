// Every state met, stored once, with an id that counts from 0, for a set of atoms that grows. A state is a binary tree
// over the words of its bit set, and equal subtrees are stored once (as in Laarman, van de Pol and Weber, 2011): a
// child costs the nodes on the paths to the words in which it differs from its parent, and most of these exist. Two
// states are equal just if their roots are the same node.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/state/block_rows.hpp"
#include "isonova/state/id_index.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

// 64-bit values, each stored once, with ids that count from 0.
class ValueTable {
  public:
    explicit ValueTable(const Limits& limits) : values_(1, limits), index_(limits) {}
    std::uint32_t intern(std::uint64_t value) {
        const std::uint32_t known = find(value);
        return known != none ? known : add(value, mix(value));
    }
    std::uint32_t find(std::uint64_t value) const {  // or `none`
        return index_.find(mix(value), [&](std::uint32_t id) { return *values_[id] == value; });
    }
    std::uint64_t operator[](std::uint32_t id) const { return *values_[id]; }
    std::size_t size() const { return values_.size(); }
    std::size_t bytes() const { return values_.bytes() + index_.bytes(); }

  private:
    static std::uint64_t mix(std::uint64_t value) {
        value = (value ^ (value >> 32)) * 0xd6e8feb86659fd93u;
        value = (value ^ (value >> 29)) * 0xbf58476d1ce4e5b9u;
        return value ^ (value >> 32);
    }
    std::uint32_t add(std::uint64_t value, std::uint64_t hash);

    BlockRows<std::uint64_t> values_;
    IdIndex index_;
};

class StateTree {
  public:
    // Throws Halted when memory runs out, now or in `insert`.
    explicit StateTree(const Limits& limits);

    using Node = std::uint32_t;
    static constexpr Node empty = 0;

    // The tree of a state with some atoms (sorted, distinct) added or removed, whichever changes them.
    Node toggle(Node root, std::span<const AtomId> atoms);

    struct Found {
        StateId state;
        bool is_new;
    };
    Found insert(Node root);
    // Whether the state that `toggle` would give is there. Adds nothing.
    bool contains_toggled(Node root, std::span<const AtomId> atoms) const;
    Node root(StateId state) const { return *roots_[state]; }

    bool contains(Node root, AtomId atom) const;
    void atoms(Node root, std::vector<AtomId>& out) const;  // appended in ascending order

    std::uint32_t size() const { return static_cast<std::uint32_t>(roots_.size()); }
    std::size_t bytes() const { return pairs_.bytes() + leaves_.bytes() + roots_.bytes() + index_.bytes(); }

  private:
    // A node is empty, a leaf (this bit, then the id of its word) or the id of a pair of nodes of the level below. The
    // right half of a root is not empty, so that the height follows from the largest atom.
    static constexpr Node leaf_bit = 0x80000000u;
    static bool is_leaf(Node node) { return (node & leaf_bit) != 0; }
    Node left(Node pair) const { return static_cast<Node>(pairs_[pair] >> 32); }
    Node right(Node pair) const { return static_cast<Node>(pairs_[pair]); }
    std::uint32_t height(Node root) const;
    // Where the tree is const, `none` for what is not there.
    Node pair(Node left, Node right);
    Node pair(Node left, Node right) const;
    Node leaf(std::uint64_t word);
    Node leaf(std::uint64_t word) const;
    template <class Tree>
    static Node toggle(Tree& tree, Node node, std::uint32_t height, std::uint32_t node_height, AtomId first,
                       const AtomId* begin, const AtomId* end);
    template <class Tree>
    static Node toggle(Tree& tree, Node root, std::span<const AtomId> atoms);
    StateId find(Node root) const;
    void list(Node node, std::uint32_t height, AtomId first, std::vector<AtomId>& out) const;

    ValueTable pairs_;
    ValueTable leaves_;
    BlockRows<Node> roots_;
    IdIndex index_;
};

}  // namespace isonova
