; After a storm some power lines are broken. Axioms derive which stations are live: the plant is, and so is whatever an unbroken
; line with a closed switch joins to a live station. A line may only be mended while both its ends are dead.
(define (domain power-grid)
  (:requirements :adl :derived-predicates)
  (:types station line)
  (:predicates
    (plant ?s - station)
    (joins ?l - line ?a ?b - station)
    (closed ?l - line)
    (broken ?l - line)
    (live ?s - station))

  (:derived (live ?s - station)
    (or (plant ?s)
        (exists (?t - station ?l - line)
          (and (live ?t) (closed ?l) (not (broken ?l)) (or (joins ?l ?t ?s) (joins ?l ?s ?t))))))

  (:action open-switch
    :parameters (?l - line)
    :precondition (closed ?l)
    :effect (not (closed ?l)))

  (:action close-switch
    :parameters (?l - line)
    :precondition (and (not (closed ?l)) (not (broken ?l)))
    :effect (closed ?l))

  (:action mend
    :parameters (?l - line ?a ?b - station)
    :precondition (and (joins ?l ?a ?b) (broken ?l) (not (live ?a)) (not (live ?b)))
    :effect (not (broken ?l))))
