(define (domain lamps)
  (:types lamp room)
  (:constants hall - room)
  (:predicates (lit ?l - lamp) (in ?l - lamp ?r - room) (bright ?r - room))
  (:functions (total-cost) (effort ?l - lamp))
  (:derived (bright ?r - room) (exists (?l - lamp) (in ?l ?r)))
  (:action brighten
    :parameters (?r - room)
    :effect (bright ?r)))
