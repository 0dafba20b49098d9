/* device: buffers, programs, kernels and streams on the host, CUDA or OpenCL, chosen at run time.
 *
 * A device executes what it is given in order. Launches and copies on the device are queued and the call
 * returns; eg_buffer_write, eg_buffer_read and eg_device_finish wait. All calls on one device come from one
 * thread, except eg_event_wait, which a writer thread may call. A device outlives what is made on it. */
#ifndef EG_DEVICE_DEVICE_H
#define EG_DEVICE_DEVICE_H

#include "base/base.h"

typedef struct eg_device eg_device;
typedef struct eg_buffer eg_buffer;
typedef struct eg_program eg_program;
typedef struct eg_kernel eg_kernel;
typedef struct eg_event eg_event;

typedef enum eg_precision { EG_F64, EG_F32 } eg_precision;
static inline size_t eg_real_size(eg_precision precision)
{
    return precision == EG_F64 ? 8 : 4;
}

typedef enum eg_device_kind {
    EG_DEVICE_HOST,
    EG_DEVICE_CHECKED,
    EG_DEVICE_CUDA,
    EG_DEVICE_OPENCL
} eg_device_kind;

typedef struct eg_device_info {
    eg_device_kind kind;
    char spec[64];       /* the specification that opens it again: "host:2", "cuda:0", "opencl:0.0" */
    char name[128];      /* the processor, as its maker calls it */
    char compiler[160];  /* what compiles kernels, with version and the flags that change bits */
    int threads;         /* host: threads used; else compute units */
    int64_t memory;      /* bytes in all; 0 where unknown */
    int64_t memory_free; /* bytes free when the device was opened */
    int max_group;       /* threads in a group at most; 1 on the host */
    int64_t cache;       /* bytes of the cache that its threads share or have together; 0 where unknown */
    bool gpu;            /* a graphics processor */
    bool tensor;         /* it has tensor cores with the bits of loops (kernels/target/tensor.h) */
    bool f64;            /* double precision is there (without it a device is not used) */
    bool f32;            /* single precision with IEEE division and square root is there */
} eg_device_info;

/* Opens "auto" (the first of cuda:0, opencl GPU, host), "host", "host:THREADS", "checked",
 * "checked:PARTS", "cuda:N" or "opencl:PLATFORM.DEVICE". EG_DEVICE with what was found instead
 * where it is not there; EG_USAGE for a malformed specification.
 *
 * The checking device runs kernels on one thread, with buffers that end at guard pages and traps on undefined
 * behaviour; a kernel caught at either fails its launch with EG_DEVICE and a text that names kernel, group
 * and buffer. With PARTS the groups are cut into so many parts, the last run first. It has recordings, as CUDA
 * has. */
eg_status eg_device_open(eg_context *context, const char *specification, eg_device **device);
/* The same, but a GPU may go on opening meanwhile: what uses the device waits, and tells a failure of it.
 * memory_free is not looked at before eg_device_finish(). */
eg_status eg_device_begin(eg_context *context, const char *specification, eg_device **device);
void eg_device_close(eg_device **device);
const eg_device_info *eg_device_describe(const eg_device *device);

/* Every device of this machine; drivers are asked once a process (survey.h): fills up to `room` entries and
 * gives their number. Devices that are there but cannot be used have a sentence in `name` that says why and
 * max_group = 0. */
eg_status eg_device_list(eg_context *context, eg_device_info *list, int room, int *count);

/* The lanes that suit the device for cells of `nodes` nodes each (a power of two). */
int eg_device_lanes(const eg_device *device, eg_precision precision, int nodes);

/* Waits until everything queued has been done, and until the device is open; reports a failure of it. */
eg_status eg_device_finish(eg_device *device);

/* ---- buffers */

/* `bytes` of device memory, zeroed (NaN and -1 patterns on the checking device, where reading what
 * was never written is an error of the kernel). EG_MEMORY names need and what is free. bytes = 0 is
 * allowed. `label` names the buffer in messages. */
eg_status eg_buffer_create(eg_device *device, int64_t bytes, const char *label, eg_buffer **buffer);
/* The same with `bytes` of data in it; NULL: zeros, on the checking device too. */
eg_status eg_buffer_upload(eg_device *device, int64_t bytes, const char *label, const void *data,
                           eg_buffer **buffer);
/* The same with `count` reals of this precision, each rounded once. */
eg_status eg_buffer_upload_reals(eg_device *device, eg_precision precision, int64_t count, const char *label,
                                 const double *data, eg_buffer **buffer);
/* The same with data of eg_alloc() in the device's context, of at least so many bytes, which it takes over:
 * afterwards *data is NULL, or where it fails still the caller's. On the host the memory becomes the
 * buffer's. */
eg_status eg_buffer_take(eg_device *device, int64_t bytes, const char *label, void *data_address,
                         eg_buffer **buffer);
/* A buffer with data that stay the caller's, and as they are until the buffer goes: kernels read it. On the
 * host it is the memory of the data. */
eg_status eg_buffer_lend(eg_device *device, int64_t bytes, const char *label, const void *data,
                         eg_buffer **buffer);
/* Ends the buffer: its bytes are in memory of eg_alloc() in the device's context then, the caller's; on the
 * host in that of the buffer. EG_MEMORY: the buffer stays. */
eg_status eg_buffer_give(eg_buffer **buffer, void *data_address);
/* A buffer of at least `bytes` in the place of *buffer, which stays where it is large enough, with what is in
 * it; else it goes, and the new one has a quarter more. NULL: there is none yet. Nothing queued may use one
 * that goes. */
eg_status eg_buffer_fit(eg_device *device, int64_t bytes, const char *label, eg_buffer **buffer);
void eg_buffer_destroy(eg_buffer **buffer);
int64_t eg_buffer_bytes(const eg_buffer *buffer);

eg_status eg_buffer_write(eg_buffer *buffer, int64_t offset, const void *data, int64_t bytes);
eg_status eg_buffer_read(const eg_buffer *buffer, int64_t offset, void *data, int64_t bytes);
/* Zeros over all of it. */
eg_status eg_buffer_clear(eg_buffer *buffer);
/* Queued; source and target may not overlap. */
eg_status eg_buffer_copy(eg_buffer *target, int64_t target_offset, const eg_buffer *source,
                         int64_t source_offset, int64_t bytes);

/* Memory of the host that a device copies into fast (pinned); free with eg_staging_destroy. */
eg_status eg_staging_create(eg_device *device, int64_t bytes, void **memory);
void eg_staging_destroy(eg_device *device, void **memory);

/* Queues a copy to the host that starts when everything queued before it is done and runs beside
 * what is queued after it (a second stream). `data` is staging memory and stays valid until the
 * event is done; until then nothing queued may write to that part of the buffer, and the buffer
 * stays. On the host the copy is done when the call returns. */
eg_status eg_buffer_read_begin(const eg_buffer *buffer, int64_t offset, void *data, int64_t bytes,
                               eg_event **event);
/* Queues a copy of staging memory to the device that starts when `after` is done, NULL: at once, also before
 * the zeros of a new buffer, and runs beside what is queued elsewhere (a third stream, in order). A read that
 * is done with `after` may bring `data`, which then stay as they are until the event is done. On the host the
 * copy is done when the call returns, and OpenCL waits for `after` in the call. */
eg_status eg_buffer_write_begin(eg_buffer *buffer, int64_t offset, const void *data, int64_t bytes,
                                eg_event *after, eg_event **event);
/* What is queued from here on starts when the event is done. The event may go at once. */
eg_status eg_queue_wait(eg_event *event);
eg_status eg_event_wait(eg_event *event);
void eg_event_destroy(eg_event **event);

/* ---- the auxiliary queue. A second queue, which goes before the first where both want the device: between
 * enter and leave everything is queued there (launches, copies; eg_buffer_write and eg_buffer_read wait for
 * it alone). fork makes it wait for what the first queue has so far, join the first for what the second has
 * so far. A device without an auxiliary queue has everything in one, in the order of the calls, which has to
 * be right then too. */
bool eg_device_has_aux_queue(const eg_device *device);
eg_status eg_aux_queue_fork(eg_device *device);
void eg_aux_queue_enter(eg_device *device);
void eg_aux_queue_leave(eg_device *device);
eg_status eg_aux_queue_join(eg_device *device);

/* ---- recordings. What is queued between begin and end is kept and not done; eg_recording_queue() then
 * queues all of it at once, in a fraction of the time. Kernels that are launched, with their programs and the
 * buffers that they are given, outlive the recording; in between nothing is made, read or written. Not on
 * every device, and not while it is profiled. */
typedef struct eg_recording eg_recording;
bool eg_device_records(const eg_device *device);
eg_status eg_record_begin(eg_device *device);
/* `queued`: the status of what was queued, with which the end fails too. The recording is the caller's. */
eg_status eg_record_end(eg_device *device, eg_status queued, eg_recording **recording);
eg_status eg_recording_queue(const eg_recording *recording);
void eg_recording_destroy(eg_recording **recording);

/* ---- programs and kernels */

typedef struct eg_define {
    const char *name;
    int64_t value;
} eg_define;

/* A program is one kernel source file, compiled for one device, precision, lanes and set of constants. */
typedef struct eg_program_options {
    const char *file; /* below kernels/: "fv/shallow_water.c" */
    eg_precision precision;
    int lanes; /* LANES; 0: 1 */
    int items; /* ITEMS; 0: 1 */
    const eg_define *defines;
    int define_count;
    const char *generated; /* dialect source put in front of the file (expressions of the case), or NULL */
} eg_program_options;

/* `defines` and their count of an eg_program_options, written out: EG_DEFINES({"N", n}, {"ROWS", rows}). */
#define EG_DEFINES(...)                                                                                      \
    .defines = (const eg_define[]){__VA_ARGS__},                                                             \
    .define_count = sizeof((const eg_define[]){__VA_ARGS__}) / sizeof(eg_define)

/* Dialect source for `generated`: `#define NAME {...}` with these values, rounded once, for the dialect's
 * CONSTANTS. EG_MEMORY. The caller owns *source (eg_free). */
eg_status eg_constants_source(eg_context *context, eg_precision precision, const char *name, int count,
                              const double *values, char **source);

/* Compiles, or takes the compiled program from the cache on disk ($EAGRE_CACHE, else $XDG_CACHE_HOME/eagre,
 * else ~/.cache/eagre; where that cannot be written, or could be written by another user than this one and
 * root, a warning is logged and the program is compiled each time). Kernel files come from the folder
 * $EAGRE_KERNELS where that is set, else they are those the library was built with. EG_DEVICE with the first
 * of the compiler's messages, which names the kernel file and line, or with what does not fit; all of them go
 * to a file that is named. */
eg_status eg_program_create(eg_device *device, const eg_program_options *options, eg_program **program);
void eg_program_destroy(eg_program **program);

/* The kernel of that name; it belongs to the program and goes with it. EG_INTERNAL names the
 * kernels that there are. */
eg_status eg_kernel_get(eg_program *program, const char *name, eg_kernel **kernel);

/* Several of them: EG_KERNELS(program, {"pmg_take", &s->take}, {"pmg_put", &s->put}). */
typedef struct eg_named_kernel {
    const char *name;
    eg_kernel **kernel;
} eg_named_kernel;
eg_status eg_kernels_get(eg_program *program, const eg_named_kernel *kernels, size_t count);
#define EG_KERNELS(program, ...)                                                                             \
    eg_kernels_get((program), (const eg_named_kernel[]){__VA_ARGS__},                                        \
                   sizeof((const eg_named_kernel[]){__VA_ARGS__}) / sizeof(eg_named_kernel))

typedef enum eg_arg_kind { EG_ARG_BUFFER, EG_ARG_INT, EG_ARG_LONG, EG_ARG_REAL, EG_ARG_DOUBLE } eg_arg_kind;

/* One argument, by the name of the kernel's parameter. Kinds: a buffer for `GLOBAL T *`, int, long (64 bits
 * on every device), real (of the program's precision, converted), double. */
typedef struct eg_arg {
    const char *name; /* static */
    eg_arg_kind kind;
    union {
        const eg_buffer *buffer;
        int32_t i;
        int64_t l;
        double d;
    };
} eg_arg;

#define EG_BUFFER(n, b) ((eg_arg){.name = (n), .kind = EG_ARG_BUFFER, .buffer = (b)})
#define EG_INT(n, v) ((eg_arg){.name = (n), .kind = EG_ARG_INT, .i = (v)})
#define EG_LONG(n, v) ((eg_arg){.name = (n), .kind = EG_ARG_LONG, .l = (v)})
#define EG_REAL(n, v) ((eg_arg){.name = (n), .kind = EG_ARG_REAL, .d = (v)})
#define EG_DOUBLE(n, v) ((eg_arg){.name = (n), .kind = EG_ARG_DOUBLE, .d = (v)})

/* Gives arguments to all launches that come, of what stays the same in a run: a launch names the others. A
 * buffer outlives the kernel's last launch. A parameter that is bound already is bound anew. EG_INTERNAL
 * names kernel and parameter where there is none of that name, or of another kind, or a buffer is NULL or of
 * another device. A variant that lacks a parameter takes NULL, or 0, for it. */
eg_status eg_kernel_bind(eg_kernel *kernel, const eg_arg *args, int arg_count);

/* The same of all kernels of the program, those to come among them, that have a parameter of that name and
 * kind: what they have in common is named once. What is bound to a kernel itself goes before it. A buffer
 * that is NULL is bound to none. EG_MEMORY. */
eg_status eg_program_bind(eg_program *program, const eg_arg *args, int arg_count);

/* Queues the kernel for `groups` groups (0: nothing is queued); of these the groups below the n of its
 * FOR_GROUPS(b, n) run. The arguments, in any order, and those that are bound are all that the parameter list
 * in the kernel's source has: EG_INTERNAL names kernel, parameter, expected and given. NULL and 0 as of
 * eg_kernel_bind(). */
eg_status eg_kernel_launch(eg_kernel *kernel, int64_t groups, const eg_arg *args, int arg_count);

/* What so many groups of the kernel do together from here on, for the profile (profile.h): bytes that they
 * read and write, each value once, and operations on reals (2 a multiply-add; 0: few). Launches of other
 * sizes count in proportion. */
void eg_kernel_cost(eg_kernel *kernel, int64_t groups, double bytes, double operations);

/* Binding, and launching, with the arguments written out. */
#define EG_BIND_ALL(program, ...)                                                                            \
    eg_program_bind((program), (const eg_arg[]){__VA_ARGS__},                                                \
                    (int)(sizeof((const eg_arg[]){__VA_ARGS__}) / sizeof(eg_arg)))
#define EG_BIND(kernel, ...)                                                                                 \
    eg_kernel_bind((kernel), (const eg_arg[]){__VA_ARGS__},                                                  \
                   (int)(sizeof((const eg_arg[]){__VA_ARGS__}) / sizeof(eg_arg)))
#define EG_LAUNCH(kernel, groups, ...)                                                                       \
    eg_kernel_launch((kernel), (groups), (const eg_arg[]){__VA_ARGS__},                                      \
                     (int)(sizeof((const eg_arg[]){__VA_ARGS__}) / sizeof(eg_arg)))

/* ---- what the device can do */

typedef struct eg_device_limits {
    double copy_bandwidth;  /* bytes/s read plus bytes/s written by a large copy kernel */
    double multiply_add[2]; /* operations/s (2 a multiply-add), by eg_precision */
} eg_device_limits;

/* Measured once (under a second) with kernels of this program; kept by the device. */
eg_status eg_device_measure(eg_device *device, eg_device_limits *limits);

#endif
