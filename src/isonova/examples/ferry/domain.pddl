; A small ferry takes one car at a time from dock to dock. It can only sail where there is a route.
(define (domain ferry)
  (:requirements :strips :typing)
  (:types dock car)
  (:predicates
    (route ?a ?b - dock)
    (ferry-at ?d - dock)
    (parked ?c - car ?d - dock)
    (aboard ?c - car)
    (deck-free))

  (:action sail
    :parameters (?from ?to - dock)
    :precondition (and (ferry-at ?from) (route ?from ?to))
    :effect (and (not (ferry-at ?from)) (ferry-at ?to)))

  (:action board
    :parameters (?c - car ?d - dock)
    :precondition (and (ferry-at ?d) (parked ?c ?d) (deck-free))
    :effect (and (aboard ?c) (not (parked ?c ?d)) (not (deck-free))))

  (:action leave
    :parameters (?c - car ?d - dock)
    :precondition (and (ferry-at ?d) (aboard ?c))
    :effect (and (parked ?c ?d) (deck-free) (not (aboard ?c)))))
