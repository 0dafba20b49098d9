/* Numbers of kernels/bisect and of its caller. With m, q, n in the middle of edges 0, 1, 2 of a triangle
 * (v0, v1, v2) that is halved its leaves are
 *
 *     START        (v2, v0, m)      END        (v1, v2, m)
 *     START_START  (m, v2, n)       END_START  (m, v1, q)
 *     START_END    (v0, m, n)       END_END    (v2, m, q)
 *
 * The start child is halved with edge 2, the end child with edge 1: these are their refinement edges. */
#ifndef EG_KERNELS_BISECT_CHILDREN_H
#define EG_KERNELS_BISECT_CHILDREN_H

/* Threads of a group, a leaf each. */
#define BISECT_GROUP 256

/* What is wished of a leaf; else it is kept. */
#define BISECT_FINER 1
#define BISECT_COARSER 2

/* Marks of a leaf: bits 1 << edge of edges that are halved; or that it is joined with its sibling. */
#define BISECT_HALVES_1 2
#define BISECT_HALVES_2 4
#define BISECT_JOINS 8

/* What a new leaf was. */
#define BISECT_SAME 0
#define BISECT_START 1
#define BISECT_END 2
#define BISECT_START_START 3
#define BISECT_START_END 4
#define BISECT_END_START 5
#define BISECT_END_END 6
#define BISECT_JOINED 7
#define BISECT_JOINED_BACKWARDS 8
#define BISECT_CHILDREN 6 /* from BISECT_START on */

/* What a pass leaves for its caller: leaves, the highest level, whether a mark is there or another one;
 * whether a leaf is below the highest level that may be wished for; whether the closure is to go on. */
#define BISECT_LEAVES 0
#define BISECT_HIGHEST 1
#define BISECT_CHANGES 2
#define BISECT_BELOW 3
#define BISECT_OPEN 4
#define BISECT_RESULTS 5

#define BISECT_LEVEL 32 /* the highest */

#endif
