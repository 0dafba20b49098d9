/* Running sums of the n values of a group, n a power of two. `sum` is SHARED, of 2 n values with those to be
 * summed in its first half; after it sum[from + t] is the sum of values 0 to t. Stands directly under
 * FOR_GROUPS, after a BARRIER, and ends with one. */
#ifndef EG_KERNELS_FIELD_SCAN_H
#define EG_KERNELS_FIELD_SCAN_H

#define SCAN_SUMS(sum, from, n)                                                                              \
    int from = 0;                                                                                            \
    for (int eg_step = 1; eg_step < (n); eg_step *= 2) {                                                     \
        FOR_FLAT (t, n) {                                                                                    \
            const int to = -from + (n);                                                                      \
            sum[to + t] = sum[from + t] + (t >= eg_step ? sum[from + t - eg_step] : 0);                      \
        }                                                                                                    \
        BARRIER;                                                                                             \
        from = -from + (n);                                                                                  \
    }

#endif
