; Conditional effects are evaluated before the action; one swaps two atoms, one has a disjunctive condition.
(define (domain switches)
  (:requirements :adl)
  (:types lamp)
  (:predicates (lit ?l - lamp) (next ?a ?b - lamp) (token ?l - lamp) (fuse) (hot))
  (:action press
    :parameters (?a ?b - lamp)
    :precondition (and (next ?a ?b) (fuse))
    :effect (and (when (lit ?a) (not (lit ?a)))
                 (when (not (lit ?a)) (lit ?a))
                 (when (and (lit ?a) (not (lit ?b))) (lit ?b))
                 (when (and (lit ?b) (not (lit ?a))) (not (lit ?b)))
                 (when (and (lit ?a) (lit ?b)) (and (hot) (not (fuse))))))
  (:action swap
    :parameters (?a ?b - lamp)
    :precondition (and (next ?a ?b) (or (token ?a) (token ?b)))
    :effect (and (when (token ?a) (and (token ?b) (not (token ?a))))
                 (when (token ?b) (and (token ?a) (not (token ?b))))))
  (:action mend
    :parameters (?l - lamp)
    :precondition (and (hot) (token ?l))
    :effect (and (fuse) (when (or (lit ?l) (not (fuse))) (not (hot))))))

;;;; problem
(define (problem switches-1)
  (:domain switches)
  (:objects l1 l2 l3 l4 - lamp)
  (:init (next l1 l2) (next l2 l3) (next l3 l4) (next l4 l1) (lit l2) (token l1) (fuse))
  (:goal (and (lit l1) (lit l4) (not (lit l2)) (lit l3) (token l3) (not (hot)))))
