; Costs are written in the actions but the problem has no metric: every action then counts one.
(define (domain ladder)
  (:requirements :strips :action-costs)
  (:predicates (up ?a ?b) (at ?a))
  (:functions (total-cost) - number)
  (:action climb
    :parameters (?a ?b)
    :precondition (and (at ?a) (up ?a ?b))
    :effect (and (not (at ?a)) (at ?b) (increase (total-cost) 5)))
  (:action jump
    :parameters (?a ?b ?c)
    :precondition (and (at ?a) (up ?a ?b) (up ?b ?c))
    :effect (and (not (at ?a)) (at ?c) (increase (total-cost) 50))))

;;;; problem
(define (problem ladder-1)
  (:domain ladder)
  (:objects r0 r1 r2 r3 r4 r5)
  (:init (up r0 r1) (up r1 r2) (up r2 r3) (up r3 r4) (up r4 r5) (at r0) (= (total-cost) 0))
  (:goal (at r5)))
