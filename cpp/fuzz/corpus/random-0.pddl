(define (domain d)
  (:types t0 - (either object object) t1 - (either t0 t0) t2 - (either t0 t1))
  (:constants c0 - t1)
  (:predicates (linked ?x - (either t1 t2)) (at ?x - t1 ?y) (axiom-1 ?x - t1) (on ?x - object ?y))
  (:functions (total-cost) - number (price ) - number)
  (:action act0
    :parameters (?x - (either object t0) ?y - t0)
    :precondition (forall (?v1 - t2 ?p1 - object) (exists (?p1 - object) (and (axiom-1 ?y))))
    :effect (and (on c0 ?y) (increase (total-cost) 0)))
  (:action act1
    :parameters (?x - object)
    :effect (and (when (exists (?y - t2 ?v1) (imply (not (= ?v1 ?x)) (at c0 ?v1))) (not (at ?x c0))) (on ?x c0) (not (axiom-1 c0))))
  (:action act2
    :parameters ()
    :precondition (exists (?x - object) (axiom-1 ?x))
    :effect (and (axiom-1 c0) (on c0 c0)))
)
;;;; problem
(define (problem p)
  (:domain d)
  (:objects o1 - object)
  (:init (at c0 c0) (at c0 o1) (at c0 o1) (on c0 o1) (= (price) 1))
  (:goal (linked c0))
)
