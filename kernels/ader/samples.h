/* When receivers take samples: at k * interval, k = 0, 1, ... Read by the kernels and by their caller:
 * both find the same numbers. */
#ifndef EG_KERNELS_ADER_SAMPLES_H
#define EG_KERNELS_ADER_SAMPLES_H

/* The largest k with k * interval <= t, for t >= 0, as the rounded product is compared: the quotient may
 * be one off. A step from t to t_next takes the samples above that of t, up to that of t_next: each
 * sample falls into one step. */
FUNCTION long eg_sample_last(double t, double interval)
{
    const long guess = (long)(t / interval);
    const long low = (double)guess * interval > t ? guess - 1 : guess;
    return (double)(low + 1) * interval <= t ? low + 1 : low;
}

#endif
