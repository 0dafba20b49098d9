/* The variables that cells can be chosen by, as deg/adapt.h and scheme/deg have them. */
#ifndef EG_KERNELS_DEG_ADAPT_SIZES_H
#define EG_KERNELS_DEG_ADAPT_SIZES_H

#define DEG_BY_THETA 0
#define DEG_BY_DENSITY 1
#define DEG_BY_TRACER 2

#endif
