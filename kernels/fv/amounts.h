/* Where amounts of solutes stand (fv/solutes.c). Needs fv/place.h. */

/* Solute s of a slot; what leaves of it through face k. */
#define AMOUNT_PLACE(slot, s)                                                                                \
    (((slot) >> STATE_BITS) * (SOLUTES * STATE_LANES) + (s)*STATE_LANES + ((slot) & (STATE_LANES - 1)))
#define LEAVING_PLACE(slot, s, k)                                                                            \
    (((slot) >> STATE_BITS) * (SOLUTES * RECORDS * STATE_LANES) + ((s)*RECORDS + (k)) * STATE_LANES +        \
     ((slot) & (STATE_LANES - 1)))

FUNCTION double concentration_of(double amount, double h)
{
    return h > 0.0 ? amount / h : 0.0;
}
