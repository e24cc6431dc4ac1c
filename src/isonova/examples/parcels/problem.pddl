; Two banks of a river. By land the way round is 30; the ferry costs 12.
(define (problem parcels-across-the-river)
  (:domain parcels)
  (:objects
    depot mill market church - place
    north-quay south-quay - quay
    red blue - van
    red-1 red-2 blue-1 - slot
    books lamp seeds clock violin - parcel)
  (:init
    (= (total-cost) 0)
    (= (fare) 12)
    (ferry north-quay south-quay) (ferry south-quay north-quay)
    (road depot mill) (road mill depot) (= (length depot mill) 4) (= (length mill depot) 4)
    (road depot north-quay) (road north-quay depot) (= (length depot north-quay) 3) (= (length north-quay depot) 3)
    (road market south-quay) (road south-quay market) (= (length market south-quay) 2) (= (length south-quay market) 2)
    (road market church) (road church market) (= (length market church) 5) (= (length church market) 5)
    (road mill church) (road church mill) (= (length mill church) 30) (= (length church mill) 30)
    (slot-of red-1 red) (slot-of red-2 red) (slot-of blue-1 blue)
    (at red depot) (at blue market)
    (at books depot) (at lamp depot) (at seeds mill)
    (at clock church) (at violin market))
  (:goal (and
    (at books church)
    (at lamp market)
    (at seeds market)
    (at clock depot)
    (at violin mill)))
  (:metric minimize (total-cost)))
