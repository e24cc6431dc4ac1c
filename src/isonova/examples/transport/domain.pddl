; Lorries collect loads and bring them to other towns. Roads cost what they are long, a lorry has room for a few loads, and the
; room left is a number that is counted up and down.
(define (domain transport)
  (:requirements :strips :typing :action-costs)
  (:types town lorry load amount)
  (:predicates
    (road ?a ?b - town)
    (lorry-in ?v - lorry ?t - town)
    (load-in ?x - load ?t - town)
    (loaded ?x - load ?v - lorry)
    (room ?v - lorry ?n - amount)
    (one-less ?n ?m - amount))
  (:functions
    (length ?a ?b - town) - number
    (total-cost) - number)

  (:action drive
    :parameters (?v - lorry ?from ?to - town)
    :precondition (and (lorry-in ?v ?from) (road ?from ?to))
    :effect (and (not (lorry-in ?v ?from)) (lorry-in ?v ?to) (increase (total-cost) (length ?from ?to))))

  (:action pick-up
    :parameters (?x - load ?v - lorry ?t - town ?less ?more - amount)
    :precondition (and (lorry-in ?v ?t) (load-in ?x ?t) (room ?v ?more) (one-less ?less ?more))
    :effect (and (loaded ?x ?v) (not (load-in ?x ?t)) (room ?v ?less) (not (room ?v ?more))
                 (increase (total-cost) 1)))

  (:action set-down
    :parameters (?x - load ?v - lorry ?t - town ?less ?more - amount)
    :precondition (and (lorry-in ?v ?t) (loaded ?x ?v) (room ?v ?less) (one-less ?less ?more))
    :effect (and (load-in ?x ?t) (not (loaded ?x ?v)) (room ?v ?more) (not (room ?v ?less))
                 (increase (total-cost) 1))))
