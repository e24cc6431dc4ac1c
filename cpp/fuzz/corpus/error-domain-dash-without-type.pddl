(define (domain lamps)
  (:types lamp room -)
  (:predicates (lit ?l)))
