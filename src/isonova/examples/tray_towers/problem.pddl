; Two cups of each width s < m < l on four trays, in two towers of mixed colours: sort them by colour.
(define (problem sort-by-colour)
  (:domain tray-towers)
  (:objects
    red-s red-m red-l blue-s blue-m blue-l - cup
    left middle right spare - tray)
  (:init
    (on red-l left) (on red-m red-l) (on blue-s red-m)
    (on blue-l middle) (on blue-m blue-l) (on red-s blue-m)
    (clear blue-s) (clear red-s) (clear right) (clear spare)
    (fits red-s left) (fits red-s middle) (fits red-s right) (fits red-s spare)
    (fits blue-s left) (fits blue-s middle) (fits blue-s right) (fits blue-s spare)
    (fits red-m left) (fits red-m middle) (fits red-m right) (fits red-m spare)
    (fits blue-m left) (fits blue-m middle) (fits blue-m right) (fits blue-m spare)
    (fits red-l left) (fits red-l middle) (fits red-l right) (fits red-l spare)
    (fits blue-l left) (fits blue-l middle) (fits blue-l right) (fits blue-l spare)
    (fits red-s red-m) (fits red-s blue-m) (fits red-s red-l) (fits red-s blue-l)
    (fits blue-s red-m) (fits blue-s blue-m) (fits blue-s red-l) (fits blue-s blue-l)
    (fits red-m red-l) (fits red-m blue-l) (fits blue-m red-l) (fits blue-m blue-l))
  (:goal (and
    (on red-s red-m) (on red-m red-l) (on red-l right)
    (on blue-s blue-m) (on blue-m blue-l))))
