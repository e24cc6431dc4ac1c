; Whatever is in the briefcase travels with it. One action moves the case and, by conditional effects, all that is inside.
(define (domain briefcase)
  (:requirements :adl)
  (:types place thing)
  (:predicates
    (street ?a ?b - place)
    (case-at ?p - place)
    (lies-at ?x - thing ?p - place)
    (inside ?x - thing))

  (:action carry
    :parameters (?from ?to - place)
    :precondition (and (case-at ?from) (street ?from ?to))
    :effect (and (case-at ?to) (not (case-at ?from))
                 (forall (?x - thing)
                   (when (inside ?x) (and (lies-at ?x ?to) (not (lies-at ?x ?from)))))))

  (:action put-in
    :parameters (?x - thing ?p - place)
    :precondition (and (case-at ?p) (lies-at ?x ?p) (not (inside ?x)))
    :effect (inside ?x))

  (:action take-out
    :parameters (?x - thing)
    :precondition (inside ?x)
    :effect (not (inside ?x))))
