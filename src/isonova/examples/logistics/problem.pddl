; isonova examples generate logistics --cities 2 --places 2 --planes 1 --boxes 3 --seed 0
(define (problem generated-logistics)
  (:domain logistics)
  (:objects
    city1 city2 - city
    city1-airport city2-airport - airport
    city1-place1 city1-place2 city2-place1 city2-place2 - place
    city1-truck city2-truck - truck
    plane1 - plane
    box1 box2 box3 - box)
  (:init
    (within city1-airport city1) (within city2-airport city2) (within city1-place1 city1)
    (within city1-place2 city1) (within city2-place1 city2) (within city2-place2 city2)
    (stands-at city1-truck city1-place1) (stands-at city2-truck city2-place1) (stands-at plane1 city1-airport)
    (waits-at box1 city1-place1) (waits-at box2 city1-place2) (waits-at box3 city1-place1))
  (:goal (and
    (waits-at box1 city2-place2) (waits-at box2 city2-place1) (waits-at box3 city2-place1))))
