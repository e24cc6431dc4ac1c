// The instance learning graph (Chen, Trevizan and Thiebaux, 2024) of the states of a task, but for what is true in one
// state.
//
// Nodes are objects and atoms: the fluent and derived atoms of the state, every goal atom and, as options want, static
// atoms and types. An edge of label i joins an atom with the object at its i-th place. Colours: `ob` for an object; for
// an atom of P `ap` if it is true and no goal, `ag` for a goal that is true, `ug` for one that is not, `tn` and `fn`
// for a negative goal that is true and one that is false; `type` for a type at an object. The node of a goal is always
// there; an atom both demanded and forbidden counts as demanded. Predicates that normalisation invented have no nodes.
//
// Atoms with the same colour over objects of the same colours are of one class: WL cannot tell them apart before its
// second iteration. (One class per predicate and kind of node, unless constants have colours of their own.)
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "isonova/features/wl_options.hpp"
#include "isonova/state/atom_table.hpp"

namespace isonova {

using AtomNodeId = std::uint32_t;  // of an atom; objects go by their own ids
using ClassId = std::uint32_t;     // of atoms

enum class NodeKind : std::uint8_t { ob, ap, ag, ug, tn, fn, type };
const char* to_string(NodeKind kind);

class Ilg {
  public:
    // `task` and `atoms` must outlive the graph; `atoms` may grow.
    Ilg(const Task& task, const AtomTable& atoms, const WlOptions& options);

    // The node of an atom, `none` if it has none.
    AtomNodeId node(AtomId atom) {
        if (atom >= node_of_atom_.size()) meet_new_atoms();
        return node_of_atom_[atom];
    }
    std::uint32_t node_count() const { return static_cast<std::uint32_t>(nodes_.size()); }
    std::uint32_t object_count() const { return static_cast<std::uint32_t>(object_colour_.size()); }
    bool is_node(ObjectId object) const { return is_node_[object]; }

    // Nodes of every state; those of goals start as not true.
    std::uint32_t permanent_count() const { return permanent_; }

    std::span<const ObjectId> args(AtomNodeId node) const {
        return {args_.data() + nodes_[node].first, nodes_[node].arity};
    }
    // What the node is in a state where its atom is true or is not: `none` if it is not there then.
    ClassId class_of(AtomNodeId node, bool is_true) const { return nodes_[node].classes[is_true]; }
    bool is_goal(AtomNodeId node) const { return nodes_[node].classes[0] != none && nodes_[node].classes[1] != none; }
    // Of a static atom or type: there whatever is true.
    bool is_static(AtomNodeId node) const { return nodes_[node].classes[0] != none && nodes_[node].classes[1] == none; }

    struct Class {
        NodeKind kind;
        std::uint32_t symbol;  // a predicate, or of kind `type` a type
        std::vector<std::uint32_t> object_colours;
        friend auto operator<=>(const Class&, const Class&) = default;
    };
    const std::vector<Class>& classes() const { return classes_; }
    // 0, or with colours of their own 1 + a constant's id.
    std::uint32_t object_colour(ObjectId object) const { return object_colour_[object]; }

    // Of a class; of an object by its colour: empty, or the name of a constant.
    std::string symbol_name(NodeKind kind, std::uint32_t symbol) const;
    const Task& task() const { return task_; }
    std::size_t bytes() const;

  private:
    struct Node {
        std::uint32_t first;
        std::uint32_t arity;
        ClassId classes[2];  // where false, where true
    };
    void meet_new_atoms();
    AtomNodeId add(std::span<const ObjectId> args);
    ClassId intern(NodeKind kind, std::uint32_t symbol, std::span<const ObjectId> args);
    void add_static(NodeKind kind, std::uint32_t symbol, std::span<const ObjectId> args);

    const Task& task_;
    const AtomTable& atoms_;
    std::vector<std::uint32_t> object_colour_;
    std::vector<bool> is_node_;
    std::vector<Node> nodes_;
    std::vector<ObjectId> args_;
    std::uint32_t permanent_ = 0;
    std::vector<AtomNodeId> node_of_atom_;
    std::map<GroundAtom, AtomNodeId> goals_;
    std::vector<Class> classes_;
    std::map<Class, ClassId> class_ids_;
};

}  // namespace isonova
