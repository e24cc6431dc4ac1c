; One action deletes and adds the same atom: the add wins, also when the parameters coincide.
(define (domain relay)
  (:requirements :strips :typing)
  (:types runner leg)
  (:predicates (baton ?r - runner) (runs ?r - runner ?l - leg) (after ?a ?b - leg) (open ?l - leg) (done ?l - leg) (fresh ?r - runner))
  (:action pass
    :parameters (?a ?b - runner)
    :precondition (baton ?a)
    :effect (and (baton ?b) (not (baton ?a))))
  (:action run
    :parameters (?r - runner ?l ?n - leg)
    :precondition (and (baton ?r) (runs ?r ?l) (open ?l) (after ?l ?n) (fresh ?r))
    :effect (and (not (open ?l)) (not (fresh ?r)) (not (baton ?r)) (baton ?r) (open ?n) (done ?l)))
  (:action rest
    :parameters (?r ?s - runner)
    :precondition (baton ?s)
    :effect (and (not (fresh ?s)) (fresh ?r))))

;;;; problem
(define (problem relay-1)
  (:domain relay)
  (:objects ria sam - runner l1 l2 l3 finish - leg)
  (:init (baton ria) (runs ria l1) (runs sam l2) (runs ria l3) (after l1 l2) (after l2 l3) (after l3 finish) (open l1)
         (fresh ria) (fresh sam))
  (:goal (and (done l1) (done l2) (done l3) (fresh ria))))
