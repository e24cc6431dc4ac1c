#include "isonova/ground/successor_generator.hpp"

#include <algorithm>
#include <numeric>

namespace isonova {

namespace {

// std::popcount is a function call on the oldest x86-64 processors that builds have to run on.
std::uint32_t count_ones(Word x) {
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    return static_cast<std::uint32_t>((((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u) >> 56);
}

}  // namespace

SuccessorGenerator::SuccessorGenerator(const GroundTask& task) : task_(&task) {
    const std::uint32_t actions = task.action_count();
    has_negatives_ = task.negative_precondition.entries() != 0;
    start_.reserve(actions + 1);
    literals_.reserve(task.precondition.entries());
    std::vector<std::uint32_t> occurrences(task.atoms.size(), 0);
    for (std::uint32_t begin = 0, end = 0; begin < actions; begin = end) {
        while (end < actions && task.schema[end] == task.schema[begin]) ++end;
        for (std::uint32_t a = begin; a < end; ++a) {
            for (const AtomId atom : task.precondition[a]) ++occurrences[atom];
        }
        Order order(end - begin);
        std::iota(order.begin(), order.end(), begin);
        for (std::uint32_t a = begin; a < end; ++a) {
            start_.push_back(static_cast<std::uint32_t>(literals_.size()));
            const auto row = task.precondition[a];
            literals_.insert(literals_.end(), row.begin(), row.end());
            std::sort(literals_.begin() + start_[a], literals_.end(), [&](AtomId x, AtomId y) {
                return occurrences[x] != occurrences[y] ? occurrences[x] > occurrences[y] : x < y;
            });
            literals_.erase(std::unique(literals_.begin() + start_[a], literals_.end()), literals_.end());
        }
        start_.push_back(static_cast<std::uint32_t>(literals_.size()));
        std::sort(order.begin(), order.end(), [&](ActionId x, ActionId y) {
            return std::lexicographical_compare(literals_.begin() + start_[x], literals_.begin() + start_[x + 1],
                                                literals_.begin() + start_[y], literals_.begin() + start_[y + 1]);
        });
        roots_.push_back(build(order, 0, order.size(), 0));
        for (std::uint32_t a = begin; a < end; ++a) {
            for (const AtomId atom : task.precondition[a]) occurrences[atom] = 0;
        }
        start_.pop_back();
    }
    start_.push_back(static_cast<std::uint32_t>(literals_.size()));
}

std::uint32_t SuccessorGenerator::build(const Order& actions, std::size_t begin, std::size_t end, std::uint32_t depth) {
    const auto length = [&](ActionId a) { return start_[a + 1] - start_[a]; };
    const auto literal = [&](ActionId a) { return literals_[start_[a] + depth]; };
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
    Node node;
    node.first_action = static_cast<std::uint32_t>(leaves_.size());
    for (; begin < end && length(actions[begin]) == depth; ++begin) leaves_.push_back(actions[begin]);
    node.last_action = static_cast<std::uint32_t>(leaves_.size());

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

void SuccessorGenerator::visit(const Node& node, std::uint32_t depth, const Word* state,
                               std::vector<ActionId>& out) const {
    for (std::uint32_t i = node.first_action; i < node.last_action; ++i) {
        if (!has_negatives_ || negatives_hold(leaves_[i], state)) out.push_back(leaves_[i]);
    }
    for (std::uint32_t i = node.first_group; i < node.last_group; ++i) {
        const Group& group = groups_[i];
        for (Word hits = state[group.word] & group.mask; hits; hits &= hits - 1) {
            const std::uint32_t branch = branches_[group.first_branch + count_ones(group.mask & ((hits & -hits) - 1))];
            if (branch & single) {
                const ActionId action = branch & ~single;
                std::uint32_t k = start_[action] + depth + 1;
                const std::uint32_t end = start_[action + 1];
                while (k < end && test(state, literals_[k])) ++k;
                if (k == end && (!has_negatives_ || negatives_hold(action, state))) out.push_back(action);
            } else {
                visit(nodes_[branch], depth + 1, state, out);
            }
        }
    }
}

void SuccessorGenerator::applicable(const Word* state, std::vector<ActionId>& out) const {
    out.clear();
    for (const std::uint32_t root : roots_) {
        const std::size_t before = out.size();
        visit(nodes_[root], 0, state, out);
        if (!std::is_sorted(out.begin() + static_cast<std::ptrdiff_t>(before), out.end())) {
            std::sort(out.begin() + static_cast<std::ptrdiff_t>(before), out.end());
        }
    }
}

}  // namespace isonova
