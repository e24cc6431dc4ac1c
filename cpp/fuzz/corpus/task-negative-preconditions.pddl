; Negated fluents in preconditions: a lock that must be open, a slot that must not be taken.
(define (domain lockers)
  (:requirements :strips :typing :negative-preconditions)
  (:types slot thing)
  (:predicates (next ?a ?b - slot) (taken ?s - slot) (in ?t - thing ?s - slot) (locked ?s - slot) (out ?t - thing))
  (:action take-out
    :parameters (?t - thing ?s - slot)
    :precondition (and (in ?t ?s) (not (locked ?s)))
    :effect (and (not (in ?t ?s)) (not (taken ?s)) (out ?t)))
  (:action put
    :parameters (?t - thing ?s - slot)
    :precondition (and (out ?t) (not (taken ?s)) (not (locked ?s)))
    :effect (and (in ?t ?s) (taken ?s) (not (out ?t))))
  (:action lock
    :parameters (?s - slot)
    :precondition (not (locked ?s))
    :effect (locked ?s))
  (:action unlock
    :parameters (?s ?n - slot)
    :precondition (and (locked ?s) (next ?s ?n) (not (taken ?n)))
    :effect (not (locked ?s))))

;;;; problem
(define (problem lockers-1)
  (:domain lockers)
  (:objects s1 s2 s3 s4 - slot hat key - thing)
  (:init (next s1 s2) (next s2 s3) (next s3 s4) (next s4 s1) (in hat s1) (taken s1) (in key s2) (taken s2)
         (locked s1) (locked s2) (locked s4))
  (:goal (and (in hat s2) (in key s1) (locked s3))))
