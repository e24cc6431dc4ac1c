#include "isonova/features/ilg.hpp"

namespace isonova {

const char* to_string(NodeKind kind) {
    constexpr const char* names[] = {"ob", "ap", "ag", "ug", "tn", "fn", "type"};
    return names[static_cast<std::size_t>(kind)];
}

Ilg::Ilg(const Task& task, const AtomTable& atoms, const WlOptions& options) : task_(task), atoms_(atoms) {
    for (ObjectId o = 0; o < task.objects.size(); ++o) {
        object_colour_.push_back(options.constants && task.objects[o].is_constant ? 1 + o : 0);
    }
    is_node_.assign(task.objects.size(), options.all_objects);

    std::vector<Literal> goal = task.goal;
    if (options.static_goals) goal.insert(goal.end(), task.static_goal.begin(), task.static_goal.end());
    for (const bool negated : {false, true}) {  // demanded ones first: they go before forbidden ones
        for (const Literal& literal : goal) {
            if (literal.negated != negated || task.predicates[literal.predicate].invented) continue;
            GroundAtom atom{literal.predicate, {}};
            for (const Term term : literal.args) atom.args.push_back(term.object());
            if (goals_.contains(atom)) continue;
            const std::span<const ObjectId> args =
                negated && !options.negative_edges ? std::span<const ObjectId>() : atom.args;
            const AtomNodeId id = add(args);
            nodes_[id].classes[0] = intern(negated ? NodeKind::fn : NodeKind::ug, atom.predicate, args);
            nodes_[id].classes[1] = intern(negated ? NodeKind::tn : NodeKind::ag, atom.predicate, args);
            goals_.emplace(std::move(atom), id);
        }
    }
    for (std::size_t i = 0; i < task.init.size(); ++i) {
        const PredicateId predicate = task.init.predicate(i);
        if (task.predicates[predicate].kind != PredicateKind::fixed) continue;
        const auto args = task.init.args(i);
        if (const auto goal = goals_.find({predicate, {args.begin(), args.end()}}); goal != goals_.end()) {
            // Decided once and for all.
            nodes_[goal->second].classes[0] = nodes_[goal->second].classes[1];
            nodes_[goal->second].classes[1] = none;
        } else if (options.statics || (options.nullary_statics && args.empty())) {
            add_static(NodeKind::ap, predicate, args);
        }
    }
    if (options.types) {
        for (TypeId type = 1; type < task.types.size(); ++type) {
            for (const ObjectId object : task.set(task.types[type].objects)) {
                add_static(NodeKind::type, type, std::span(&object, 1));
            }
        }
    }
    permanent_ = node_count();
    meet_new_atoms();
}

void Ilg::add_static(NodeKind kind, std::uint32_t symbol, std::span<const ObjectId> args) {
    const ClassId id = intern(kind, symbol, args);
    nodes_[add(args)].classes[0] = id;
}

AtomNodeId Ilg::add(std::span<const ObjectId> args) {
    nodes_.push_back({static_cast<std::uint32_t>(args_.size()), static_cast<std::uint32_t>(args.size()), {none, none}});
    args_.insert(args_.end(), args.begin(), args.end());
    for (const ObjectId object : args) is_node_[object] = true;
    return node_count() - 1;
}

ClassId Ilg::intern(NodeKind kind, std::uint32_t symbol, std::span<const ObjectId> args) {
    Class key{kind, symbol, {}};
    for (const ObjectId object : args) key.object_colours.push_back(object_colour_[object]);
    const auto [found, is_new] = class_ids_.try_emplace(key, static_cast<ClassId>(classes_.size()));
    if (is_new) classes_.push_back(std::move(key));
    return found->second;
}

void Ilg::meet_new_atoms() {
    for (AtomId atom = static_cast<AtomId>(node_of_atom_.size()); atom < atoms_.size(); ++atom) {
        const PredicateId predicate = atoms_.predicate(atom);
        const auto args = atoms_.args(atom);
        if (task_.predicates[predicate].invented) {
            node_of_atom_.push_back(none);
        } else if (const auto goal = goals_.find({predicate, {args.begin(), args.end()}}); goal != goals_.end()) {
            node_of_atom_.push_back(goal->second);
        } else {
            const ClassId id = intern(NodeKind::ap, predicate, args);
            node_of_atom_.push_back(add(args));
            nodes_.back().classes[1] = id;
        }
    }
}

std::string Ilg::symbol_name(NodeKind kind, std::uint32_t symbol) const {
    if (kind == NodeKind::ob) return symbol == 0 ? "" : task_.objects[symbol - 1].name;
    return kind == NodeKind::type ? task_.types[symbol].name : task_.predicates[symbol].name;
}

std::size_t Ilg::bytes() const {
    return nodes_.capacity() * sizeof(Node) + args_.capacity() * sizeof(ObjectId) +
           node_of_atom_.capacity() * sizeof(AtomNodeId) + object_colour_.capacity() * sizeof(std::uint32_t);
}

}  // namespace isonova
