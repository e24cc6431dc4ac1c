; Disjunctive preconditions, nested under and, with a negated disjunction (De Morgan).
(define (domain kitchen)
  (:requirements :strips :typing :disjunctive-preconditions :negative-preconditions)
  (:types dish tool)
  (:predicates (clean ?t - tool) (sharp ?t - tool) (heavy ?t - tool) (raw ?d - dish) (cut ?d - dish) (crushed ?d - dish)
               (cooked ?d - dish) (burnt ?d - dish) (served ?d - dish) (stove-on))
  (:action prepare
    :parameters (?d - dish ?t - tool)
    :precondition (and (raw ?d) (clean ?t) (or (sharp ?t) (heavy ?t)))
    :effect (and (cut ?d) (not (clean ?t))))
  (:action pound
    :parameters (?d - dish ?t - tool)
    :precondition (and (or (raw ?d) (cut ?d)) (heavy ?t))
    :effect (and (crushed ?d) (not (raw ?d)) (not (clean ?t))))
  (:action wash
    :parameters (?t - tool)
    :precondition (not (or (clean ?t) (stove-on)))
    :effect (clean ?t))
  (:action light :parameters () :precondition (not (stove-on)) :effect (stove-on))
  (:action quench :parameters () :precondition (stove-on) :effect (not (stove-on)))
  (:action cook
    :parameters (?d - dish)
    :precondition (and (stove-on) (or (and (cut ?d) (not (crushed ?d))) (and (crushed ?d) (not (cut ?d)))))
    :effect (and (cooked ?d) (not (raw ?d))))
  (:action serve
    :parameters (?d - dish)
    :precondition (and (or (cooked ?d) (crushed ?d)) (not (stove-on)))
    :effect (served ?d)))

;;;; problem
(define (problem kitchen-1)
  (:domain kitchen)
  (:objects leek nut - dish knife mallet - tool)
  (:init (sharp knife) (heavy mallet) (raw leek) (raw nut) (stove-on))
  (:goal (and (served leek) (served nut) (cut leek) (cooked nut) (clean mallet))))
