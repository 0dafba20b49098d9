/* The kernels' mathematical functions (kernels/math.h, math_circular.h, math_increment.h) for the library:
 * what is evaluated once, on the host, has the bits that a kernel would give it.
 *
 * The few words of the dialect that they need are defined here as in target/host.h, without the
 * rest of it; both may be included together. */
#ifndef EG_BASE_DEVICE_MATH_H
#define EG_BASE_DEVICE_MATH_H

typedef unsigned int uint;
typedef unsigned long ulong;

#define FMA32(a, b, c) __builtin_fmaf((a), (b), (c))
#define FMA64(a, b, c) __builtin_fma((a), (b), (c))
#define SQRT64(a) __builtin_sqrt(a)
#define CONSTANTS64(name, n, values) static const double name[n] = values;
#define FUNCTION static inline __attribute__((always_inline))

#include "../kernels/math.h"
#include "../kernels/math_circular.h"
#include "../kernels/math_increment.h"

#endif
