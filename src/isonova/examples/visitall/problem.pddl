; isonova examples generate visitall --rows 4 --columns 4 --ponds 2 --seed 0
(define (problem generated-visitall)
  (:domain visitall)
  (:objects
    s1-1 s1-2 s1-3 s1-4 s2-1 s2-2 s2-3 s2-4 s3-1 s3-2 s3-3 s3-4 s4-2 s4-3 - square)
  (:init
    (here s1-3) (seen s1-3) (path s1-1 s2-1) (path s2-1 s1-1) (path s1-1 s1-2) (path s1-2 s1-1)
    (path s1-2 s2-2) (path s2-2 s1-2) (path s1-2 s1-3) (path s1-3 s1-2) (path s1-3 s2-3) (path s2-3 s1-3)
    (path s1-3 s1-4) (path s1-4 s1-3) (path s1-4 s2-4) (path s2-4 s1-4) (path s2-1 s3-1) (path s3-1 s2-1)
    (path s2-1 s2-2) (path s2-2 s2-1) (path s2-2 s3-2) (path s3-2 s2-2) (path s2-2 s2-3) (path s2-3 s2-2)
    (path s2-3 s3-3) (path s3-3 s2-3) (path s2-3 s2-4) (path s2-4 s2-3) (path s2-4 s3-4) (path s3-4 s2-4)
    (path s3-1 s3-2) (path s3-2 s3-1) (path s3-2 s4-2) (path s4-2 s3-2) (path s3-2 s3-3) (path s3-3 s3-2)
    (path s3-3 s4-3) (path s4-3 s3-3) (path s3-3 s3-4) (path s3-4 s3-3) (path s4-2 s4-3) (path s4-3 s4-2))
  (:goal (and
    (seen s1-1) (seen s1-2) (seen s1-3) (seen s1-4) (seen s2-1) (seen s2-2) (seen s2-3) (seen s2-4)
    (seen s3-1) (seen s3-2) (seen s3-3) (seen s3-4) (seen s4-2) (seen s4-3))))
