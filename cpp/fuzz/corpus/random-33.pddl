(define (domain d)
  (:types t0 - object t1 - t0 t2 - t1 t3 - t2)
  (:predicates (linked ?x - t0 ?y - object) (at ?x - t3 ?y - t1))
  (:functions (total-cost) - number (price ?x - (either t1 t3) ?y - t2) - number)
  (:action act0
    :parameters ()
    :precondition (and)
    :effect (and (and)))
  (:action act1
    :parameters ()
    :precondition (and)
    :effect (and (when (or) (and))))
  (:action act2
    :parameters (?x - t3 ?y - t1 ?v1)
    :precondition (imply (at ?y ?y) (not (forall (?p1 - t2 ?e1) (not (= ?e1 ?p1)))))
    :effect (and (at ?y ?y) (increase (total-cost) (price ?y ?y))))
)
;;;; problem
(define (problem p)
  (:domain d)
  (:objects o0 - (either object t1) o1 - t3 o2 - object o3 - t3)
  (:init (linked o3 o3) (linked o0 o3) (linked o2 o2) (linked o1 o0) (at o2 o2) (= (price o3 o3) 2))
  (:goal (forall (?x - (either t1 t3) ?y - (either t3 object)) (not (linked ?x o0))))
)
