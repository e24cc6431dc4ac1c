; isonova examples generate sokoban --rows 5 --columns 5 --boxes 2 --walls 2 --seed 0
(define (problem generated-sokoban)
  (:domain sokoban)
  (:objects
    t1-1 t1-2 t1-3 t1-4 t1-5 t2-1 t2-2 t2-3 t2-4 t2-5 t3-1 t3-2 t3-5 t4-1 t4-2 t4-3 t4-4 t4-5 t5-1 t5-2 t5-3
    t5-4 t5-5 - tile
    up down left right - direction)
  (:init
    (worker-on t2-5) (box-on t2-4) (box-on t5-2) (free t1-1) (free t1-2) (free t1-3) (free t1-4) (free t1-5)
    (free t2-1) (free t2-2) (free t2-3) (free t3-1) (free t3-2) (free t3-5) (free t4-1) (free t4-2)
    (free t4-3) (free t4-4) (free t4-5) (free t5-1) (free t5-3) (free t5-4) (free t5-5) (next t1-1 t2-1 down)
    (next t1-1 t1-2 right) (next t1-2 t2-2 down) (next t1-2 t1-1 left) (next t1-2 t1-3 right)
    (next t1-3 t2-3 down) (next t1-3 t1-2 left) (next t1-3 t1-4 right) (next t1-4 t2-4 down)
    (next t1-4 t1-3 left) (next t1-4 t1-5 right) (next t1-5 t2-5 down) (next t1-5 t1-4 left)
    (next t2-1 t1-1 up) (next t2-1 t3-1 down) (next t2-1 t2-2 right) (next t2-2 t1-2 up) (next t2-2 t3-2 down)
    (next t2-2 t2-1 left) (next t2-2 t2-3 right) (next t2-3 t1-3 up) (next t2-3 t2-2 left)
    (next t2-3 t2-4 right) (next t2-4 t1-4 up) (next t2-4 t2-3 left) (next t2-4 t2-5 right)
    (next t2-5 t1-5 up) (next t2-5 t3-5 down) (next t2-5 t2-4 left) (next t3-1 t2-1 up) (next t3-1 t4-1 down)
    (next t3-1 t3-2 right) (next t3-2 t2-2 up) (next t3-2 t4-2 down) (next t3-2 t3-1 left) (next t3-5 t2-5 up)
    (next t3-5 t4-5 down) (next t4-1 t3-1 up) (next t4-1 t5-1 down) (next t4-1 t4-2 right) (next t4-2 t3-2 up)
    (next t4-2 t5-2 down) (next t4-2 t4-1 left) (next t4-2 t4-3 right) (next t4-3 t5-3 down)
    (next t4-3 t4-2 left) (next t4-3 t4-4 right) (next t4-4 t5-4 down) (next t4-4 t4-3 left)
    (next t4-4 t4-5 right) (next t4-5 t3-5 up) (next t4-5 t5-5 down) (next t4-5 t4-4 left) (next t5-1 t4-1 up)
    (next t5-1 t5-2 right) (next t5-2 t4-2 up) (next t5-2 t5-1 left) (next t5-2 t5-3 right)
    (next t5-3 t4-3 up) (next t5-3 t5-2 left) (next t5-3 t5-4 right) (next t5-4 t4-4 up) (next t5-4 t5-3 left)
    (next t5-4 t5-5 right) (next t5-5 t4-5 up) (next t5-5 t5-4 left))
  (:goal (and
    (box-on t3-1) (box-on t5-4))))
