; Domain constants in preconditions, effects and as arguments of several predicates.
(define (domain courier)
  (:requirements :strips :typing)
  (:types spot letter)
  (:constants office - spot)
  (:predicates (path ?a ?b - spot) (here ?s - spot) (waits ?l - letter ?s - spot) (bag ?l - letter) (stamped ?l - letter))
  (:action ride
    :parameters (?a ?b - spot)
    :precondition (and (here ?a) (path ?a ?b))
    :effect (and (not (here ?a)) (here ?b)))
  (:action hurry-back
    :parameters (?a - spot)
    :precondition (and (here ?a) (path ?a office))
    :effect (and (not (here ?a)) (here office)))
  (:action fetch
    :parameters (?l - letter ?s - spot)
    :precondition (and (here ?s) (waits ?l ?s))
    :effect (and (bag ?l) (not (waits ?l ?s))))
  (:action stamp
    :parameters (?l - letter)
    :precondition (and (here office) (bag ?l))
    :effect (stamped ?l))
  (:action leave
    :parameters (?l - letter ?s - spot)
    :precondition (and (here ?s) (bag ?l) (stamped ?l))
    :effect (and (waits ?l ?s) (not (bag ?l)))))

;;;; problem
(define (problem courier-1)
  (:domain courier)
  (:objects mill farm bridge - spot bill card - letter)
  (:init (here office) (path office mill) (path mill farm) (path farm bridge) (path bridge office)
         (path mill office) (waits bill farm) (waits card bridge))
  (:goal (and (waits bill mill) (waits card office))))
