; Inequalities between many parameters and a wide precondition: most instances differ only in what they exclude.
(define (domain seating)
  (:requirements :strips :equality :negative-preconditions)
  (:predicates (seat ?s) (near ?a ?b) (sits ?g ?s) (empty ?s) (guest ?g) (knows ?a ?b) (introduced ?a ?b))
  (:action introduce
    :parameters (?a ?b ?c ?s ?t ?u)
    :precondition (and (guest ?a) (guest ?b) (guest ?c) (not (= ?a ?b)) (not (= ?b ?c)) (not (= ?a ?c))
                       (sits ?a ?s) (sits ?b ?t) (sits ?c ?u) (near ?s ?t) (near ?t ?u) (knows ?b ?a) (knows ?b ?c)
                       (not (= ?s ?u)))
    :effect (and (introduced ?a ?c) (introduced ?c ?a)))
  (:action move
    :parameters (?g ?s ?t)
    :precondition (and (sits ?g ?s) (empty ?t) (near ?s ?t))
    :effect (and (sits ?g ?t) (empty ?s) (not (sits ?g ?s)) (not (empty ?t)))))

;;;; problem
(define (problem seating-1)
  (:domain seating)
  (:objects g1 g2 g3 s1 s2 s3 s4 s5)
  (:init (guest g1) (guest g2) (guest g3) (seat s1) (seat s2) (seat s3) (seat s4) (seat s5) (near s1 s2) (near s2 s1) (near s2 s3)
         (near s3 s2) (near s3 s4) (near s4 s3) (near s4 s5) (near s5 s4) (near s5 s1) (near s1 s5) (sits g1 s1) (sits g2 s3)
         (sits g3 s5) (empty s2) (empty s4) (knows g2 g1) (knows g2 g3) (knows g1 g2))
  (:goal (and (introduced g1 g3) (sits g1 s1))))
