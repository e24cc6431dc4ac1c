// How much may be grounded. A budget counts things, never seconds, so that the same task gives the same outcome
// everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "isonova/ground/ground_task.hpp"

namespace isonova {

struct GroundOptions {
    std::uint64_t max_instances = std::numeric_limits<std::uint64_t>::max();  // of actions, their effects, and axioms
    std::size_t max_bytes = std::numeric_limits<std::size_t>::max();          // of relations and ground arrays
    std::uint64_t max_atoms = std::numeric_limits<std::uint64_t>::max();      // fluent ones, of which states are made
    std::uint64_t max_steps = std::numeric_limits<std::uint64_t>::max();  // tuples looked at by joins; 8 for a new one
};

// Thrown to end grounding: the task is too large for the budget, not for the machine.
struct BudgetExceeded {
    enum class What : std::uint8_t { instances, bytes, atoms, steps };
    What what;
};

namespace grounding {

class Budget {
  public:
    explicit Budget(const GroundOptions& options) : options_(options) {}

    void count_instance() {
        if (++instances_ > options_.max_instances) throw BudgetExceeded{BudgetExceeded::What::instances};
    }
    void check_bytes(std::size_t bytes) const {
        if (bytes > options_.max_bytes) throw BudgetExceeded{BudgetExceeded::What::bytes};
    }
    void check_atoms(std::uint64_t atoms) const {
        if (atoms > options_.max_atoms) throw BudgetExceeded{BudgetExceeded::What::atoms};
    }
    bool counts_bytes() const { return options_.max_bytes != std::numeric_limits<std::size_t>::max(); }

  private:
    GroundOptions options_;
    std::uint64_t instances_ = 0;
};

std::size_t bytes(const GroundTask& task);

}  // namespace grounding

}  // namespace isonova
