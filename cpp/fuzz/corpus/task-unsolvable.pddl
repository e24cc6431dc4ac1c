; The goal needs more fuel than there is: a finite space without a goal state, and the relaxation does not see it.
(define (domain balloon)
  (:requirements :strips :typing)
  (:types height gas)
  (:predicates (above ?a ?b - height) (at ?h - height) (full ?g - gas) (seen ?h - height))
  (:action burn
    :parameters (?a ?b - height ?g - gas)
    :precondition (and (at ?a) (above ?b ?a) (full ?g))
    :effect (and (not (at ?a)) (at ?b) (not (full ?g)) (seen ?b)))
  (:action sink
    :parameters (?a ?b - height)
    :precondition (and (at ?a) (above ?a ?b))
    :effect (and (not (at ?a)) (at ?b))))

;;;; problem
(define (problem balloon-1)
  (:domain balloon)
  (:objects ground cloud sky moon - height g1 g2 - gas)
  (:init (above cloud ground) (above sky cloud) (above moon sky) (at ground) (full g1) (full g2))
  (:goal (and (seen sky) (at moon))))
