; Unsolvable already in the delete relaxation: no action can ever make the goal atom true.
(define (domain island)
  (:requirements :strips)
  (:predicates (bridge ?a ?b) (at ?a))
  (:action cross
    :parameters (?a ?b)
    :precondition (and (at ?a) (bridge ?a ?b))
    :effect (and (not (at ?a)) (at ?b))))

;;;; problem
(define (problem island-1)
  (:domain island)
  (:objects n s e far)
  (:init (bridge n s) (bridge s n) (bridge s e) (at n))
  (:goal (and (at far))))
