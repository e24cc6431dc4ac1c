; A worker pushes boxes onto marked floor tiles. Boxes cannot be pulled, so a box in a corner stays there for ever.
(define (domain sokoban)
  (:requirements :strips :typing)
  (:types tile direction)
  (:predicates
    (next ?a ?b - tile ?d - direction)
    (worker-on ?t - tile)
    (box-on ?t - tile)
    (free ?t - tile))

  (:action walk
    :parameters (?from ?to - tile ?d - direction)
    :precondition (and (worker-on ?from) (next ?from ?to ?d) (free ?to))
    :effect (and (worker-on ?to) (free ?from) (not (worker-on ?from)) (not (free ?to))))

  (:action push
    :parameters (?from ?box ?to - tile ?d - direction)
    :precondition (and (worker-on ?from) (next ?from ?box ?d) (box-on ?box) (next ?box ?to ?d) (free ?to))
    :effect (and (worker-on ?box) (box-on ?to) (free ?from)
                 (not (worker-on ?from)) (not (box-on ?box)) (not (free ?to)))))
