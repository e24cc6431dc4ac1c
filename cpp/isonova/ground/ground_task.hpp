// The grounded task: reachable atoms, actions and axioms in flat arrays. Atom ids are those of the atom table; ids
// below `fluent_count` are fluent, the rest derived. Static atoms are not in it: they were evaluated while grounding.
//
// Order: atoms by (predicate, arguments) within fluents and within derived atoms; actions by (schema, arguments).
#pragma once

#include <cstdint>
#include <new>
#include <span>
#include <vector>

#include "isonova/state/atom_table.hpp"
#include "isonova/task/task.hpp"

namespace isonova {

// Rows of integers in one array (compressed sparse rows).
class Rows {
  public:
    std::size_t size() const { return starts_.size() - 1; }
    std::span<const std::uint32_t> operator[](std::size_t row) const {
        return {data_.data() + starts_[row], starts_[row + 1] - starts_[row]};
    }
    void push(std::uint32_t value) { data_.push_back(value); }  // to the row being written
    void end_row() {
        if (data_.size() > 0xffffffffu) throw std::bad_alloc();  // more than 16 GiB of one array
        starts_.push_back(static_cast<std::uint32_t>(data_.size()));
    }
    void push_row(std::span<const std::uint32_t> row) {
        data_.insert(data_.end(), row.begin(), row.end());
        end_row();
    }
    std::size_t entries() const { return data_.size(); }
    std::size_t bytes() const { return (data_.capacity() + starts_.capacity()) * 4; }
    void shrink_to_fit() {
        data_.shrink_to_fit();
        starts_.shrink_to_fit();
    }

  private:
    std::vector<std::uint32_t> data_;
    std::vector<std::uint32_t> starts_{0};
};

struct GroundTask {
    TaskPtr task;
    AtomTable atoms;
    std::uint32_t fluent_count = 0;

    // Actions. A conditional effect belongs to one action: those of action a are
    // effect_start[a] .. effect_start[a + 1]. Add wins over delete: atoms an action surely adds are not in its deletes.
    std::vector<SchemaId> schema;
    Rows arguments;  // objects, one per schema variable
    Rows precondition;
    Rows negative_precondition;
    Rows adds;     // unconditional
    Rows deletes;  // unconditional
    std::vector<std::int64_t> cost;
    std::vector<std::uint32_t> effect_start{0};
    Rows effect_condition;
    Rows effect_negative_condition;
    Rows effect_adds;
    Rows effect_deletes;

    // Axioms by stratum; axioms of stratum k are axiom_start[k] .. axiom_start[k + 1].
    std::vector<AtomId> axiom_head;
    Rows axiom_body;
    Rows axiom_negative_body;
    std::vector<std::uint32_t> axiom_start{0};

    std::vector<AtomId> init;  // fluent atoms true at first, sorted
    std::vector<AtomId> goal;
    std::vector<AtomId> negative_goal;
    bool goal_unreachable = false;  // some goal literal cannot be reached even without deletes

    std::uint32_t action_count() const { return static_cast<std::uint32_t>(schema.size()); }
    std::uint32_t axiom_count() const { return static_cast<std::uint32_t>(axiom_head.size()); }
};

}  // namespace isonova
