// A small task to try the steps of normalisation on: three boxes, a chain of rooms, static doors.
#pragma once

#include <string>

#include "isonova/task/normalise.hpp"
#include "isonova/task/resolve.hpp"
#include "isonova/task/simplify.hpp"

namespace isonova {

inline pddl::SyntaxTreePtr parse_text(const std::string& domain, const std::string& problem) {
    return pddl::parse(pddl::source_from_string(domain, "domain"), pddl::source_from_string(problem, "problem"));
}

struct RoomsFixture {
    RoomsFixture()
        : tree(parse_text(R"((define (domain rooms) (:requirements :adl) (:types room box - object)
              (:predicates (door ?a ?b - room) (in ?b - box ?r - room) (open ?r - room))
              (:action move :parameters (?b - box ?from ?to - room)
                :precondition (and (in ?b ?from) (door ?from ?to)) :effect (and (not (in ?b ?from)) (in ?b ?to)))
              (:action unlock :parameters (?r - room) :effect (open ?r))))",
                          R"((define (problem p) (:domain rooms) (:objects r1 r2 r3 - room a b - box)
              (:init (door r1 r2) (door r2 r3) (in a r1) (in b r1)) (:goal (in a r3))))")),
          sets(task.object_sets),
          resolved(resolve(*tree, task, sets)),
          statics(task),
          simplify(statics, sets) {
        rooms = task.types[1].objects;
        boxes = task.types[2].objects;
        x = scope.add("?x", rooms);
        y = scope.add("?y", rooms);
    }

    static Term object(ObjectId id) { return Term::object(id); }
    static Term var(std::uint32_t id) { return Term::variable(id); }
    static Formula atom(PredicateId predicate, std::vector<Term> args, bool negated = false) {
        return Formula::of(Literal{predicate, negated, std::move(args)});
    }
    static Formula junction(Formula::Kind kind, std::vector<Formula> parts) {
        Formula formula = Formula::of(kind);
        formula.children = std::move(parts);
        return formula;
    }
    static Formula quantified(Formula::Kind kind, std::uint32_t variable, Formula body) {
        Formula formula = Formula::of(kind);
        formula.variables = {variable};
        formula.children.push_back(std::move(body));
        return formula;
    }

    static constexpr PredicateId door = 0, in = 1, open = 2;
    static constexpr ObjectId r1 = 0, r2 = 1, r3 = 2, a = 3, b = 4;

    pddl::SyntaxTreePtr tree;
    Task task;
    ObjectSets sets;
    Resolved resolved;
    Statics statics;
    Simplifier simplify;
    Scope scope;
    ObjectSetId rooms = 0, boxes = 0;
    std::uint32_t x = 0, y = 0;
};

}  // namespace isonova
