// What an instance of a schema changes in a state: conditions of effects are looked up in the state before, and an atom
// both added and deleted is added.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/lifted/condition_join.hpp"

namespace isonova::lifted {

class SchemaEffects {
  public:
    SchemaEffects(const Schema& schema, Fixed& fixed, AtomTable& atoms, Limits& limits);

    // Overwrites both, sorted: `added` atoms were false, `removed` ones true.
    void apply(const ObjectId* values, StateRelations& state, std::vector<AtomId>& added, std::vector<AtomId>& removed);
    // The same without giving any atom an id; false if one would need it.
    bool try_to_apply(const ObjectId* values, StateRelations& state, std::vector<AtomId>& added,
                      std::vector<AtomId>& removed);

  private:
    struct Conditional {
        const Literal* literal;
        ConditionJoin join;
    };
    void note(const Literal& literal, const ObjectId* values, const StateRelations& state);
    void collect(const ObjectId* values, StateRelations& state, std::vector<AtomId>& added,
                 std::vector<AtomId>& removed);

    const Schema* schema_;
    AtomTable* atoms_;
    std::vector<const Literal*> unconditional_;
    std::vector<Conditional> conditional_;
    bool may_intern_ = true, complete_ = true;
    std::vector<AtomId> kept_;  // added, but true before
    std::vector<AtomId>* added_ = nullptr;
    std::vector<AtomId>* removed_ = nullptr;
    std::vector<ObjectId> args_;
};

}  // namespace isonova::lifted
