; Two wings to seal, the guard deep in one of them, a lamp behind a locked grille in the other: every room has to be
; dark before its wing is armed, and whoever arms a wing stands in the lobby.
(define (problem closing-time)
  (:domain lockdown)
  (:objects
    gallery hall archive vault - room
    gate arch hatch grille - door
    east west - wing
    ana - guard
    chandelier spot-1 spot-2 desk bulb - lamp)
  (:init
    (joins gate lobby gallery) (joins arch lobby hall) (joins hatch gallery archive) (joins grille hall vault)
    (of-wing gate east) (of-wing hatch east) (of-wing arch west) (of-wing grille west)
    (lies-in gallery east) (lies-in archive east) (lies-in hall west) (lies-in vault west)
    (open gate) (open arch) (open hatch)
    (hangs chandelier hall) (hangs spot-1 gallery) (hangs spot-2 gallery) (hangs desk archive) (hangs bulb vault)
    (lit chandelier) (lit spot-1) (lit spot-2) (lit desk) (lit bulb)
    (at ana archive))
  (:goal (and
    (at ana lobby)
    (forall (?w - wing) (sealed ?w))
    (not (exists (?d - door) (open ?d))))))
