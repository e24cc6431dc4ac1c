// Random tasks in which carts bring things through rooms that have to be unlocked first, with keys that have to be
// fetched: long chains of landmarks, several ways to most facts, and at times a cart that is in the way.
#pragma once

#include <random>
#include <string>

#include "task/fixture.hpp"

namespace isonova::testing {

inline TaskPtr random_deliveries(std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    const std::string domain = R"((define (domain deliveries) (:requirements :adl :derived-predicates)
      (:predicates (at ?c ?r) (in ?t ?c) (lies ?t ?r) (link ?r ?s) (open ?r) (fits ?k ?r) (empty ?c) (is-cart ?c)
                   (is-thing ?t) (seen ?r) (done))
      (:derived (done) (forall (?t) (imply (is-thing ?t) (exists (?r) (and (lies ?t ?r) (seen ?r))))))
      (:action drive :parameters (?c ?r ?s) :precondition (and (at ?c ?r) (link ?r ?s) (open ?s))
        :effect (and (at ?c ?s) (not (at ?c ?r)) (seen ?s)))
      (:action load :parameters (?t ?c ?r) :precondition (and (at ?c ?r) (lies ?t ?r) (empty ?c))
        :effect (and (in ?t ?c) (not (lies ?t ?r)) (not (empty ?c))))
      (:action unload :parameters (?t ?c ?r) :precondition (and (at ?c ?r) (in ?t ?c))
        :effect (and (lies ?t ?r) (not (in ?t ?c)) (empty ?c)))
      (:action unlock :parameters (?c ?k ?r ?s)
        :precondition (and (at ?c ?r) (in ?k ?c) (link ?r ?s) (fits ?k ?s) (not (open ?s))) :effect (open ?s))
      (:action lock :parameters (?c ?r)
        :precondition (and (is-cart ?c) (open ?r) (forall (?d) (not (at ?d ?r)))) :effect (not (open ?r)))))";
    const auto name = [](const char* kind, std::size_t i) { return std::string(kind) + std::to_string(i); };
    const std::size_t rooms = 3 + below(3), carts = 1 + below(2), things = 2 + below(2);
    std::string objects, init, goal;
    for (std::size_t r = 0; r < rooms; ++r) {
        objects += " " + name("r", r);
        const auto link = [&](std::size_t s) {
            init += "(link " + name("r", r) + " " + name("r", s) + ")(link " + name("r", s) + " " + name("r", r) + ")";
        };
        if (r > 0) link(below(r));
        if (below(3) == 0) link(below(rooms));
        if (r < 2 || below(2) == 0)
            init += "(open " + name("r", r) + ")";
        else
            init += "(fits " + name("t", below(things)) + " " + name("r", r) + ")";
    }
    for (std::size_t c = 0; c < carts; ++c) {
        objects += " " + name("c", c);
        init += "(is-cart " + name("c", c) + ")(empty " + name("c", c) + ")(at " + name("c", c) + " " +
                name("r", below(2)) + ")";
    }
    for (std::size_t t = 0; t < things; ++t) {
        objects += " " + name("t", t);
        init += "(is-thing " + name("t", t) + ")(lies " + name("t", t) + " " + name("r", below(1 + t)) + ")";
        if (below(3) != 0) goal += "(lies " + name("t", t) + " " + name("r", below(rooms)) + ")";
    }
    if (below(3) == 0) goal += "(done)";
    if (below(3) == 0) goal += "(not (open " + name("r", below(rooms)) + "))";
    return normalise(*parse_text(domain, "(define (problem p) (:domain deliveries) (:objects" + objects + ") (:init " +
                                             init + ") (:goal (and " + goal + ")))"));
}

}  // namespace isonova::testing
