/* What both kernels of open boundaries know of a face. Needs math.h. */

/* Slots of a boundary's state (fv/shallow_water_open.c). */
#define OPEN_VALUE 0
#define OPEN_TOTAL 1
#define OPEN_SECOND 2
#define OPEN_LOWEST 3

/* Conveyance of one face, h^(5/3) / n a unit width. */
FUNCTION double open_conveyance(double h, double inverse_n)
{
    const double root = eg_cbrt(h);
    return h * root * root * inverse_n;
}

/* Critical flow of a unit width over root g, where a level stands `above` the bed, m^(3/2). */
FUNCTION double open_critical(double above)
{
    return above > 0.0 ? above * SQRT64(above) : 0.0;
}
