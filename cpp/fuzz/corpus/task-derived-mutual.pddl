; Two derived predicates that depend on each other, and several rules for one head.
(define (domain parity)
  (:requirements :derived-predicates :strips :typing)
  (:types stone)
  (:predicates (step ?a ?b - stone) (loose ?s - stone) (start ?s - stone) (even ?s - stone) (odd ?s - stone) (goal-reached)
               (key ?s - stone))
  (:derived (even ?s - stone) (start ?s))
  (:derived (even ?s - stone) (exists (?p - stone) (and (odd ?p) (step ?p ?s) (not (loose ?s)))))
  (:derived (odd ?s - stone) (exists (?p - stone) (and (even ?p) (step ?p ?s) (not (loose ?s)))))
  (:derived (goal-reached) (exists (?s - stone) (and (even ?s) (odd ?s) (key ?s))))
  (:action fix
    :parameters (?s - stone)
    :precondition (and (loose ?s) (exists (?p - stone) (and (step ?p ?s) (or (even ?p) (odd ?p)))))
    :effect (not (loose ?s)))
  (:action loosen
    :parameters (?s - stone)
    :precondition (odd ?s)
    :effect (loose ?s))
  (:action lay
    :parameters (?a ?b - stone)
    :precondition (and (odd ?a) (key ?b) (start ?a))
    :effect (step ?a ?b)))

;;;; problem
(define (problem parity-1)
  (:domain parity)
  (:objects s0 s1 s2 s3 s4 - stone)
  (:init (start s0) (step s0 s1) (step s1 s2) (step s2 s3) (step s3 s4) (step s4 s0) (loose s1) (loose s2) (loose s3)
         (loose s4) (key s3))
  (:goal (goal-reached)))
