/* The OpenCL backend's own parts: the library, found at run time, and the backend's device. */
#ifndef EG_DEVICE_OPENCL_OPENCL_H
#define EG_DEVICE_OPENCL_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "device/backend.h"

#define EG_CL_FUNCTIONS(X)                                                                                   \
    X(clGetPlatformIDs)                                                                                      \
    X(clGetPlatformInfo)                                                                                     \
    X(clGetDeviceIDs)                                                                                        \
    X(clGetDeviceInfo)                                                                                       \
    X(clCreateContext)                                                                                       \
    X(clReleaseContext)                                                                                      \
    X(clCreateCommandQueue)                                                                                  \
    X(clReleaseCommandQueue)                                                                                 \
    X(clCreateBuffer)                                                                                        \
    X(clReleaseMemObject)                                                                                    \
    X(clEnqueueFillBuffer)                                                                                   \
    X(clEnqueueWriteBuffer)                                                                                  \
    X(clEnqueueReadBuffer)                                                                                   \
    X(clEnqueueCopyBuffer)                                                                                   \
    X(clEnqueueBarrierWithWaitList)                                                                          \
    X(clFlush)                                                                                               \
    X(clFinish)                                                                                              \
    X(clWaitForEvents)                                                                                       \
    X(clGetEventProfilingInfo)                                                                               \
    X(clRetainEvent)                                                                                         \
    X(clReleaseEvent)                                                                                        \
    X(clCreateProgramWithSource)                                                                             \
    X(clCreateProgramWithBinary)                                                                             \
    X(clBuildProgram)                                                                                        \
    X(clGetProgramInfo)                                                                                      \
    X(clGetProgramBuildInfo)                                                                                 \
    X(clReleaseProgram)                                                                                      \
    X(clCreateKernel)                                                                                        \
    X(clGetKernelWorkGroupInfo)                                                                              \
    X(clSetKernelArg)                                                                                        \
    X(clReleaseKernel)                                                                                       \
    X(clEnqueueNDRangeKernel)

/* Threads of the largest group: drivers that hold more of them hold no more of a kernel with many registers,
 * which they tell when it is built. */
enum { EG_OPENCL_GROUP = 256 };

/* The entry points; a name is the function's own. */
typedef struct eg_opencl {
    void *library;
#define EG_CL_MEMBER(name) __typeof__(&name) name;
    EG_CL_FUNCTIONS(EG_CL_MEMBER)
#undef EG_CL_MEMBER
} eg_opencl;

struct eg_opencl_device {
    eg_opencl cl;
    cl_device_id id;
    cl_context context;
    cl_command_queue queue, copies;  /* kernels and copies in order; reads beside them */
    cl_command_queue uploads;        /* writes beside both */
    char *driver;                    /* platform, device and driver version: part of the key */
    bool keeps;                      /* the driver has a cache of its own: PoCL */
    int64_t largest;                 /* bytes of a buffer at most */
    struct eg_opencl_timing *timing; /* NULL: nothing is measured */
    cl_event *timed; /* gets the event of what is queued next, where that is measured; or NULL */
};

/* ---- library.c */

/* Loads libOpenCL; false where it is not there or lacks a function. */
bool eg_opencl_load(eg_opencl *cl);

/* Device number `device` of platform number `platform`; false where there is none. */
bool eg_opencl_find(const eg_opencl *cl, int64_t platform, int64_t device, cl_device_id *id);

/* Fills the description; name says why where the device cannot be used (max_group = 0). */
void eg_opencl_describe(const eg_opencl *cl, cl_device_id id, int64_t platform, int64_t device,
                        eg_device_info *info);

/* A text property of the device, "" where it has none. */
void eg_opencl_text(const eg_opencl *cl, cl_device_id id, cl_device_info what, char *text, size_t room);

/* EG_DEVICE: `doing` failed on the device, with the name of the code; EG_OK for CL_SUCCESS. */
eg_status eg_opencl_check(const eg_device *device, const char *doing, cl_int code);

/* ---- timing.c */
extern const eg_timing_backend eg_opencl_timing;

/* ---- build.c */

void eg_opencl_prologue(const eg_device *device, eg_text *source);
eg_status eg_opencl_identity(eg_device *device, eg_text *identity);
eg_status eg_opencl_compile(eg_program *program, const char *source, char **binary, int64_t *bytes);
eg_status eg_opencl_load_program(eg_program *program, const eg_cache_entry *compiled);
void eg_opencl_unload_program(eg_program *program);
eg_status eg_opencl_kernel_create(eg_kernel *kernel);
void eg_opencl_kernel_destroy(eg_kernel *kernel);
eg_status eg_opencl_launch(eg_kernel *kernel, int64_t groups, void **value, const size_t *size);

#endif
