// What the instance learning graph of a state contains and which of its colours are features.
//
// Nodes: objects; the fluent and derived atoms of the state; goal atoms. An edge of label i joins an atom with the
// object at its i-th place. Colours: `ob` for an object; for an atom of P: (ap,P) if it is true and no goal, (ag,P) a
// goal that is true, (ug,P) a goal that is not, (tn,P) and (fn,P) a negative goal that is true and one that is false.
// The node of a goal is always there; an atom that is demanded and forbidden counts as demanded. Predicates that
// normalisation invented have no nodes.
#pragma once

#include <cstdint>

namespace isonova {

struct WlOptions {
    std::uint32_t iterations = 2;
    bool statics = true;     // static atoms are nodes, (ap,P)
    bool types = false;      // each type but `object` is a unary static predicate of its own
    bool constants = false;  // a domain constant has a colour of its own instead of `ob`
    bool counts = true;      // features are (colour, count), else colours
    bool only_fluent_objects =
        false;           // objects that no fluent or derived atom of the table and no goal has are no nodes
    bool exact = false;  // multisets are interned instead of hashed
};

}  // namespace isonova
