; A hand rebuilds towers of blocks, one block at a time. The table has room for all of them.
(define (domain blocks)
  (:requirements :strips :typing)
  (:types block)
  (:predicates
    (on ?above ?below - block)
    (on-table ?b - block)
    (clear ?b - block)
    (holds ?b - block)
    (hand-empty))

  (:action take
    :parameters (?b - block)
    :precondition (and (hand-empty) (clear ?b) (on-table ?b))
    :effect (and (holds ?b) (not (hand-empty)) (not (clear ?b)) (not (on-table ?b))))

  (:action put-down
    :parameters (?b - block)
    :precondition (holds ?b)
    :effect (and (on-table ?b) (clear ?b) (hand-empty) (not (holds ?b))))

  (:action unstack
    :parameters (?b ?below - block)
    :precondition (and (hand-empty) (clear ?b) (on ?b ?below))
    :effect (and (holds ?b) (clear ?below) (not (hand-empty)) (not (clear ?b)) (not (on ?b ?below))))

  (:action stack
    :parameters (?b ?below - block)
    :precondition (and (holds ?b) (clear ?below))
    :effect (and (on ?b ?below) (clear ?b) (hand-empty) (not (holds ?b)) (not (clear ?below)))))
