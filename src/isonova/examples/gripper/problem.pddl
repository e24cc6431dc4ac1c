; isonova examples generate gripper --balls 4 --rooms 2 --hands 2 --seed 0
(define (problem generated-gripper)
  (:domain gripper)
  (:objects
    room1 room2 - room
    ball1 ball2 ball3 ball4 - ball
    hand1 hand2 - hand)
  (:init
    (robot-in room2) (empty hand1) (empty hand2) (door room1 room2) (door room2 room1) (lies-in ball1 room1)
    (lies-in ball2 room2) (lies-in ball3 room2) (lies-in ball4 room2))
  (:goal (and
    (lies-in ball1 room2) (lies-in ball2 room1) (lies-in ball3 room1) (lies-in ball4 room1))))
