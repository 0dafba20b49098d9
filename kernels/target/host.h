/* The dialect on the host: a group is one thread, its lanes are the lanes of a SIMD loop.
 * Sizes come as -D: LANES, ITEMS, EG_F32 (state in float). */
#ifndef EG_TARGET_HOST_H
#define EG_TARGET_HOST_H

#ifdef EG_F32
typedef float real;
#define FMA(a, b, c) __builtin_fmaf((a), (b), (c))
#define SQRT(a) __builtin_sqrtf(a)
#define FABS(a) __builtin_fabsf(a)
#else
typedef double real;
#define FMA(a, b, c) __builtin_fma((a), (b), (c))
#define SQRT(a) __builtin_sqrt(a)
#define FABS(a) __builtin_fabs(a)
#endif
typedef unsigned int uint;
typedef unsigned long ulong;

#define R(x) ((real)(x))
#define FMA64(a, b, c) __builtin_fma((a), (b), (c))
#define SQRT64(a) __builtin_sqrt(a)

#define FUNCTION static inline __attribute__((always_inline))
#define KERNEL void
#define KERNEL_SHAPE(threads, groups)
#define GLOBAL
#define CONST const
#define RESTRICT restrict
#define SHARED
#define BARRIER
#define UNROLL _Pragma("GCC unroll 32")

extern _Thread_local int eg_host_threads;
#define FOR_GROUPS(b, n)                                                                           \
    _Pragma("omp parallel for schedule(static) num_threads(eg_host_threads)") for (long b = 0;     \
                                                                                   b < (n); b++) {
#define END_GROUPS }
#define FOR_ITEMS(i, n) for (int i = 0; i < (n); i++)
#define FOR_FLAT(i, n) for (int i = 0; i < (n); i++)
#define FOR_LANES(l) _Pragma("omp simd") for (int l = 0; l < LANES; l++)

#endif
