; Constant costs per action, different enough that the shortest plan is not the cheapest.
(define (domain travel)
  (:requirements :strips :typing :action-costs)
  (:types town)
  (:predicates (rail ?a ?b - town) (at ?t - town) (seen ?t - town) (ticket))
  (:functions (total-cost) - number)
  (:action fly
    :parameters (?a ?b - town)
    :precondition (at ?a)
    :effect (and (not (at ?a)) (at ?b) (seen ?b) (increase (total-cost) 10)))
  (:action ride
    :parameters (?a ?b - town)
    :precondition (and (at ?a) (rail ?a ?b) (ticket))
    :effect (and (not (at ?a)) (at ?b) (seen ?b) (increase (total-cost) 2)))
  (:action buy :parameters () :precondition (and) :effect (and (ticket) (increase (total-cost) 3))))

;;;; problem
(define (problem travel-1)
  (:domain travel)
  (:objects aa bb cc dd - town)
  (:init (= (total-cost) 0) (at aa) (rail aa bb) (rail bb cc) (rail cc dd) (rail dd aa))
  (:goal (and (seen dd) (at aa)))
  (:metric minimize (total-cost)))
