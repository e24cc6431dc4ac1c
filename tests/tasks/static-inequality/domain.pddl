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
