/* wide: functions whose loops are worth a processor's wider vectors.
 *
 *     EG_WIDE(add, (int n, double *to, const double *of), (n, to, of))
 *     {
 *         EG_SIMD for (int i = 0; i < n; i++)
 *             to[i] += of[i];
 *     }
 *
 * defines a function of this file that returns nothing, compiled for every processor and again for those with
 * AVX2 and with AVX-512; the processor chooses. Wider vectors round as narrow ones do, and nothing is
 * contracted: the bits are the same. What it calls is EG_INLINE, so that it is compiled with it. */
#ifndef EG_BASE_WIDE_H
#define EG_BASE_WIDE_H

#define EG_INLINE static inline __attribute__((always_inline))

#ifdef _OPENMP
#define EG_SIMD _Pragma("omp simd")
#else
#define EG_SIMD
#endif

/* gcc takes half of the widest vectors without the second word, which clang does not know. */
#if defined(__clang__)
#define EG_WIDEST "avx512f"
#else
#define EG_WIDEST "avx512f,prefer-vector-width=512"
#endif

#if defined(__x86_64__)
#define EG_WIDE(name, parameters, arguments)                                                                 \
    EG_INLINE void name##_anywhere parameters;                                                               \
    __attribute__((target("avx2"))) static void name##_avx2 parameters                                       \
    {                                                                                                        \
        name##_anywhere arguments;                                                                           \
    }                                                                                                        \
    __attribute__((target(EG_WIDEST))) static void name##_avx512 parameters                                  \
    {                                                                                                        \
        name##_anywhere arguments;                                                                           \
    }                                                                                                        \
    static void name parameters                                                                              \
    {                                                                                                        \
        if (__builtin_cpu_supports("avx512f"))                                                               \
            name##_avx512 arguments;                                                                         \
        else if (__builtin_cpu_supports("avx2"))                                                             \
            name##_avx2 arguments;                                                                           \
        else                                                                                                 \
            name##_anywhere arguments;                                                                       \
    }                                                                                                        \
    EG_INLINE void name##_anywhere parameters
#else
#define EG_WIDE(name, parameters, arguments) static void name parameters
#endif

#endif
