; forall over exists, exists over forall, and a quantified variable that hides a parameter of the same name.
(define (domain committee)
  (:requirements :adl)
  (:types member topic)
  (:predicates (expert ?m - member ?t - topic) (seated ?m - member) (rival ?a ?b - member) (settled ?t - topic)
               (chair ?m - member) (session))
  (:action seat
    :parameters (?m - member)
    :precondition (and (not (seated ?m)) (not (session))
                       (forall (?o - member) (imply (and (seated ?o) (rival ?o ?m))
                                                    (exists (?t - topic) (and (expert ?o ?t) (expert ?m ?t))))))
    :effect (seated ?m))
  (:action unseat :parameters (?m - member) :precondition (and (seated ?m) (not (session))) :effect (not (seated ?m)))
  (:action open-session
    :parameters ()
    :precondition (forall (?t - topic) (or (settled ?t) (exists (?m - member) (and (seated ?m) (expert ?m ?t)))))
    :effect (session))
  (:action elect
    :parameters (?m - member)
    :precondition (and (session) (seated ?m) (not (exists (?m - member) (chair ?m)))
                       (exists (?t - topic) (and (expert ?m ?t)
                         (forall (?o - member) (imply (seated ?o) (or (= ?o ?m) (not (rival ?m ?o))))))))
    :effect (chair ?m))
  (:action settle
    :parameters (?t - topic)
    :precondition (and (session) (exists (?m - member) (and (chair ?m) (expert ?m ?t))))
    :effect (and (settled ?t) (not (session)) (forall (?m - member) (when (chair ?m) (not (chair ?m)))))))

;;;; problem
(define (problem committee-1)
  (:domain committee)
  (:objects ida jon kai - member tax roads parks - topic)
  (:init (expert ida tax) (expert jon roads) (expert kai parks) (expert kai tax) (expert jon tax)
         (rival ida jon) (rival jon kai) (rival ida kai) (seated kai))
  (:goal (forall (?t - topic) (settled ?t))))
