/* Writer: turns raw states into snapshots on a thread of its own, while the run goes on.
 *
 *        the run                                      the writer's thread
 *        acquire -> a free buffer (or wait)
 *        begin the copy from the device into it
 *        submit(buffer, event, stamp)  -------------> wait for the event
 *        go on stepping                               convert: raw state -> fields
 *                                                     write the snapshot (set), then `after`
 *                                       <------------ the buffer is free again
 *
 * Of several ranks (`two_phase`) each writes its own values, and the thread stops behind that until the ranks
 * have synchronized: then a snapshot has two phases, with one buffer.
 *
 *        set begin, acquire, submit ----------------> wait, convert, put
 *        go on stepping; when the first phase is done:
 *        wait_first_phase, set meet, pass  ----------------> publish, `after`
 *
 * There are two buffers by default, of which the second is made when the first is in use, and eight of small
 * states. Where several snapshots wait, up to four are
 * converted and written at once, each on threads of its own; they are named in order, and share one fsync of
 * the folder and one of the index. Where writing is slower than the run, acquire waits: nothing is dropped,
 * and the seconds waited are counted. A failure on the thread is reported by the next call and by close, with
 * its own text. */
#ifndef EG_IO_WRITER_H
#define EG_IO_WRITER_H

#include "io/snapshot/snapshot.h"

typedef struct eg_writer eg_writer;

/* What is made of a state. A caller's own begins with this struct, and lives until close. All but the first
 * may be NULL; they run on the writer's thread, but where `fill` is given it and convert run for several
 * states at once. */
typedef struct eg_writer_source {
    /* Fills values[f] ([values][components] of field f) from the raw state, and may set stamp->state_hash. */
    eg_status (*convert)(struct eg_writer_source *self, const void *state, eg_snapshot_stamp *stamp,
                         double *const *values);
    /* Fills the values of one field alone. Where it is given, which takes a set, a snapshot's fields are put
     * on a further thread, each while those after it are filled; convert, which gets NULL to fill, does the
     * rest. */
    eg_status (*fill)(struct eg_writer_source *self, const void *state, int field, double *values);
    /* In place of the values that convert fills, which gets NULL: puts them into the set
     * (eg_snapshot_set_put_from()). */
    eg_status (*put)(struct eg_writer_source *self, const void *state, eg_snapshot_set *set);
    /* Called when all ranks have converted, in order: sets stamp->state_hash. Of several ranks the run does
     * that itself, before the second phase begins. */
    eg_status (*conclude)(struct eg_writer_source *self, eg_snapshot_stamp *stamp);
    /* Called after the snapshot has been written. */
    eg_status (*after)(struct eg_writer_source *self, const eg_snapshot_stamp *stamp,
                       const double *const *values);
} eg_writer_source;

typedef struct eg_writer_options {
    eg_device *device; /* whose staging memory the buffers are; NULL: plain memory */
    int64_t bytes;     /* of a raw state */
    int buffers;       /* 0: 2, or 8 of states up to 16 MiB; at most 8; with `two_phase` 1 */
    bool two_phase;    /* of several ranks */
    int64_t cells;
    int64_t values; /* of a field's component, for point data: eg_snapshot_value_count(); 0: cells */
    const eg_snapshot_field *fields; /* what convert fills; copied */
    int field_count;
    eg_snapshot_set *set; /* must have the same fields; stays the caller's; NULL: no files */
    eg_writer_source *source;
} eg_writer_options;

/* Starts the thread. The caller owns the writer, and uses it from one thread. Until close, the set
 * is the writer's alone. */
eg_status eg_writer_create(eg_context *context, const eg_writer_options *options, eg_writer **writer);

/* Gives a free buffer of options.bytes bytes, waiting for one where all are in use. */
eg_status eg_writer_acquire(eg_writer *writer, void **buffer);

/* Hands the acquired buffer back, filled, or being filled until `event` is done (NULL: filled). The writer
 * takes the event and destroys it. The snapshot is queued in any case; a failure is one of an earlier one. */
eg_status eg_writer_submit(eg_writer *writer, void *buffer, eg_event *event, const eg_snapshot_stamp *stamp);

/* Hands the acquired buffer back unused. */
void eg_writer_release(eg_writer *writer, void *buffer);

/* With `two_phase`: whether the first phase of what was submitted is done; waits for it, and gives its status
 * and stamp; then, when all ranks have synchronized, lets the second phase begin, or gives all of it up.
 * Between wait_first_phase and the call after it the set and the values belong to the caller. EG_OK with
 * nothing submitted is a caller's mistake. */
bool eg_writer_first_phase_done(eg_writer *writer);
eg_status eg_writer_wait_first_phase(eg_writer *writer, eg_snapshot_stamp *stamp);
void eg_writer_begin_second_phase(eg_writer *writer, const eg_snapshot_stamp *stamp);
void eg_writer_drop(eg_writer *writer);

/* Waits until everything submitted has been written; with `two_phase` those whose second phase has begun. */
eg_status eg_writer_finish(eg_writer *writer);

typedef struct eg_writer_statistics {
    int64_t submitted, written; /* snapshots */
    double waited_seconds;      /* in acquire and finish: what output cost the run */
    double busy_seconds;        /* of the writer's thread, waiting for events excluded */
} eg_writer_statistics;
void eg_writer_describe(eg_writer *writer, eg_writer_statistics *statistics);

/* Writes everything submitted, ends the thread, frees the writer and sets *writer to NULL; NULL is
 * fine. Gives the first failure of the thread; what can be freed is freed in any case. */
eg_status eg_writer_close(eg_writer **writer);

#endif
