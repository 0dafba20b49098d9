/* Words of the dialect that are made of other words, the same for every target. */
#ifndef EG_TARGET_COMMON_H
#define EG_TARGET_COMMON_H

/* A constant in the precision of the state: the decimal is rounded once, from double. */
#define R(x) ((real)(x))

/* Whether a program takes products of matrices by tensor cores (target/tensor.h). */
#ifndef TENSOR
#define TENSOR 0
#endif
#ifndef GROUP_BARRIER
#define GROUP_BARRIER BARRIER
#endif

/* The threads of the largest group that any kernel may ask for: every device holds so many. */
#ifndef GROUP_MOST
#define GROUP_MOST 256
#endif

/* A loop over values whose turns a processor takes side by side (WIDE_LOOPS); elsewhere as FOR_FLAT. */
#ifndef WIDE_LOOPS
#define WIDE_LOOPS 0
#define FOR_WIDE(i, n) FOR_FLAT (i, n)
#endif

/* A value that a thread copies to a SHARED place which no other thread reads, before it is wanted. COPIES_END
 * closes a set of copies; COPIES_WAIT(n) waits for all sets but the last n. COPIES_ARE_AHEAD: whether the
 * thread goes on meanwhile. */
#ifndef COPY_AHEAD
#define COPIES_ARE_AHEAD 0
#define COPY_AHEAD(to, from) *(to) = *(from)
#define COPIES_END
#define COPIES_WAIT(n)
#endif

/* Four reals that stand together, at an address that is a multiple of their size.
 * COPY_FOUR_AHEAD(to, lanes, l, from) copies them as COPY_AHEAD does, to where lane l of a SHARED array has
 * four; TAKE_FOUR(from, lanes, l) are those of the lane. */
typedef struct eg_four {
    real a, b, c, d;
} eg_four;
#ifndef LOAD_FOUR
#define LOAD_FOUR(address) eg_load_four(address)
FUNCTION eg_four eg_load_four(GLOBAL CONST real *address)
{
    eg_four four;
    four.a = address[0];
    four.b = address[1];
    four.c = address[2];
    four.d = address[3];
    return four;
}
#else
FUNCTION eg_four eg_four_of(eg_vector4 v)
{
    eg_four four;
    four.a = v.x;
    four.b = v.y;
    four.c = v.z;
    four.d = v.w;
    return four;
}
#endif

#ifndef STORE_FOUR
#define STORE_FOUR(address, a, b, c, d)                                                                      \
    (address)[0] = (a), (address)[1] = (b), (address)[2] = (c), (address)[3] = (d)
#endif
#ifndef COPY_FOUR_AHEAD
#define COPY_FOUR_AHEAD(to, lanes, l, from)                                                                  \
    (to)[l] = (from)[0], (to)[(lanes) + (l)] = (from)[1], (to)[2 * (lanes) + (l)] = (from)[2],               \
    (to)[3 * (lanes) + (l)] = (from)[3]
#define TAKE_FOUR(from, lanes, l) eg_take_four((from) + (l), (lanes))
FUNCTION eg_four eg_take_four(LOCAL CONST real *from, int lanes)
{
    eg_four four;
    four.a = from[0];
    four.b = from[lanes];
    four.c = from[2 * lanes];
    four.d = from[3 * lanes];
    return four;
}
#endif

/* The least, or the largest, of the n values of a SHARED array, left in its element 0; n is a power of
 * two and no value is NaN. Stands directly under FOR_GROUPS, after a BARRIER, and ends with one. Both
 * are exact, so the order of the comparisons does not show. */
#define FOLD_MIN(array, n) EG_FOLD(array, n, <)
#define FOLD_MAX(array, n) EG_FOLD(array, n, >)
#define EG_FOLD_BY_HALVES(array, n, better)                                                                  \
    for (int eg_half = (n) / 2; eg_half > 0; eg_half /= 2) {                                                 \
        FOR_FLAT (eg_i, eg_half) {                                                                           \
            array[eg_i] = array[eg_i + eg_half] better array[eg_i] ? array[eg_i + eg_half] : array[eg_i];    \
        }                                                                                                    \
        GROUP_BARRIER;                                                                                       \
    }
#ifndef EG_FOLD
#define EG_FOLD(array, n, better) EG_FOLD_BY_HALVES(array, n, better)
#endif

#endif
