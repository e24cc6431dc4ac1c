; A visitor wants to see every square of a garden and may walk over a square as often as they like.
(define (domain visitall)
  (:requirements :strips :typing)
  (:types square)
  (:predicates
    (path ?a ?b - square)
    (here ?s - square)
    (seen ?s - square))

  (:action walk
    :parameters (?from ?to - square)
    :precondition (and (here ?from) (path ?from ?to))
    :effect (and (not (here ?from)) (here ?to) (seen ?to))))
