; Two kinds of moves on a small ring, no types, no requirements beyond STRIPS.
(define (domain porters)
  (:requirements :strips)
  (:predicates (room ?r) (porter ?p) (crate ?c) (door ?a ?b) (at ?x ?r) (free ?p) (holds ?p ?c))
  (:action walk
    :parameters (?p ?from ?to)
    :precondition (and (porter ?p) (door ?from ?to) (at ?p ?from))
    :effect (and (not (at ?p ?from)) (at ?p ?to)))
  (:action lift
    :parameters (?p ?c ?r)
    :precondition (and (porter ?p) (crate ?c) (room ?r) (at ?p ?r) (at ?c ?r) (free ?p))
    :effect (and (holds ?p ?c) (not (at ?c ?r)) (not (free ?p))))
  (:action drop
    :parameters (?p ?c ?r)
    :precondition (and (holds ?p ?c) (at ?p ?r))
    :effect (and (at ?c ?r) (free ?p) (not (holds ?p ?c)))))

;;;; problem
(define (problem porters-1)
  (:domain porters)
  (:objects hall attic cellar ann bo trunk barrel)
  (:init (room hall) (room attic) (room cellar) (porter ann) (porter bo) (crate trunk) (crate barrel)
         (door hall attic) (door attic hall) (door hall cellar) (door cellar hall)
         (at ann hall) (at bo hall) (at trunk attic) (at barrel cellar) (free ann) (free bo))
  (:goal (and (at trunk cellar) (at barrel attic))))
