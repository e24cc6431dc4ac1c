// What random states are made of.
#pragma once

#include <random>
#include <set>
#include <string>
#include <vector>

#include "isonova/state/atom_table.hpp"

namespace isonova::testing {

// Objects, types, predicates of every kind, static atoms and goals; what is true is up to the walk.
struct Vocabulary {
    explicit Vocabulary(std::uint32_t seed) : random(seed), atoms(8) {
        const std::uint32_t objects = 1 + below(7);
        task.types = {{"object", none, 0}, {"thing", 0, 1}, {"odd", 1, 2}};
        task.object_sets.resize(3);
        for (ObjectId o = 0; o < objects; ++o) {
            task.objects.push_back({"o" + std::to_string(o), "", 0, below(4) == 0});
            task.object_sets[0].push_back(o);
            if (below(2)) task.object_sets[1].push_back(o);
            if (below(3) == 0) task.object_sets[2].push_back(o);
        }
        for (std::uint32_t p = 0; p < 8; ++p) {
            const auto kind = p < 4 ? PredicateKind::fluent : p < 6 ? PredicateKind::derived : PredicateKind::fixed;
            task.predicates.push_back({"p" + std::to_string(p), std::vector<TypeId>(below(4), 0), kind, p == 5});
        }
        std::set<GroundAtom> init;
        for (std::uint32_t i = below(10); i-- > 0;) init.insert(any_atom(6 + below(2)));
        for (const GroundAtom& atom : init) task.init.add(atom.predicate, atom.args);
        for (std::uint32_t i = below(7); i-- > 0;) {
            const GroundAtom atom = any_atom(below(8));
            Literal literal{atom.predicate, below(3) == 0, {}};
            for (const ObjectId object : atom.args) literal.args.push_back(Term::object(object));
            task.goal.push_back(literal);
        }
        for (std::size_t i = 0; i < task.init.size(); i += 3) {  // which of them count is up to an option
            Literal literal{task.init.predicate(i), false, {}};
            for (const ObjectId object : task.init.args(i)) literal.args.push_back(Term::object(object));
            task.static_goal.push_back(literal);
        }
    }
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); }
    GroundAtom any_atom(PredicateId predicate) {
        GroundAtom atom{predicate, {}};
        for (std::uint32_t i = 0; i < task.predicates[predicate].arity(); ++i)
            atom.args.push_back(below(static_cast<std::uint32_t>(task.objects.size())));
        return atom;
    }
    AtomId any_fluent() {  // the table grows as they come
        const GroundAtom atom = any_atom(below(6));
        return atoms.intern(atom.predicate, atom.args);
    }

    std::mt19937 random;
    Task task;
    AtomTable atoms;
};

}  // namespace isonova::testing
