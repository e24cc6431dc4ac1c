(define (domain lamps)
  (:types lamp room)
  (:constants hall - room)
  (:predicates (lit ?l - lamp) (in ?l - lamp ?r - room) (bright ?r - room))
  (:functions (total-cost) (effort ?l - lamp) (heat ?l - lamp) (used) - number)
  (:action switch-on
    :parameters (?l - lamp)
    :effect (and (lit ?l) (increase (total-cost) (effort ?l)) (increase (heat ?l) (* 2 (effort ?l)))
      (forall (?r - room) (when (in ?l ?r) (increase (used) -1.50)))))
  (:action switch-off
    :parameters (?l - lamp)
    :effect (and (not (lit ?l)) (increase (heat ?l) (used)))))
