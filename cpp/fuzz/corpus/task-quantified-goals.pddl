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

;;;; problem
(define (problem painting-1)
  (:domain painting)
  (:objects t1 t2 t3 - tile red blue - colour)
  (:init (side t1 t2) (side t2 t3) (stock red) (stock blue) (painted t1 red))
  (:goal (and (forall (?t - tile) (exists (?c - colour) (painted ?t ?c)))
              (not (exists (?a ?b - tile ?c - colour) (and (side ?a ?b) (painted ?a ?c) (painted ?b ?c))))
              (or (painted t2 red) (forall (?t - tile) (painted ?t blue)))
              (imply (loaded red) (painted t3 red)))))
