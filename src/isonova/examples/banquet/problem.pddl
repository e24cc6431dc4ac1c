; isonova examples generate banquet --dishes 2 --kinds 5 --stock 2 --slots 4 --pots 1 --seed 0
(define (problem generated-banquet)
  (:domain banquet)
  (:objects
    dish1 dish2 - dish
    kind1 kind2 kind3 kind4 kind5 - kind
    item1-1 item1-2 item2-1 item2-2 item3-1 item3-2 item4-1 item4-2 item5-1 item5-2 - item
    slot1 slot2 slot3 slot4 - slot
    pot1 - pot)
  (:init
    (calls-for dish1 kind4 kind5 kind1 kind2) (calls-for dish2 kind5 kind4 kind2 kind3) (is-a item1-1 kind1)
    (in-pantry item1-1) (is-a item1-2 kind1) (in-pantry item1-2) (is-a item2-1 kind2) (in-pantry item2-1)
    (is-a item2-2 kind2) (in-pantry item2-2) (is-a item3-1 kind3) (in-pantry item3-1) (is-a item3-2 kind3)
    (in-pantry item3-2) (is-a item4-1 kind4) (in-pantry item4-1) (is-a item4-2 kind4) (in-pantry item4-2)
    (is-a item5-1 kind5) (in-pantry item5-1) (is-a item5-2 kind5) (in-pantry item5-2) (free slot1)
    (free slot2) (free slot3) (free slot4) (clean pot1))
  (:goal (and
    (served dish1) (served dish2))))
