#include "isonova/ground/derived_atoms.hpp"

#include <algorithm>

namespace isonova {

DerivedAtoms::DerivedAtoms(const GroundTask& task) {
    if (task.axiom_count() == 0) return;
    const std::size_t strata = task.axiom_start.size() - 1;
    lost_.resize(strata);
    satisfied_.resize(strata);
    source_.assign(task.atoms.size(), was_false);
    axioms_.reserve(task.axiom_count());
    Rows bodies, heads;
    for (std::uint32_t stratum = 0; stratum < strata; ++stratum) {
        for (AxiomId axiom = task.axiom_start[stratum]; axiom < task.axiom_start[stratum + 1]; ++axiom) {
            const auto missing = static_cast<std::uint32_t>(task.axiom_body[axiom].size());
            axioms_.push_back({task.axiom_head[axiom], stratum, missing});
            if (missing == 0) satisfied_[stratum].push_back(axiom);
            bodies.push_row(task.axiom_body[axiom]);
            bodies.push_row(task.axiom_negative_body[axiom]);
            heads.push_row({&task.axiom_head[axiom], 1});
        }
    }
    occurrences_ = bodies.transposed(task.atoms.size());
    axioms_of_ = heads.transposed(task.atoms.size());
    derive();
}

void DerivedAtoms::change(std::span<const AtomId> added, std::span<const AtomId> removed) {
    fluents_added_.assign(added.begin(), added.end());
    fluents_removed_.assign(removed.begin(), removed.end());
    for (const AtomId atom : removed) count_literals(atom, false);
    for (const AtomId atom : added) count_literals(atom, true);
    derive();
}

void DerivedAtoms::undo() {
    for (const AtomId atom : fluents_added_) uncount_literals(atom, true);
    for (const AtomId atom : fluents_removed_) uncount_literals(atom, false);
    for (const AtomId atom : added_) uncount_literals(atom, true);
    for (const AtomId atom : removed_) uncount_literals(atom, false);
    for (const Replaced& replaced : replaced_) source_[replaced.atom] = replaced.source;
}

void DerivedAtoms::count_literals(AtomId atom, bool truth) {
    for (const std::uint32_t occurrence : occurrences_[atom]) {
        const AxiomId id = occurrence >> 1;
        GroundAxiom& axiom = axioms_[id];
        if (truth != static_cast<bool>(occurrence & 1)) {
            if (--axiom.unsatisfied == 0) satisfied_[axiom.stratum].push_back(id);
        } else {
            if (axiom.unsatisfied++ == 0 && source_[axiom.head] == id) lost_[axiom.stratum].push_back(axiom.head);
        }
    }
}

void DerivedAtoms::uncount_literals(AtomId atom, bool truth) {
    for (const std::uint32_t occurrence : occurrences_[atom])
        axioms_[occurrence >> 1].unsatisfied += truth != static_cast<bool>(occurrence & 1) ? 1u : ~0u;
}

void DerivedAtoms::derive() {
    replaced_.clear();
    for (std::size_t stratum = 0; stratum < lost_.size(); ++stratum)
        derive_stratum(lost_[stratum], satisfied_[stratum]);
    added_.clear();
    removed_.clear();
    for (const Replaced& replaced : replaced_) {
        const bool before = replaced.source != was_false;
        if (before != is_true(replaced.atom)) (before ? removed_ : added_).push_back(replaced.atom);
    }
    std::sort(added_.begin(), added_.end());
    std::sort(removed_.begin(), removed_.end());
}

// Both lists grow meanwhile. While literals of lower strata were counted, their entries may have become satisfied and
// unsatisfied again, so each is looked at again.
void DerivedAtoms::derive_stratum(std::vector<AtomId>& lost, std::vector<AxiomId>& satisfied) {
    deleted_.clear();
    for (std::size_t i = 0; i < lost.size(); ++i) {
        const AtomId atom = lost[i];
        if (!is_true(atom) || axioms_[source_[atom]].unsatisfied == 0) continue;
        replaced_.push_back({atom, source_[atom]});
        source_[atom] = was_true;
        deleted_.push_back(atom);
        count_literals(atom, false);
    }
    lost.clear();
    for (const AtomId atom : deleted_) {
        const auto axioms = axioms_of_[atom];
        const auto other =
            std::find_if(axioms.begin(), axioms.end(), [&](AxiomId axiom) { return axioms_[axiom].unsatisfied == 0; });
        if (other != axioms.end()) satisfied.push_back(*other);
    }
    for (std::size_t i = 0; i < satisfied.size(); ++i) {
        const GroundAxiom& axiom = axioms_[satisfied[i]];
        if (axiom.unsatisfied != 0 || is_true(axiom.head)) continue;
        if (source_[axiom.head] == was_false) replaced_.push_back({axiom.head, was_false});
        source_[axiom.head] = satisfied[i];
        count_literals(axiom.head, true);
    }
    satisfied.clear();
    for (const AtomId atom : deleted_)
        if (!is_true(atom)) source_[atom] = was_false;
}

}  // namespace isonova
