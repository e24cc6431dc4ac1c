; Cups are stacked in towers on a few trays. A cup may stand on the tray itself or on a wider cup; a hand moves a whole
; tower top by top, but there are only so many trays. Cups of one width can be swapped without anyone noticing.
(define (domain tray-towers)
  (:requirements :strips :typing)
  (:types spot - object cup tray - spot)
  (:predicates
    (on ?c - cup ?s - spot)
    (clear ?s - spot)
    (fits ?c - cup ?s - spot))

  (:action move
    :parameters (?c - cup ?from ?to - spot)
    :precondition (and (on ?c ?from) (clear ?c) (clear ?to) (fits ?c ?to))
    :effect (and (not (on ?c ?from)) (on ?c ?to) (clear ?from) (not (clear ?to)))))
