(define (domain lamps)
  (:types torch -lamp lamp -object room)
  (:constants hall cellar -room)
  (:predicates (lit ?l -lamp) (in ?l -lamp ?r - room) (bright ?r -(either room lamp)))
  (:functions (total-cost) -number (effort ?l -lamp) - number)
  (:action switch-on
    :parameters (?l -lamp ?r -room)
    :precondition (forall (?t -torch) (not (lit ?t)))
    :effect (lit ?l)))
