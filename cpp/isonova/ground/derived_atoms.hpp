// The derived atoms of a state, updated while its fluent atoms change. The work depends on what changes: axioms whose
// bodies stay as they are cost nothing. AxiomEvaluator computes the same from all fluent atoms.
//
// Each axiom counts the unsatisfied literals of its body. Each true derived atom has a source: a satisfied axiom with
// this atom as its head. Sources never form a cycle, so an atom stays true as long as its source is satisfied, even
// where axioms are recursive. A change goes through the strata from the lowest to the highest. In each of them
//
// 1. atoms become false whose source is no longer satisfied, which can cost other atoms their sources;
// 2. heads of satisfied axioms become true. Among them are atoms of step 1 for which another axiom is satisfied.
//
// Step 1 is delete-and-rederive (Gupta, Mumick and Subrahmanian, SIGMOD 1993); the sources, which answer set solvers
// use to detect unfounded sets (Simons, Niemelä and Soininen, Artificial Intelligence 2002), keep it small.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/ground/ground_task.hpp"

namespace isonova {

class DerivedAtoms {
  public:
    // Of the state in which no fluent atom is true; `added` lists them.
    explicit DerivedAtoms(const GroundTask& task);

    bool empty() const { return axioms_.empty(); }
    // Makes some fluent atoms true and others false. `added` ones were false before, `removed` ones true, and none
    // comes twice.
    void change(std::span<const AtomId> added, std::span<const AtomId> removed);
    // What the last change did to derived atoms, sorted.
    std::span<const AtomId> added() const { return added_; }
    std::span<const AtomId> removed() const { return removed_; }
    // Takes the last change back, which `added` and `removed` still tell. Only one change can be taken back, and only
    // once.
    void undo();

  private:
    using AxiomId = std::uint32_t;
    struct GroundAxiom {
        AtomId head;
        std::uint32_t stratum;
        std::uint32_t unsatisfied;  // literals of its body
    };
    struct Replaced {
        AtomId atom;
        AxiomId source;  // before the change
    };
    // Instead of the source of a false atom: of one that was false before the change, and of one that was true and may
    // become true again.
    static constexpr AxiomId was_false = none, was_true = none - 1;

    bool is_true(AtomId derived) const { return source_[derived] < was_true; }
    void count_literals(AtomId atom, bool truth);  // and collects axioms and heads for derive
    void uncount_literals(AtomId atom, bool truth);
    void derive();
    void derive_stratum(std::vector<AtomId>& lost, std::vector<AxiomId>& satisfied);

    std::vector<GroundAxiom> axioms_;
    Rows occurrences_;             // for each atom 2 * axiom for positive bodies and 2 * axiom + 1 for negative ones
    Rows axioms_of_;               // for each atom the axioms with this head
    std::vector<AxiomId> source_;  // of each atom

    // The last change.
    std::vector<AtomId> fluents_added_, fluents_removed_;
    std::vector<AtomId> added_, removed_;
    std::vector<Replaced> replaced_;

    // By stratum, empty between calls: atoms that lost their source, and axioms that became satisfied.
    std::vector<std::vector<AtomId>> lost_;
    std::vector<std::vector<AxiomId>> satisfied_;
    std::vector<AtomId> deleted_;
};

}  // namespace isonova
