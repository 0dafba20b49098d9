/* A CUDA driver without a GPU: libcuda.so.1 with the functions that eagre looks for. It shows one device of
 * the architecture in $FAKE_CUDA (`9.0`, the default), keeps its memory on the host, and computes nothing but
 * the clock: any other launch leaves everything as it is. With NVRTC, which needs no GPU either, kernels are
 * chosen, generated and compiled for it as for a real one, and a run goes through all its steps. */
#define LANES 1
#define ITEMS 1
#define EG_THREADS 1
#define EG_RESIDENT 1
#include "target/host.h"

#include "time/control.c"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OK = 0, NO_MEMORY = 2, NOT_FOUND = 500 };
/* CUdevice_attribute and CUfunction_attribute */
enum { THREADS_PER_BLOCK = 1, MULTIPROCESSORS = 16, CACHE_BYTES = 38, MAJOR = 75, MINOR = 76 };
static const size_t memory = (size_t)8 << 30;

static int architecture(int *major, int *minor)
{
    const char *text = getenv("FAKE_CUDA");
    return text && sscanf(text, "%d.%d", major, minor) == 2;
}

int cuInit(unsigned flags)
{
    (void)flags;
    return OK;
}

/* NVRTC 13 asks a driver that is loaded for tables of its own. */
int cuGetExportTable(const void **table, const void *identity)
{
    (void)identity;
    *table = NULL;
    return NOT_FOUND;
}

int cuDriverGetVersion(int *version)
{
    *version = 13000;
    return OK;
}

int cuGetErrorString(int result, const char **text)
{
    (void)result;
    *text = "as the fake driver was told";
    return OK;
}

int cuDeviceGetCount(int *count)
{
    *count = 1;
    return OK;
}

int cuDeviceGet(int *device, int ordinal)
{
    *device = ordinal;
    return OK;
}

int cuDeviceGetName(char *name, int room, int device)
{
    (void)device;
    snprintf(name, (size_t)room, "Fake GPU");
    return OK;
}

int cuDeviceTotalMem_v2(size_t *bytes, int device)
{
    (void)device;
    *bytes = memory;
    return OK;
}

int cuDeviceGetUuid(unsigned char *uuid, int device)
{
    (void)device;
    memset(uuid, 7, 16);
    return OK;
}

int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    int major = 9, minor = 0;
    (void)device;
    architecture(&major, &minor);
    *value = attribute == THREADS_PER_BLOCK ? 1024
             : attribute == MULTIPROCESSORS ? 132
             : attribute == CACHE_BYTES     ? 50 << 20
             : attribute == MAJOR           ? major
             : attribute == MINOR           ? minor
                                            : 0;
    return OK;
}

/* ---- memory */

int cuMemGetInfo_v2(size_t *available, size_t *total)
{
    *available = *total = memory;
    return OK;
}

int cuMemAlloc_v2(uint64_t *address, size_t bytes)
{
    void *block = bytes < memory ? calloc(bytes, 1) : NULL;
    *address = (uint64_t)(uintptr_t)block;
    return block ? OK : NO_MEMORY;
}

int cuMemFree_v2(uint64_t address)
{
    free((void *)(uintptr_t)address);
    return OK;
}

int cuMemsetD8Async(uint64_t address, unsigned char value, size_t bytes, void *stream)
{
    (void)stream;
    memset((void *)(uintptr_t)address, value, bytes);
    return OK;
}

int cuMemcpyHtoDAsync_v2(uint64_t target, const void *source, size_t bytes, void *stream)
{
    (void)stream;
    memcpy((void *)(uintptr_t)target, source, bytes);
    return OK;
}

int cuMemcpyDtoHAsync_v2(void *target, uint64_t source, size_t bytes, void *stream)
{
    (void)stream;
    memcpy(target, (const void *)(uintptr_t)source, bytes);
    return OK;
}

int cuMemcpyDtoDAsync_v2(uint64_t target, uint64_t source, size_t bytes, void *stream)
{
    (void)stream;
    memcpy((void *)(uintptr_t)target, (const void *)(uintptr_t)source, bytes);
    return OK;
}

int cuMemHostAlloc(void **block, size_t bytes, unsigned flags)
{
    (void)flags;
    *block = malloc(bytes);
    return *block ? OK : NO_MEMORY;
}

int cuMemFreeHost(void *block)
{
    free(block);
    return OK;
}

int cuMemHostRegister_v2(void *block, size_t bytes, unsigned flags)
{
    (void)block, (void)bytes, (void)flags;
    return OK;
}

int cuMemHostUnregister(void *block)
{
    (void)block;
    return OK;
}

/* ---- contexts, streams, events, programs: handles that are not NULL */

static int thing;

/* The clock's kernels, whose arguments are those of kernels/time/control.c. As nothing is computed, no rate
 * is looked at. */
static const char *const of_clock[] = {"time_control", "time_prepare", "time_resume"};
enum { CONTROL, PREPARE, RESUME, OF_CLOCK };

static void run_clock(int which, void **argument)
{
#define ARGUMENT(type, i) (*(type *)argument[i])
    eg_host_threads = 1;
    eg_host_groups = 1;
    if (which == CONTROL)
        time_control(ARGUMENT(real *, 0), 0, ARGUMENT(double *, 2), ARGUMENT(long *, 3));
    else if (which == PREPARE)
        time_prepare(ARGUMENT(double *, 0), ARGUMENT(long *, 1), ARGUMENT(int, 2));
    else
        time_resume(ARGUMENT(double *, 0), ARGUMENT(long *, 1), ARGUMENT(double, 2), ARGUMENT(long, 3));
}

static int make(void **handle)
{
    *handle = &thing;
    return OK;
}

int cuDevicePrimaryCtxRetain(void **context, int device)
{
    enum { UNAVAILABLE = 46 };
    (void)device;
    return getenv("FAKE_CUDA_BUSY") ? UNAVAILABLE : make(context);
}

int cuStreamCreate(void **stream, unsigned flags)
{
    (void)flags;
    return make(stream);
}

int cuStreamCreateWithPriority(void **stream, unsigned flags, int priority)
{
    (void)flags, (void)priority;
    return make(stream);
}

int cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    *least = *greatest = 0;
    return OK;
}

int cuEventCreate(void **event, unsigned flags)
{
    (void)flags;
    return make(event);
}

int cuEventElapsedTime(float *milliseconds, void *begin, void *end)
{
    (void)begin, (void)end;
    *milliseconds = 1.0F;
    return OK;
}

int cuModuleLoadData(void **module, const void *image)
{
    (void)image;
    return make(module);
}

int cuModuleGetFunction(void **function, void *module, const char *name)
{
    (void)module;
    *function = &thing;
    for (int i = 0; i < OF_CLOCK; i++)
        if (strcmp(name, of_clock[i]) == 0)
            *function = (void *)&of_clock[i];
    return OK;
}

int cuLaunchKernel(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                   unsigned block_y, unsigned block_z, unsigned shared_bytes, void *stream, void **params,
                   void **extra)
{
    (void)grid_x, (void)grid_y, (void)grid_z, (void)block_x, (void)block_y, (void)block_z;
    (void)shared_bytes, (void)stream, (void)extra;
    if (function != &thing)
        run_clock((int)((const char *const *)function - of_clock), params);
    return OK;
}

int cuFuncGetAttribute(int *value, int attribute, void *function)
{
    (void)attribute, (void)function;
    *value = 1024;
    return OK;
}

/* What does nothing, and succeeds. */
#define NOTHING(name, parameters)                                                                            \
    int name parameters;                                                                                     \
    int name parameters                                                                                      \
    {                                                                                                        \
        return OK;                                                                                           \
    }
NOTHING(cuDevicePrimaryCtxRelease_v2, (int device))
NOTHING(cuCtxSetCurrent, (void *context))
NOTHING(cuStreamDestroy_v2, (void *stream))
NOTHING(cuStreamSynchronize, (void *stream))
NOTHING(cuStreamWaitEvent, (void *stream, void *event, unsigned flags))
NOTHING(cuEventRecord, (void *event, void *stream))
NOTHING(cuEventSynchronize, (void *event))
NOTHING(cuEventDestroy_v2, (void *event))
NOTHING(cuModuleUnload, (void *module))
