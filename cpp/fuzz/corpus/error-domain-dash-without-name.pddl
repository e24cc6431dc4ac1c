(define (domain lamps)
  (:types - object)
  (:predicates (lit ?l)))
