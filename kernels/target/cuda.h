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
/* Of single precision they become operands of instructions, of double precision they cannot. */
#define CONSTANTS(name, n, values) static constexpr __device__ real name[n] = values;
#else
typedef double real;
#define FMA(a, b, c) __fma_rn((a), (b), (c))
#define SQRT(a) __dsqrt_rn(a)
#define FABS(a) fabs(a)
#define CONSTANTS(name, n, values) static __constant__ real name[n] = values;
#endif
typedef unsigned int uint;
typedef unsigned long ulong;

#define FMA32(a, b, c) __fmaf_rn((a), (b), (c))
#define SQRT32(a) __fsqrt_rn(a)
#define FABS32(a) fabsf(a)
#define FMA64(a, b, c) __fma_rn((a), (b), (c))
/* As CONSTANTS, for indices that are known late. */
#define CONSTANT_TABLE(name, n, values) static __constant__ real name[n] = values;
#define CONSTANTS64(name, n, values) static __constant__ double name[n] = values;
#define SQRT64(a) __dsqrt_rn(a)

#define FUNCTION static __device__ __forceinline__

/* From an approximate reciprocal by Newton's method, without the branch of `/` for operands near the limits
 * of the range. Rounded as `/` is: Markstein, IBM Journal of Research and Development 34 (1990) 111. There a
 * divisor whose fraction is all ones is the exception: its reciprocal is a hair from the middle of two
 * numbers. The last bit that the approximation gets puts it on the right side. */
FUNCTION real eg_quotient(real a, real b)
{
    real r;
#ifdef EG_F32
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(b));
#else
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(b));
    r = __hiloint2double(__double2hiint(r), 1);
    const real e = FMA(-b, r, 1.0);
    r = FMA(FMA(e, e, e), r, r);
#endif
    r = FMA(FMA(-b, r, real(1)), r, r);
    real q = a * r;
#ifdef EG_F32
    q = FMA(FMA(-b, q, a), r, q);
#endif
    return FMA(FMA(-b, q, a), r, q);
}
#define DIVIDE(a, b) eg_quotient((a), (b))

/* Whether a is so small, and not 0, that eg_quotient() may round it twice. */
FUNCTION int eg_is_tiny(real a)
{
#ifdef EG_F32
    const uint bits = (uint)__float_as_int(a) & 0x7fffffffu;
    return bits - 1u < 0x17800000u - 1u; /* 2^-80 */
#else
    const uint high = (uint)__double2hiint(a) & 0x7fffffffu; /* 2^-900 */
    return high < 0x07b00000u && (high | (uint)__double2loint(a)) != 0u;
#endif
}

/* The quotient of any a by b within 2^+-40 (f32) or 2^+-100 (f64); 0 / b is 0 of any sign. `/` calls a
 * function for small a, and for 0. */
FUNCTION real eg_any_quotient(real a, real b)
{
    real q = eg_quotient(a, b);
    if (eg_is_tiny(a))
        q = a / b;
    return q;
}
#define RATIO(a, b) eg_any_quotient((a), (b))
#define IS_TINY(a) eg_is_tiny(a)

/* 1 / b as `/` rounds it, by the instructions that `/` takes for such b, without the branch for others. */
FUNCTION float eg_reciprocal32(float b)
{
    float r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(b));
    return FMA32(r, FMA32(-b, r, 1.0f), r);
}
FUNCTION double eg_reciprocal64(double b)
{
    double r;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(b));
    r = __hiloint2double(__double2hiint(r), __double2hiint(b) + 0x300402);
    const double e = FMA64(-b, r, 1.0);
    r = FMA64(r, FMA64(e, e, e), r);
    return FMA64(r, FMA64(-b, r, 1.0), r);
}
#ifdef EG_F32
#define RECIPROCAL(b) eg_reciprocal32(b)
#else
#define RECIPROCAL(b) eg_reciprocal64(b)
#endif
#define RECIPROCAL32(b) eg_reciprocal32(b)
/* By instructions of 16 bytes, the widest there are. */
#ifdef EG_F32
typedef float4 eg_vector4;
FUNCTION eg_vector4 eg_load_vector(const real *address)
{
    return *(const float4 *)address;
}
#else
struct eg_vector4 {
    real x, y, z, w;
};
FUNCTION eg_vector4 eg_load_vector(const real *address)
{
    const double2 low = ((const double2 *)address)[0], high = ((const double2 *)address)[1];
    return {low.x, low.y, high.x, high.y};
}
#endif
#define LOAD_FOUR(address) eg_four_of(eg_load_vector(address))
#define STORE_FOUR(address, a, b, c, d) eg_store_four((address), (a), (b), (c), (d))
FUNCTION void eg_store_four(real *address, real a, real b, real c, real d)
{
#ifdef EG_F32
    *(float4 *)address = {a, b, c, d};
#else
    ((double2 *)address)[0] = {a, b};
    ((double2 *)address)[1] = {c, d};
#endif
}
/* An int that the compiler does not see through: what is loaded by it is loaded there. */
#define HIDDEN(name, value)                                                                                  \
    int name = (value);                                                                                      \
    asm volatile("" : "+r"(name));
/* A float that stays in a register: it is not converted anew where it is wanted. */
#define KEPT32(x) asm("" : "+f"(x));
/* A copy to shared memory that goes on while the thread does: cp.async. */
template <typename T> static __device__ __forceinline__ void eg_copy_ahead(T *to, const T *from)
{
    const uint at = (uint)__cvta_generic_to_shared(to);
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(at), "l"(from), "n"(sizeof(T)) : "memory");
}
#define COPIES_ARE_AHEAD 1
#define COPY_AHEAD(to, from) eg_copy_ahead((to), (from))
#ifdef EG_F32
#define COPY_FOUR_AHEAD(to, lanes, l, from) eg_copy_ahead((float4 *)(to) + (l), (const float4 *)(from))
#define TAKE_FOUR(from, lanes, l) eg_four_of(((const float4 *)(from))[l])
#else
#define COPY_FOUR_AHEAD(to, lanes, l, from)                                                                  \
    eg_copy_ahead((double2 *)(to) + (l), (const double2 *)(from));                                           \
    eg_copy_ahead((double2 *)(to) + (lanes) + (l), (const double2 *)(from) + 1)
#define TAKE_FOUR(from, lanes, l) eg_four_of(eg_take_vector((const double2 *)(from), (lanes), (l)))
FUNCTION eg_vector4 eg_take_vector(const double2 *from, int lanes, int l)
{
    const double2 low = from[l], high = from[lanes + l];
    return {low.x, low.y, high.x, high.y};
}
#endif
#define COPIES_END asm volatile("cp.async.commit_group;" ::: "memory")
#define COPIES_WAIT(n) asm volatile("cp.async.wait_group %0;" ::"n"(n) : "memory")
#define PREFETCH(address) asm volatile("prefetch.global.L2 [%0];" ::"l"(address))

#ifdef EG_F32
#define GREATER(a, b) ((a) > (b) ? (a) : (b))
#define LESSER(a, b) ((a) < (b) ? (a) : (b))
#else
/* Three instructions. The compiler makes seven where one side is constant, to keep a NaN. */
FUNCTION real eg_greater(real a, real b)
{
    real r;
    asm("{ .reg .pred p; setp.gt.f64 p, %1, %2; selp.f64 %0, %1, %2, p; }" : "=d"(r) : "d"(a), "d"(b));
    return r;
}
FUNCTION real eg_lesser(real a, real b)
{
    real r;
    asm("{ .reg .pred p; setp.lt.f64 p, %1, %2; selp.f64 %0, %1, %2, p; }" : "=d"(r) : "d"(a), "d"(b));
    return r;
}
#define GREATER(a, b) eg_greater((a), (b))
#define LESSER(a, b) eg_lesser((a), (b))
#endif

#define KERNEL __global__ void __launch_bounds__(EG_THREADS, EG_RESIDENT)
#define KERNEL_SHAPE(threads, groups)
#define GROUP_MOST 1024 /* the bounds of a launch see to its registers */
#define GLOBAL
#define CONST const
#define RESTRICT __restrict__
#define SHARED __shared__ __align__(16)
#define LOCAL
/* A warp that has its lanes alone waits for its own threads. */
#define GROUP_BARRIER (EG_THREADS <= 32 ? __syncwarp() : __syncthreads())
#define BARRIER (TILED ? __syncwarp() : GROUP_BARRIER)
/* A loop, so that the values of one turn need not live beside those of the next. */
#define REPEAT(n, m)                                                                                         \
    _Pragma("unroll 1") for (int eg_k = 0; eg_k < (n); eg_k++)                                               \
    {                                                                                                        \
        m(eg_k)                                                                                              \
    }
#define COUNT_UP(address) atomicAdd((address), 1)
#define UNROLL _Pragma("unroll")
#define ROLLED _Pragma("unroll 1")

#define EG_THREAD ((int)threadIdx.x)
/* Says so to the compiler: a loop over as many items as there are threads is then none. A file for which
 * loops that stay are faster defines EG_WITHIN anew. */
#define EG_WITHIN(i, n) eg_below((i), (n))
FUNCTION int eg_below(int i, int n)
{
    __builtin_assume(i >= 0 && i < n);
    return i;
}
/* Where TILED is 1 a warp has TILE_LANES lanes of the block, and each of its threads two of them and every
 * eighth item: the entries that it has of a product by tensor cores (target/tensor.h). BARRIER then is one of
 * the warp, GROUP_BARRIER of the group. */
#define TILED 0
#define TILE_ROWS 16
#define TILE_LANES 8
#define EG_OF_WARP (EG_THREAD % 32)
#define EG_LANE                                                                                              \
    (TILED ? EG_THREAD / 32 * TILE_LANES + EG_OF_WARP % 4                                                    \
           : (EG_THREADS == LANES ? EG_THREAD : EG_THREAD % LANES))
#define EG_ITEM                                                                                              \
    (TILED ? EG_OF_WARP / 4 : (EG_THREADS == LANES ? 0 : EG_WITHIN(EG_THREAD, EG_THREADS) / LANES))
#define EG_ITEM_STRIDE (TILED ? 8 : EG_THREADS / LANES)

/* Registers where the group has a thread for each (item, lane). */
#define EG_PRIVATE_SLOTS ((ITEMS + EG_ITEM_STRIDE - 1) / EG_ITEM_STRIDE)
#define PRIVATE(T, name, K) T name[EG_PRIVATE_SLOTS][K]
#define PRIVATE_AT(name, i, l, k) name[EG_PRIVATE_SLOTS == 1 ? 0 : (i) / EG_ITEM_STRIDE][k]

#define FOR_GROUPS(b, n)                                                                                     \
    const long b = (long)blockIdx.x;                                                                         \
    if (b < (n)) {
/* Without a branch between the two: what they load comes at once. */
#define FOR_CHOSEN_GROUPS(b, n, chosen)                                                                      \
    const long b = (long)blockIdx.x;                                                                         \
    if ((b < (n)) & (chosen)) {
#define END_GROUPS }
#define FOR_ITEMS(i, n) for (int i = EG_ITEM; i < (n); i += EG_ITEM_STRIDE)
#define FOR_FLAT(i, n) for (int i = EG_WITHIN(EG_THREAD, EG_THREADS); i < (n); i += EG_THREADS)
#define FOR_LANES(l) for (int l = EG_LANE, l##_left = TILED ? 2 : 1; l##_left; l##_left--, l += 4)

/* A value for each thread: by shuffles in each warp, then one thread looks at the warps. */
#define EG_WARPS ((EG_THREADS + 31) / 32)
#define EG_FOLD(array, n, better)                                                                            \
    if ((n) != EG_THREADS || EG_THREADS % 32 != 0) {                                                         \
        EG_FOLD_BY_HALVES(array, n, better)                                                                  \
    } else {                                                                                                 \
        __shared__ decltype(array[0] + 0) eg_of_warp[EG_WARPS];                                              \
        auto eg_value = array[EG_THREAD];                                                                    \
        _Pragma("unroll") for (int eg_far = 16; eg_far > 0; eg_far /= 2)                                     \
        {                                                                                                    \
            const auto eg_other = __shfl_down_sync(0xffffffffu, eg_value, eg_far);                           \
            eg_value = eg_other better eg_value ? eg_other : eg_value;                                       \
        }                                                                                                    \
        if (EG_THREAD % 32 == 0)                                                                             \
            eg_of_warp[EG_THREAD / 32] = eg_value;                                                           \
        GROUP_BARRIER;                                                                                       \
        if (EG_THREAD == 0) {                                                                                \
            _Pragma("unroll") for (int eg_i = 1; eg_i < EG_WARPS; eg_i++) eg_value =                         \
                eg_of_warp[eg_i] better eg_value ? eg_of_warp[eg_i] : eg_value;                              \
            array[0] = eg_value;                                                                             \
        }                                                                                                    \
        GROUP_BARRIER;                                                                                       \
    }

#if TENSOR
#include "target/tensor.h"
#endif
#include "target/common.h"

extern "C" {

#endif
