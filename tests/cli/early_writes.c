/* A layer of OpenCL's loader (OPENCL_LAYERS) that takes the data of a write when it is queued, not when it is
 * done: so does a driver whose device cannot read the memory of the host where it is. What is written there
 * between the two is not seen. $EARLY_WRITES is a file that it makes when it takes data. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

static cl_icd_dispatch layer;
static const cl_icd_dispatch *below;

EXPORT cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t room, void *value, size_t *size)
{
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    if (what != CL_LAYER_API_VERSION)
        return CL_INVALID_VALUE;
    if (size)
        *size = sizeof version;
    if (value && room >= sizeof version)
        memcpy(value, &version, sizeof version);
    return CL_SUCCESS;
}

static void CL_CALLBACK forget(cl_event event, cl_int status, void *data)
{
    (void)event, (void)status;
    free(data);
}

static void tell(void)
{
    const char *path = getenv("EARLY_WRITES");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file)
        fclose(file);
}

static cl_int CL_API_CALL write_early(cl_command_queue queue, cl_mem buffer, cl_bool blocks, size_t offset,
                                      size_t bytes, const void *data, cl_uint count, const cl_event *before,
                                      cl_event *event)
{
    void *taken = event && !blocks ? malloc(bytes) : NULL;
    if (!taken)
        return below->clEnqueueWriteBuffer(queue, buffer, blocks, offset, bytes, data, count, before, event);
    memcpy(taken, data, bytes);
    tell();
    cl_int code =
        below->clEnqueueWriteBuffer(queue, buffer, blocks, offset, bytes, taken, count, before, event);
    if (code == CL_SUCCESS)
        code = below->clSetEventCallback(*event, CL_COMPLETE, forget, taken);
    return code;
}

EXPORT cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch *target, cl_uint *made,
                                      const cl_icd_dispatch **table)
{
    if (count < sizeof layer / sizeof(void *))
        return CL_INVALID_VALUE;
    below = target;
    layer.clEnqueueWriteBuffer = write_early;
    *made = sizeof layer / sizeof(void *);
    *table = &layer;
    return CL_SUCCESS;
}
