; isonova examples generate blocks --blocks 6 --seed 0
(define (problem generated-blocks)
  (:domain blocks)
  (:objects
    b1 b2 b3 b4 b5 b6 - block)
  (:init
    (hand-empty) (on-table b2) (on-table b4) (on-table b6) (on b1 b6) (on b3 b1) (on b5 b3) (clear b2)
    (clear b4) (clear b5))
  (:goal (and
    (on-table b3) (on-table b4) (on-table b6) (on b2 b3) (on b1 b2) (on b5 b6))))
