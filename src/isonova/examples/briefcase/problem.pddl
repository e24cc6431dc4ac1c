; isonova examples generate briefcase --things 4 --places 3 --seed 0
(define (problem generated-briefcase)
  (:domain briefcase)
  (:objects
    place1 place2 place3 - place
    thing1 thing2 thing3 thing4 - thing)
  (:init
    (case-at place2) (street place1 place2) (street place2 place1) (street place1 place3)
    (street place3 place1) (street place2 place3) (street place3 place2) (lies-at thing1 place2)
    (lies-at thing2 place2) (lies-at thing3 place3) (lies-at thing4 place3))
  (:goal (and
    (lies-at thing1 place3) (not (inside thing1)) (lies-at thing2 place3) (not (inside thing2))
    (lies-at thing3 place1) (not (inside thing3)) (lies-at thing4 place1) (not (inside thing4)))))
