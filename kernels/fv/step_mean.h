/* The mean of an expression of time over a step. Needs fv/kinds.h.
 *
 * STEP_MEAN(name, value_of) makes
 *
 *     double name(int number, double t, double t_next)
 *
 * from `double value_of(int number, double t)`: Lobatto's rule of four points, where Simpson's of three shows
 * that it may be trusted; else the mean of OPEN_POINTS, for an expression that jumps within the step.
 * Differences from the first value are summed, so that the mean of what does not change is exact; it is no
 * number where one of the first five is none (docs/theory/shallow-water-boundaries.md, "Values over time").
 * eg_fv_points_of_step() lists the points. */
#define STEP_MEAN(name, value_of)                                                                            \
    FUNCTION double name(int number, double t, double t_next)                                                \
    {                                                                                                        \
        const double width = t_next - t, first = value_of(number, t);                                        \
        const double b = value_of(number, t_next) - first,                                                   \
                     m = value_of(number, FMA64(0.5, width, t)) - first,                                     \
                     c = value_of(number, FMA64(OPEN_LOBATTO, width, t)) - first,                            \
                     d = value_of(number, FMA64(1.0 - OPEN_LOBATTO, width, t)) - first;                      \
        const double simpson = FMA64(4.0, m, b) / 6.0, lobatto = FMA64(5.0, c + d, b) / 12.0;                \
        const double apart = simpson > lobatto ? simpson - lobatto : lobatto - simpson;                      \
        const double size = first + lobatto;                                                                 \
        if (!(apart > 1e-4 * (size > 0.0 ? size : -size)))                                                   \
            return apart == apart ? size : apart;                                                            \
        double sum = 0.0;                                                                                    \
        for (int i = 0; i < OPEN_POINTS; i++)                                                                \
            sum += value_of(number, FMA64(((double)i + 0.5) / OPEN_POINTS, width, t)) - first;               \
        return first + sum / OPEN_POINTS;                                                                    \
    }
