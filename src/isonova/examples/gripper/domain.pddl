; A robot carries balls from room to room. It has a few hands, all alike, and each holds one ball.
(define (domain gripper)
  (:requirements :strips :typing)
  (:types room ball hand)
  (:predicates
    (door ?a ?b - room)
    (robot-in ?r - room)
    (lies-in ?b - ball ?r - room)
    (carries ?h - hand ?b - ball)
    (empty ?h - hand))

  (:action walk
    :parameters (?from ?to - room)
    :precondition (and (robot-in ?from) (door ?from ?to))
    :effect (and (not (robot-in ?from)) (robot-in ?to)))

  (:action grasp
    :parameters (?b - ball ?h - hand ?r - room)
    :precondition (and (robot-in ?r) (lies-in ?b ?r) (empty ?h))
    :effect (and (carries ?h ?b) (not (lies-in ?b ?r)) (not (empty ?h))))

  (:action drop
    :parameters (?b - ball ?h - hand ?r - room)
    :precondition (and (robot-in ?r) (carries ?h ?b))
    :effect (and (lies-in ?b ?r) (empty ?h) (not (carries ?h ?b)))))
