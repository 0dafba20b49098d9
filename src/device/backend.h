/* What a backend of the device floor implements, and the objects it works on. Inside src/device only.
 *
 * device.c, buffer.c and program.c check arguments, keep the lists and build messages; a backend
 * does the rest through one table of functions. Every entry is required, but for those that say what it means
 * that they are NULL. */
#ifndef EG_DEVICE_BACKEND_H
#define EG_DEVICE_BACKEND_H

#include "device/cache.h"
#include "device/device.h"
#include "device/link.h"
#include "device/profile.h"
#include "device/source.h"

/* A specification, taken apart. */
typedef struct eg_device_spec {
    eg_device_kind kind;
    int64_t number[2]; /* threads (0: all), CUDA's index, or platform and device */
} eg_device_spec;

/* Links between the devices of ranks: link.h. */
typedef struct eg_link_backend {
    void (*identify)(const eg_device *device, char identity[EG_LINK_IDENTITY]);
    eg_status (*token)(eg_device *device, char token[EG_LINK_TOKEN]);
    eg_status (*create)(eg_device *device, const char token[EG_LINK_TOKEN], int ranks, int rank,
                        eg_link **link);
    void (*destroy)(eg_link **link);
    eg_status (*exchange)(eg_link *link, const eg_link_message *messages, int count, const eg_buffer *send,
                          eg_buffer *receive);
    eg_status (*max)(eg_link *link, eg_buffer *value, eg_precision precision);
} eg_link_backend;

/* The auxiliary queue: device.h. */
typedef struct eg_aux_queue_backend {
    eg_status (*fork)(eg_device *device);
    void (*enter)(eg_device *device);
    void (*leave)(eg_device *device);
    eg_status (*join)(eg_device *device);
} eg_aux_queue_backend;

/* The clock of queues, for profiles. A slot is what is queued between a call of before and one of after. */
enum { EG_PROFILE_SLOTS = 4096 };
typedef struct eg_timing_backend {
    eg_status (*begin)(eg_device *device); /* room for all slots */
    void (*end)(eg_device *device);
    eg_status (*before)(eg_device *device, eg_queue queue, int slot);
    eg_status (*after)(eg_device *device, eg_queue queue, int slot);
    /* Waits; pair[slot] becomes when the first `count` began and ended, s, as eg_clock() counts. */
    eg_status (*read)(eg_device *device, int count, double (*pair)[2]);
} eg_timing_backend;

/* Recordings: device.h. */
typedef struct eg_recording_backend {
    bool (*is_there)(const eg_device *device);
    eg_status (*begin)(eg_device *device);
    /* Where it is not to be kept *recording becomes NULL. */
    eg_status (*end)(eg_device *device, bool keep, eg_recording **recording);
    eg_status (*queue)(const eg_recording *recording);
    void (*destroy)(eg_recording **recording);
} eg_recording_backend;

typedef struct eg_backend {
    const eg_timing_backend *timing;
    const eg_aux_queue_backend *aux_queue;  /* NULL: the backend has one queue */
    const eg_link_backend *link;            /* NULL: the backend has none */
    const eg_recording_backend *recordings; /* NULL: the backend has none */

    /* The host as a device; NULL: drivers know which devices there are (survey.h). */
    eg_status (*describe)(eg_context *context, eg_device_info *info);
    /* Fills device->info and the backend's part of the device; on failure close is not called. */
    eg_status (*open)(eg_device *device, const eg_device_spec *spec);
    void (*close)(eg_device *device);
    /* NULL: a call returns when it is done, so that there are no events, and neither reads nor writes to begin */
    eg_status (*finish)(eg_device *device);
    int (*lanes)(const eg_device *device, eg_precision precision, int nodes);

    eg_status (*buffer_create)(eg_buffer *buffer);
    void (*buffer_destroy)(eg_buffer *buffer);
    eg_status (*buffer_write)(eg_buffer *buffer, int64_t offset, const void *data, int64_t bytes);
    eg_status (*buffer_read)(const eg_buffer *buffer, int64_t offset, void *data, int64_t bytes);
    eg_status (*buffer_copy)(eg_buffer *target, int64_t target_offset, const eg_buffer *source,
                             int64_t source_offset, int64_t bytes);
    /* NULL: memory of the host like any other */
    eg_status (*staging_create)(eg_device *device, int64_t bytes, void **memory);
    void (*staging_destroy)(eg_device *device, void *memory);
    eg_status (*read_begin)(const eg_buffer *buffer, int64_t offset, void *data, int64_t bytes,
                            eg_event *event);
    eg_status (*write_begin)(eg_buffer *buffer, int64_t offset, const void *data, int64_t bytes,
                             const eg_event *after, eg_event *event);
    eg_status (*queue_wait)(const eg_event *event);
    eg_status (*event_wait)(eg_event *event);
    void (*event_destroy)(eg_event *event);

    /* The file below kernels/ that makes a kernel source of this backend's language. */
    const char *target;
    const char *footer; /* what closes the program */
    /* Adds what is compiled in front of the target header; NULL: nothing. */
    void (*prologue)(const eg_device *device, eg_text *source);
    /* Adds everything besides the source that the result depends on (compiler, version, flags, device,
     * driver): half of the cache's key. */
    eg_status (*identity)(eg_device *device, eg_text *identity);
    /* Whether the library holds the program, which is then there; NULL: it holds none of this backend. */
    bool (*take_built_in)(eg_program *program, const eg_program_options *options);
    /* Adds what follows the kernels: the host's launchers. NULL: nothing. */
    void (*epilogue)(const eg_source *source, eg_text *text);
    /* Compiles to bytes that load takes again (eg_free). */
    eg_status (*compile)(eg_program *program, const char *source, char **binary, int64_t *bytes);
    /* On failure unload is not called. */
    eg_status (*load)(eg_program *program, const eg_cache_entry *compiled);
    void (*unload)(eg_program *program);
    /* Finds the kernel in the loaded program; what it stores is freed by kernel_destroy, or NULL: with it. */
    eg_status (*kernel_create)(eg_kernel *kernel);
    void (*kernel_destroy)(eg_kernel *kernel);
    /* value[i] holds argument i (buffers: an eg_handle), size[i] its bytes. */
    eg_status (*launch)(eg_kernel *kernel, int64_t groups, void **value, const size_t *size);
} eg_backend;

extern const eg_backend eg_host_backend, eg_cuda_backend, eg_opencl_backend;

typedef struct eg_profile eg_profile;

struct eg_device {
    eg_context *context;
    const eg_backend *backend;
    eg_device_info info;
    eg_buffer *buffers;  /* all of them, newest first */
    bool cache_warned;   /* a warning about the cache was logged */
    bool in_aux_queue;   /* between enter and leave of the auxiliary queue */
    eg_profile *profile; /* NULL: nothing is measured */
    bool measured;
    eg_device_limits limits;
    union {
        struct eg_host_device *host;
        struct eg_cuda_device *cuda;
        struct eg_opencl_device *opencl;
    };
};

/* A handle of a backend, as it is passed to a kernel. */
typedef union eg_handle {
    void *pointer;    /* host memory, cl_mem, cl_event, CUevent */
    uint64_t address; /* CUDA device memory */
} eg_handle;

struct eg_buffer {
    eg_device *device;
    int64_t bytes;
    char *label;
    eg_handle memory;
    bool lent; /* the memory is somebody else's */
    eg_buffer *next, *previous;
};

struct eg_event {
    eg_device *device;
    eg_handle handle;
};

/* The first member of a backend's own. */
struct eg_link {
    eg_device *device;
    char name[32]; /* "NCCL 2.21.5" */
};

struct eg_program {
    eg_device *device;
    char *file; /* for messages */
    eg_precision precision;
    int lanes;
    int64_t degree;   /* its constant DEGREE; -1: it has none */
    eg_source source; /* kernels and their parameters; the text is freed after compiling */
    eg_kernel *kernels;
    eg_arg *common; /* [commons] eg_program_bind() */
    int64_t commons, common_room;
    eg_handle module; /* dlopen's handle, CUmodule, cl_program */
    const struct eg_built_in
        *built_in; /* the host's: of the library, in place of the module; NULL: compiled */
};

/* The first member of a backend's own. */
struct eg_recording {
    eg_device *device;
};

/* A host kernel's launcher: args[i] points to argument i. */
typedef void eg_host_launcher(void **args, int threads, long groups);

/* An argument of the launches to come; its name is NULL where there is none. `own`: of eg_kernel_bind(), which
 * goes before eg_program_bind(). */
typedef struct eg_bound {
    eg_arg arg;
    bool own;
} eg_bound;

struct eg_kernel {
    eg_program *program;
    const eg_source_kernel *source;
    eg_kernel *next;
    int threads;              /* of a group; 1 on the host */
    int profiled;             /* 1 + its place in the profile's table; 0: none yet */
    double bytes, operations; /* of a group: eg_kernel_cost() */
    eg_bound *bound;          /* [parameters] */
    union {
        eg_host_launcher *launcher;
        void *function; /* CUfunction or cl_kernel */
    };
};

/* Puts the text of a program together: constants, target header, generated source, kernel file.
 * `device` is NULL where CUDA source is made without a GPU. */
eg_status eg_program_assemble(eg_context *context, const eg_backend *backend, const eg_device *device,
                              const eg_program_options *options, eg_source *source);

/* EG_DEVICE with one sentence: what fails, as `format` has it, why, and the file that keeps all messages of
 * the compiler. */
eg_status eg_compile_failed(eg_context *context, const char *messages, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* EG_MEMORY with the need and what is free, in words, for the buffer. */
eg_status eg_buffer_no_memory(const eg_buffer *buffer, int64_t free_bytes);

/* ---- profile.c: round what is queued, with its status; without a profile they do nothing */
bool eg_profile_is_running(const eg_device *device);
eg_queue eg_profile_queue(const eg_device *device); /* that launches and copies go to */
eg_status eg_profile_before(eg_device *device, eg_queue queue);
eg_status eg_profile_after_kernel(eg_kernel *kernel, int64_t groups, eg_status status);
eg_status eg_profile_after_copy(eg_device *device, const char *name, eg_queue queue, int64_t bytes,
                                eg_status status);
void eg_profile_destroy(eg_device *device);

/* The sum of bytes of all buffers of the device. */
int64_t eg_device_bytes_used(const eg_device *device);

#endif
