; Actions of cost zero (written and left out), and two increases in one action that add up.
(define (domain errands)
  (:requirements :typing :action-costs :conditional-effects)
  (:types shop good)
  (:predicates (at ?s - shop) (sells ?s - shop ?g - good) (has ?g - good) (basket) (adjacent ?a ?b - shop))
  (:functions (price ?s - shop ?g - good) - number (total-cost) - number)
  (:action stroll
    :parameters (?a ?b - shop)
    :precondition (and (at ?a) (adjacent ?a ?b))
    :effect (and (not (at ?a)) (at ?b) (increase (total-cost) 0)))
  (:action take-basket :parameters () :precondition (not (basket)) :effect (basket))
  (:action buy
    :parameters (?g - good ?s - shop)
    :precondition (and (at ?s) (sells ?s ?g) (basket))
    :effect (and (has ?g) (increase (total-cost) 1) (increase (total-cost) (price ?s ?g)))))

;;;; problem
(define (problem errands-1)
  (:domain errands)
  (:objects baker grocer market - shop bread milk - good)
  (:init (at baker) (adjacent baker grocer) (adjacent grocer market) (adjacent market baker) (sells baker bread)
         (sells market bread) (sells grocer milk) (sells market milk) (= (price baker bread) 4) (= (price market bread) 2)
         (= (price grocer milk) 0) (= (price market milk) 3) (= (total-cost) 0))
  (:goal (and (has bread) (has milk)))
  (:metric minimize (total-cost)))
