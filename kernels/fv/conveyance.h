/* What both kernels of open boundaries know of a face. Needs math.h. */

/* Conveyance of one face, h^(5/3) / n a unit width. */
FUNCTION double open_conveyance(double h, double inverse_n)
{
    const double root = eg_cbrt(h);
    return h * root * root * inverse_n;
}
