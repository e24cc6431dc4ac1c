; Three strata: connected (recursive), cut off (its negation), and alarm over both.
(define (domain grid-power)
  (:requirements :adl :derived-predicates)
  (:types node)
  (:predicates (wire ?a ?b - node) (closed ?a ?b - node) (plant ?n - node) (faulty ?n - node)
               (live ?n - node) (dead ?n - node) (danger) (stable) (visited ?n - node))
  (:derived (live ?n - node)
    (or (plant ?n) (exists (?m - node) (and (live ?m) (or (closed ?m ?n) (closed ?n ?m))))))
  (:derived (dead ?n - node) (not (live ?n)))
  (:derived (danger) (exists (?n - node) (and (faulty ?n) (live ?n))))
  (:derived (stable) (and (not (danger)) (forall (?n - node) (imply (dead ?n) (faulty ?n)))))
  (:action close
    :parameters (?a ?b - node)
    :precondition (and (wire ?a ?b) (not (closed ?a ?b)) (or (dead ?a) (dead ?b)))
    :effect (closed ?a ?b))
  (:action open
    :parameters (?a ?b - node)
    :precondition (closed ?a ?b)
    :effect (not (closed ?a ?b)))
  (:action inspect
    :parameters (?n - node)
    :precondition (and (dead ?n) (not (danger)))
    :effect (and (visited ?n) (when (faulty ?n) (not (faulty ?n))))))

;;;; problem
(define (problem grid-power-1)
  (:domain grid-power)
  (:objects p1 n1 n2 n3 n4 - node)
  (:init (plant p1) (wire p1 n1) (wire n1 n2) (wire n2 n3) (wire n3 n4) (wire n4 p1) (closed p1 n1) (closed n1 n2)
         (faulty n2) (faulty n4))
  (:goal (and (stable) (visited n1) (live n3))))
