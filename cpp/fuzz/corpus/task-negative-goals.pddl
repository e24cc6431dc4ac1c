; Goals that are negated literals, some true in the initial state and broken on the way.
(define (domain stains)
  (:requirements :strips :typing :negative-preconditions)
  (:types cloth)
  (:predicates (dirty ?c - cloth) (wet ?c - cloth) (in-tub ?c - cloth) (tub-full))
  (:action soak
    :parameters (?c - cloth)
    :precondition (and (tub-full) (not (in-tub ?c)))
    :effect (and (in-tub ?c) (wet ?c)))
  (:action fill :parameters () :precondition (not (tub-full)) :effect (tub-full))
  (:action drain :parameters () :precondition (tub-full) :effect (not (tub-full)))
  (:action scrub
    :parameters (?c ?with - cloth)
    :precondition (and (in-tub ?c) (wet ?c) (not (dirty ?with)))
    :effect (and (dirty ?with) (not (dirty ?c))))
  (:action hang
    :parameters (?c - cloth)
    :precondition (and (in-tub ?c) (not (tub-full)))
    :effect (and (not (in-tub ?c)) (not (wet ?c)))))

;;;; problem
(define (problem stains-1)
  (:domain stains)
  (:objects shirt sock rag - cloth)
  (:init (dirty shirt) (dirty sock))
  (:goal (and (not (dirty shirt)) (not (wet shirt)) (not (tub-full)) (dirty rag) (not (in-tub rag)))))
