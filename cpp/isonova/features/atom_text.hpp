// A ground atom as PDDL writes it.
#pragma once

#include <span>
#include <string>

#include "isonova/task/task.hpp"

namespace isonova {

inline std::string atom_text(const Task& task, PredicateId predicate, std::span<const ObjectId> args) {
    std::string result = "(" + task.predicates[predicate].name;
    for (const ObjectId object : args) result += " " + task.objects[object].name;
    return result + ")";
}

}  // namespace isonova
