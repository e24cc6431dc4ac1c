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
