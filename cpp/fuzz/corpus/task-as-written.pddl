; What real files do: MIXED case, a predicate and a type of one name, requirements missing, several lines for
; one type, comments with an accent (café), typed and untyped objects mixed, duplicate facts, a parameter used twice.
(DEFINE (Domain Workshop)
  (:TYPES Box - object Robot Shelf
          small-box large-box - BOX)
  (:Constants HOME - shelf)
  (:PREDICATES (Box ?b - box) (AT ?x - object ?s - shelf) (Robot ?r) (linked ?a ?b)
               (twin ?a ?b - object))
  (:ACTION Move
    :Parameters (?R - robot ?a ?b - shelf)
    :Precondition (AND (at ?r ?A) (LINKED ?a ?b))
    :Effect (and (NOT (at ?r ?a)) (At ?r ?b)))
  (:action DRAG
    :parameters (?r - Robot ?X - box ?a ?b - shelf)
    :precondition (and (Box ?x) (robot ?r) (at ?r ?a) (at ?x ?a) (linked ?a ?b))
    :effect (and (at ?x ?b) (not (at ?x ?a)) (at ?r ?b) (not (at ?r ?a))))
  (:action Mark
    :parameters (?x)
    :precondition (twin ?x ?x)
    :effect (box ?x)))

;;;; problem
(Define (Problem WORKSHOP-one)
  (:Domain workshop) ; the domain's name in another case
  (:Objects r1 - ROBOT B1 - small-box B2 - large-box s1 S2 - shelf thing)
  (:Init (box b1) (BOX B1) (at R1 s1) (at r1 S1) (at b1 s2) (at b2 s1) (robot r1) (linked s1 s2) (linked s2 s1)
         (linked s2 home) (linked home s1) (twin B2 b2) (twin b1 b2))
  (:Goal (AND (at B1 Home) (AT b2 home))))
