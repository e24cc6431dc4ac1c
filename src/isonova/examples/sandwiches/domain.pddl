; Children wait for sandwiches; some must not eat nuts. Slices, spreads and trays are many and alike, so a task has far more
; states than ideas. Who uses up what is free of nuts for a child that eats everything ends in a dead end.
(define (domain sandwiches)
  (:requirements :strips :typing)
  (:types slice spread sandwich tray child place)
  (:constants kitchen - place)
  (:predicates
    (in-pantry ?s - slice)
    (in-jar ?f - spread)
    (nut-free-slice ?s - slice)
    (nut-free-spread ?f - spread)
    (unmade ?w - sandwich)
    (on-board ?w - sandwich)
    (nut-free ?w - sandwich)
    (on-tray ?w - sandwich ?t - tray)
    (tray-at ?t - tray ?p - place)
    (sits-at ?c - child ?p - place)
    (allergic ?c - child)
    (eats-all ?c - child)
    (served ?c - child))

  (:action make
    :parameters (?w - sandwich ?s - slice ?f - spread)
    :precondition (and (unmade ?w) (in-pantry ?s) (in-jar ?f))
    :effect (and (on-board ?w) (not (unmade ?w)) (not (in-pantry ?s)) (not (in-jar ?f))))

  (:action make-nut-free
    :parameters (?w - sandwich ?s - slice ?f - spread)
    :precondition (and (unmade ?w) (in-pantry ?s) (in-jar ?f) (nut-free-slice ?s) (nut-free-spread ?f))
    :effect (and (on-board ?w) (nut-free ?w) (not (unmade ?w)) (not (in-pantry ?s)) (not (in-jar ?f))))

  (:action put-on-tray
    :parameters (?w - sandwich ?t - tray)
    :precondition (and (on-board ?w) (tray-at ?t kitchen))
    :effect (and (on-tray ?w ?t) (not (on-board ?w))))

  (:action carry
    :parameters (?t - tray ?from ?to - place)
    :precondition (tray-at ?t ?from)
    :effect (and (not (tray-at ?t ?from)) (tray-at ?t ?to)))

  (:action serve
    :parameters (?w - sandwich ?t - tray ?c - child ?p - place)
    :precondition (and (on-tray ?w ?t) (tray-at ?t ?p) (sits-at ?c ?p) (eats-all ?c))
    :effect (and (served ?c) (not (on-tray ?w ?t))))

  (:action serve-nut-free
    :parameters (?w - sandwich ?t - tray ?c - child ?p - place)
    :precondition (and (on-tray ?w ?t) (tray-at ?t ?p) (sits-at ?c ?p) (allergic ?c) (nut-free ?w))
    :effect (and (served ?c) (not (on-tray ?w ?t)))))
