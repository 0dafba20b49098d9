/* The CUDA backend's own parts: the driver and NVRTC, found at run time, and the backend's device.
 *
 * The few prototypes that are needed stand here, so that no vendor header is: handles are opaque
 * pointers, device memory is a 64-bit address, a result is 0 or an error's number. */
#ifndef EG_DEVICE_CUDA_CUDA_H
#define EG_DEVICE_CUDA_CUDA_H

#include "base/parallel.h"
#include "device/backend.h"

/* X(member, name in libcuda, parameters) */
#define EG_CUDA_FUNCTIONS(X)                                                                                 \
    X(init, "cuInit", (unsigned flags))                                                                      \
    X(driver_version, "cuDriverGetVersion", (int *version))                                                  \
    X(error_string, "cuGetErrorString", (int result, const char **text))                                     \
    X(device_count, "cuDeviceGetCount", (int *count))                                                        \
    X(device_get, "cuDeviceGet", (int *device, int ordinal))                                                 \
    X(device_name, "cuDeviceGetName", (char *name, int room, int device))                                    \
    X(device_memory, "cuDeviceTotalMem_v2", (size_t * bytes, int device))                                    \
    X(device_uuid, "cuDeviceGetUuid", (unsigned char *uuid, int device))                                     \
    X(device_attribute, "cuDeviceGetAttribute", (int *value, int attribute, int device))                     \
    X(context_retain, "cuDevicePrimaryCtxRetain", (void **context, int device))                              \
    X(context_release, "cuDevicePrimaryCtxRelease_v2", (int device))                                         \
    X(context_set, "cuCtxSetCurrent", (void *context))                                                       \
    X(memory_info, "cuMemGetInfo_v2", (size_t * available, size_t * total))                                  \
    X(memory_create, "cuMemAlloc_v2", (uint64_t * address, size_t bytes))                                    \
    X(memory_destroy, "cuMemFree_v2", (uint64_t address))                                                    \
    X(memory_set, "cuMemsetD8Async", (uint64_t address, unsigned char value, size_t bytes, void *stream))    \
    X(memory_write, "cuMemcpyHtoDAsync_v2",                                                                  \
      (uint64_t target, const void *source, size_t bytes, void *stream))                                     \
    X(memory_read, "cuMemcpyDtoHAsync_v2", (void *target, uint64_t source, size_t bytes, void *stream))      \
    X(memory_copy, "cuMemcpyDtoDAsync_v2", (uint64_t target, uint64_t source, size_t bytes, void *stream))   \
    X(staging_create, "cuMemHostAlloc", (void **memory, size_t bytes, unsigned flags))                       \
    X(staging_destroy, "cuMemFreeHost", (void *memory))                                                      \
    X(pin, "cuMemHostRegister_v2", (void *memory, size_t bytes, unsigned flags))                             \
    X(unpin, "cuMemHostUnregister", (void *memory))                                                          \
    X(stream_create, "cuStreamCreate", (void **stream, unsigned flags))                                      \
    X(stream_priorities, "cuCtxGetStreamPriorityRange", (int *least, int *greatest))                         \
    X(stream_create_urgent, "cuStreamCreateWithPriority", (void **stream, unsigned flags, int priority))     \
    X(stream_destroy, "cuStreamDestroy_v2", (void *stream))                                                  \
    X(stream_finish, "cuStreamSynchronize", (void *stream))                                                  \
    X(stream_wait, "cuStreamWaitEvent", (void *stream, void *event, unsigned flags))                         \
    X(event_create, "cuEventCreate", (void **event, unsigned flags))                                         \
    X(event_record, "cuEventRecord", (void *event, void *stream))                                            \
    X(event_finish, "cuEventSynchronize", (void *event))                                                     \
    X(event_elapsed, "cuEventElapsedTime", (float *milliseconds, void *begin, void *end))                    \
    X(event_destroy, "cuEventDestroy_v2", (void *event))                                                     \
    X(module_load, "cuModuleLoadData", (void **module, const void *image))                                   \
    X(module_unload, "cuModuleUnload", (void *module))                                                       \
    X(function_get, "cuModuleGetFunction", (void **function, void *module, const char *name))                \
    X(function_attribute, "cuFuncGetAttribute", (int *value, int attribute, void *function))                 \
    X(launch, "cuLaunchKernel",                                                                              \
      (void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,                  \
       unsigned block_y, unsigned block_z, unsigned shared_bytes, void *stream, void **params,               \
       void **extra))

/* Drivers before CUDA 11.4 lack some: they have no recordings. */
#define EG_CUDA_GRAPH_FUNCTIONS(X)                                                                           \
    X(capture_begin, "cuStreamBeginCapture_v2", (void *stream, int mode))                                    \
    X(capture_end, "cuStreamEndCapture", (void *stream, void **graph))                                       \
    X(graph_instantiate, "cuGraphInstantiateWithFlags",                                                      \
      (void **made, void *graph, unsigned long long flags))                                                  \
    X(graph_launch, "cuGraphLaunch", (void *graph, void *stream))                                            \
    X(graph_destroy, "cuGraphDestroy", (void *graph))                                                        \
    X(graph_exec_destroy, "cuGraphExecDestroy", (void *graph))

#define EG_NVRTC_FUNCTIONS(X)                                                                                \
    X(version, "nvrtcVersion", (int *major, int *minor))                                                     \
    X(create, "nvrtcCreateProgram",                                                                          \
      (void **program, const char *source, const char *name, int headers, const char *const *text,           \
       const char *const *names))                                                                            \
    X(destroy, "nvrtcDestroyProgram", (void **program))                                                      \
    X(compile, "nvrtcCompileProgram", (void *program, int count, const char *const *options))                \
    X(log_size, "nvrtcGetProgramLogSize", (void *program, size_t *bytes))                                    \
    X(log, "nvrtcGetProgramLog", (void *program, char *log))                                                 \
    X(cubin_size, "nvrtcGetCUBINSize", (void *program, size_t *bytes))                                       \
    X(cubin, "nvrtcGetCUBIN", (void *program, char *cubin))

/* An identifier is passed by value, as NCCL does. */
typedef struct eg_nccl_id {
    char bytes[EG_LINK_TOKEN];
} eg_nccl_id;

#define EG_NCCL_FUNCTIONS(X)                                                                                 \
    X(version, "ncclGetVersion", (int *version))                                                             \
    X(make_id, "ncclGetUniqueId", (eg_nccl_id * id))                                                         \
    X(join, "ncclCommInitRank", (void **comm, int ranks, eg_nccl_id id, int rank))                           \
    X(leave, "ncclCommDestroy", (void *comm))                                                                \
    X(group_start, "ncclGroupStart", (void))                                                                 \
    X(group_end, "ncclGroupEnd", (void))                                                                     \
    X(send, "ncclSend", (const void *data, size_t count, int type, int rank, void *comm, void *stream))      \
    X(receive, "ncclRecv", (void *data, size_t count, int type, int rank, void *comm, void *stream))         \
    X(all_reduce, "ncclAllReduce",                                                                           \
      (const void *from, void *to, size_t count, int type, int operation, void *comm, void *stream))

#define EG_CUDA_MEMBER(member, name, parameters) int(*member) parameters;
typedef struct eg_cuda_driver {
    void *library;
    bool has_graphs;
    EG_CUDA_FUNCTIONS(EG_CUDA_MEMBER)
    EG_CUDA_GRAPH_FUNCTIONS(EG_CUDA_MEMBER)
} eg_cuda_driver;

typedef struct eg_nvrtc {
    void *library;
    EG_NVRTC_FUNCTIONS(EG_CUDA_MEMBER)
} eg_nvrtc;

typedef struct eg_nccl {
    void *library;
    const char *(*error)(int result);
    EG_NCCL_FUNCTIONS(EG_CUDA_MEMBER)
} eg_nccl;
#undef EG_CUDA_MEMBER

enum { EG_CUDA_OUT_OF_MEMORY = 2 };

/* What makes context and streams, on a thread of its own: it takes a tenth of a second, in which the host has
 * other things to do. */
struct eg_cuda_opening {
    eg_task task; /* first */
    eg_device *device;
    eg_status status; /* of the task, when it is joined */
};

struct eg_cuda_device {
    eg_cuda_driver driver;
    eg_nvrtc nvrtc;
    int id, driver_version;
    char architecture[16];           /* "sm_90" */
    struct eg_cuda_opening *opening; /* NULL: not begun */
    void *context;                   /* the device's primary context */
    void *stream, *copies;           /* kernels and copies in order; reads beside them */
    void *uploads;                   /* writes beside both */
    void *aux_queue;                 /* the auxiliary queue, of the highest priority */
    void *queue;                     /* stream, or aux_queue where it is entered */
    void *forked, *joined;           /* events */
    struct eg_cuda_timing *timing;   /* NULL: nothing is measured */
    void *copy_mark;                 /* event for where the next read of `copies` begins, or NULL */
    struct eg_cuda_lane *lane;       /* [EG_CUDA_LANES] what large copies go through, NULL: none yet */
};

#define EG_CUDA_LIBRARY "libcuda.so.1"

/* ---- driver.c */

/* Loads libcuda and starts it; false with the reason where it is not there, lacks a function or finds no
 * device. */
bool eg_cuda_driver_load(eg_cuda_driver *driver, char *reason, size_t room);

/* Loads NVRTC from the loader's path, $CUDA_HOME, $CUDA_PATH or /usr/local/cuda. */
bool eg_nvrtc_load(eg_nvrtc *nvrtc);

/* Loads NCCL from the loader's path. */
bool eg_nccl_load(eg_nccl *nccl);

/* Makes the device's context, for which it waits, the calling thread's, then EG_OK; or EG_DEVICE with the
 * driver's words for a result that is not 0. */
eg_status eg_cuda_enter(const eg_device *device);
eg_status eg_cuda_check(const eg_device *device, const char *doing, int result);

/* ---- aux_queue.c */
extern const eg_aux_queue_backend eg_cuda_aux_queue;
eg_status eg_cuda_open_aux_queue(eg_device *device);
void eg_cuda_close_aux_queue(eg_device *device);

/* ---- transfer.c */

/* Pinned memory of the host; returns the driver's result, 0 where it is made. */
int eg_cuda_pinned_create(const eg_device *device, int64_t bytes, void **memory);
void eg_cuda_pinned_destroy(const eg_device *device, void *memory);

/* Large copies between pageable memory of the host and a buffer: through pinned memory, which all threads
 * fill or empty while the device copies; some times as fast as the driver's own copies. They are queued in
 * the device's queue and done on return. EG_DEVICE. */
enum { EG_CUDA_LANES = 3, EG_CUDA_LARGE = 1 << 23 /* bytes from which on they are worth it */ };
eg_status eg_cuda_write_large(eg_device *device, uint64_t target, const void *data, int64_t bytes);
eg_status eg_cuda_read_large(eg_device *device, uint64_t source, void *data, int64_t bytes);
void eg_cuda_close_lanes(eg_device *device);

/* ---- record.c */
extern const eg_recording_backend eg_cuda_recordings;

/* ---- timing.c */
extern const eg_timing_backend eg_cuda_timing;

/* ---- link.c */
extern const eg_link_backend eg_cuda_links;

/* ---- compile.c */

eg_status eg_cuda_identity(eg_device *device, eg_text *identity);
eg_status eg_cuda_compile(eg_program *program, const char *source, char **binary, int64_t *bytes);

/* Compiles a program for an architecture ("sm_90") without a GPU and drops the result, of which it
 * tells the size; *found is false, and nothing else happens, where NVRTC is not there. `extra` is one
 * more option of NVRTC, or NULL. EG_DEVICE with the compiler's messages. */
eg_status eg_cuda_compile_check(eg_context *context, const eg_program_options *options,
                                const char *architecture, const char *extra, bool *found, int64_t *bytes);

#endif
