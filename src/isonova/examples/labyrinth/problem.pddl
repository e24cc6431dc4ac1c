; isonova examples generate labyrinth --rows 3 --columns 3 --turns 4 --seed 0
(define (problem generated-labyrinth)
  (:domain labyrinth)
  (:objects
    card1 card2 card3 card4 card5 card6 card7 card8 card9 - card
    p1-1 p1-2 p1-3 p2-1 p2-2 p2-3 p3-1 p3-2 p3-3 - place)
  (:init
    (explorer-on card8) (lies card4 p1-1) (lies card8 p1-2) (lies card2 p1-3) (lies card1 p2-1)
    (lies card6 p2-2) (lies card9 p2-3) (lies card7 p3-1) (lies card3 p3-2) (lies card5 p3-3)
    (square p1-1 p1-2 p2-2 p2-1) (square p1-2 p1-3 p2-3 p2-2) (square p2-1 p2-2 p3-2 p3-1)
    (square p2-2 p2-3 p3-3 p3-2) (below p2-1 p1-1) (left-of p1-1 p1-2) (below p2-2 p1-2) (left-of p1-2 p1-3)
    (below p2-3 p1-3) (below p3-1 p2-1) (left-of p2-1 p2-2) (below p3-2 p2-2) (left-of p2-2 p2-3)
    (below p3-3 p2-3) (left-of p3-1 p3-2) (left-of p3-2 p3-3) (opens-left card1) (opens-down card2)
    (opens-left card2) (opens-up card3) (opens-down card3) (opens-left card4) (opens-down card5)
    (opens-left card6) (opens-right card6) (opens-up card7) (opens-up card8) (opens-right card8)
    (opens-left card9))
  (:goal (and
    (explorer-on card7))))
