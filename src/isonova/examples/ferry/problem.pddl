; isonova examples generate ferry --docks 4 --cars 4 --seed 0
(define (problem generated-ferry)
  (:domain ferry)
  (:objects
    dock1 dock2 dock3 dock4 - dock
    car1 car2 car3 car4 - car)
  (:init
    (route dock1 dock2) (route dock2 dock1) (route dock2 dock3) (route dock3 dock2) (route dock1 dock4)
    (route dock4 dock1) (route dock3 dock4) (route dock4 dock3) (route dock2 dock4) (route dock4 dock2)
    (deck-free) (ferry-at dock3) (parked car1 dock4) (parked car2 dock2) (parked car3 dock2)
    (parked car4 dock2))
  (:goal (and
    (parked car1 dock2) (parked car2 dock4) (parked car3 dock3) (parked car4 dock1))))
