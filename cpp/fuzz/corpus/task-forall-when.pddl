; Universally quantified conditional effects: what is in the case moves with the case.
(define (domain luggage)
  (:requirements :adl)
  (:types place item case)
  (:predicates (at ?x - (either item case) ?p - place) (in ?i - item ?c - case) (lid-open ?c - case) (dusty ?i - item))
  (:action carry
    :parameters (?c - case ?from ?to - place)
    :precondition (and (at ?c ?from) (not (= ?from ?to)) (not (lid-open ?c)))
    :effect (and (not (at ?c ?from)) (at ?c ?to)
                 (forall (?i - item) (when (in ?i ?c) (and (at ?i ?to) (not (at ?i ?from)))))))
  (:action pack
    :parameters (?i - item ?c - case ?p - place)
    :precondition (and (at ?i ?p) (at ?c ?p) (lid-open ?c) (not (exists (?d - case) (in ?i ?d))))
    :effect (in ?i ?c))
  (:action tip-out
    :parameters (?c - case)
    :precondition (lid-open ?c)
    :effect (forall (?i - item) (and (when (in ?i ?c) (not (in ?i ?c)))
                                     (forall (?j - item) (when (and (in ?i ?c) (in ?j ?c) (not (= ?i ?j))) (dusty ?j))))))
  (:action lift-lid :parameters (?c - case) :precondition (not (lid-open ?c)) :effect (lid-open ?c))
  (:action press-lid :parameters (?c - case) :precondition (lid-open ?c) :effect (not (lid-open ?c))))

;;;; problem
(define (problem luggage-1)
  (:domain luggage)
  (:objects home desk - place book pen - item satchel - case)
  (:init (at book home) (at pen home) (at satchel desk))
  (:goal (and (at book desk) (at pen desk) (not (in book satchel)) (at satchel home) (not (dusty pen)))))
