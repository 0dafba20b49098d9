/* The dialect in CUDA C++: a group is a thread block; lane = thread % LANES, item = thread / LANES.
 *
 * src/device defines LANES, ITEMS and EG_F32 before this header, and EG_THREADS (the threads of a
 * group) and EG_RESIDENT before each kernel. Everything from here to the end of the program is
 * extern "C"; src/device closes the brace. */
#ifndef EG_TARGET_CUDA_H
#define EG_TARGET_CUDA_H

#ifdef EG_F32
typedef float real;
#define FMA(a, b, c) __fmaf_rn((a), (b), (c))
#define SQRT(a) __fsqrt_rn(a)
#define FABS(a) fabsf(a)
#else
typedef double real;
#define FMA(a, b, c) __fma_rn((a), (b), (c))
#define SQRT(a) __dsqrt_rn(a)
#define FABS(a) fabs(a)
#endif
typedef unsigned int uint;
typedef unsigned long ulong;

#define FMA64(a, b, c) __fma_rn((a), (b), (c))
#define SQRT64(a) __dsqrt_rn(a)

#define FUNCTION static __device__ __forceinline__
#define KERNEL __global__ void __launch_bounds__(EG_THREADS, EG_RESIDENT)
#define KERNEL_SHAPE(threads, groups)
#define GLOBAL
#define CONST const
#define RESTRICT __restrict__
#define SHARED __shared__
#define LOCAL
#define BARRIER __syncthreads()
/* A loop, so that the values of one turn need not live beside those of the next. */
#define REPEAT(n, m)                                                                               \
    _Pragma("unroll 1") for (int eg_k = 0; eg_k < (n); eg_k++)                                     \
    {                                                                                              \
        m(eg_k)                                                                                    \
    }
#define UNROLL _Pragma("unroll")

#define EG_THREAD ((int)threadIdx.x)
#define EG_LANE (EG_THREADS == LANES ? EG_THREAD : EG_THREAD % LANES)
#define EG_ITEM (EG_THREADS == LANES ? 0 : EG_THREAD / LANES)
#define EG_ITEM_STRIDE (EG_THREADS / LANES)

/* Registers where the group has a thread for each (item, lane). */
#define EG_PRIVATE_SLOTS ((ITEMS + EG_ITEM_STRIDE - 1) / EG_ITEM_STRIDE)
#define PRIVATE(T, name, K) T name[EG_PRIVATE_SLOTS][K]
#define PRIVATE_AT(name, i, l, k) name[EG_PRIVATE_SLOTS == 1 ? 0 : (i) / EG_ITEM_STRIDE][k]

#define FOR_GROUPS(b, n)                                                                           \
    const long b = (long)blockIdx.x;                                                               \
    if (b < (n)) {
/* Both conditions are looked at, so that the list is read while n is. */
#define FOR_GROUPS_OF(b, list, from, n)                                                            \
    const int b = (list)[(from) + (int)blockIdx.x];                                                \
    if (((long)blockIdx.x < (n)) & (b >= 0)) {
#define END_GROUPS }
#define FOR_ITEMS(i, n) for (int i = EG_ITEM; i < (n); i += EG_ITEM_STRIDE)
#define FOR_FLAT(i, n) for (int i = EG_THREAD; i < (n); i += EG_THREADS)
#define FOR_LANES(l) for (int l = EG_LANE, l##_once = 1; l##_once; l##_once = 0)

#include "target/common.h"

extern "C" {

#endif
