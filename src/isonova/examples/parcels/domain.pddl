; Vans bring parcels to their addresses. Roads have lengths, a van has a few slots, and a ferry takes a van across the
; water for a fixed fare: the cheapest plan need not be the shortest.
(define (domain parcels)
  (:requirements :strips :typing :negative-preconditions :action-costs)
  (:types
    place thing - object
    quay - place
    van parcel - thing
    slot - object)
  (:predicates
    (at ?x - thing ?p - place)
    (in ?x - parcel ?s - slot)
    (slot-of ?s - slot ?v - van)
    (taken ?s - slot)
    (road ?from ?to - place)
    (ferry ?from ?to - quay))
  (:functions
    (length ?from ?to - place) - number
    (fare) - number
    (total-cost) - number)

  (:action drive
    :parameters (?v - van ?from ?to - place)
    :precondition (and (at ?v ?from) (road ?from ?to))
    :effect (and (not (at ?v ?from)) (at ?v ?to)
                 (increase (total-cost) (length ?from ?to))))

  (:action cross
    :parameters (?v - van ?from ?to - quay)
    :precondition (and (at ?v ?from) (ferry ?from ?to))
    :effect (and (not (at ?v ?from)) (at ?v ?to)
                 (increase (total-cost) (fare))))

  (:action load
    :parameters (?x - parcel ?s - slot ?v - van ?p - place)
    :precondition (and (at ?v ?p) (at ?x ?p) (slot-of ?s ?v) (not (taken ?s)))
    :effect (and (not (at ?x ?p)) (in ?x ?s) (taken ?s)
                 (increase (total-cost) 1)))

  (:action unload
    :parameters (?x - parcel ?s - slot ?v - van ?p - place)
    :precondition (and (at ?v ?p) (in ?x ?s) (slot-of ?s ?v))
    :effect (and (not (in ?x ?s)) (not (taken ?s)) (at ?x ?p)
                 (increase (total-cost) 1))))
