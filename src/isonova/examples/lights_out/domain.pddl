; Pressing a lamp switches it and its neighbours: lit lamps go out, dark ones are lit. All shall be dark. What a press does
; depends on the state, so its effects are conditional.
(define (domain lights-out)
  (:requirements :adl)
  (:types lamp)
  (:predicates
    (wired ?a ?b - lamp)
    (lit ?l - lamp))

  (:action press
    :parameters (?p - lamp)
    :precondition ()
    :effect (forall (?l - lamp)
      (and (when (and (wired ?p ?l) (lit ?l)) (not (lit ?l)))
           (when (and (wired ?p ?l) (not (lit ?l))) (lit ?l))))))
