/* stepper: what the explicit schemes are to a run, and what all of them have: two states that steps take in
 * turn, their layout, a clock, a copy aside, samples at points, sums over the domain, and rings of samples of
 * receivers.
 *
 *     struct eg_deg { EG_STEPPER; ... };     deg->layout and deg->base.layout are the same
 *
 *     eg_X_create; eg_time_resume_until(eg_stepper_time(), first event)
 *     loop:  eg_stepper_queue(n steps); eg_time_readback_begin; ... eg_time_readback_end -> t, dt, pause
 *            at a pause: what is due; eg_time_resume_until(next event)
 *
 * Of several ranks making, queue, exchange, persist and content are collective; cells are those of the
 * rank. */
#ifndef EG_SCHEME_STEPPER_H
#define EG_SCHEME_STEPPER_H

#include "element/tiles.h"
#include "field/halo.h"
#include "field/owner.h"
#include "field/space.h"
#include "scheme/time/clock.h"

typedef struct eg_stepper eg_stepper;

/* Where the values of a cell stand in a copy of a state: value i at memory[offset + i stride]; the time of
 * the state, s, of a timed stepper alone; and totals[stepper->totals] of the cell. */
typedef struct eg_cell_values {
    const void *memory;
    int64_t cell, offset, stride;
    double time;
    const double *totals;
} eg_cell_values;

typedef struct eg_stepper_class {
    /* Queues one step, which eg_time_queue() ends. */
    eg_status (*step)(eg_stepper *stepper);
    /* Whether a step waits for the device, or queues what the last one did not. NULL: none does. */
    bool (*waits)(const eg_stepper *stepper);
    /* The exchange of each stage of a step, from 0 on; NULL behind the last, and of one process. */
    eg_halo *(*halo)(const eg_stepper *stepper, int stage);
    eg_status (*persist)(eg_stepper *stepper, const eg_persist *persist);
    /* The variables of a cell at a point of the reference cell, values[variables]. Any thread. */
    void (*evaluate)(const eg_stepper *stepper, const eg_cell_values *from, const double *point,
                     double *values);
    /* The variables of cells [from, to), each of which has one value, values[to - from][variables]; NULL: by
     * evaluate(). */
    void (*evaluate_cells)(const eg_stepper *stepper, const void *memory, int64_t from, int64_t to,
                           double *values);
    /* Queues what own cells hold: content[sum_columns][own]. */
    eg_status (*content)(eg_stepper *stepper);
    /* The stable step of a cell alone, s; infinite where nothing moves. NULL: no eg_stepper_first_pass(). */
    double (*cell_step)(const eg_stepper *stepper, int64_t cell);
    /* Bytes that a step has to move at least, and operations (a multiply-add is two). */
    double (*bytes)(const eg_stepper *stepper);
    double (*flops)(const eg_stepper *stepper); /* NULL: not counted */

    /* Each may be NULL. Which of q[] is the state: else as the clock's parity says. Waits. */
    eg_status (*current)(const eg_stepper *stepper, int *index);
    /* Makes room for a copy aside, where there is some by now. NULL: it is made with all else, or never. */
    eg_status (*make_aside)(eg_stepper *stepper);
    /* The state where it stands in the host's memory; *state is NULL where it is on the device. Waits. */
    eg_status (*host_state)(eg_stepper *stepper, void **state);
    /* The values of a cell stand so many bytes from where the layout has them there. NULL: none. */
    int64_t (*host_shift)(const eg_stepper *stepper, int64_t cell);
    /* The last `derived` values of a cell are made of those before them: row[values], of the state's
     * precision. NULL: none are. The first pass makes them once more. */
    void (*complete)(const eg_stepper *stepper, void *row);
    int derived;
    /* At a pause: the totals of these own cells since the start, values[count][totals]; cells NULL: of all.
     * NULL: there are none. Not collective. */
    eg_status (*read_totals)(eg_stepper *stepper, int64_t count, const int64_t *cells, double *values);
    /* The coefficient of the constant 1 in a cell, whose other coefficients are 0. NULL: values at nodes, all
     * of them 1. */
    double (*constant)(const eg_stepper *stepper, int64_t cell);
} eg_stepper_class;

/* The last samples of receivers, [room][count][variables] on the device; NULL: there are none. */
typedef struct eg_sample_ring {
    int64_t count, room; /* receivers; samples */
    double interval;     /* s */
    eg_buffer *buffer;
} eg_sample_ring;

/* The members of eg_stepper. */
#define EG_STEPPER_MEMBERS                                                                                   \
    EG_SPACE;                                                                                                \
    const eg_stepper_class *class;                                                                           \
    eg_device *device;                                                                                       \
    const eg_comm *comm; /* NULL where the mesh is whole */                                                  \
    eg_link *link;       /* between the ranks' devices; NULL: through the host */                            \
    eg_owner owned;      /* what else it and the scheme have */                                              \
    eg_layout layout;                                                                                        \
    int values;               /* of a cell */                                                                \
    bool timed;               /* variables hang on time too: a copy has that of its state */                 \
    int totals;               /* doubles of each own cell, which a copy ends with */                         \
    bool totals_in_snapshots; /* else those of eg_stepper_snapshot_begin() are not filled */                 \
    int totals_hashed;        /* the last so many of a cell are of the state's hash, and in snapshots */     \
    eg_buffer *q[2], *aside;  /* the states; a copy for snapshots, NULL: steps wait for them */              \
    eg_time *time;                                                                                           \
    eg_buffer *content, *sums; /* [columns][own]; [columns][chunks]: field/sum.c */                          \
    int64_t chunk, chunks;     /* cells of one, eg_mesh_chunk(); own ones */                                 \
    int sum_columns;                                                                                         \
    eg_buffer *where, *samples; /* cells whose values are wanted, and their values */                        \
    int64_t sample_room;                                                                                     \
    eg_program *sum_program;                                                                                 \
    eg_kernel *sum, *gather;                                                                                 \
    eg_sample_ring ring;                                                                                     \
    eg_recording *recorded; /* EG_STEPPER_RECORDED of them, of one process; NULL: none yet */                \
    eg_recording *outdated; /* of the cells before, not queued any more */                                   \
    int64_t queued;         /* steps so far */                                                               \
    int64_t beside          /* bytes on the device that the scheme has and does not own */

struct eg_stepper {
    EG_STEPPER_MEMBERS;
};

/* What the struct of a scheme begins with: a stepper, which begins with its space. */
#define EG_STEPPER                                                                                           \
    union {                                                                                                  \
        eg_stepper base;                                                                                     \
        struct {                                                                                             \
            EG_STEPPER_MEMBERS;                                                                              \
        };                                                                                                   \
    }

/* ---- for a run ---- */

static inline eg_time *eg_stepper_time(const eg_stepper *stepper)
{
    return stepper->time;
}
/* Queues `steps` steps; those past an event do nothing. So many at once are a recording, where the device has
 * any. */
enum { EG_STEPPER_RECORDED = 8 };
eg_status eg_stepper_queue(eg_stepper *stepper, int steps);
/* What ranks exchange in a step, once more: nothing changes. For benches. */
eg_status eg_stepper_exchange(eg_stepper *stepper);
/* Sent to other ranks in a step. */
int64_t eg_stepper_sent_bytes(const eg_stepper *stepper);
int64_t eg_stepper_device_bytes(const eg_stepper *stepper);

/* At a pause. Bytes of a snapshot. */
int64_t eg_stepper_state_bytes(const eg_stepper *stepper);
/* Copies the state aside on the device and begins to read it; stepping may go on at once. Where the device
 * has no room for the copy the read is done when the call returns. One at a time. */
eg_status eg_stepper_snapshot_begin(eg_stepper *stepper, void *memory, eg_event **event);
/* The same, done when it returns; any memory will do. */
eg_status eg_stepper_read(eg_stepper *stepper, void *memory);
/* Hash of such a copy, eg_layout_hash(). Any thread. */
eg_status eg_stepper_hash(const eg_stepper *stepper, const void *memory, uint64_t *hash);
/* The variables at reference points of a cell, points[count][dimension], from such a copy:
 * [count][variables]. Any thread. */
void eg_stepper_evaluate(const eg_stepper *stepper, const void *memory, int64_t cell, int count,
                         const double *points, double *values);
/* The variables at a reference point of each of `count` cells: values[count][variables]. */
eg_status eg_stepper_sample(eg_stepper *stepper, int count, const int64_t *cells, const double (*points)[3],
                            double *values);
/* What the scheme sums over the domain and all ranks: values[sum_columns]. Collective. */
eg_status eg_stepper_content(eg_stepper *stepper, const eg_comm *comm, double *values);
/* Keeps or restores what the solver continues from; nothing may be queued. */
eg_status eg_stepper_persist(eg_stepper *stepper, const eg_persist *persist);
/* The first own cell (canonical) whose refused state is not finite, -1 where all are. */
eg_status eg_stepper_divergence_site(eg_stepper *stepper, int64_t *cell);

/* Receivers, while a run goes on too. Samples up to a time that a readback has told, the one at time 0 among
 * them. */
int64_t eg_stepper_samples(const eg_stepper *stepper, double time);
/* Samples that are kept for reading. Read at the latest when three quarters of them wait: the last quarter is
 * for the steps that are under way, at most 8 queued at once with one readback behind. */
int64_t eg_stepper_samples_room(const eg_stepper *stepper);
/* values[receivers][count][variables] of samples first to first + count - 1, which a readback has told to be
 * there. Waits for what is queued. EG_INTERNAL where some of them have been written over. */
eg_status eg_stepper_samples_read(eg_stepper *stepper, int64_t first, int64_t count, double *values);

/* ---- for a scheme ---- */

extern const eg_space_class eg_stepper_space_class; /* of the space that a stepper is */

/* Of a new solver, whose cells have polynomials of that degree. */
void eg_stepper_begin(eg_stepper *stepper, const eg_stepper_class *class, eg_device *device,
                      const eg_mesh *mesh, int degree, const eg_comm *comm, eg_link *link);
/* Recordings and clock, and all that it owns. */
void eg_stepper_end(eg_stepper *stepper);
/* eg_comm_agree(), where there are several ranks. */
eg_status eg_stepper_agree(const eg_stepper *stepper, eg_status status);

/* Constants on the device, which go with the stepper; reals are rounded to the precision of the
 * state. *buffer is a member of the scheme. */
eg_status eg_stepper_upload(eg_stepper *stepper, const char *label, int64_t bytes, const void *data,
                            eg_buffer **buffer);
eg_status eg_stepper_upload_reals(eg_stepper *stepper, const char *label, int64_t count, const double *data,
                                  eg_buffer **buffer);
/* Matrices for tensor cores, in the order in which a kernel takes them. */
eg_status eg_stepper_upload_tiles(eg_stepper *stepper, const char *label, const eg_tiles *products, int count,
                                  eg_buffer **buffer);
/* Several of them: EG_UPLOAD(&dg->base, {"neighbours", cells * 4, there, &dg->there}, {...}), and
 * EG_UPLOAD_REALS() with numbers of reals. */
typedef struct eg_upload {
    const char *label;
    int64_t size;
    const void *data;
    eg_buffer **buffer;
} eg_upload;
#define EG_UPLOADS(...)                                                                                      \
    (const eg_upload[]){__VA_ARGS__}, sizeof((eg_upload[]){__VA_ARGS__}) / sizeof(eg_upload)
#define EG_UPLOAD(stepper, ...) eg_stepper_upload_all(stepper, false, EG_UPLOADS(__VA_ARGS__))
#define EG_UPLOAD_REALS(stepper, ...) eg_stepper_upload_all(stepper, true, EG_UPLOADS(__VA_ARGS__))
eg_status eg_stepper_upload_all(eg_stepper *stepper, bool reals, const eg_upload *all, size_t count);
/* By eg_buffer_take(). */
eg_status eg_stepper_take(eg_stepper *stepper, const char *label, int64_t bytes, void *data_address,
                          eg_buffer **buffer);
/* Frees a block of the scheme and ends what its members, so many bytes, hold; NULL is fine. */
void eg_stepper_free(eg_stepper *stepper, void *pointer_address, size_t bytes);
/* eg_program_create(); it goes with the stepper. */
eg_status eg_stepper_program(eg_stepper *stepper, const eg_program_options *options, eg_program **program);
/* eg_program_bind() of the states, clock and count that kernels read as q0, q1, clock and count, and of these
 * arguments, for all programs that the stepper has. What is bound to a kernel itself, or to one program behind
 * it, goes before it. */
eg_status eg_stepper_bind(eg_stepper *stepper, const eg_arg *args, int arg_count);
#define EG_STEPPER_BIND(stepper, ...)                                                                        \
    eg_stepper_bind((stepper), (const eg_arg[]){__VA_ARGS__},                                                \
                    (int)(sizeof((const eg_arg[]){__VA_ARGS__}) / sizeof(eg_arg)))
/* eg_halo_create_of_cells() and eg_partition_boundary_create(); what they make goes with the stepper. */
eg_status eg_stepper_halo_of_cells(eg_stepper *stepper, int variables, eg_buffer *const state[2],
                                   eg_halo **halo);
eg_status eg_stepper_partition_boundary(eg_stepper *stepper, int group, const bool *also,
                                        eg_partition_boundary *boundary);

/* The clock: precision, comm and link of `options` are the stepper's. `before`, which has other cells, hands
 * its own over; NULL: a new one. */
eg_status eg_stepper_build_clock(eg_stepper *stepper, const eg_time_options *options, eg_stepper *before);
/* eg_time_first_pass(), whose failure names the cell with the least step, or one that is not finite. */
eg_status eg_stepper_first_pass(eg_stepper *stepper);

/* The time of a copy of a timed stepper, s; of others 0. */
double eg_stepper_copy_time(const eg_stepper *stepper, const void *memory);
/* The totals of a cell in a copy; NULL where there are none. */
const double *eg_stepper_copy_totals(const eg_stepper *stepper, const void *memory, int64_t cell);
/* Where the values of a cell stand in a copy of a state. */
eg_cell_values eg_stepper_values_of(const eg_stepper *stepper, const void *memory, int64_t cell);
/* Which of q[] is the state. Waits. */
eg_status eg_stepper_current(const eg_stepper *stepper, int *index);
/* The state where it stands in the host's memory; *state is NULL where it is on the device. Waits. */
eg_status eg_stepper_host_state(eg_stepper *stepper, void **state);
/* Such that the layout finds the values of a cell, and of those of its block, in it. */
void *eg_stepper_host_cell(const eg_stepper *stepper, void *state, int64_t cell);
/* The values of own cells: the array "state". */
eg_status eg_stepper_persist_state(eg_stepper *stepper, const eg_persist *persist);
/* The state that a step has refused, eg_stepper_state_bytes(). Waits. */
eg_status eg_stepper_read_refused(eg_stepper *stepper, void *memory);
/* Sums of factor[count] times the values of each variable, of which a cell has `count` in turn:
 * values[variables]. */
void eg_stepper_combine(const eg_stepper *stepper, const eg_cell_values *from, int count,
                        const double *factor, double *values);

/* Arrays of so many sums over own cells, which `before` hands the program to; NULL: it is compiled. */
eg_status eg_stepper_build_sums(eg_stepper *stepper, int columns, eg_stepper *before);
/* What a stage queues beside its exchange; each may be NULL. */
typedef struct eg_stepper_stage {
    eg_status (*before)(eg_stepper *stepper, int stage); /* what is sent comes from it */
    eg_status (*beside)(eg_stepper *stepper, int stage); /* needs no ghosts */
    eg_status (*after)(eg_stepper *stepper, int stage);  /* needs what comes */
} eg_stepper_stage;
/* Queues a stage behind what was queued with `status`: `beside` in one queue, all else in another. The
 * exchange takes place after a failure too: other ranks wait for it. */
eg_status eg_stepper_queue_shared(eg_stepper *stepper, eg_halo *halo, const eg_stepper_stage *parts,
                                  int stage, eg_status status);

/* Makes the ring of so many receivers, once the first step is known; 0: none. EG_CASE where the interval is
 * not positive, or too short for that step. All ranks call it, and do not agree. */
eg_status eg_stepper_build_ring(eg_stepper *stepper, int64_t count, double interval);
void eg_stepper_destroy_ring(eg_stepper *stepper);

#endif
