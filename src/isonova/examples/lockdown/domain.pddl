; A night guard locks up a museum. Which rooms can be reached from where is derived from the doors that are open; an alarm in
; a wing shuts every door of that wing at once, and the guard must not shut themself in.
(define (domain lockdown)
  (:requirements :adl :derived-predicates)
  (:types room door wing guard lamp)
  (:constants lobby - room)
  (:predicates
    (joins ?d - door ?a ?b - room)
    (of-wing ?d - door ?w - wing)
    (lies-in ?r - room ?w - wing)
    (open ?d - door)
    (armed ?w - wing)
    (lit ?l - lamp)
    (hangs ?l - lamp ?r - room)
    (at ?g - guard ?r - room)
    (reach ?a ?b - room)
    (dark ?r - room)
    (sealed ?w - wing))

  (:derived (reach ?a ?b - room)
    (or (= ?a ?b)
        (exists (?c - room ?d - door)
          (and (reach ?a ?c) (open ?d) (or (joins ?d ?c ?b) (joins ?d ?b ?c))))))

  (:derived (dark ?r - room)
    (forall (?l - lamp) (imply (hangs ?l ?r) (not (lit ?l)))))

  (:derived (sealed ?w - wing)
    (and (armed ?w)
         (forall (?r - room) (imply (lies-in ?r ?w) (not (reach lobby ?r))))))

  (:action walk
    :parameters (?g - guard ?from ?to - room)
    :precondition (and (at ?g ?from) (not (= ?from ?to)) (reach ?from ?to))
    :effect (and (not (at ?g ?from)) (at ?g ?to)))

  ; Switches every lamp of the room: what was lit goes out, what was out is lit.
  (:action flip
    :parameters (?g - guard ?r - room)
    :precondition (and (at ?g ?r) (exists (?l - lamp) (hangs ?l ?r)))
    :effect (forall (?l - lamp)
      (and (when (and (hangs ?l ?r) (lit ?l)) (not (lit ?l)))
           (when (and (hangs ?l ?r) (not (lit ?l))) (lit ?l)))))

  (:action unlock
    :parameters (?g - guard ?d - door ?a - room)
    :precondition (and (at ?g ?a) (not (open ?d)) (exists (?b - room) (or (joins ?d ?a ?b) (joins ?d ?b ?a)))
                       (forall (?w - wing) (imply (of-wing ?d ?w) (not (armed ?w)))))
    :effect (open ?d))

  ; Only from the lobby, and only over dark rooms.
  (:action arm
    :parameters (?g - guard ?w - wing)
    :precondition (and (at ?g lobby) (not (armed ?w))
                       (forall (?r - room) (imply (lies-in ?r ?w) (dark ?r))))
    :effect (and (armed ?w)
                 (forall (?d - door) (when (and (of-wing ?d ?w) (open ?d)) (not (open ?d)))))))
