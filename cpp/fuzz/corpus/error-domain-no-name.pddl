(define (domain)
)
