/* Discharges of hydraulic structures between two levels, m3/s (docs/theory/shallow-water-sources.md,
 * "Structures"). Heads and levels in m, all f64; `given` is that of a flow (fv/kinds.h). Needs math.h. */

/* x^(3/2). */
FUNCTION double flow_three_halves(double x)
{
    return x * SQRT64(x);
}

/* A weir: Poleni's formula, `coefficient` (2/3) mu sqrt(2 g), with Villemonte's factor where it is submerged.
 * `up` and `down` are heads above its crest. */
FUNCTION double weir_flow(double coefficient, double width, double up, double down)
{
    const double free = up > 0.0 ? coefficient * width * flow_three_halves(up) : 0.0;
    const double part = up > 0.0 && down > 0.0 ? down / up : 0.0;
    const double left = 1.0 - flow_three_halves(part < 1.0 ? part : 1.0);
    return part > 0.0 ? (left > 0.0 ? free * eg_pow(left, 0.385) : 0.0) : free;
}

/* What runs freely over a sill that rises by 1 in `slope` from the head `up` on, between the distances `from` and
 * `to` along it: the integral of coefficient (up - x / slope)^(3/2). */
FUNCTION double sloping_flow(double coefficient, double slope, double from, double to, double up)
{
    const double high = up - from / slope, low = up - to / slope;
    const double begins = high > 0.0 ? high * flow_three_halves(high) : 0.0;
    const double ends = low > 0.0 ? low * flow_three_halves(low) : 0.0;
    return 0.4 * coefficient * slope * (begins - ends);
}

/* The same with Villemonte's factor, of what would run back freely at the lower level. */
FUNCTION double sloping_weir_flow(double coefficient, double slope, double from, double to, double up,
                                  double down)
{
    if (!(to > from) || !(slope > 0.0))
        return 0.0;
    const double free = sloping_flow(coefficient, slope, from, to, up);
    const double back = sloping_flow(coefficient, slope, from, to, down);
    return back > 0.0 ? (back < free ? free * eg_pow(1.0 - back / free, 0.385) : 0.0) : free;
}

/* An opening `high` above its sill: the smaller one of a weir's flow and an orifice's, `orifice` mu sqrt(2
 * g), whose head is that above the lower water or above the middle of the opening. */
FUNCTION double opening_flow(double coefficient, double orifice, double width, double high, double up,
                             double down)
{
    const double full = high < up ? high : up, middle = 0.5 * full;
    const double head = up - (down > middle ? down : middle);
    const double pressed = full > 0.0 && head > 0.0 ? orifice * width * full * SQRT64(head) : 0.0;
    const double over = weir_flow(coefficient, width, up, down);
    return over < pressed ? over : pressed;
}

/* A culvert under inlet control, by the two curves of HDS-5 for a head `up` above its invert, and the line
 * between them. */
FUNCTION double inlet_flow(GLOBAL CONST double *given, double half_slope, double up)
{
    const double area = given[2], high = given[3], c = given[6];
    const double y = given[7] - half_slope, head = up / high;
    const double free_end = given[4] * eg_pow(3.5, 1.0 / given[5]);
    const double full_begin = FMA64(16.0, c, y);
    const double along = (head - free_end) / (full_begin - free_end);
    const double scaled = head <= free_end     ? eg_pow(head / given[4], given[5])
                          : head >= full_begin ? SQRT64((head - y) / c)
                                               : FMA64(0.5, along, 3.5);
    return scaled * area * SQRT64(high) / 1.811;
}

/* A culvert: the smaller one of inlet control and of the energy that its barrel loses. `up` and `down` are
 * heads above the inverts of the sides, `fall` the upper invert above the lower one. */
FUNCTION double culvert_flow(GLOBAL CONST double *given, double half_slope, double fall, double up,
                             double down)
{
    const double high = given[3], part = up < high ? up / high : 1.0;
    const double middle = 0.5 * part * high, water = down > middle ? down : middle;
    const double head = up + fall - water;
    if (!(up > 0.0) || !(head > 0.0))
        return 0.0;
    const double barrel = given[2] * part * SQRT64(head / given[8]);
    const double inlet = inlet_flow(given, half_slope, up);
    return inlet < barrel ? inlet : barrel;
}
