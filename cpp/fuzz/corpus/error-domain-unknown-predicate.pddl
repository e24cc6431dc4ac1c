(define (domain lamps)
  (:types lamp room)
  (:constants hall - room)
  (:predicates (lit ?l - lamp) (in ?l - lamp ?r - room) (bright ?r - room))
  (:functions (total-cost) (effort ?l - lamp))
  (:action switch-on
    :parameters (?l - lamp)
    :precondition (not (litt ?l))
    :effect (lit ?l)))
