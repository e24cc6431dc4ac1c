; Equality and inequality between parameters and between a parameter and a constant.
(define (domain dance)
  (:requirements :strips :equality :negative-preconditions)
  (:constants lead)
  (:predicates (dancer ?d) (pair ?a ?b) (alone ?d) (danced ?a ?b) (tired ?d))
  (:action invite
    :parameters (?a ?b)
    :precondition (and (dancer ?a) (dancer ?b) (not (= ?a ?b)) (alone ?a) (alone ?b))
    :effect (and (pair ?a ?b) (not (alone ?a)) (not (alone ?b))))
  (:action part
    :parameters (?a ?b)
    :precondition (pair ?a ?b)
    :effect (and (not (pair ?a ?b)) (alone ?a) (alone ?b) (danced ?a ?b)))
  (:action bow
    :parameters (?a ?b ?c)
    :precondition (and (pair ?a ?b) (dancer ?c) (= ?a lead) (not (= ?c ?a)) (not (= ?b ?c)))
    :effect (and (tired ?c) (danced lead ?c)))
  (:action twirl
    :parameters (?a ?b)
    :precondition (and (alone ?a) (= ?a ?b) (tired ?b))
    :effect (danced ?a ?b)))

;;;; problem
(define (problem dance-1)
  (:domain dance)
  (:objects ana ben)
  (:init (dancer lead) (dancer ana) (dancer ben) (alone lead) (alone ana) (alone ben))
  (:goal (and (danced lead ana) (danced lead ben) (danced ana ana) (danced ben ana))))
