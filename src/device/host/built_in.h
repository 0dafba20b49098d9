/* Programs without choices, which the build compiles into the library (tools/precompile.c): a run needs no
 * compiler for them. */
#ifndef EG_DEVICE_HOST_BUILT_IN_H
#define EG_DEVICE_HOST_BUILT_IN_H

#include <stdint.h>

enum { EG_BUILT_IN_CONSTANTS = 2 };

/* The processors that a program is for. */
enum { EG_BUILT_IN_ANY, EG_BUILT_IN_AVX2, EG_BUILT_IN_AVX512 };

typedef struct eg_built_in {
    const char *file; /* below kernels/ */
    int precision, processor, lanes, items, constants;
    struct {
        const char *name;
        int64_t value;
    } constant[EG_BUILT_IN_CONSTANTS];
    const struct eg_built_in_kernel {
        const char *name;
        void (*launcher)(void **args, int threads, long groups);
    } * kernel; /* ends with one whose name is NULL */
} eg_built_in;

/* Ends with NULL. */
extern const eg_built_in *const eg_built_in_programs[];

#endif
