; The domain and problem that stand beside each faulty text in errors/.
(define (domain lamps)
  (:requirements :typing :action-costs)
  (:types lamp room - object)
  (:constants hall - room)
  (:predicates (lit ?l - lamp) (in ?l - lamp ?r - room) (bright ?r - room))
  (:functions (total-cost) (effort ?l - lamp))
  (:derived (bright ?r - room) (exists (?l - lamp) (and (in ?l ?r) (lit ?l))))
  (:action switch-on
    :parameters (?l - lamp)
    :precondition (not (lit ?l))
    :effect (and (lit ?l) (increase (total-cost) (effort ?l)))))
