; Only predicates and actions without parameters: a three-bit counter with a carry.
(define (domain counter)
  (:requirements :strips :negative-preconditions)
  (:predicates (b0) (b1) (b2) (overflow))
  (:action inc-0 :parameters () :precondition (not (b0)) :effect (b0))
  (:action inc-1 :parameters () :precondition (and (b0) (not (b1))) :effect (and (b1) (not (b0))))
  (:action inc-2 :parameters () :precondition (and (b0) (b1) (not (b2))) :effect (and (b2) (not (b1)) (not (b0))))
  (:action wrap :parameters () :precondition (and (b0) (b1) (b2)) :effect (and (overflow) (not (b0)) (not (b1)) (not (b2))))
  (:action reset :precondition (overflow) :effect (not (overflow))))

;;;; problem
(define (problem counter-1)
  (:domain counter)
  (:init (b1))
  (:goal (and (overflow) (b0) (not (b1)))))
