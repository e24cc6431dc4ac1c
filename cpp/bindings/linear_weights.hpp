// What Python knows as LinearModel.
#pragma once

#include "isonova/heuristics/linear_heuristic.hpp"
#include "isonova/planner/novelty_options.hpp"

namespace isonova::bindings {

// A linear heuristic without the engine, on which its WL options depend.
struct LinearWeights {
    NoveltyOptions options;
    LinearModel model;  // but for its WL options

    LinearModel of(bool grounded) const {  // throws std::invalid_argument
        LinearModel made = model;
        made.wl = wl_options(options, grounded);
        return made;
    }
};

}  // namespace isonova::bindings
