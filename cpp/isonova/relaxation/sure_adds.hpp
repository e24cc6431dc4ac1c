// What a PDDL action adds whatever the state, over its declared arguments: once it is in a relaxed plan, nothing else
// is needed for these atoms.
#pragma once

#include <vector>

#include "isonova/task/task.hpp"

namespace isonova {

struct AddedAtom {
    PredicateId predicate;
    std::vector<Term> args;  // variable i is the i-th declared argument
    friend bool operator==(const AddedAtom&, const AddedAtom&) = default;
};
using SureAdds = std::vector<std::vector<AddedAtom>>;  // per PDDL action

SureAdds sure_adds(const Task& task);

}  // namespace isonova
