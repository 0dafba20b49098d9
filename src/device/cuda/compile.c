/* Compiles kernels for CUDA with NVRTC, to machine code. */
#include "device/cuda/cuda.h"

#include <stdio.h>
#include <string.h>

#include "device/library.h"

/* No contraction, and division, square root and small numbers as IEEE has them. */
static const char *const flags[] = {"--fmad=false", "--ftz=false", "--prec-div=true", "--prec-sqrt=true",
                                    "--std=c++17"};
enum { FLAGS = sizeof flags / sizeof *flags };

eg_status eg_cuda_identity(eg_device *device, eg_text *identity)
{
    const struct eg_cuda_device *cuda = device->cuda;
    eg_text_add(identity, "cuda %s %s driver %d", device->info.compiler, cuda->architecture,
                cuda->driver_version);
    for (int i = 0; i < FLAGS; i++)
        eg_text_add(identity, " %s", flags[i]);
    return identity->status;
}

static eg_status compile_failed(eg_context *context, const eg_nvrtc *nvrtc, void *program, const char *file,
                                const char *architecture)
{
    size_t length = 0;
    EG_SCRATCH char *log = NULL;
    nvrtc->log_size(program, &length);
    EG_TRY(eg_alloc(context, (int64_t)length + 1, 1, &log));
    nvrtc->log(program, log);
    return eg_compile_failed(context, log, "%s does not compile for CUDA %s", file, architecture);
}

static eg_status take_cubin(eg_context *context, const eg_nvrtc *nvrtc, void *program, char **binary,
                            int64_t *bytes)
{
    size_t size = 0;
    if (nvrtc->cubin_size(program, &size) != 0 || size == 0)
        return eg_fail(context, EG_DEVICE, "NVRTC gives no machine code");
    EG_TRY(eg_alloc(context, (int64_t)size, 1, binary));
    *bytes = (int64_t)size;
    if (nvrtc->cubin(program, *binary) == 0)
        return EG_OK;
    EG_FREE(binary);
    return eg_fail(context, EG_DEVICE, "NVRTC gives no machine code");
}

/* `extra` is one more option of NVRTC, or NULL. */
static eg_status run_nvrtc(eg_context *context, const eg_nvrtc *nvrtc, const char *architecture,
                           const char *extra, const char *file, const char *source, char **binary,
                           int64_t *bytes)
{
    char target[64];
    snprintf(target, sizeof target, "--gpu-architecture=%s", architecture);
    const char *options[FLAGS + 2] = {target};
    memcpy(options + 1, flags, sizeof flags);
    options[FLAGS + 1] = extra;
    void *program = NULL;
    int result = nvrtc->create(&program, source, file, 0, NULL, NULL);
    if (result != 0)
        return eg_fail(context, EG_DEVICE, "NVRTC does not take %s (error %d)", file, result);
    eg_status status;
    if (nvrtc->compile(program, FLAGS + 1 + (extra != NULL), options) != 0)
        status = compile_failed(context, nvrtc, program, file, architecture);
    else
        status = take_cubin(context, nvrtc, program, binary, bytes);
    nvrtc->destroy(&program);
    return status;
}

eg_status eg_cuda_compile(eg_program *program, const char *source, char **binary, int64_t *bytes)
{
    const struct eg_cuda_device *cuda = program->device->cuda;
    return run_nvrtc(program->device->context, &cuda->nvrtc, cuda->architecture, NULL, program->file, source,
                     binary, bytes);
}

eg_status eg_cuda_compile_check(eg_context *context, const eg_program_options *options,
                                const char *architecture, const char *extra, bool *found, int64_t *bytes)
{
    eg_nvrtc nvrtc;
    *bytes = 0;
    *found = eg_nvrtc_load(&nvrtc);
    if (!*found)
        return EG_OK;
    EG_ENDS_WITH(eg_source_free) eg_source source = {.text = {.context = context}};
    EG_SCRATCH char *binary = NULL;
    eg_status status = eg_program_assemble(context, &eg_cuda_backend, NULL, options, &source);
    if (status == EG_OK)
        status = run_nvrtc(context, &nvrtc, architecture, extra, options->file, eg_text_string(&source.text),
                           &binary, bytes);
    eg_library_close(&nvrtc.library);
    return status;
}
