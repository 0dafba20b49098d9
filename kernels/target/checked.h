/* The dialect on the checking device: the host's words, but one thread, no SIMD, and the number of
 * the group noted for messages. The groups are cut into eg_host_threads parts and the last part
 * runs first, so that a kernel whose result hangs on the order of its groups shows it. */
#ifndef EG_TARGET_CHECKED_H
#define EG_TARGET_CHECKED_H

#define EG_CHECKED 1
#include "target/host.h"

__attribute__((visibility("default"))) volatile long eg_checked_group;

#define FOR_GROUPS(b, n)                                                                                     \
    const long eg_groups = (n) < eg_host_groups ? (n) : eg_host_groups;                                      \
    const long eg_part = eg_groups / eg_host_threads + 1;                                                    \
    for (long eg_start = (eg_host_threads - 1) * eg_part; eg_start >= 0; eg_start -= eg_part)                \
        for (long b = eg_start; eg_checked_group = b, b < eg_start + eg_part && b < eg_groups; b++) {
#define FOR_CHOSEN_GROUPS(b, n, chosen)                                                                      \
    FOR_GROUPS(b, n)                                                                                         \
    if (!(chosen))                                                                                           \
        continue;
#define FOR_LANES(l) for (int l = 0; l < LANES; l++)
#define FOR_WIDE(i, n) for (int i = 0; i < (n); i++)

#endif
