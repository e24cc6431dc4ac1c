(define (problem counter-1)
  (:domain counter)
  (:init (b1))
  (:goal (and (overflow) (b0) (not (b1)))))
