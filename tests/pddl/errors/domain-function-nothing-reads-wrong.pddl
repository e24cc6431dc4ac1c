(define (domain lamps)
  (:types lamp room)
  (:constants hall - room)
  (:predicates (lit ?l - lamp) (in ?l - lamp ?r - room) (bright ?r - room))
  (:functions (total-cost) (effort ?l - lamp) (heat ?l - lamp))
  (:action switch-on
    :parameters (?l - lamp)
    :effect (and (lit ?l) (increase (heat) 1) (increase (heatt ?l) 1) (increase (heat ?m) 1))))
