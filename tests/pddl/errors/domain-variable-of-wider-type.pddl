(define (domain lamps)
  (:types lamp room - thing torch - lamp)
  (:constants hall - room)
  (:predicates (lit ?l - lamp) (in ?l - lamp ?r - room) (bright ?r - room))
  (:functions (total-cost) (effort ?l - lamp))
  (:action move
    :parameters (?l - thing ?t - torch ?e - (either lamp room) ?u)
    :precondition (and (lit ?l) (lit ?t) (lit ?e))
    :effect (lit ?u)))
