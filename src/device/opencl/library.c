/* Finds the OpenCL library at run time, and what its platforms offer. */
#include "device/opencl/opencl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "device/survey.h"

#define LIBRARY "libOpenCL.so.1"
enum { MAX_PLATFORMS = EG_SURVEY_PLATFORMS, MAX_PLATFORM_DEVICES = 32 };

static bool find_function(void *library, const char *name, void *address)
{
    void *symbol = dlsym(library, name);
    memcpy(address, &symbol, sizeof symbol);
    return symbol != NULL;
}

bool eg_opencl_load(eg_opencl *cl)
{
    *cl = (eg_opencl){0};
    /* NODELETE: drivers leave threads behind that must keep their code */
    cl->library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!cl->library)
        return false;
    bool complete = true;
#define EG_CL_FIND(name) complete = find_function(cl->library, #name, &cl->name) && complete;
    EG_CL_FUNCTIONS(EG_CL_FIND)
#undef EG_CL_FIND
    if (!complete)
        eg_opencl_unload(cl);
    return complete;
}

void eg_opencl_unload(eg_opencl *cl)
{
    if (cl->library)
        dlclose(cl->library);
    cl->library = NULL;
}

bool eg_opencl_find(const eg_opencl *cl, int64_t platform, int64_t device, cl_device_id *id)
{
    cl_platform_id platforms[MAX_PLATFORMS];
    cl_device_id devices[MAX_PLATFORM_DEVICES];
    cl_uint platform_count = 0, device_count = 0;
    if (cl->clGetPlatformIDs(MAX_PLATFORMS, platforms, &platform_count) != CL_SUCCESS ||
        platform >= MAX_PLATFORMS || platform >= platform_count)
        return false;
    if (cl->clGetDeviceIDs(platforms[platform], CL_DEVICE_TYPE_ALL, MAX_PLATFORM_DEVICES, devices,
                           &device_count) != CL_SUCCESS ||
        device >= MAX_PLATFORM_DEVICES || device >= device_count)
        return false;
    *id = devices[device];
    return true;
}

/* One platform; its name goes ahead, for the case that the driver does not come back. */
static void survey_platform(const eg_opencl *cl, cl_platform_id platform, int number, eg_survey *survey)
{
    cl_device_id devices[MAX_PLATFORM_DEVICES];
    cl_uint count = 0;
    survey->platform = number;
    snprintf(survey->asking, sizeof survey->asking, "OpenCL platform %d", number);
    char name[sizeof survey->asking] = "";
    if (cl->clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL) == CL_SUCCESS &&
        name[0])
        memcpy(survey->asking, name, sizeof name);
    if (cl->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MAX_PLATFORM_DEVICES, devices, &count) != CL_SUCCESS)
        return;
    for (cl_uint d = 0; d < count && d < MAX_PLATFORM_DEVICES; d++) {
        eg_device_info *info = eg_survey_add(survey);
        if (info)
            eg_opencl_describe(cl, devices[d], number, d, info);
    }
}

static void survey_opencl(eg_survey *survey)
{
    eg_opencl cl;
    cl_platform_id platforms[MAX_PLATFORMS];
    cl_uint count = 0;
    if (!eg_opencl_load(&cl))
        return;
    if (cl.clGetPlatformIDs(MAX_PLATFORMS, platforms, &count) == CL_SUCCESS)
        for (cl_uint p = 0; p < count && p < MAX_PLATFORMS; p++)
            if (!survey->left_out[p])
                survey_platform(&cl, platforms[p], (int)p, survey);
    eg_opencl_unload(&cl);
}

const eg_driver_backend eg_opencl_driver_backend = {EG_DEVICE_OPENCL, survey_opencl, LIBRARY};

void eg_opencl_text(const eg_opencl *cl, cl_device_id id, cl_device_info what, char *text, size_t room)
{
    char full[4096] = "";
    size_t length = 0;
    if (cl->clGetDeviceInfo(id, what, sizeof full, full, &length) != CL_SUCCESS)
        full[0] = 0;
    full[sizeof full - 1] = 0;
    snprintf(text, room, "%.*s", (int)room - 1, full);
}

/* An unsigned property of up to 8 bytes, 0 where it is not told. */
static uint64_t number_of(const eg_opencl *cl, cl_device_id id, cl_device_info what)
{
    uint64_t value = 0; /* little-endian, as every OpenCL host is: a shorter one fills its start */
    if (cl->clGetDeviceInfo(id, what, sizeof value, &value, NULL) != CL_SUCCESS)
        return 0;
    return value;
}

void eg_opencl_describe(const eg_opencl *cl, cl_device_id id, int64_t platform, int64_t device,
                        eg_device_info *info)
{
    char driver[96], version[48];
    *info = (eg_device_info){.kind = EG_DEVICE_OPENCL};
    snprintf(info->spec, sizeof info->spec, "opencl:%d.%d", (int)platform, (int)device);
    eg_opencl_text(cl, id, CL_DEVICE_NAME, info->name, sizeof info->name);
    eg_opencl_text(cl, id, CL_DRIVER_VERSION, driver, sizeof driver);
    eg_opencl_text(cl, id, CL_DEVICE_OPENCL_C_VERSION, version, sizeof version);
    snprintf(info->compiler, sizeof info->compiler, "%s, driver %s", version, driver);
    info->threads = (int)number_of(cl, id, CL_DEVICE_MAX_COMPUTE_UNITS);
    info->memory = info->memory_free = (int64_t)number_of(cl, id, CL_DEVICE_GLOBAL_MEM_SIZE);
    info->max_group =
        (int)eg_min_i64((int64_t)number_of(cl, id, CL_DEVICE_MAX_WORK_GROUP_SIZE), EG_OPENCL_GROUP);
    info->gpu = (number_of(cl, id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU) != 0;
    info->f64 = number_of(cl, id, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
    uint64_t single = number_of(cl, id, CL_DEVICE_SINGLE_FP_CONFIG);
    info->f32 = (single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) && (single & CL_FP_DENORM);
    const char *reason = NULL;
    if (!number_of(cl, id, CL_DEVICE_AVAILABLE))
        reason = "its driver says that it is not available";
    else if (!number_of(cl, id, CL_DEVICE_COMPILER_AVAILABLE))
        reason = "its driver has no compiler";
    else if (!info->f64)
        reason = "it has no double precision (cl_khr_fp64)";
    if (!reason)
        return;
    char name[64];
    snprintf(name, sizeof name, "%.63s", info->name);
    snprintf(info->name, sizeof info->name, "%s: %s", name, reason);
    info->max_group = 0;
}

static const char *code_name(cl_int code)
{
    switch (code) {
    case CL_DEVICE_NOT_AVAILABLE:
        return "the device is not available";
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
        return "no memory for a buffer";
    case CL_OUT_OF_RESOURCES:
        return "out of resources, or a kernel accessed memory outside all buffers";
    case CL_OUT_OF_HOST_MEMORY:
        return "out of host memory";
    case CL_BUILD_PROGRAM_FAILURE:
        return "the program does not build";
    case CL_INVALID_BINARY:
        return "the compiled program is not this device's";
    case CL_INVALID_KERNEL_NAME:
        return "the program has no such kernel";
    case CL_INVALID_WORK_GROUP_SIZE:
        return "the group is too large for the kernel";
    case CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST:
        return "a command before it failed";
    default:
        return "see the code in CL/cl.h";
    }
}

eg_status eg_opencl_check(const eg_device *device, const char *doing, cl_int code)
{
    if (code == CL_SUCCESS)
        return EG_OK;
    return eg_fail(device->context, EG_DEVICE, "%s (%s): %s failed: %s (OpenCL %d)", device->info.spec,
                   device->info.name, doing, code_name(code), code);
}
