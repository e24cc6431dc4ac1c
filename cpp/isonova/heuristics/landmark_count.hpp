// How many landmarks are still to be made true, counted along the path to a state (Richter and Westphal, "The LAMA
// planner", JAIR 2010).
//
// A landmark is accepted in a state if it is true there or was accepted in its parent. The value of a state is the
// number of landmarks that are not accepted, and of accepted ones that are false and needed again: goals, and those
// that are greedy-necessary for a landmark that is not accepted. A state that is reached on several paths accepts only
// what all of them accept. So a value depends on the paths found so far, and this class is no Heuristic.
//
// Natural and greedy-necessary orders need not be checked: on every path a landmark becomes true after those before it.
//
// Each state has two rows of bits, accepted landmarks and true facts. A child costs its difference to the parent and a
// few operations per word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "isonova/relaxation/landmarks.hpp"
#include "isonova/state/bits.hpp"
#include "isonova/state/block_rows.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

class LandmarkCount {
  public:
    LandmarkCount(std::shared_ptr<const Landmarks> landmarks, std::shared_ptr<const RelaxedGraph> graph,
                  const AtomTable& table, const Limits& limits);

    // Every state is shown once, in the order of state ids: first the initial one, then the children of each expansion.
    Value evaluate_initial(std::span<const AtomId> atoms);
    // Values of the children; `accepts[i]` is 1 where child i accepts a landmark that the parent does not.
    void evaluate(const Expansion& expansion, std::vector<Value>& out, std::vector<std::uint8_t>& accepts);
    // The parent also leads to this state, which is known. Returns whether the state then accepts a landmark that the
    // parent does not. A new child of the same expansion that has not been evaluated yet is left to `evaluate`.
    bool duplicate(StateId parent, StateId child);

    std::size_t bytes() const { return accepted_.bytes() + true_.bytes(); }
    std::uint64_t work() const { return work_; }  // words and atoms looked at

  private:
    Rows number_facts();
    void set(NodeId node, bool holds, Word* row);
    void apply(std::span<const AtomId> added, std::span<const AtomId> removed, Word* row);
    void update_disjunctions(Word* row) const;
    bool accept(const Word* parent, const Word* holds, Word* out) const;  // whether `out` has more than the parent
    bool is_needed(LandmarkId landmark, const Word* accepted) const;
    void find_needed(const Word* accepted);
    Value value(const Word* accepted, const Word* holds, const Word* needed) const;

    std::shared_ptr<const Landmarks> landmarks_;
    std::shared_ptr<const RelaxedGraph> graph_;
    AtomNodes nodes_;
    std::size_t words_;  // of a set of landmarks
    std::uint64_t work_ = 0;

    // A row of true facts has a bit per landmark, then from a new word on one per fact of disjunctive landmarks only.
    std::vector<std::uint32_t> bit_;  // of each node, or `none`
    std::uint32_t bit_count_ = 0;
    Rows disjunctions_;  // of each bit: the disjunctive landmarks with that fact
    Rows bits_;          // of each disjunctive landmark: the bits of its facts
    Rows needs_;         // of each landmark: those that are greedy-necessary for it
    std::vector<Word> goal_, may_be_needed_;

    BlockRows<Word> accepted_, true_;          // per state
    std::vector<Word> needed_, child_needed_;  // goals, and what is greedy-necessary for a landmark not accepted
    std::vector<Word> scratch_;
    std::vector<LandmarkId> changed_;  // disjunctive landmarks whose facts have changed
};

}  // namespace isonova
