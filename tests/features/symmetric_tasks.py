"""Small tasks full of symmetries: things that could as well be called by each other's names."""

from __future__ import annotations

TASKS = {
    "hauling": (
        """(define (domain hauling) (:requirements :typing) (:types room ball arm)
  (:predicates (at-robot ?r - room) (at ?b - ball ?r - room) (free ?a - arm) (holds ?a - arm ?b - ball))
  (:action go :parameters (?from ?to - room) :precondition (at-robot ?from)
    :effect (and (not (at-robot ?from)) (at-robot ?to)))
  (:action pick :parameters (?b - ball ?r - room ?a - arm) :precondition (and (at ?b ?r) (at-robot ?r) (free ?a))
    :effect (and (holds ?a ?b) (not (at ?b ?r)) (not (free ?a))))
  (:action drop :parameters (?b - ball ?r - room ?a - arm) :precondition (and (holds ?a ?b) (at-robot ?r))
    :effect (and (at ?b ?r) (free ?a) (not (holds ?a ?b)))))""",
        """(define (problem p) (:domain hauling)
  (:objects here there - room b1 b2 b3 b4 - ball left right - arm)
  (:init (at-robot here) (at b1 here) (at b2 here) (at b3 here) (at b4 here) (free left) (free right))
  (:goal (and (at b1 there) (at b2 there) (at b3 there) (at b4 there))))""",
    ),
    "ring": (
        """(define (domain ring) (:requirements :strips) (:predicates (next ?x ?y) (token ?x) (seen ?x))
  (:action pass :parameters (?x ?y) :precondition (and (next ?x ?y) (token ?x))
    :effect (and (not (token ?x)) (token ?y) (seen ?y))))""",
        """(define (problem p) (:domain ring) (:objects a b c d e f)
  (:init (next a b) (next b c) (next c d) (next d e) (next e f) (next f a) (token a) (token d))
  (:goal (and (seen a) (seen b) (seen c) (seen d) (seen e) (seen f))))""",
    ),
    "delivery": (
        """(define (domain delivery) (:requirements :typing) (:types truck parcel place city)
  (:predicates (at ?t - truck ?p - place) (lies ?x - parcel ?p - place) (in ?x - parcel ?t - truck)
    (part ?p - place ?c - city))
  (:action drive :parameters (?t - truck ?p ?q - place ?c - city)
    :precondition (and (at ?t ?p) (part ?p ?c) (part ?q ?c)) :effect (and (not (at ?t ?p)) (at ?t ?q)))
  (:action load :parameters (?x - parcel ?t - truck ?p - place) :precondition (and (lies ?x ?p) (at ?t ?p))
    :effect (and (not (lies ?x ?p)) (in ?x ?t)))
  (:action unload :parameters (?x - parcel ?t - truck ?p - place) :precondition (and (in ?x ?t) (at ?t ?p))
    :effect (and (lies ?x ?p) (not (in ?x ?t)))))""",
        """(define (problem p) (:domain delivery)
  (:objects t1 t2 - truck x1 x2 x3 - parcel p1 p2 q1 q2 hub - place c d - city)
  (:init (part p1 c) (part p2 c) (part hub c) (part q1 d) (part q2 d) (part hub d)
    (at t1 p1) (at t2 q1) (lies x1 p1) (lies x2 q1) (lies x3 p2))
  (:goal (and (lies x1 hub) (lies x2 hub) (lies x3 hub))))""",
    ),
    "cleaning": (
        """(define (domain cleaning) (:requirements :negative-preconditions)
  (:predicates (door ?x ?y) (dirty ?x) (robot ?x) (wet ?x))
  (:action go :parameters (?x ?y) :precondition (and (robot ?x) (door ?x ?y) (not (wet ?y)))
    :effect (and (not (robot ?x)) (robot ?y)))
  (:action clean :parameters (?x) :precondition (and (robot ?x) (dirty ?x)) :effect (and (not (dirty ?x)) (wet ?x)))
  (:action dry :parameters (?x) :precondition (wet ?x) :effect (not (wet ?x))))""",
        """(define (problem p) (:domain cleaning) (:objects hall a b c d)
  (:init (door hall a) (door a hall) (door hall b) (door b hall) (door hall c) (door c hall) (door hall d) (door d hall)
    (dirty a) (dirty b) (dirty c) (dirty d) (robot hall))
  (:goal (and (not (dirty a)) (not (dirty b)) (not (dirty c)) (not (dirty d)))))""",
    ),
    "network": (
        """(define (domain network) (:requirements :typing :derived-predicates) (:types node)
  (:constants source - node) (:predicates (wire ?x ?y - node) (joined ?x ?y - node) (fed ?x - node) (spare))
  (:derived (fed ?x - node) (or (= ?x source) (exists (?y - node) (and (fed ?y) (joined ?y ?x)))))
  (:action join :parameters (?x ?y - node) :precondition (and (wire ?x ?y) (spare))
    :effect (and (joined ?x ?y) (not (spare))))
  (:action cut :parameters (?x ?y - node) :precondition (joined ?x ?y) :effect (and (not (joined ?x ?y)) (spare)))
  (:action buy :parameters () :precondition (fed source) :effect (spare)))""",
        """(define (problem p) (:domain network) (:objects m1 m2 l1 l2 l3 l4 - node)
  (:init (wire source m1) (wire source m2) (wire m1 l1) (wire m1 l2) (wire m2 l3) (wire m2 l4) (spare))
  (:goal (and (fed l1) (fed l2) (fed l3) (fed l4))))""",
    ),
    "towers": (
        """(define (domain towers) (:requirements :strips) (:predicates (on ?x ?y) (table ?x) (clear ?x))
  (:action down :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x))
    :effect (and (not (on ?x ?y)) (table ?x) (clear ?y)))
  (:action up :parameters (?x ?y) :precondition (and (table ?x) (clear ?x) (clear ?y) (not (= ?x ?y)))
    :effect (and (on ?x ?y) (not (table ?x)) (not (clear ?y)))))""",
        """(define (problem p) (:domain towers) (:objects a b c d e)
  (:init (on a b) (on b c) (table c) (table d) (table e) (clear a) (clear d) (clear e))
  (:goal (and (on d e) (table a) (table b) (table c))))""",
    ),
    "priced": (
        """(define (domain priced) (:requirements :typing :action-costs) (:types shop good)
  (:predicates (sells ?s - shop ?g - good) (have ?g - good) (at ?s - shop))
  (:functions (total-cost) - number (price ?s - shop ?g - good) - number)
  (:action walk :parameters (?s ?t - shop) :precondition (at ?s)
    :effect (and (not (at ?s)) (at ?t) (increase (total-cost) 2)))
  (:action buy :parameters (?s - shop ?g - good) :precondition (and (at ?s) (sells ?s ?g))
    :effect (and (have ?g) (increase (total-cost) (price ?s ?g)))))""",
        """(define (problem p) (:domain priced) (:objects s1 s2 s3 - shop g1 g2 g3 g4 - good)
  (:init (at s1) (sells s1 g1) (sells s1 g2) (sells s2 g1) (sells s2 g2) (sells s3 g3) (sells s3 g4)
    (= (total-cost) 0) (= (price s1 g1) 3) (= (price s1 g2) 3) (= (price s2 g1) 3) (= (price s2 g2) 3)
    (= (price s3 g3) 1) (= (price s3 g4) 4))
  (:goal (and (have g1) (have g2) (have g3) (have g4))) (:metric minimize (total-cost)))""",
    ),
    "lights": (
        """(define (domain lights) (:requirements :adl) (:types lamp button)
  (:predicates (lit ?l - lamp) (wired ?b - button ?l - lamp) (pressed ?b - button))
  (:action press :parameters (?b - button)
    :precondition (not (pressed ?b))
    :effect (and (pressed ?b) (forall (?l - lamp) (and
      (when (and (wired ?b ?l) (lit ?l)) (not (lit ?l))) (when (and (wired ?b ?l) (not (lit ?l))) (lit ?l))))))
  (:action reset :parameters () :precondition (forall (?b - button) (pressed ?b))
    :effect (forall (?b - button) (not (pressed ?b)))))""",
        """(define (problem p) (:domain lights) (:objects l1 l2 l3 l4 - lamp b1 b2 b3 b4 - button)
  (:init (lit l1) (wired b1 l1) (wired b1 l2) (wired b2 l2) (wired b2 l3) (wired b3 l3) (wired b3 l4) (wired b4 l4)
    (wired b4 l1))
  (:goal (forall (?l - lamp) (lit ?l))))""",
    ),
    "teams": (
        """(define (domain teams) (:requirements :adl) (:types person team)
  (:constants reserve - team) (:predicates (plays ?p - person ?t - team) (tired ?p - person) (friends ?p ?q - person))
  (:action swap :parameters (?p - person ?s ?t - team) :precondition (and (plays ?p ?s) (not (tired ?p)))
    :effect (and (not (plays ?p ?s)) (plays ?p ?t) (when (not (= ?t reserve)) (tired ?p))))
  (:action rest :parameters (?p - person) :precondition (plays ?p reserve) :effect (not (tired ?p))))""",
        """(define (problem p) (:domain teams) (:objects ann bob cat dan eve - person red blue - team)
  (:init (plays ann reserve) (plays bob reserve) (plays cat reserve) (plays dan red) (plays eve blue)
    (friends ann bob) (friends bob ann) (friends cat dan) (friends dan cat))
  (:goal (and (plays ann red) (plays bob red) (plays cat blue) (plays dan blue) (not (tired eve)))))""",
    ),
    "grid": (
        """(define (domain grid) (:requirements :strips) (:predicates (beside ?x ?y) (at ?x) (mown ?x))
  (:action step :parameters (?x ?y) :precondition (and (at ?x) (beside ?x ?y))
    :effect (and (not (at ?x)) (at ?y) (mown ?y))))""",
        "(define (problem p) (:domain grid) (:objects "
        + " ".join(f"f{x}{y}" for x in range(3) for y in range(3))
        + ") (:init (at f11) "
        + " ".join(
            f"(beside f{x}{y} f{u}{v})"
            for x in range(3)
            for y in range(3)
            for u in range(3)
            for v in range(3)
            if abs(x - u) + abs(y - v) == 1
        )
        + ") (:goal (and "
        + " ".join(f"(mown f{x}{y})" for x in range(3) for y in range(3))
        + ")))",
    ),
}
