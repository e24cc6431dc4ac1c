// The one case in which add on the relaxed graph may be lower than over ground actions (relaxation.md).
#pragma once

#include "isonova/task/task.hpp"

namespace isonova::testing {

// Whether a schema deletes and, under a condition or for all objects, adds atoms of one predicate. If that condition is
// always met, the ground action does not delete what it adds, and the graph may not see it.
inline bool may_be_weaker(const Task& task) {
    for (const Schema& schema : task.schemata)
        for (const Effect& removes : schema.effects)
            for (const Effect& adds : schema.effects)
                if (removes.literal.negated && !adds.literal.negated && !adds.unconditional() &&
                    removes.literal.predicate == adds.literal.predicate)
                    return true;
    return false;
}

}  // namespace isonova::testing
