#include "isonova/heuristics/landmark_count.hpp"

#include <algorithm>
#include <bit>

namespace isonova {

LandmarkCount::LandmarkCount(std::shared_ptr<const Landmarks> landmarks, std::shared_ptr<const RelaxedGraph> graph,
                             const AtomTable& table, const Limits& limits)
    : landmarks_(std::move(landmarks)),
      graph_(std::move(graph)),
      nodes_(*graph_, table),
      words_(std::max<std::size_t>(1, words_for(landmarks_->size()))),
      bits_(number_facts()),
      accepted_(words_, limits),
      true_(words_for(bit_count_), limits) {
    const auto total = static_cast<LandmarkId>(landmarks_->size());
    scratch_.assign(words_, 0);
    needs_ = landmarks_->needed_for.transposed(total);
    goal_.assign(words_, 0);
    may_be_needed_.assign(words_, 0);
    for (LandmarkId landmark = 0; landmark < total; ++landmark) {
        if (landmarks_->is_goal[landmark])
            insert(goal_.data(), landmark);
        else if (!landmarks_->needed_for[landmark].empty())
            insert(may_be_needed_.data(), landmark);
    }
}

Rows LandmarkCount::number_facts() {
    bit_.assign(graph_->node_count, none);
    bit_count_ = static_cast<std::uint32_t>(64 * words_);
    for (LandmarkId landmark = 0; landmark < landmarks_->size(); ++landmark)
        if (const auto facts = landmarks_->facts[landmark]; facts.size() == 1) bit_[facts[0]] = landmark;
    Rows bits;
    for (LandmarkId landmark = 0; landmark < landmarks_->size(); ++landmark) {
        const auto facts = landmarks_->facts[landmark];
        if (facts.size() > 1)
            for (const NodeId node : facts) {
                if (bit_[node] == none) bit_[node] = bit_count_++;
                bits.push(bit_[node]);
            }
        bits.end_row();
    }
    disjunctions_ = bits.transposed(bit_count_);
    return bits;
}

void LandmarkCount::set(NodeId node, bool holds, Word* row) {
    const std::uint32_t bit = node == none ? none : bit_[node];
    if (bit == none) return;
    if (test(row, bit) != holds) toggle(row, bit);
    const auto with_it = disjunctions_[bit];
    changed_.insert(changed_.end(), with_it.begin(), with_it.end());
}

void LandmarkCount::apply(std::span<const AtomId> added, std::span<const AtomId> removed, Word* row) {
    changed_.clear();
    const auto set_all = [&](std::span<const AtomId> atoms, bool holds) {
        for (const AtomId atom : atoms) {
            const NodeId node = nodes_[atom];
            if (node == none) continue;
            set(node, holds, row);
            set(graph_->negation[node], !holds, row);
        }
    };
    set_all(added, true);
    set_all(removed, false);
    update_disjunctions(row);
    work_ += added.size() + removed.size();
}

void LandmarkCount::update_disjunctions(Word* row) const {
    for (const LandmarkId landmark : changed_) {
        const auto bits = bits_[landmark];
        const bool holds = std::any_of(bits.begin(), bits.end(), [&](std::uint32_t bit) { return test(row, bit); });
        if (test(row, landmark) != holds) toggle(row, landmark);
    }
}

bool LandmarkCount::accept(const Word* parent, const Word* holds, Word* out) const {
    Word fresh = 0;
    for (std::size_t w = 0; w < words_; ++w) {
        out[w] = parent[w] | holds[w];
        fresh |= out[w] ^ parent[w];
    }
    return fresh != 0;
}

bool LandmarkCount::is_needed(LandmarkId landmark, const Word* accepted) const {
    const auto later = landmarks_->needed_for[landmark];
    return std::any_of(later.begin(), later.end(), [&](LandmarkId each) { return !test(accepted, each); });
}

void LandmarkCount::find_needed(const Word* accepted) {
    needed_ = goal_;
    for (std::size_t w = 0; w < words_; ++w) scratch_[w] = accepted[w] & may_be_needed_[w];
    for_each_bit(scratch_.data(), words_, [&](LandmarkId landmark) {
        if (is_needed(landmark, accepted)) insert(needed_.data(), landmark);
    });
}

Value LandmarkCount::value(const Word* accepted, const Word* holds, const Word* needed) const {
    if (landmarks_->goal_unreachable) return dead_end;
    auto count = static_cast<Value>(landmarks_->size());
    for (std::size_t w = 0; w < words_; ++w)
        count += std::popcount(accepted[w] & ~holds[w] & needed[w]) - std::popcount(accepted[w]);
    return count;
}

Value LandmarkCount::evaluate_initial(std::span<const AtomId> atoms) {
    Word* holds = true_.push();
    Word* accepted = accepted_.push();
    std::fill_n(holds, true_.width(), 0);
    changed_.clear();
    for (const NodeId node : true_nodes(*graph_, nodes_, atoms)) set(node, true, holds);
    update_disjunctions(holds);
    std::fill(scratch_.begin(), scratch_.end(), 0);
    accept(scratch_.data(), holds, accepted);
    find_needed(accepted);
    return value(accepted, holds, needed_.data());
}

void LandmarkCount::evaluate(const Expansion& expansion, std::vector<Value>& out, std::vector<std::uint8_t>& accepts) {
    out.clear();
    accepts.clear();
    if (expansion.children.empty()) return;
    const Word* before = accepted_[expansion.parent];
    find_needed(before);
    for (const Child& child : expansion.children) {
        Word* holds = true_.push();
        Word* accepted = accepted_.push();
        std::copy_n(true_[expansion.parent], true_.width(), holds);
        apply(expansion.added(child), expansion.removed(child), holds);
        const bool any = accept(before, holds, accepted);
        const Word* needed = needed_.data();
        if (any) {
            // What was needed only for landmarks accepted now is needed no more.
            child_needed_ = needed_;
            needed = child_needed_.data();
            for (std::size_t w = 0; w < words_; ++w) scratch_[w] = accepted[w] & ~before[w];
            for_each_bit(scratch_.data(), words_, [&](LandmarkId landmark) {
                for (const LandmarkId each : needs_[landmark])
                    if (test(needed, each) && !test(goal_.data(), each) && !is_needed(each, accepted))
                        toggle(child_needed_.data(), each);
            });
        }
        out.push_back(value(accepted, holds, needed));
        accepts.push_back(any);
        work_ += 3 * words_;
    }
}

bool LandmarkCount::duplicate(StateId parent, StateId child) {
    if (child >= accepted_.size()) return false;
    Word* accepted = accepted_[child];
    const bool any = accept(accepted_[parent], true_[child], scratch_.data());
    for (std::size_t w = 0; w < words_; ++w) accepted[w] &= scratch_[w];
    work_ += words_;
    return any;
}

}  // namespace isonova
