; The goal holds at once, also through a derived predicate.
(define (domain home)
  (:requirements :strips :derived-predicates)
  (:predicates (door ?a ?b) (at ?a) (near ?a))
  (:derived (near ?a) (exists (?b) (and (at ?b) (or (= ?a ?b) (door ?a ?b)))))
  (:action walk
    :parameters (?a ?b)
    :precondition (and (at ?a) (door ?a ?b))
    :effect (and (at ?b) (not (at ?a)))))

;;;; problem
(define (problem home-1)
  (:domain home)
  (:objects yard porch loft)
  (:init (at porch) (door yard porch) (door porch yard) (door porch loft))
  (:goal (and (near yard) (at porch))))
