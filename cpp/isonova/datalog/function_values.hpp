// The task's function values, found by their arguments: what parametrised costs are made of.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "isonova/datalog/relation.hpp"
#include "isonova/task/task.hpp"

namespace isonova::datalog {

class FunctionValues {
  public:
    explicit FunctionValues(const Task& task);

    // The cost under a binding of the schema's variables; nothing where a function has no value.
    std::optional<std::int64_t> evaluate(const Cost& cost, const ObjectId* values);

  private:
    Relations arguments_;
    std::vector<std::vector<std::int64_t>> values_;
    std::vector<ObjectId> args_;
};

}  // namespace isonova::datalog
