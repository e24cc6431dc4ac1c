(define (problem harbour-1)
  (:domain harbour)
  (:objects north south - quay shed - warehouse
            big - crane little - cart
            vase - fragile-box crate - box oil - drum)
  (:init (road north south) (road south north) (road south shed) (road shed south)
         (at big north) (at little shed) (idle big) (idle little)
         (at vase north) (at crate south) (at oil north))
  (:goal (and (stacked vase shed) (stacked crate shed) (stacked oil shed))))
