/* An OpenCL driver that ends the program which asks it. $FAKE_DRIVER says where: `platforms` (abort),
 * `devices` (abort, as PoCL does where /sys is not there) or `exit`. $FAKE_DRIVER_TOUCH is a file that it
 * makes when it is loaded. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

struct _cl_platform_id {
    cl_icd_dispatch *dispatch;
};

static cl_icd_dispatch table;
static struct _cl_platform_id platform = {&table};

__attribute__((constructor)) static void tell_of_loading(void)
{
    const char *path = getenv("FAKE_DRIVER_TOUCH");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file)
        fclose(file);
}

static int dies_at(const char *place)
{
    const char *where = getenv("FAKE_DRIVER");
    return where && strcmp(where, place) == 0;
}

static cl_int platform_info(cl_platform_id id, cl_platform_info what, size_t room, void *value, size_t *size)
{
    const char *text = "OpenCL 1.2";
    if (what == CL_PLATFORM_NAME)
        text = "Fake driver";
    else if (what == CL_PLATFORM_EXTENSIONS)
        text = "cl_khr_icd";
    (void)id;
    if (size)
        *size = strlen(text) + 1;
    if (value && room > strlen(text))
        memcpy(value, text, strlen(text) + 1);
    return CL_SUCCESS;
}

static cl_int device_ids(cl_platform_id id, cl_device_type type, cl_uint room, cl_device_id *devices,
                         cl_uint *count)
{
    (void)id, (void)type, (void)room, (void)devices, (void)count;
    if (dies_at("exit"))
        exit(0);
    if (!dies_at("devices"))
        return CL_DEVICE_NOT_FOUND;
    fprintf(stderr, "first line\nNot enough \033memory.\n\n");
    abort();
}

static cl_int platform_ids(cl_uint room, cl_platform_id *platforms, cl_uint *count)
{
    table.clGetPlatformIDs = platform_ids;
    table.clGetPlatformInfo = platform_info;
    table.clGetDeviceIDs = device_ids;
    if (dies_at("platforms"))
        abort();
    if (platforms && room > 0)
        platforms[0] = &platform;
    if (count)
        *count = 1;
    return CL_SUCCESS;
}

EXPORT void *clGetExtensionFunctionAddress(const char *name)
{
    void *address = NULL;
    cl_int (*ids)(cl_uint, cl_platform_id *, cl_uint *) = platform_ids;
    cl_int (*info)(cl_platform_id, cl_platform_info, size_t, void *, size_t *) = platform_info;
    if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0)
        memcpy(&address, &ids, sizeof address);
    else if (strcmp(name, "clGetPlatformInfo") == 0)
        memcpy(&address, &info, sizeof address);
    return address;
}
