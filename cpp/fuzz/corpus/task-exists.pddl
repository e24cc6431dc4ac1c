; Existential preconditions: one variable, two variables joined, and a negated one.
(define (domain garden)
  (:requirements :strips :typing :existential-preconditions :negative-preconditions)
  (:types bed pump plant)
  (:predicates (beside ?a ?b - bed) (pump-at ?p - pump ?b - bed) (broken ?p - pump) (grows ?x - plant ?b - bed)
               (seed ?x - plant) (wet ?b - bed) (tall ?x - plant))
  (:action irrigate
    :parameters (?b - bed)
    :precondition (and (not (wet ?b)) (exists (?p - pump) (and (pump-at ?p ?b) (not (broken ?p)))))
    :effect (wet ?b))
  (:action seep
    :parameters (?b - bed)
    :precondition (exists (?n - bed ?x - plant) (and (beside ?n ?b) (wet ?n) (grows ?x ?n)))
    :effect (wet ?b))
  (:action sow
    :parameters (?x - plant ?b - bed)
    :precondition (and (seed ?x) (wet ?b) (not (exists (?y - plant) (grows ?y ?b))))
    :effect (and (grows ?x ?b) (not (seed ?x))))
  (:action ripen
    :parameters (?x - plant)
    :precondition (exists (?b - bed) (and (grows ?x ?b) (wet ?b)))
    :effect (and (tall ?x) (forall (?b - bed) (when (grows ?x ?b) (not (wet ?b))))))
  (:action repair
    :parameters (?p - pump)
    :precondition (and (broken ?p) (exists (?x - plant) (tall ?x)))
    :effect (not (broken ?p))))

;;;; problem
(define (problem garden-1)
  (:domain garden)
  (:objects b1 b2 b3 - bed p1 p2 - pump rose fern - plant)
  (:init (beside b1 b2) (beside b2 b1) (beside b2 b3) (beside b3 b2) (pump-at p1 b1) (pump-at p2 b3) (broken p2)
         (seed rose) (seed fern))
  (:goal (and (tall rose) (tall fern) (wet b2) (not (broken p2)))))
