; A cook needs four ingredients on the counter for each dish of a banquet, and the pantry has many of each kind. The action
; cook has fourteen parameters: grounding it would list every choice of items and slots, which are millions for a pantry of
; thirty items of a kind. In a state only few of them apply.
(define (domain banquet)
  (:requirements :strips :typing)
  (:types dish kind item slot pot)
  (:predicates
    (calls-for ?d - dish ?k1 ?k2 ?k3 ?k4 - kind)
    (is-a ?i - item ?k - kind)
    (in-pantry ?i - item)
    (free ?s - slot)
    (lies-on ?i - item ?s - slot)
    (clean ?p - pot)
    (dirty ?p - pot)
    (full ?p - pot ?d - dish)
    (served ?d - dish))

  (:action fetch
    :parameters (?i - item ?s - slot)
    :precondition (and (in-pantry ?i) (free ?s))
    :effect (and (lies-on ?i ?s) (not (in-pantry ?i)) (not (free ?s))))

  (:action put-back
    :parameters (?i - item ?s - slot)
    :precondition (lies-on ?i ?s)
    :effect (and (in-pantry ?i) (free ?s) (not (lies-on ?i ?s))))

  (:action cook
    :parameters (?d - dish ?p - pot ?k1 ?k2 ?k3 ?k4 - kind ?i1 ?i2 ?i3 ?i4 - item ?s1 ?s2 ?s3 ?s4 - slot)
    :precondition (and (calls-for ?d ?k1 ?k2 ?k3 ?k4) (clean ?p)
                       (is-a ?i1 ?k1) (is-a ?i2 ?k2) (is-a ?i3 ?k3) (is-a ?i4 ?k4)
                       (lies-on ?i1 ?s1) (lies-on ?i2 ?s2) (lies-on ?i3 ?s3) (lies-on ?i4 ?s4))
    :effect (and (full ?p ?d) (not (clean ?p)) (free ?s1) (free ?s2) (free ?s3) (free ?s4)
                 (not (lies-on ?i1 ?s1)) (not (lies-on ?i2 ?s2)) (not (lies-on ?i3 ?s3)) (not (lies-on ?i4 ?s4))))

  (:action serve
    :parameters (?d - dish ?p - pot)
    :precondition (full ?p ?d)
    :effect (and (served ?d) (dirty ?p) (not (full ?p ?d))))

  (:action wash
    :parameters (?p - pot)
    :precondition (dirty ?p)
    :effect (and (clean ?p) (not (dirty ?p)))))
