(define (problem one-lamp)
  (:domain lamps))
