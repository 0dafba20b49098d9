/* profile: how often each kernel of a device was launched, for how long it ran, what it moved, and when.
 *
 * Copies are measured too, under the names copy, read and write. Measuring changes no result: it only marks
 * the queues before and after what is put into them, and looks at the marks when there are many, or at the
 * end. */
#ifndef EG_DEVICE_PROFILE_H
#define EG_DEVICE_PROFILE_H

#include "device/device.h"

typedef enum eg_queue {
    EG_QUEUE_FIRST,
    EG_QUEUE_AUX,   /* between eg_aux_queue_enter() and eg_aux_queue_leave() */
    EG_QUEUE_COPIES /* of eg_buffer_read_begin() */
} eg_queue;

enum { EG_PROFILE_NAME = 64 };

/* The group of copies. */
#define EG_PROFILE_COPIES "copies"

/* All launches of one kernel in one precision and degree (a constant DEGREE of its program). */
typedef struct eg_profile_kernel {
    char name[EG_PROFILE_NAME];  /* with degree or precision where another has the same name */
    char group[EG_PROFILE_NAME]; /* its source file without folder and ending, or EG_PROFILE_COPIES */
    eg_precision precision;
    int64_t launches;
    double seconds;
    double bytes;      /* moved, read and written; 0 where nobody has said (eg_kernel_cost()) */
    double operations; /* of reals; 0: not said */
} eg_profile_kernel;

/* One launch. */
typedef struct eg_profile_span {
    int kernel; /* index of its eg_profile_kernel */
    eg_queue queue;
    double begin, end; /* s, as eg_clock() counts */
} eg_profile_span;

typedef struct eg_profile_view {
    int kernels;
    const eg_profile_kernel *kernel; /* in the order of their first launches */
    int64_t spans;
    const eg_profile_span *span; /* the last launches, in the order in which they were queued */
} eg_profile_view;

/* Measures what is queued from here on, and keeps the spans of the last `spans` launches. Once for a
 * device. */
eg_status eg_profile_begin(eg_device *device, int64_t spans);

/* Waits for what is queued, and measures no further. *view belongs to the device. */
eg_status eg_profile_end(eg_device *device, eg_profile_view *view);

#endif
