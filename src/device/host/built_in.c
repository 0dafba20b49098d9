/* Finds the programs that are compiled with the library. */
#include "device/host/built_in.h"
#include "device/host/host.h"

#include <stdlib.h>
#include <string.h>

/* Programs for processors of 512 bits are compiled as at a run, those of 256 bits for the others alone. */
static bool is_for_this_processor(const eg_built_in *b)
{
#if defined(__x86_64__)
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                  __builtin_cpu_supports("avx512cd");
    bool for_it[] = {[EG_BUILT_IN_ANY] = avx2,
                     [EG_BUILT_IN_AVX2] = avx2 && !__builtin_cpu_supports("avx512f"),
                     [EG_BUILT_IN_AVX512] = avx512};
    return for_it[b->processor];
#else
    (void)b;
    return false;
#endif
}

static bool is_program(const eg_built_in *b, const eg_program *program, const eg_program_options *options)
{
    int items = options->items > 0 ? options->items : 1;
    if (strcmp(b->file, options->file) != 0 || b->precision != (int)options->precision ||
        b->lanes != program->lanes || b->items != items || b->constants != options->define_count)
        return false;
    for (int i = 0; i < b->constants; i++)
        if (strcmp(b->constant[i].name, options->defines[i].name) != 0 ||
            b->constant[i].value != options->defines[i].value)
            return false;
    return is_for_this_processor(b);
}

bool eg_host_take_built_in(eg_program *program, const eg_program_options *options)
{
    const char *folder = getenv("EAGRE_KERNELS");
    if (program->device->host->checked || options->generated || (folder && folder[0]))
        return false;
    const eg_built_in *const *b = eg_built_in_programs;
    while (*b && !is_program(*b, program, options))
        b++;
    program->built_in = *b;
    return *b != NULL;
}

eg_host_launcher *eg_host_built_in_launcher(const eg_program *program, const char *name)
{
    const struct eg_built_in_kernel *kernel = program->built_in->kernel;
    while (kernel->name && strcmp(kernel->name, name) != 0)
        kernel++;
    return kernel->launcher;
}
