; isonova examples generate lights_out --rows 3 --columns 3 --seed 0
(define (problem generated-lights-out)
  (:domain lights-out)
  (:objects
    l1-1 l1-2 l1-3 l2-1 l2-2 l2-3 l3-1 l3-2 l3-3 - lamp)
  (:init
    (wired l1-1 l1-1) (wired l1-1 l2-1) (wired l1-1 l1-2) (wired l1-2 l1-2) (wired l1-2 l2-2)
    (wired l1-2 l1-1) (wired l1-2 l1-3) (wired l1-3 l1-3) (wired l1-3 l2-3) (wired l1-3 l1-2)
    (wired l2-1 l2-1) (wired l2-1 l1-1) (wired l2-1 l3-1) (wired l2-1 l2-2) (wired l2-2 l2-2)
    (wired l2-2 l1-2) (wired l2-2 l3-2) (wired l2-2 l2-1) (wired l2-2 l2-3) (wired l2-3 l2-3)
    (wired l2-3 l1-3) (wired l2-3 l3-3) (wired l2-3 l2-2) (wired l3-1 l3-1) (wired l3-1 l2-1)
    (wired l3-1 l3-2) (wired l3-2 l3-2) (wired l3-2 l2-2) (wired l3-2 l3-1) (wired l3-2 l3-3)
    (wired l3-3 l3-3) (wired l3-3 l2-3) (wired l3-3 l3-2) (lit l1-1) (lit l1-3) (lit l2-3) (lit l3-3))
  (:goal (and
    (not (lit l1-1)) (not (lit l1-2)) (not (lit l1-3)) (not (lit l2-1)) (not (lit l2-2)) (not (lit l2-3))
    (not (lit l3-1)) (not (lit l3-2)) (not (lit l3-3)))))
