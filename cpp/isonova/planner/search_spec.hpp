// A search written down as a value: its evaluators, its queues and how it evaluates. A planner is one of these, or
// several in turns.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isonova/planner/names.hpp"
#include "isonova/planner/novelty_options.hpp"
#include "isonova/search/search.hpp"

namespace isonova {

// The keys of queues: a heuristic's values, or novelty over them.
struct EvaluatorSpec {
    HeuristicKind heuristic = HeuristicKind::ff;
    NoveltyOptions novelty{};
};

struct SearchSpec {
    std::string name;
    std::vector<EvaluatorSpec> evaluators{EvaluatorSpec{}};
    SearchOptions options{};  // queues refer to evaluators by their place
    CostType cost_type = CostType::normal;
    double share = 1;  // of the work, where several searches take turns

    // Throws std::invalid_argument on what does not go together. `grounded`: whether the engine may be that one.
    void check(bool grounded) const;
};

}  // namespace isonova
