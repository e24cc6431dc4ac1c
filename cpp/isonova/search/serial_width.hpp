// Serialised iterated width, SIW (Lipovetzky and Geffner, "Width and serialization of classical planning problems",
// ECAI 2012), over any feature maps.
//
// IW(k) is breadth-first search that prunes a state unless it has a feature of the first k maps that no state before it
// had. An episode runs IW(1), IW(2), ... from a state until one of them generates a state with fewer goals left. The
// next episode starts there. No episode is taken back, so the search may miss plans.
//
// The state space keeps states of all episodes; each run of IW starts with no state visited and an empty novelty table.
// The evaluator is novelty whose key starts with the place of the first map that shows something new.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "isonova/search/goal_recorder.hpp"
#include "isonova/search/process.hpp"

namespace isonova {

class Search::SerialWidth : public Process, private ExpansionListener {
  public:
    SerialWidth(StateSpace& space, Evaluator& evaluator, const SearchOptions& options, Limits& limits,
                Progress progress);

    bool is_over() const override { return over_; }
    const SearchResult& result() const override { return result_; }
    const GoalRecord* goals() const override { return goals_ ? &goals_->record() : nullptr; }
    void limit_counts(std::uint64_t expansions, std::uint64_t evaluations) override;
    void seek_cheaper(std::int64_t than) override;
    bool advance(std::uint64_t work_limit, std::size_t byte_limit) override;
    std::uint64_t work() const override;
    std::uint64_t work_since_progress() const override { return work() - work_at_progress_; }
    std::size_t bytes() const override;

  private:
    struct Node {  // of a state
        StateId parent = none;
        ActionId action = 0;
        std::uint32_t run = 0;  // of IW, that visited it last
        Value h = 0;
    };
    struct Duplicate {
        StateId child;
        ActionId action;
        std::int64_t cost;
    };
    void duplicate(StateId, StateId child, ActionId action, std::int64_t cost) override {
        duplicates_.push_back({child, action, cost});
    }

    bool loop(std::uint64_t work_limit, std::size_t byte_limit);
    void start_episode(StateId root);
    void start_width(std::uint32_t width);
    void expand(StateId state);
    void add_revisited(StateId state);  // children known from runs before, as if they were new
    bool visit(StateId state, StateId parent, ActionId action);
    Value weight(AtomId atom);  // by how much it changes the number of goals left
    Value goals_left(std::span<const AtomId> atoms);
    void finish(Status status) {
        result_.status = status;
        over_ = true;
    }
    void go_on_to(StateId state);
    void finish_at(StateId goal);
    void report();

    StateSpace& space_;
    Evaluator& evaluator_;
    const SearchOptions options_;
    std::uint64_t max_expansions_, max_evaluations_;
    Limits& limits_;
    const Progress progress_;
    std::map<GroundAtom, Value> goal_atoms_;
    Value goals_when_empty_ = 0;
    std::vector<Value> weights_;  // by atom
    std::optional<GoalRecorder> goals_;

    std::vector<Node> nodes_;
    std::deque<StateId> open_;
    std::vector<Step> plan_;  // up to the root
    StateId root_ = none;
    Value root_goals_ = 0;
    std::uint32_t width_ = 0, run_ = 0;
    Expansion expansion_;
    Evaluations evaluations_;
    std::vector<Duplicate> duplicates_;
    std::vector<AtomId> atoms_;
    bool over_ = false;
    SearchResult result_;
    SearchStatistics& statistics_ = result_.statistics;
    std::uint64_t work_at_progress_ = 0;
    std::size_t bytes_before_;
};

}  // namespace isonova
