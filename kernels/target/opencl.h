/* The dialect in OpenCL C 1.2: a group is a work-group; lane = thread % LANES, item = thread / LANES.
 *
 * src/device defines LANES, ITEMS, EG_F32 and EG_MAX_THREADS (the device's largest work-group)
 * before this header, and EG_THREADS and EG_RESIDENT before each kernel. A group that the device
 * cannot hold gets as many whole rows of lanes as fit: the loops then take more turns. */
#ifndef EG_TARGET_OPENCL_H
#define EG_TARGET_OPENCL_H

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

#ifdef EG_F32
typedef float real;
typedef float4 eg_vector4;
#else
typedef double real;
typedef double4 eg_vector4;
#endif
#define LOAD_FOUR(address) eg_four_of(*(GLOBAL CONST eg_vector4 *)(address))
#define STORE_FOUR(address, a, b, c, d) *(GLOBAL eg_vector4 *)(address) = (eg_vector4)((a), (b), (c), (d))
#define FMA(a, b, c) fma((real)(a), (real)(b), (real)(c))
#define SQRT(a) sqrt((real)(a))
#define FABS(a) fabs((real)(a))
#define DIVIDE(a, b) ((a) / (b))
#define RATIO(a, b) ((a) / (b))
#define IS_TINY(a) 0
#define RECIPROCAL(b) (R(1.0) / (b))
#define HIDDEN(name, value) const int name = (value);
#define KEPT32(x)
#define PREFETCH(address)
#define GREATER(a, b) ((a) > (b) ? (a) : (b))
#define LESSER(a, b) ((a) < (b) ? (a) : (b))
#define CONSTANTS(name, n, values) __constant real name[n] = values;
#define CONSTANT_TABLE(name, n, values) __constant real name[n] = values;
#define CONSTANTS64(name, n, values) __constant double name[n] = values;
#define FMA32(a, b, c) fma((float)(a), (float)(b), (float)(c))
#define SQRT32(a) sqrt((float)(a))
#define FABS32(a) fabs((float)(a))
#define RECIPROCAL32(b) (1.0f / (b))
#define FMA64(a, b, c) fma((double)(a), (double)(b), (double)(c))
#define SQRT64(a) sqrt((double)(a))

#define FUNCTION static inline __attribute__((always_inline))
#define EG_GROUP_SIZE ((EG_THREADS) <= EG_MAX_THREADS ? (EG_THREADS) : EG_MAX_THREADS / LANES * LANES)
#define KERNEL __kernel __attribute__((reqd_work_group_size(EG_GROUP_SIZE, 1, 1))) void
#define KERNEL_SHAPE(threads, groups)
#define GLOBAL __global
#define CONST const
#define RESTRICT restrict
#define SHARED __local
#define LOCAL __local
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
/* A loop, so that the values of one turn need not live beside those of the next. */
#define REPEAT(n, m)                                                                                         \
    _Pragma("unroll 1") for (int eg_k = 0; eg_k < (n); eg_k++)                                               \
    {                                                                                                        \
        m(eg_k)                                                                                              \
    }
#define COUNT_UP(address) atomic_inc((volatile __global int *)(address))
#define UNROLL _Pragma("unroll")
#define ROLLED _Pragma("unroll 1")

#define EG_THREAD ((int)get_local_id(0))
#define EG_LANE (EG_GROUP_SIZE == LANES ? EG_THREAD : EG_THREAD % LANES)
#define EG_ITEM (EG_GROUP_SIZE == LANES ? 0 : EG_THREAD / LANES)
#define EG_ITEM_STRIDE (EG_GROUP_SIZE / LANES)

#define EG_PRIVATE_SLOTS ((ITEMS + EG_ITEM_STRIDE - 1) / EG_ITEM_STRIDE)
#define PRIVATE(T, name, K) T name[EG_PRIVATE_SLOTS][K]
#define PRIVATE_AT(name, i, l, k) name[EG_PRIVATE_SLOTS == 1 ? 0 : (i) / EG_ITEM_STRIDE][k]

/* No brace: local memory may be declared in the outermost block of a kernel only. And no return: a
 * barrier behind one is conditional for the compiler, and PoCL 3.1 then runs what follows the
 * barrier once a thread with the id of the first. So a group that has nothing to do walks through
 * the barriers with empty loops, as group 0. */
#define FOR_GROUPS(b, n)                                                                                     \
    const int eg_active = (long)get_group_id(0) < (n);                                                       \
    const int eg_away = eg_active ? 0 : 0x3fffffff;                                                          \
    const long b = eg_active ? (long)get_group_id(0) : 0;
#define FOR_CHOSEN_GROUPS(b, n, chosen)                                                                      \
    int eg_active;                                                                                           \
    {                                                                                                        \
        const long b = (long)get_group_id(0);                                                                \
        eg_active = (b < (n)) & (chosen);                                                                    \
    }                                                                                                        \
    const int eg_away = eg_active ? 0 : 0x3fffffff;                                                          \
    const long b = eg_active ? (long)get_group_id(0) : 0;
#define END_GROUPS
/* No loop where there is a thread for each turn. */
#define FOR_ITEMS(i, n) EG_FOR(i, n, EG_ITEM, EG_ITEM_STRIDE)
#define FOR_FLAT(i, n) EG_FOR(i, n, EG_THREAD, EG_GROUP_SIZE)
#define EG_FOR(i, n, first, stride)                                                                          \
    for (int i = first + ((n) == stride ? 0 : eg_away), i##_turn = eg_active;                                \
         (n) == stride ? i##_turn : i < (n); i += stride, i##_turn = 0)
#define FOR_LANES(l) for (int l = EG_LANE, l##_once = eg_active; l##_once; l##_once = 0)

#include "target/common.h"

#endif
