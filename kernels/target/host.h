/* The dialect on the host: a group is one turn of a loop shared out over the threads, its lanes are
 * the lanes of a SIMD loop.
 *
 * SHARED and PRIVATE arrays lie on the stack of the thread: a kernel with more than 1 MiB of them is
 * refused by the compiler.
 *
 * Put in front of the kernel file by src/device, which defines LANES, ITEMS and EG_F32 (state in
 * float) before this header, and EG_THREADS and EG_RESIDENT before each kernel. */
#ifndef EG_TARGET_HOST_H
#define EG_TARGET_HOST_H

#ifndef __clang__
/* A select stays one: GCC else makes several of two that hang on one condition. */
#pragma GCC optimize("no-thread-jumps")
#endif

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

#define DIVIDE(a, b) ((a) / (b))
#define RATIO(a, b) ((a) / (b))
#define IS_TINY(a) 0
#define RECIPROCAL(b) (R(1.0) / (b))
#define HIDDEN(name, value) const int name = (value);
#define KEPT32(x)
#define PREFETCH(address)
#define GREATER(a, b) ((a) > (b) ? (a) : (b))
#define LESSER(a, b) ((a) < (b) ? (a) : (b))
#define CONSTANTS(name, n, values) static const real name[n] = values;
#define CONSTANT_TABLE(name, n, values) static const real name[n] = values;
#define CONSTANTS64(name, n, values) static const double name[n] = values;
#define FMA32(a, b, c) __builtin_fmaf((a), (b), (c))
#define SQRT32(a) __builtin_sqrtf(a)
#define FABS32(a) __builtin_fabsf(a)
#define RECIPROCAL32(b) (1.0f / (b))
#define FMA64(a, b, c) __builtin_fma((a), (b), (c))
#define SQRT64(a) __builtin_sqrt(a)

#define FUNCTION static inline __attribute__((always_inline))
/* Not inlined into its launcher: the compiler then keeps what RESTRICT says of the parameters. */
#define KERNEL __attribute__((noinline)) void
#define KERNEL_SHAPE(threads, groups)
#define GLOBAL
#define CONST const
#define RESTRICT restrict
#define SHARED __attribute__((aligned(64)))
#define LOCAL
#define BARRIER
#ifdef __clang__
/* REPEAT(n, m): m(0) m(1) ... m(n - 1), written out, because the loop over lanes is vectorised only
 * without a loop inside; n is 1 to 4, or a macro that is. */
#define REPEAT(n, m) EG_REPEAT(n, m)
#define EG_REPEAT(n, m) EG_REPEAT_##n(m)
#define EG_REPEAT_1(m) m(0)
#define EG_REPEAT_2(m) EG_REPEAT_1(m) m(1)
#define EG_REPEAT_3(m) EG_REPEAT_2(m) m(2)
#define EG_REPEAT_4(m) EG_REPEAT_3(m) m(3)
#define UNROLL _Pragma("unroll")
#else
/* REPEAT(n, m): m(0) m(1) ... m(n - 1), written out, because the loop over lanes is vectorised only
 * without a loop inside; n is 1 to 4, or a macro that is. */
#define REPEAT(n, m) EG_REPEAT(n, m)
#define EG_REPEAT(n, m) EG_REPEAT_##n(m)
#define EG_REPEAT_1(m) m(0)
#define EG_REPEAT_2(m) EG_REPEAT_1(m) m(1)
#define EG_REPEAT_3(m) EG_REPEAT_2(m) m(2)
#define EG_REPEAT_4(m) EG_REPEAT_3(m) m(3)
#define UNROLL _Pragma("GCC unroll 32")
#endif
#define ROLLED

/* K values of each (item, lane); PRIVATE_AT(name, i, l, k) is one of them. */
#define PRIVATE(T, name, K) __attribute__((aligned(64))) T name[ITEMS][K][LANES]
#define PRIVATE_AT(name, i, l, k) name[i][k][l]

/* Set by the launcher in the thread that launches; read there, before the threads fork. */
static _Thread_local int eg_host_threads;
static _Thread_local long eg_host_groups;

/* One thread needs no instruction for several. */
#ifdef EG_CHECKED
#define COUNT_UP(address) ((*(address))++)
#else
#define COUNT_UP(address)                                                                                    \
    (eg_threads == 1 ? (*(address))++ : __atomic_fetch_add((address), 1, __ATOMIC_RELAXED))
#endif

#ifndef EG_CHECKED
#define FOR_GROUPS(b, n)                                                                                     \
    const int eg_threads = eg_host_threads;                                                                  \
    const long eg_groups = (n) < eg_host_groups ? (n) : eg_host_groups;                                      \
    _Pragma("omp parallel for schedule(static) num_threads(eg_threads)") for (long b = 0; b < eg_groups;     \
                                                                              b++)                           \
    {
/* Of many groups that are left out, threads would have unequal parts: they then take short runs in turn. */
#define EG_RUN 32
#define FOR_CHOSEN_GROUPS(b, n, chosen)                                                                      \
    const int eg_threads = eg_host_threads;                                                                  \
    const long eg_groups = (n) < eg_host_groups ? (n) : eg_host_groups;                                      \
    int eg_left_out = 0;                                                                                     \
    for (long b = 0; b < eg_groups; b += eg_groups / 256 + 1)                                                \
        eg_left_out += !(chosen);                                                                            \
    const long eg_run = eg_left_out > 16 ? EG_RUN : eg_groups / eg_threads + 1;                              \
    _Pragma("omp parallel for schedule(static, eg_run) num_threads(eg_threads)") for (long b = 0;            \
                                                                                      b < eg_groups; b++)    \
    {                                                                                                        \
        if (!(chosen))                                                                                       \
            continue;
#define FOR_LANES(l) _Pragma("omp simd") for (int l = 0; l < LANES; l++)
#define FOR_WIDE(i, n) _Pragma("omp simd") for (int i = 0; i < (n); i++)
#endif
#define WIDE_LOOPS 1
#define END_GROUPS }
#define FOR_ITEMS(i, n) for (int i = 0; i < (n); i++)
#define FOR_FLAT(i, n) for (int i = 0; i < (n); i++)

#include "target/common.h"

#endif
