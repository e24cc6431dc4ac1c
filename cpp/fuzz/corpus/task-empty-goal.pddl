; An empty goal: the empty plan is the plan. Empty preconditions and effects are allowed too.
(define (domain idle)
  (:requirements :strips)
  (:predicates (on ?x))
  (:action toggle-on :parameters (?x) :precondition () :effect (on ?x))
  (:action wait :parameters () :effect (and)))

;;;; problem
(define (problem idle-1)
  (:domain idle)
  (:objects x y)
  (:init)
  (:goal (and)))
