(Define (Problem WORKSHOP-one)
  (:Domain workshop) ; the domain's name in another case
  (:Objects r1 - ROBOT B1 - small-box B2 - large-box s1 S2 - shelf thing)
  (:Init (box b1) (BOX B1) (at R1 s1) (at r1 S1) (at b1 s2) (at b2 s1) (robot r1) (linked s1 s2) (linked s2 s1)
         (linked s2 home) (linked home s1) (twin B2 b2) (twin b1 b2))
  (:Goal (AND (at B1 Home) (AT b2 home))))
