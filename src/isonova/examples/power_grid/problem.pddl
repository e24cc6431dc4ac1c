; isonova examples generate power_grid --stations 5 --extra 2 --broken 2 --seed 0
(define (problem generated-power-grid)
  (:domain power-grid)
  (:objects
    plant station1 station2 station3 station4 station5 - station
    line1 line2 line3 line4 line5 line6 line7 - line)
  (:init
    (plant plant) (joins line1 plant station1) (joins line2 station1 station2) (joins line3 station2 station3)
    (joins line4 station1 station4) (joins line5 station3 station5) (joins line6 station4 station5)
    (joins line7 station3 station4) (broken line4) (broken line5) (closed line1) (closed line3) (closed line6))
  (:goal (and
    (live station1) (live station2) (live station3) (live station4) (live station5) (not (broken line4))
    (not (broken line5)))))
