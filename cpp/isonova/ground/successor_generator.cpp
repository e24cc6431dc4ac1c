#include "isonova/ground/successor_generator.hpp"

#include <algorithm>
#include <numeric>

#include "isonova/ground/precondition_order.hpp"

namespace isonova {

namespace {

// std::popcount is a function call on the oldest x86-64 processors that builds have to run on.
std::uint32_t count_ones(Word x) {
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    return static_cast<std::uint32_t>((((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u) >> 56);
}

}  // namespace

SuccessorGenerator::SuccessorGenerator(const GroundTask& task)
    : task_(&task), has_negatives_(task.negative_precondition.entries() != 0), literals_(precondition_order(task)) {
    for (std::uint32_t begin = 0, end = 0; begin < task.action_count(); begin = end) {
        while (end < task.action_count() && task.schema[end] == task.schema[begin]) ++end;
        Order order(end - begin);
        std::iota(order.begin(), order.end(), begin);
        std::stable_sort(order.begin(), order.end(), [&](ActionId x, ActionId y) {
            const auto a = literals_[x], b = literals_[y];
            return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
        });
        roots_.push_back(build(order, 0, order.size(), 0));
    }
    literals_.shrink_to_fit();
    nodes_.shrink_to_fit();
    groups_.shrink_to_fit();
    branches_.shrink_to_fit();
    leaves_.shrink_to_fit();
}

std::uint32_t SuccessorGenerator::build(const Order& actions, std::size_t begin, std::size_t end, std::uint32_t depth) {
    const auto literal = [&](ActionId a) { return literals_[a][depth]; };
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
    Node node{};
    node.first_leaf = static_cast<std::uint32_t>(leaves_.size());
    for (; begin < end && literals_[actions[begin]].size() == depth; ++begin) {
        const ActionId action = actions[begin];
        if (leaves_.size() == node.first_leaf || leaves_.back().word != action >> 6)
            leaves_.push_back({0, action >> 6});
        leaves_.back().mask |= Word{1} << (action & 63);
    }
    node.last_leaf = static_cast<std::uint32_t>(leaves_.size());

    std::vector<std::size_t> cuts;
    for (std::size_t i = begin; i < end; ++i) {
        if (i == begin || literal(actions[i]) != literal(actions[i - 1])) cuts.push_back(i);
    }
    cuts.push_back(end);
    const auto first_branch = static_cast<std::uint32_t>(branches_.size());
    branches_.resize(branches_.size() + cuts.size() - 1);
    node.first_group = static_cast<std::uint32_t>(groups_.size());
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        const AtomId atom = literal(actions[cuts[i]]);
        if (groups_.size() == node.first_group || groups_.back().word != atom >> 6) {
            groups_.push_back({0, atom >> 6, first_branch + static_cast<std::uint32_t>(i)});
        }
        groups_.back().mask |= Word{1} << (atom & 63);
    }
    node.last_group = static_cast<std::uint32_t>(groups_.size());
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        branches_[first_branch + i] =
            cuts[i + 1] - cuts[i] == 1 ? single | actions[cuts[i]] : build(actions, cuts[i], cuts[i + 1], depth + 1);
    }
    nodes_[index] = node;
    return index;
}

bool SuccessorGenerator::negatives_hold(ActionId action, const Word* state) const {
    for (const AtomId atom : task_->negative_precondition[action]) {
        if (test(state, atom)) return false;
    }
    return true;
}

void SuccessorGenerator::visit(const Node& node, std::uint32_t depth, const Word* state, Marks& marks) const {
    const auto mark = [&](std::uint32_t word, Word mask) {
        marks.actions[word] |= mask;
        marks.words[word >> 6] |= Word{1} << (word & 63);
    };
    for (std::uint32_t i = node.first_leaf; i < node.last_leaf; ++i) mark(leaves_[i].word, leaves_[i].mask);
    for (std::uint32_t i = node.first_group; i < node.last_group; ++i) {
        const Group& group = groups_[i];
        for (Word hits = state[group.word] & group.mask; hits; hits &= hits - 1) {
            const std::uint32_t branch = branches_[group.first_branch + count_ones(group.mask & ((hits & -hits) - 1))];
            if (branch & single) {
                const ActionId action = branch & ~single;
                const auto row = literals_[action];
                std::size_t k = depth + 1;
                while (k < row.size() && test(state, row[k])) ++k;
                if (k == row.size()) mark(action >> 6, Word{1} << (action & 63));
            } else {
                visit(nodes_[branch], depth + 1, state, marks);
            }
        }
    }
}

SuccessorGenerator::Marks SuccessorGenerator::make_marks() const {
    const std::size_t words = words_for(task_->action_count());
    return {std::vector<Word>(words, 0), std::vector<Word>(words_for(words), 0)};
}

void SuccessorGenerator::applicable(const Word* state, Marks& marks, std::vector<ActionId>& out) const {
    out.clear();
    for (const std::uint32_t root : roots_) visit(nodes_[root], 0, state, marks);
    for_each_bit(marks.words.data(), marks.words.size(), [&](std::uint32_t word) {
        for_each_bit(&marks.actions[word], 1, [&](std::uint32_t bit) {
            const ActionId action = word * 64 + bit;
            if (!has_negatives_ || negatives_hold(action, state)) out.push_back(action);
        });
        marks.actions[word] = 0;
    });
    std::fill(marks.words.begin(), marks.words.end(), 0);
}

}  // namespace isonova
