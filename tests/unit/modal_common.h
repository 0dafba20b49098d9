/* What the tests of the modal elements share. */
#ifndef TESTS_MODAL_COMMON_H
#define TESTS_MODAL_COMMON_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "element/modal.h"

/* All types and orders. */
#define FOR_ELEMENTS(type, order)                                                                            \
    for (int type = 0; type < EG_CELL_TYPES; type++)                                                         \
        for (int order = 1; order <= EG_ORDER_MOST; order++)

/* A number of [0, 1) that looks random, the same in every run. */
static inline double random_number(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) * 0x1p-53;
}

static inline void random_point(eg_cell_type type, uint64_t *seed, double point[2])
{
    do {
        point[0] = random_number(seed);
        point[1] = random_number(seed);
    } while (type == EG_TRIANGLE && point[0] + point[1] > 1.0);
}

/* The degree of a mode in eta; eg_modal_degree() less this is the one in xi. */
static inline int degree_in_eta(int mode)
{
    int degree = eg_modal_degree(mode);
    return mode - degree * (degree + 1) / 2;
}

static inline int degree_in_xi(int mode)
{
    return eg_modal_degree(mode) - degree_in_eta(mode);
}

/* The matrices of one type and order, with the context that they hang from. */
typedef struct element {
    eg_context *context;
    eg_cell_type type;
    int order, modes;
    eg_modal modal;
} element;

static inline element open_element(int type, int order)
{
    element e = {.type = (eg_cell_type)type, .order = order, .modes = eg_modal_count(order)};
    assert_int_equal(eg_context_create(NULL, &e.context), EG_OK);
    assert_int_equal(eg_modal_create(e.context, e.type, order, &e.modal), EG_OK);
    assert_int_equal(e.modal.order, order);
    assert_int_equal(e.modal.modes, e.modes);
    assert_int_equal(e.modal.faces, type == EG_TRIANGLE ? 3 : 4);
    return e;
}

static inline void close_element(element *e)
{
    eg_modal_destroy(&e->modal);
    assert_true(e->modal.derivative == NULL && e->modal.trace == NULL && e->modal.modes == 0);
    assert_int_equal(eg_context_blocks_held(e->context), 0);
    eg_context_destroy(&e->context);
}

static inline double derivative(const element *e, int i, int k, int l)
{
    return e->modal.derivative[(i * e->modes + k) * e->modes + l];
}

static inline double trace(const element *e, int f, int m, int l)
{
    return e->modal.trace[(f * e->order + m) * e->modes + l];
}

#endif
