; isonova examples generate sandwiches --children 4 --allergic 2 --tables 2 --trays 1 --spare 0 --seed 0
(define (problem generated-sandwiches)
  (:domain sandwiches)
  (:objects
    slice1 slice2 slice3 slice4 - slice
    spread1 spread2 spread3 spread4 - spread
    sandwich1 sandwich2 sandwich3 sandwich4 - sandwich
    tray1 - tray
    child1 child2 child3 child4 - child
    table1 table2 - place)
  (:init
    (in-pantry slice1) (in-pantry slice2) (in-pantry slice3) (in-pantry slice4) (in-jar spread1)
    (in-jar spread2) (in-jar spread3) (in-jar spread4) (nut-free-slice slice2) (nut-free-slice slice4)
    (nut-free-spread spread1) (nut-free-spread spread2) (unmade sandwich1) (unmade sandwich2)
    (unmade sandwich3) (unmade sandwich4) (tray-at tray1 kitchen) (eats-all child1) (allergic child2)
    (eats-all child3) (allergic child4) (sits-at child1 table2) (sits-at child2 table1)
    (sits-at child3 table2) (sits-at child4 table2))
  (:goal (and
    (served child1) (served child2) (served child3) (served child4))))
