; A recursive derived predicate (transitive closure) and one that uses it, in preconditions and goal.
(define (domain tower)
  (:requirements :strips :typing :derived-predicates :equality :negative-preconditions)
  (:types brick)
  (:predicates (on ?a ?b - brick) (on-floor ?a - brick) (heavy ?a - brick) (above ?a ?b - brick) (bears ?b - brick)
               (clear ?b - brick))
  (:derived (above ?a ?b - brick)
    (or (on ?a ?b) (exists (?c - brick) (and (on ?a ?c) (above ?c ?b)))))
  (:derived (clear ?b - brick) (not (exists (?a - brick) (on ?a ?b))))
  (:derived (bears ?b - brick) (exists (?a - brick) (and (above ?a ?b) (heavy ?a))))
  (:action put-on
    :parameters (?a ?b - brick)
    :precondition (and (on-floor ?a) (clear ?a) (clear ?b) (not (= ?a ?b)))
    :effect (and (on ?a ?b) (not (on-floor ?a))))
  (:action put-down
    :parameters (?a ?b - brick)
    :precondition (and (on ?a ?b) (clear ?a))
    :effect (and (not (on ?a ?b)) (on-floor ?a)))
  (:action slide-under
    :parameters (?a ?b - brick)
    :precondition (and (on-floor ?a) (on-floor ?b) (clear ?a) (bears ?b) (not (heavy ?a)) (not (= ?a ?b)))
    :effect (and (on ?b ?a) (not (on-floor ?b)))))

;;;; problem
(define (problem tower-1)
  (:domain tower)
  (:objects a b c d - brick)
  (:init (on a b) (on b c) (on-floor c) (on-floor d) (heavy a))
  (:goal (and (above b d) (above c a) (bears d) (not (above d c)))))
