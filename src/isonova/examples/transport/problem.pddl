; isonova examples generate transport --towns 5 --lorries 2 --loads 3 --room 2 --seed 0
(define (problem generated-transport)
  (:domain transport)
  (:objects
    town1 town2 town3 town4 town5 - town
    lorry1 lorry2 - lorry
    load1 load2 load3 - load
    n0 n1 n2 - amount)
  (:init
    (= (total-cost) 0) (road town1 town2) (= (length town1 town2) 92) (road town2 town1)
    (= (length town2 town1) 92) (road town1 town3) (= (length town1 town3) 35) (road town3 town1)
    (= (length town3 town1) 35) (road town3 town4) (= (length town3 town4) 32) (road town4 town3)
    (= (length town4 town3) 32) (road town2 town5) (= (length town2 town5) 57) (road town5 town2)
    (= (length town5 town2) 57) (road town2 town3) (= (length town2 town3) 63) (road town3 town2)
    (= (length town3 town2) 63) (one-less n0 n1) (one-less n1 n2) (lorry-in lorry1 town4) (room lorry1 n2)
    (lorry-in lorry2 town5) (room lorry2 n2) (load-in load1 town1) (load-in load2 town4) (load-in load3 town5))
  (:goal (and
    (load-in load1 town4) (load-in load2 town3) (load-in load3 town2)))
  (:metric minimize (total-cost)))
