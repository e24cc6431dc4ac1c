; Implications in preconditions, one with a negated consequence, one with a conjunction as premise.
(define (domain museum)
  (:requirements :adl)
  (:types hall piece)
  (:predicates (link ?a ?b - hall) (guard-in ?h - hall) (hangs ?p - piece ?h - hall) (carried ?p - piece)
               (precious ?p - piece) (alarmed ?h - hall) (dark ?h - hall))
  (:action go
    :parameters (?a ?b - hall)
    :precondition (and (guard-in ?a) (link ?a ?b) (imply (dark ?b) (not (alarmed ?b))))
    :effect (and (not (guard-in ?a)) (guard-in ?b)))
  (:action take
    :parameters (?p - piece ?h - hall)
    :precondition (and (guard-in ?h) (hangs ?p ?h) (imply (precious ?p) (not (alarmed ?h))))
    :effect (and (carried ?p) (not (hangs ?p ?h))))
  (:action hang
    :parameters (?p - piece ?h - hall)
    :precondition (and (guard-in ?h) (carried ?p) (imply (and (precious ?p) (dark ?h)) (alarmed ?h)))
    :effect (and (hangs ?p ?h) (not (carried ?p))))
  (:action switch-alarm-on :parameters (?h - hall) :precondition (not (alarmed ?h)) :effect (alarmed ?h))
  (:action switch-alarm-off
    :parameters (?h - hall)
    :precondition (and (alarmed ?h) (imply (guard-in ?h) (dark ?h)))
    :effect (not (alarmed ?h))))

;;;; problem
(define (problem museum-1)
  (:domain museum)
  (:objects east west vault - hall bust mask - piece)
  (:init (link east west) (link west east) (link west vault) (link vault west) (guard-in west) (hangs bust east)
         (hangs mask west) (precious bust) (alarmed east) (alarmed vault) (dark vault))
  (:goal (and (hangs bust vault) (hangs mask vault))))
