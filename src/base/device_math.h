/* The kernels' mathematical functions (kernels/math.h) for the library: what is evaluated once, on
 * the host, has the bits that a kernel would give it. For .c files only: it brings the words of the
 * kernel dialect with it. */
#ifndef EG_BASE_DEVICE_MATH_H
#define EG_BASE_DEVICE_MATH_H

#include "target/host.h"

#include "../kernels/math.h"

#endif
