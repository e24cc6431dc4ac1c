// The derived atoms of a state: the axioms as Datalog over the state's relations, stratum by stratum, each to its
// fixpoint. An atom derived in a stratum is joined once at every body atom of that stratum it can stand for.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/lifted/condition_join.hpp"

namespace isonova::lifted {

class Derivation {
  public:
    Derivation(Fixed& fixed, AtomTable& atoms, Limits& limits);

    bool empty() const { return strata_.empty(); }
    void derive(StateRelations& state);  // which holds fluent atoms only

  private:
    struct AxiomJoin {
        const Axiom* axiom;
        ConditionJoin join;
    };
    struct Stratum {
        std::vector<AxiomJoin> axioms;
        std::vector<std::vector<AxiomJoin>> triggers;  // per predicate: joins that start from one of its atoms
    };
    void conclude(const Axiom& axiom, const ObjectId* values, StateRelations& state);

    AtomTable* atoms_;
    std::vector<Stratum> strata_;
    std::vector<AtomId> queue_;
    std::vector<ObjectId> args_;
};

}  // namespace isonova::lifted
