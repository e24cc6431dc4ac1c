; Universal preconditions over typed objects, with an implication inside.
(define (domain locks)
  (:requirements :adl)
  (:types boat basin gate)
  (:predicates (joins ?g - gate ?a ?b - basin) (in ?s - boat ?b - basin) (open ?g - gate) (high ?b - basin)
               (bigger ?a ?b - boat))
  (:action swing-open
    :parameters (?g - gate ?a ?b - basin)
    :precondition (and (joins ?g ?a ?b) (not (open ?g))
                       (forall (?h - gate) (not (open ?h)))
                       (imply (high ?a) (high ?b)) (imply (high ?b) (high ?a)))
    :effect (open ?g))
  (:action swing-shut
    :parameters (?g - gate)
    :precondition (open ?g)
    :effect (not (open ?g)))
  (:action fill
    :parameters (?b - basin)
    :precondition (and (not (high ?b)) (forall (?g - gate ?o - basin)
                         (and (imply (joins ?g ?b ?o) (not (open ?g))) (imply (joins ?g ?o ?b) (not (open ?g))))))
    :effect (high ?b))
  (:action sail
    :parameters (?s - boat ?g - gate ?a ?b - basin)
    :precondition (and (in ?s ?a) (open ?g) (or (joins ?g ?a ?b) (joins ?g ?b ?a))
                       (forall (?t - boat) (imply (in ?t ?b) (bigger ?t ?s))))
    :effect (and (not (in ?s ?a)) (in ?s ?b))))

;;;; problem
(define (problem locks-1)
  (:domain locks)
  (:objects barge skiff - boat low mid top - basin g1 g2 - gate)
  (:init (joins g1 low mid) (joins g2 mid top) (high top) (in barge low) (in skiff low) (bigger barge skiff))
  (:goal (and (in barge top) (in skiff top))))
