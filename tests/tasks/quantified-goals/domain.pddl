; Goals with forall, exists, or, imply and a negated quantifier.
(define (domain painting)
  (:requirements :adl)
  (:types tile colour)
  (:predicates (painted ?t - tile ?c - colour) (side ?a ?b - tile) (loaded ?c - colour) (stock ?c - colour))
  (:action load
    :parameters (?c - colour)
    :precondition (and (stock ?c) (not (loaded ?c)))
    :effect (and (loaded ?c) (forall (?d - colour) (when (and (loaded ?d) (not (= ?c ?d))) (not (loaded ?d))))))
  (:action paint
    :parameters (?t - tile ?c - colour)
    :precondition (and (loaded ?c) (not (exists (?d - colour) (painted ?t ?d))))
    :effect (painted ?t ?c))
  (:action strip
    :parameters (?t - tile ?c - colour)
    :precondition (painted ?t ?c)
    :effect (not (painted ?t ?c))))
