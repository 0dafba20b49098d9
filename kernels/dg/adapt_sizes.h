/* Where the values of a new cell come from: numbers that dg/adapt.h and scheme/dg share. */
#ifndef EG_KERNELS_DG_ADAPT_SIZES_H
#define EG_KERNELS_DG_ADAPT_SIZES_H

#define ADAPT_NONE (-1) /* no cell */
#define ADAPT_SAME 0
#define ADAPT_CHILDREN 1
#define ADAPT_PARENT 2 /* and behind it which child */

#endif
