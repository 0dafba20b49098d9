/* OpenCL programs and kernels. */
#include "device/opencl/opencl.h"

#include <stdlib.h>
#include <string.h>

/* ---- source */

void eg_opencl_prologue(const eg_device *device, eg_text *source)
{
    eg_text_add(source, "#define EG_MAX_THREADS %d\n", device->info.max_group);
}

/* -w: NVIDIA's driver prints warnings to the user's terminal. */
static const char *build_options(const eg_device *device)
{
    return device->info.f32 ? "-w -cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt" : "-w -cl-std=CL1.2";
}

eg_status eg_opencl_identity(eg_device *device, eg_text *identity)
{
    const char *extra = getenv("POCL_EXTRA_BUILD_FLAGS"); /* which PoCL compiles with, too */
    eg_text_add(identity, "opencl%s %s\n%s\n%s %s", device->opencl->keeps ? " source" : "",
                device->opencl->driver, device->info.compiler, build_options(device), extra ? extra : "");
    return identity->status;
}

/* ---- compiling */

static eg_status build_failed(eg_program *program, cl_program built, const char *source)
{
    eg_device *device = program->device;
    struct eg_opencl_device *opencl = device->opencl;
    size_t length = 0;
    EG_SCRATCH char *log = NULL;
    opencl->cl.clGetProgramBuildInfo(built, opencl->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &length);
    EG_TRY(eg_alloc(device->context, (int64_t)length + 1, 1, &log));
    opencl->cl.clGetProgramBuildInfo(built, opencl->id, CL_PROGRAM_BUILD_LOG, length, log, NULL);
    EG_TEXT(messages, device->context);
    eg_source_translate(source, log, "<kernel>:", &messages); /* NVIDIA's passes #line by */
    EG_TRY(messages.status);
    return eg_compile_failed(device->context, eg_text_string(&messages), "%s does not compile for %s (%s)",
                             program->file, device->info.spec, device->info.compiler);
}

static eg_status take_binary(eg_device *device, cl_program built, char **binary, int64_t *bytes)
{
    struct eg_opencl_device *opencl = device->opencl;
    size_t size = 0;
    EG_TRY(eg_opencl_check(
        device, "asking for the compiled program",
        opencl->cl.clGetProgramInfo(built, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL)));
    EG_TRY(eg_alloc(device->context, (int64_t)size, 1, binary));
    *bytes = (int64_t)size;
    eg_status status = eg_opencl_check(
        device, "reading the compiled program",
        opencl->cl.clGetProgramInfo(built, CL_PROGRAM_BINARIES, sizeof *binary, binary, NULL));
    if (status != EG_OK)
        EG_FREE(binary);
    return status;
}

/* PoCL compiles a kernel when it is launched, for the launch's group, and keeps that. Asked for the binary of a
 * program it compiles every kernel once more, for any group. So the source stands for the binary. */
static eg_status take_source(eg_device *device, const char *source, char **binary, int64_t *bytes)
{
    *bytes = (int64_t)strlen(source);
    EG_TRY(eg_alloc(device->context, *bytes + 1, 1, binary));
    memcpy(*binary, source, (size_t)*bytes);
    return EG_OK;
}

eg_status eg_opencl_compile(eg_program *program, const char *source, char **binary, int64_t *bytes)
{
    struct eg_opencl_device *opencl = program->device->opencl;
    cl_int code;
    size_t length = strlen(source);
    cl_program built = opencl->cl.clCreateProgramWithSource(opencl->context, 1, &source, &length, &code);
    EG_TRY(eg_opencl_check(program->device, "creating a program", code));
    code = opencl->cl.clBuildProgram(built, 1, &opencl->id, build_options(program->device), NULL, NULL);
    eg_status status;
    if (code == CL_BUILD_PROGRAM_FAILURE)
        status = build_failed(program, built, source);
    else
        status = eg_opencl_check(program->device, "building a program", code);
    if (status == EG_OK)
        status = opencl->keeps ? take_source(program->device, source, binary, bytes)
                               : take_binary(program->device, built, binary, bytes);
    opencl->cl.clReleaseProgram(built);
    return status;
}

eg_status eg_opencl_load_program(eg_program *program, const eg_cache_entry *compiled)
{
    struct eg_opencl_device *opencl = program->device->opencl;
    size_t length = (size_t)compiled->bytes;
    const char *source = compiled->data;
    const unsigned char *binary = (const unsigned char *)compiled->data;
    cl_int state, code;
    cl_program loaded =
        opencl->keeps ? opencl->cl.clCreateProgramWithSource(opencl->context, 1, &source, &length, &code)
                      : opencl->cl.clCreateProgramWithBinary(opencl->context, 1, &opencl->id, &length,
                                                             &binary, &state, &code);
    EG_TRY(eg_opencl_check(program->device, "loading a program", code));
    code = opencl->cl.clBuildProgram(loaded, 1, &opencl->id, build_options(program->device), NULL, NULL);
    eg_status status = eg_opencl_check(program->device, "loading a program", code);
    if (status != EG_OK)
        opencl->cl.clReleaseProgram(loaded);
    else
        program->module.pointer = loaded;
    return status;
}

void eg_opencl_unload_program(eg_program *program)
{
    program->device->opencl->cl.clReleaseProgram(program->module.pointer);
}

/* ---- kernels */

/* The group that the kernel was compiled for, and whether the device can hold it. */
static eg_status ask_group(eg_kernel *kernel)
{
    eg_device *device = kernel->program->device;
    struct eg_opencl_device *opencl = device->opencl;
    size_t compiled[3] = {0}, most = 0;
    cl_kernel function = kernel->function;
    cl_int code = opencl->cl.clGetKernelWorkGroupInfo(function, opencl->id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                                      sizeof compiled, compiled, NULL);
    EG_TRY(eg_opencl_check(device, "asking for a kernel's group", code));
    code = opencl->cl.clGetKernelWorkGroupInfo(function, opencl->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof most,
                                               &most, NULL);
    EG_TRY(eg_opencl_check(device, "asking for a kernel's group", code));
    kernel->threads = (int)compiled[0];
    if (most > 0 && compiled[0] > most)
        return eg_fail(device->context, EG_DEVICE,
                       "%s (%s) holds groups of at most %zu threads of kernel %s (%s:%d), which "
                       "needs %zu; take fewer --lanes or another --device",
                       device->info.spec, device->info.name, most, kernel->source->name, kernel->source->file,
                       kernel->source->line, compiled[0]);
    return EG_OK;
}

/* Drivers may find out when it runs, and end the program. */
static eg_status check_shared(const eg_kernel *kernel)
{
    eg_device *device = kernel->program->device;
    struct eg_opencl_device *opencl = device->opencl;
    cl_ulong need = 0, most = 0;
    cl_int code = opencl->cl.clGetKernelWorkGroupInfo(kernel->function, opencl->id, CL_KERNEL_LOCAL_MEM_SIZE,
                                                      sizeof need, &need, NULL);
    if (code == CL_SUCCESS)
        code = opencl->cl.clGetDeviceInfo(opencl->id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof most, &most, NULL);
    EG_TRY(eg_opencl_check(device, "asking for a kernel's memory", code));
    if (need <= most)
        return EG_OK;
    return eg_fail(device->context, EG_DEVICE,
                   "kernel %s (%s:%d) wants %llu bytes of memory shared by a group, and %s (%s) has %llu; "
                   "take a lower degree or order, another numerics.precision or another --device",
                   kernel->source->name, kernel->source->file, kernel->source->line, (unsigned long long)need,
                   device->info.spec, device->info.name, (unsigned long long)most);
}

eg_status eg_opencl_kernel_create(eg_kernel *kernel)
{
    struct eg_opencl_device *opencl = kernel->program->device->opencl;
    cl_int code;
    kernel->function =
        opencl->cl.clCreateKernel(kernel->program->module.pointer, kernel->source->name, &code);
    EG_TRY(eg_opencl_check(kernel->program->device, "creating a kernel", code));
    eg_status status = ask_group(kernel);
    if (status == EG_OK)
        status = check_shared(kernel);
    if (status != EG_OK)
        eg_opencl_kernel_destroy(kernel);
    return status;
}

void eg_opencl_kernel_destroy(eg_kernel *kernel)
{
    kernel->program->device->opencl->cl.clReleaseKernel(kernel->function);
    kernel->function = NULL;
}

eg_status eg_opencl_launch(eg_kernel *kernel, int64_t groups, void **value, const size_t *size)
{
    eg_device *device = kernel->program->device;
    struct eg_opencl_device *opencl = device->opencl;
    cl_kernel function = kernel->function;
    for (int i = 0; i < kernel->source->param_count; i++)
        EG_TRY(eg_opencl_check(device, "setting an argument",
                               opencl->cl.clSetKernelArg(function, (cl_uint)i, size[i], value[i])));
    size_t local = (size_t)kernel->threads, global = (size_t)groups * local;
    cl_int code = opencl->cl.clEnqueueNDRangeKernel(opencl->queue, function, 1, NULL, &global, &local, 0,
                                                    NULL, opencl->timed);
    if (code == CL_SUCCESS)
        code = opencl->cl.clFlush(opencl->queue);
    return eg_opencl_check(device, kernel->source->name, code);
}
