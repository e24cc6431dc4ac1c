// Heuristics written in Python: functions from states to whole numbers, math.inf or None for a dead end.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <vector>

#include "isonova/heuristics/heuristic.hpp"
#include "isonova/util/limits.hpp"
#include "python_novelty.hpp"

namespace isonova::bindings {

// What a function says of a state. Needs the GIL; raises TypeError for what is no number of this kind.
Value heuristic_value(nb::handle function, nb::handle state);
// Whether it claims that its dead ends are dead ends, by an attribute `safe`.
bool claims_to_be_safe(nb::handle function);

// A state is a frozenset of atoms, without static and invented ones.
class PythonHeuristic : public Heuristic {
  public:
    // `function`, `space` and `limits` must outlive it.
    PythonHeuristic(nb::handle function, const StateSpace& space, Limits& limits);
    ~PythonHeuristic() override;
    PythonHeuristic(const PythonHeuristic&) = delete;
    PythonHeuristic& operator=(const PythonHeuristic&) = delete;

    void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                  std::vector<ActionNumber>* = nullptr) override;
    Value evaluate_atoms(std::span<const AtomId> atoms) override;
    bool safe() const override { return safe_; }

  private:
    nb::handle function_;
    Limits& limits_;
    AtomNames* names_;  // freed under the GIL
    bool safe_;
    std::vector<AtomId> child_;
};

}  // namespace isonova::bindings
