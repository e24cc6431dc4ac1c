(define (problem one-lamp)
  (:domain lamps)
  (:objects desk - lamp)
  (:init (in desk ha