/* What holds for every mesh of hexahedra, and comparing two of them. Include behind cmocka.h. */
#ifndef EG_TEST_HEXES_CHECK_H
#define EG_TEST_HEXES_CHECK_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "element/line.h"
#include "mesh/hexes/internal.h"

static inline eg_context *open_context(void)
{
    eg_context *context;
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    return context;
}

/* Destroys mesh and context; nothing may be left behind. */
static inline void close_context(eg_context **context, eg_hexes **mesh)
{
    eg_hexes_destroy(mesh);
    assert_null(*mesh);
    assert_int_equal(eg_context_blocks_held(*context), 0);
    eg_context_destroy(context);
}

static inline eg_hexes *make_box(eg_context *context, const eg_hexes_box_options *options)
{
    eg_hexes *mesh;
    if (eg_hexes_box(context, options, &mesh) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    return mesh;
}

/* Numbers appear in the order of first use. */
static inline void check_first_use(const int32_t *entity, int64_t uses, int64_t count)
{
    int32_t next = 0;
    for (int64_t i = 0; i < uses; i++) {
        assert_in_range(entity[i], 0, next);
        next += entity[i] == next;
    }
    assert_int_equal(next, count);
}

static inline void check_element_faces(const eg_hexes *m, int64_t e)
{
    for (int side = 0; side < EG_HEX_FACES; side++) {
        int32_t face = m->face[e][side];
        int which = m->face_element[face][0] == e && m->face_side[face][0] == side ? 0 : 1;
        assert_int_equal(m->face_element[face][which], e);
        assert_int_equal(m->face_side[face][which], side);
        assert_in_range(m->face_orientation[e][side], 0, which == 0 ? 0 : 7);
        if (which == 1) {
            assert_true(m->face_element[face][0] <= e && m->face_boundary[face] == -1);
            assert_true(eg_hex_sides_face(m->face_side[face][0], side, m->face_orientation[e][side]));
        }
        if (m->face_element[face][1] < 0)
            assert_in_range(m->face_boundary[face], 0, m->base.boundaries.count - 1);
    }
}

/* The volume of the mesh by Gauss-Lobatto quadrature, exact for straight elements; every Jacobian is
 * positive. */
static inline double volume_of(const eg_hexes *m)
{
    enum { DEGREE = 12, COUNT = (DEGREE + 1) * (DEGREE + 1) * (DEGREE + 1) };
    static double x[COUNT][3], jacobian[COUNT][3][3];
    double w[DEGREE + 1], volume = 0.0;
    eg_hex_grid *grid;
    assert_int_equal(eg_hex_grid_create(m, DEGREE, &grid), EG_OK);
    eg_gll_weights(DEGREE, w);
    for (int64_t e = 0; e < m->base.held; e++) {
        double own = 0.0;
        eg_hex_grid_fill(grid, e, x, jacobian);
        for (int p = 0; p < COUNT; p++) {
            double determinant = eg_hex_determinant((const double(*)[3])jacobian[p]);
            assert_true(determinant > 0.0);
            own += w[p % 13] * w[p / 13 % 13] * w[p / 169] * determinant;
        }
        volume += own;
    }
    eg_hex_grid_destroy(&grid);
    return volume;
}

static inline void check_corners(const eg_hexes *m, int64_t e)
{
    static double x[HEX_POINTS_MOST][3];
    int n = m->base.degree, line = n + 1;
    eg_hexes_element_points(m, e, x);
    const double *lowest = x[0], *first = x[n], *second = x[n * line], *third = x[n * line * line];
    for (int c = 1; c < 8; c++) {
        const double *other = x[n * ((c & 1) + line * ((c >> 1 & 1) + line * (c >> 2)))];
        assert_true(memcmp(lowest, other, 3 * sizeof *other) != 0);
        for (int i = 0; i < 3 && lowest[i] <= other[i]; i++)
            if (lowest[i] < other[i])
                break;
            else
                assert_true(i < 2);
        assert_true(lowest[0] <= other[0]);
    }
    assert_true(first[0] >= second[0] && first[0] >= third[0]);
}

static inline void check_hexes(const eg_hexes *m, double volume)
{
    int count = hex_cube(m->base.degree + 1);
    int64_t kinds = 0;
    for (int k = 0; k < EG_HEX_KINDS; k++)
        kinds += m->base.group[k].count;
    assert_int_equal(kinds, m->base.held);
    check_first_use(m->vertex[0], 8 * m->base.held, m->vertices);
    check_first_use(m->edge[0], 12 * m->base.held, m->edges);
    check_first_use(m->face[0], 6 * m->base.held, m->faces);
    int32_t points = -1;
    for (int64_t e = 0; e < m->base.held; e++) {
        check_element_faces(m, e);
        check_corners(m, e);
        assert_in_range(m->base.region[e], 0, m->base.regions.count - 1);
        for (int p = 0; p < count; p++)
            points = m->point[e * count + p] > points ? m->point[e * count + p] : points;
    }
    assert_int_equal(points + 1, m->points);
    double found = volume_of(m);
    if (!(fabs(found - volume) <= 1e-12 * volume))
        fail_msg("volume %.17g", found);
}

#define SAME_ARRAY(a, b, field, count)                                                                       \
    assert_memory_equal((a)->field, (b)->field, (size_t)(count) * sizeof *(a)->field)

/* The same mesh to the last bit, source[] apart. */
static inline void check_equal(const eg_hexes *a, const eg_hexes *b)
{
    assert_int_equal(a->base.held, b->base.held);
    assert_int_equal(a->vertices, b->vertices);
    assert_int_equal(a->edges, b->edges);
    assert_int_equal(a->faces, b->faces);
    assert_int_equal(a->points, b->points);
    assert_int_equal(a->base.degree, b->base.degree);
    assert_memory_equal(a->base.group, b->base.group, sizeof a->base.group);
    SAME_ARRAY(a, b, x, a->points);
    SAME_ARRAY(a, b, point, a->base.held * hex_cube(a->base.degree + 1));
    SAME_ARRAY(a, b, base.region, a->base.held);
    SAME_ARRAY(a, b, base.centroid, a->base.held);
    SAME_ARRAY(a, b, vertex, a->base.held);
    SAME_ARRAY(a, b, edge, a->base.held);
    SAME_ARRAY(a, b, face, a->base.held);
    SAME_ARRAY(a, b, edge_orientation, a->base.held);
    SAME_ARRAY(a, b, face_orientation, a->base.held);
    SAME_ARRAY(a, b, face_element, a->faces);
    SAME_ARRAY(a, b, face_side, a->faces);
    SAME_ARRAY(a, b, face_boundary, a->faces);
}

#endif
