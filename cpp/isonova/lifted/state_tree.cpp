#include "isonova/lifted/state_tree.hpp"

#include <algorithm>
#include <bit>

namespace isonova {

namespace {

constexpr std::uint32_t leaf_atoms = 64;

std::uint64_t mix(StateTree::Node root) {
    std::uint64_t hash = (root + std::uint64_t{1}) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ (hash >> 31)) * 0xd6e8feb86659fd93u;
    return hash ^ (hash >> 32);
}

// Of the lowest tree in which this atom has a place.
std::uint32_t height_for(AtomId atom) {
    return static_cast<std::uint32_t>(std::bit_width(atom / leaf_atoms));
}

// The number of atoms in half a tree of this height.
std::uint64_t half(std::uint32_t height) {
    return std::uint64_t{leaf_atoms / 2} << height;
}

}  // namespace

std::uint32_t ValueTable::add(std::uint64_t value, std::uint64_t hash) {
    index_.make_room(hash);
    if (values_.size() >= 0x7fffffffu) throw Halted{Halt::memory};  // a node has 31 bits for it
    const auto id = static_cast<std::uint32_t>(values_.size());
    *values_.push() = value;
    index_.insert(hash, id);
    return id;
}

StateTree::StateTree(const Limits& limits) : pairs_(limits), leaves_(limits), roots_(1, limits), index_(limits) {
    pairs_.intern(0);  // takes the id of the empty node
}

std::uint32_t StateTree::height(Node root) const {
    std::uint32_t height = 0;
    for (; root != empty && !is_leaf(root); ++height) root = right(root) != empty ? right(root) : left(root);
    return height;
}

StateTree::Node StateTree::pair(Node left, Node right) {
    return pairs_.intern(std::uint64_t{left} << 32 | right);
}

StateTree::Node StateTree::pair(Node left, Node right) const {
    return left == none || right == none ? none : pairs_.find(std::uint64_t{left} << 32 | right);
}

StateTree::Node StateTree::leaf(std::uint64_t word) {
    return word == 0 ? empty : leaves_.intern(word) | leaf_bit;
}

StateTree::Node StateTree::leaf(std::uint64_t word) const {
    return word == 0 ? empty : leaves_.find(word) | leaf_bit;  // `none` has that bit
}

template <class Tree>
StateTree::Node StateTree::toggle(Tree& tree, Node node, std::uint32_t height, std::uint32_t node_height, AtomId first,
                                  const AtomId* begin, const AtomId* end) {
    if (begin == end && height == node_height) return node;
    if (height == 0) {
        std::uint64_t word = node == empty ? 0 : tree.leaves_[node & ~leaf_bit];
        for (; begin != end; ++begin) word ^= std::uint64_t{1} << (*begin - first);
        return tree.leaf(word);
    }
    const bool as_it_is = height == node_height;  // else the node is the left end of a higher tree
    const Node l = as_it_is ? tree.left(node) : node;
    const Node r = as_it_is ? tree.right(node) : empty;
    const std::uint64_t middle = first + half(height);
    const AtomId* split = begin;
    while (split != end && *split < middle) ++split;
    const std::uint32_t below = as_it_is ? height - 1 : std::min(node_height, height - 1);
    const Node new_l = toggle(tree, l, height - 1, below, first, begin, split);
    const Node new_r = toggle(tree, r, height - 1, height - 1, static_cast<AtomId>(middle), split, end);
    return new_l == empty && new_r == empty ? empty : tree.pair(new_l, new_r);
}

template <class Tree>
StateTree::Node StateTree::toggle(Tree& tree, Node root, std::span<const AtomId> atoms) {
    if (atoms.empty()) return root;
    const std::uint32_t root_height = tree.height(root);
    const std::uint32_t new_height = std::max(root_height, height_for(atoms.back()));
    root = toggle(tree, root, new_height, root == empty ? new_height : root_height, 0, atoms.data(),
                  atoms.data() + atoms.size());
    if (root == none) return none;
    while (root != empty && !is_leaf(root) && tree.right(root) == empty) root = tree.left(root);
    return root;
}

StateTree::Node StateTree::toggle(Node root, std::span<const AtomId> atoms) {
    return toggle(*this, root, atoms);
}

bool StateTree::contains_toggled(Node root, std::span<const AtomId> atoms) const {
    root = toggle(*this, root, atoms);
    return root != none && find(root) != none;
}

StateId StateTree::find(Node root) const {
    return index_.find(mix(root), [&](StateId state) { return *roots_[state] == root; });
}

StateTree::Found StateTree::insert(Node root) {
    if (const StateId known = find(root); known != none) return {known, false};
    const std::uint64_t hash = mix(root);
    index_.make_room(hash);
    if (roots_.size() >= none) throw Halted{Halt::memory};
    const StateId state = size();
    *roots_.push() = root;
    index_.insert(hash, state);
    return {state, true};
}

bool StateTree::contains(Node root, AtomId atom) const {
    std::uint32_t height = this->height(root);
    if (height_for(atom) > height) return false;
    std::uint64_t first = 0;
    for (; root != empty && height > 0; --height) {
        const bool upper = atom >= first + half(height);
        if (upper) first += half(height);
        root = upper ? right(root) : left(root);
    }
    return root != empty && ((leaves_[root & ~leaf_bit] >> (atom - first)) & 1);
}

void StateTree::list(Node node, std::uint32_t height, AtomId first, std::vector<AtomId>& out) const {
    if (node == empty) return;
    if (height == 0) {
        for (std::uint64_t word = leaves_[node & ~leaf_bit]; word != 0; word &= word - 1)
            out.push_back(first + static_cast<AtomId>(std::countr_zero(word)));
        return;
    }
    list(left(node), height - 1, first, out);
    list(right(node), height - 1, static_cast<AtomId>(first + half(height)), out);
}

void StateTree::atoms(Node root, std::vector<AtomId>& out) const {
    list(root, height(root), 0, out);
}

}  // namespace isonova
