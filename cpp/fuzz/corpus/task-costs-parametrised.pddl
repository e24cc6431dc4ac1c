; Costs from static functions of the parameters; a missing value makes the action inapplicable.
(define (domain haul)
  (:requirements :typing :action-costs)
  (:types site load)
  (:predicates (truck ?s - site) (at ?l - load ?s - site) (aboard ?l - load))
  (:functions (distance ?a ?b - site) - number (toll ?s - site) - number (total-cost) - number)
  (:action drive
    :parameters (?a ?b - site)
    :precondition (truck ?a)
    :effect (and (not (truck ?a)) (truck ?b) (increase (total-cost) (distance ?a ?b))))
  (:action load
    :parameters (?l - load ?s - site)
    :precondition (and (truck ?s) (at ?l ?s))
    :effect (and (not (at ?l ?s)) (aboard ?l) (increase (total-cost) 1)))
  (:action unload
    :parameters (?l - load ?s - site)
    :precondition (and (truck ?s) (aboard ?l))
    :effect (and (at ?l ?s) (not (aboard ?l)) (increase (total-cost) (toll ?s)))))

;;;; problem
(define (problem haul-1)
  (:domain haul)
  (:objects quarry town dam - site sand clay - load)
  (:init (truck town) (at sand quarry) (at clay dam)
         (= (total-cost) 0) (= (distance quarry town) 4) (= (distance town quarry) 5) (= (distance town dam) 20)
         (= (distance dam town) 3) (= (distance quarry dam) 7) (= (toll quarry) 9) (= (toll town) 2) (= (toll dam) 0))
  (:goal (and (at sand dam) (at clay town)))
  (:metric minimize (total-cost)))
