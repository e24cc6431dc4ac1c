; (either ...) in the parameters of actions, in quantifiers and in the objects.
(define (domain ferry)
  (:requirements :adl)
  (:types car bike pedestrian - traveller traveller bank - object)
  (:predicates (on ?t - traveller ?b - bank) (aboard ?t - traveller) (ferry-at ?b - bank) (fenced ?b - bank) (paid ?t - (either car bike)))
  (:action cross
    :parameters (?from ?to - bank)
    :precondition (and (ferry-at ?from) (not (= ?from ?to))
                       (forall (?t - (either car bike)) (imply (aboard ?t) (paid ?t))))
    :effect (and (not (ferry-at ?from)) (ferry-at ?to)))
  (:action pay
    :parameters (?t - (either car bike) ?b - bank)
    :precondition (and (on ?t ?b) (ferry-at ?b))
    :effect (paid ?t))
  (:action board
    :parameters (?t - traveller ?b - bank)
    :precondition (and (on ?t ?b) (ferry-at ?b) (not (exists (?o - (either car pedestrian)) (aboard ?o))))
    :effect (and (aboard ?t) (not (on ?t ?b))))
  (:action leave
    :parameters (?t - (either bike pedestrian car) ?b - bank)
    :precondition (and (aboard ?t) (ferry-at ?b))
    :effect (and (on ?t ?b) (not (aboard ?t)) (forall (?x - (either bike car)) (when (= ?x ?t) (not (paid ?x)))))))

;;;; problem
(define (problem ferry-1)
  (:domain ferry)
  (:objects mini - car tandem - bike eve - pedestrian hybrid - (either car bike) left right - bank)
  (:init (on mini left) (on tandem left) (on eve right) (on hybrid left) (ferry-at right))
  (:goal (and (on mini right) (on tandem right) (on eve left) (on hybrid right))))
