#include "python_space.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "hashable.hpp"
#include "python_heuristic.hpp"
#include "with_python.hpp"

namespace isonova::bindings {

PythonSpace::PythonSpace(nb::object space, const Symbols* symbols, Limits& limits)
    : space_(std::move(space)), limits_(limits), relational_(symbols), with_atoms_(nb::hasattr(space_, "atoms")) {
    task_.types.push_back({"object", none, 0});
    task_.object_sets.emplace_back();
    if (symbols) {
        describe(*symbols);
    } else {
        task_.predicates.push_back({"atom", {0}, PredicateKind::fluent, false});
    }
}

void PythonSpace::describe(const Symbols& symbols) {
    for (const std::string& name : symbols.objects) {
        if (!objects_.emplace(name, static_cast<ObjectId>(task_.objects.size())).second)
            throw nb::value_error(("the object '" + name + "' is there twice").c_str());
        task_.objects.push_back({name, name, 0, false});
    }
    task_.object_sets[0].resize(task_.objects.size());
    std::iota(task_.object_sets[0].begin(), task_.object_sets[0].end(), 0u);
    for (const auto& [name, arity] : symbols.predicates) {
        if (!predicates_.emplace(name, static_cast<PredicateId>(task_.predicates.size())).second)
            throw nb::value_error(("the predicate '" + name + "' is there twice").c_str());
        task_.predicates.push_back({name, std::vector<TypeId>(arity, 0), PredicateKind::fluent, false});
    }
    table_ = AtomTable(static_cast<std::uint32_t>(task_.predicates.size()));
    std::vector<GroundAtom> statics;
    AtomTable known(static_cast<std::uint32_t>(task_.predicates.size()));
    std::swap(known, table_);  // static atoms have no ids
    for (const Symbols::Atom& atom : symbols.statics) {
        const AtomId id = intern(atom);
        const auto args = table_.args(id);
        statics.push_back({table_.predicate(id), {args.begin(), args.end()}});
    }
    std::swap(known, table_);
    std::sort(statics.begin(), statics.end());
    statics.erase(std::unique(statics.begin(), statics.end()), statics.end());
    for (const GroundAtom& atom : statics) {
        task_.predicates[atom.predicate].kind = PredicateKind::fixed;
        task_.init.add(atom.predicate, atom.args);
    }
    for (const Symbols::Atom& atom : symbols.goal) {
        const AtomId id = intern(atom);
        if (std::find(goal_.begin(), goal_.end(), id) != goal_.end()) continue;
        goal_.push_back(id);
        Literal literal{table_.predicate(id), false, {}};
        for (const ObjectId object : table_.args(id)) literal.args.push_back(Term::object(object));
        task_.goal.push_back(std::move(literal));
    }
}

AtomId PythonSpace::intern(const Symbols::Atom& atom) {
    const auto fail = [&](const std::string& why) {
        std::string text = "(";
        for (const std::string& part : atom) text += (text.size() > 1 ? " " : "") + part;
        throw nb::value_error(("the atom " + text + ") " + why).c_str());
    };
    if (atom.empty()) fail("is empty: it needs a predicate");
    const auto predicate = predicates_.find(atom[0]);
    if (predicate == predicates_.end()) fail("has a predicate that the symbols do not have");
    if (const auto arity = task_.predicates[predicate->second].arity(); arity != atom.size() - 1)
        fail("has " + std::to_string(atom.size() - 1) + " arguments, not " + std::to_string(arity));
    std::vector<ObjectId> args;
    for (std::size_t i = 1; i < atom.size(); ++i) {
        const auto object = objects_.find(atom[i]);
        if (object == objects_.end()) fail("has the object '" + atom[i] + "', which the symbols do not have");
        args.push_back(object->second);
    }
    return table_.intern(predicate->second, args);
}

AtomId PythonSpace::atom_id(nb::handle atom) {
    if (const nb::handle before = look_up(atom_ids_, atom, "an atom"); before.is_valid())
        return nb::cast<AtomId>(before);
    AtomId id = none;
    if (relational_) {
        Symbols::Atom parts;
        if (PyUnicode_Check(atom.ptr()) || !nb::try_cast(atom, parts))
            throw nb::type_error(("an atom is a tuple of strings, predicate first, not " + shown(atom)).c_str());
        const auto predicate = parts.empty() ? predicates_.end() : predicates_.find(parts[0]);
        const bool is_static =
            predicate != predicates_.end() && task_.predicates[predicate->second].kind == PredicateKind::fixed;
        if (!is_static) id = intern(parts);
    } else {
        const ObjectId number = table_.size();
        id = table_.intern(0, std::span(&number, 1));
    }
    atom_ids_[atom] = id;
    return id;
}

StateId PythonSpace::find(nb::handle state) const {
    const nb::handle known = look_up(ids_, state, "a state");
    return known.is_valid() ? nb::cast<StateId>(known) : none;
}

StateId PythonSpace::add(nb::handle state) {
    fresh_.clear();
    if (with_atoms_) {
        for (const nb::handle atom : nb::iter(space_.attr("atoms")(state))) {
            if (const AtomId id = atom_id(atom); id != none) fresh_.push_back(id);
        }
        std::sort(fresh_.begin(), fresh_.end());
        fresh_.erase(std::unique(fresh_.begin(), fresh_.end()), fresh_.end());
    }
    const StateId id = state_count();
    pool_.insert(pool_.end(), fresh_.begin(), fresh_.end());
    ends_.push_back(pool_.size());
    states_.append(state);
    ids_[state] = id;
    return id;
}

StateId PythonSpace::initial() {
    return with_python([&] {
        const nb::object state = space_.attr("initial")();
        find(state);  // what cannot be hashed is refused before it is asked for its atoms
        return add(state);
    });
}

bool PythonSpace::is_goal(StateId state) const {
    return with_python([&] {
        const int truth = PyObject_IsTrue(nb::object(space_.attr("is_goal")(states_[state])).ptr());
        if (truth < 0) throw nb::python_error();
        return truth == 1;
    });
}

ActionId PythonSpace::action_id(nb::handle label, std::int64_t cost) {
    const nb::tuple key = nb::make_tuple(label, cost);
    const bool hashable = PyObject_Hash(key.ptr()) != -1;
    if (!hashable) PyErr_Clear();
    if (hashable) {
        if (const nb::handle before = look_up(label_ids_, key, "an action"); before.is_valid())
            return nb::cast<ActionId>(before);
    }
    const auto id = static_cast<ActionId>(costs_.size());
    labels_.append(label);
    costs_.push_back(cost);
    if (hashable) label_ids_[key] = id;
    return id;
}

void PythonSpace::add_child(nb::handle successor, Expansion& out, ExpansionListener* listener) {
    const bool is_tuple = PyTuple_Check(successor.ptr());
    const std::size_t size = is_tuple ? nb::len(successor) : 0;
    if (size != 2 && size != 3)
        throw nb::type_error(
            ("a successor is (action, state) or (action, state, cost), not " + shown(successor)).c_str());
    const nb::object label = successor[0], state = successor[1];
    std::int64_t cost = 1;
    if (size == 3 && (!nb::try_cast(nb::object(successor[2]), cost) || cost < 0))
        throw nb::value_error(("a cost is a whole number from 0, not " + shown(successor[2])).c_str());
    ++out.generated;
    const ActionId action = action_id(label, cost);
    if (const StateId known = find(state); known != none) {
        if (listener) listener->duplicate(out.parent, known, action, cost);
        return;
    }
    Child child;
    child.state = add(state);
    child.action = action;
    child.cost = cost;
    child.first = static_cast<std::uint32_t>(out.pool.size());
    const auto before = atoms(out.parent), after = atoms(child.state);
    std::set_difference(after.begin(), after.end(), before.begin(), before.end(), std::back_inserter(out.pool));
    child.added = static_cast<std::uint32_t>(out.pool.size()) - child.first;
    std::set_difference(before.begin(), before.end(), after.begin(), after.end(), std::back_inserter(out.pool));
    child.removed = static_cast<std::uint32_t>(out.pool.size()) - child.first - child.added;
    out.children.push_back(child);
}

void PythonSpace::expand(StateId state, Expansion& out, ExpansionListener* listener) {
    if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
    out.clear();
    out.parent = state;
    with_python([&] {
        for (const nb::handle successor : nb::iter(space_.attr("successors")(states_[state])))
            add_child(successor, out, listener);
    });
    if (out.with_parent_atoms) atoms(state, out.parent_atoms);
}

std::span<const AtomId> PythonSpace::atoms(StateId state) const {
    const std::uint64_t first = state == 0 ? 0 : ends_[state - 1];
    return {pool_.data() + first, static_cast<std::size_t>(ends_[state] - first)};
}

void PythonSpace::atoms(StateId state, std::vector<AtomId>& out) const {
    const auto found = atoms(state);
    out.assign(found.begin(), found.end());
}

std::size_t PythonSpace::bytes() const {
    return pool_.capacity() * sizeof(AtomId) + ends_.capacity() * sizeof(std::uint64_t) + table_.bytes();
}

PythonStateHeuristic::PythonStateHeuristic(nb::handle function, const PythonSpace& space)
    : function_(function), space_(space), safe_(with_python([&] { return claims_to_be_safe(function); })) {}

Value PythonStateHeuristic::value(StateId state) const {
    return with_python([&] { return heuristic_value(function_, space_.state(state)); });
}

void PythonStateHeuristic::evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                                    std::vector<ActionNumber>*) {
    out.clear();
    for (const Expansion* expansion : expansions)
        for (const Child& child : expansion->children) out.push_back(value(child.state));
}

}  // namespace isonova::bindings
