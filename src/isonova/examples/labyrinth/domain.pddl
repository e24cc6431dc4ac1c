; An explorer walks over the cards of a labyrinth whose squares of four cards can be turned. To turn a square takes four cards
; and four places as parameters, so there are too many ground actions already on small boards.
(define (domain labyrinth)
  (:requirements :strips :typing)
  (:types card place)
  (:predicates
    (square ?p1 ?p2 ?p3 ?p4 - place)
    (below ?p ?q - place)
    (left-of ?p ?q - place)
    (opens-up ?c - card)
    (opens-down ?c - card)
    (opens-left ?c - card)
    (opens-right ?c - card)
    (lies ?c - card ?p - place)
    (explorer-on ?c - card))

  (:action go-up
    :parameters (?c ?d - card ?p ?q - place)
    :precondition (and (explorer-on ?c) (lies ?c ?p) (below ?p ?q) (lies ?d ?q) (opens-up ?c) (opens-down ?d))
    :effect (and (explorer-on ?d) (not (explorer-on ?c))))

  (:action go-down
    :parameters (?c ?d - card ?p ?q - place)
    :precondition (and (explorer-on ?c) (lies ?c ?p) (below ?q ?p) (lies ?d ?q) (opens-down ?c) (opens-up ?d))
    :effect (and (explorer-on ?d) (not (explorer-on ?c))))

  (:action go-left
    :parameters (?c ?d - card ?p ?q - place)
    :precondition (and (explorer-on ?c) (lies ?c ?p) (left-of ?q ?p) (lies ?d ?q) (opens-left ?c) (opens-right ?d))
    :effect (and (explorer-on ?d) (not (explorer-on ?c))))

  (:action go-right
    :parameters (?c ?d - card ?p ?q - place)
    :precondition (and (explorer-on ?c) (lies ?c ?p) (left-of ?p ?q) (lies ?d ?q) (opens-right ?c) (opens-left ?d))
    :effect (and (explorer-on ?d) (not (explorer-on ?c))))

  ; The card at p1 goes to p2, and so on round the square. Cards keep their openings.
  (:action turn
    :parameters (?c1 ?c2 ?c3 ?c4 - card ?p1 ?p2 ?p3 ?p4 - place)
    :precondition (and (square ?p1 ?p2 ?p3 ?p4) (lies ?c1 ?p1) (lies ?c2 ?p2) (lies ?c3 ?p3) (lies ?c4 ?p4))
    :effect (and (lies ?c1 ?p2) (lies ?c2 ?p3) (lies ?c3 ?p4) (lies ?c4 ?p1)
                 (not (lies ?c1 ?p1)) (not (lies ?c2 ?p2)) (not (lies ?c3 ?p3)) (not (lies ?c4 ?p4)))))
