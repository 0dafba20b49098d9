/* Where the states of cells at their faces stand at second order (fv/reconstruct.h). Needs fv/place.h. */
#ifndef ORDER
#define ORDER 1
#endif
#if ORDER == 2
#define RECORD_WIDTH (RECORDS * SW_STATE * STATE_LANES)

/* Value 0 of a cell's record at face k; the others follow at distances of STATE_LANES. */
FUNCTION int record_of(int slot, int k)
{
    return (slot >> STATE_BITS) * RECORD_WIDTH + k * (SW_STATE * STATE_LANES) + (slot & (STATE_LANES - 1));
}
#endif
