(define (domain lamps)
  (:types lamp room)
  (:constants hall - room)
  (:predicates (lit ?l - lamp) (in ?l - lamp ?r - room) (bright ?r - room))
  (:functions (total-cost) (effort ?l - lamp))
  (:action switch-on
    :parameters (?l - lamp)
    :effect (and (lit ?l) (increase (total-cost) (effort ?l)) (increase (effort ?l) 1.5)))
  (:action switch-off
    :parameters (?l - lamp)
    :effect (and (not (lit ?l)) (increase (total-cost) -0.050))))
