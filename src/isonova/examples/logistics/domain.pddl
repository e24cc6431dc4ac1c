; Trucks bring boxes to places within their city, planes fly them between airports. Every city has one airport.
(define (domain logistics)
  (:requirements :strips :typing)
  (:types
    city place carrier box - object
    airport - place
    truck plane - carrier)
  (:predicates
    (within ?p - place ?c - city)
    (stands-at ?v - carrier ?p - place)
    (waits-at ?b - box ?p - place)
    (inside ?b - box ?v - carrier))

  (:action drive
    :parameters (?t - truck ?from ?to - place ?c - city)
    :precondition (and (stands-at ?t ?from) (within ?from ?c) (within ?to ?c))
    :effect (and (not (stands-at ?t ?from)) (stands-at ?t ?to)))

  (:action fly
    :parameters (?a - plane ?from ?to - airport)
    :precondition (stands-at ?a ?from)
    :effect (and (not (stands-at ?a ?from)) (stands-at ?a ?to)))

  (:action load
    :parameters (?b - box ?v - carrier ?p - place)
    :precondition (and (stands-at ?v ?p) (waits-at ?b ?p))
    :effect (and (inside ?b ?v) (not (waits-at ?b ?p))))

  (:action unload
    :parameters (?b - box ?v - carrier ?p - place)
    :precondition (and (stands-at ?v ?p) (inside ?b ?v))
    :effect (and (waits-at ?b ?p) (not (inside ?b ?v)))))
