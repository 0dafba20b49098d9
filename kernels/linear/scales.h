/* The powers of two of linear/mixed.c: read by the kernels and by their caller. */
#ifndef EG_KERNELS_LINEAR_SCALES_H
#define EG_KERNELS_LINEAR_SCALES_H

#define SCALE_DOWN 0 /* 2^-e */
#define SCALE_UP 1   /* 2^e */
#define SCALES 2

#endif
