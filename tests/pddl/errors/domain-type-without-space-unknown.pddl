(define (domain lamps)
  (:types lamp room)
  (:constants hall - room)
  (:predicates (lit ?l - lamp) (in ?l - lamp ?r - room) (bright ?r - room))
  (:functions (total-cost) -colour)
  (:action switch-on
    :parameters (-lamp ?l -lamb)
    :effect (lit ?l))
  (:action switch-off
    :parameters (?l -lamb)
    :effect (not (lit ?l))))
