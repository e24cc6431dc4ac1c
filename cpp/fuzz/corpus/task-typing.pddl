; A type hierarchy of three levels, and predicates over (either ...) types.
(define (domain harbour)
  (:requirements :typing)
  (:types place vehicle cargo - object
          quay warehouse - place
          crane cart - vehicle
          box drum - cargo
          fragile-box - box)
  (:predicates (road ?a ?b - place) (at ?x - (either vehicle cargo) ?p - place)
               (on ?c - cargo ?v - (either crane cart)) (idle ?v - vehicle) (stacked ?c - (either box drum) ?w - warehouse))
  (:action roll
    :parameters (?c - cart ?from ?to - place)
    :precondition (and (at ?c ?from) (road ?from ?to))
    :effect (and (not (at ?c ?from)) (at ?c ?to)))
  (:action load
    :parameters (?x - cargo ?v - vehicle ?p - place)
    :precondition (and (at ?x ?p) (at ?v ?p) (idle ?v))
    :effect (and (not (at ?x ?p)) (not (idle ?v)) (on ?x ?v)))
  (:action hand-over
    :parameters (?x - cargo ?from - crane ?to - cart ?q - quay)
    :precondition (and (on ?x ?from) (at ?from ?q) (at ?to ?q) (idle ?to))
    :effect (and (not (on ?x ?from)) (idle ?from) (on ?x ?to) (not (idle ?to))))
  (:action stack
    :parameters (?x - cargo ?c - cart ?w - warehouse)
    :precondition (and (on ?x ?c) (at ?c ?w))
    :effect (and (not (on ?x ?c)) (idle ?c) (stacked ?x ?w))))

;;;; problem
(define (problem harbour-1)
  (:domain harbour)
  (:objects north south - quay shed - warehouse
            big - crane little - cart
            vase - fragile-box crate - box oil - drum)
  (:init (road north south) (road south north) (road south shed) (road shed south)
         (at big north) (at little shed) (idle big) (idle little)
         (at vase north) (at crate south) (at oil north))
  (:goal (and (stacked vase shed) (stacked crate shed) (stacked oil shed))))
