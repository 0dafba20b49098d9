/* What holds for every finished mesh without periodic pairs, and comparing two of them. Include behind
 * cmocka.h. */
#ifndef EG_TEST_MESH_CHECK_H
#define EG_TEST_MESH_CHECK_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/plane/plane.h"

static inline eg_context *open_context(void)
{
    eg_context *context;
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    return context;
}

/* Destroys mesh and context; nothing may be left behind. */
static inline void close_context(eg_context **context, eg_plane **mesh)
{
    eg_plane_destroy(mesh);
    assert_null(*mesh);
    assert_int_equal(eg_context_blocks_held(*context), 0);
    eg_context_destroy(context);
}

static inline int32_t vertex_after(const eg_plane *m, int64_t cell, int64_t i)
{
    return m->vertex[i + 1 < m->first[cell + 1] ? i + 1 : m->first[cell]];
}

/* Each cell: counter-clockwise from its lowest vertex, its faces in step with its vertices, closed:
 * the sum of length times normal over its faces is 0. */
static inline void check_cell(const eg_plane *m, int64_t cell, double size)
{
    double x[4][2], sum[2] = {0.0, 0.0};
    int count = eg_plane_cell_vertices(m, cell, x);
    assert_int_equal(count, eg_cell_type_vertices(m->type[cell]));
    assert_true(m->area[cell] > 0.0 && m->area[cell] == eg_polygon_area(x, count));
    for (int k = 1; k < count; k++)
        assert_true(x[0][0] < x[k][0] || (x[0][0] == x[k][0] && x[0][1] < x[k][1]));
    for (int64_t i = m->first[cell]; i < m->first[cell + 1]; i++) {
        int32_t face = m->cell_face[i], from = m->vertex[i], to = vertex_after(m, cell, i);
        int side = m->face_cell[face][0] == cell ? 0 : 1;
        assert_int_equal(m->face_cell[face][side], cell);
        assert_int_equal(m->face_vertex[face][side], from);
        assert_int_equal(m->face_vertex[face][1 - side], to);
        const double *a = m->x[m->face_vertex[face][0]], *b = m->x[m->face_vertex[face][1]];
        double sign = side == 0 ? 1.0 : -1.0;
        sum[0] += sign * (b[1] - a[1]);
        sum[1] -= sign * (b[0] - a[0]);
    }
    assert_true(fabs(sum[0]) <= 1e-15 * size && fabs(sum[1]) <= 1e-15 * size);
    assert_in_range(m->base.region[cell], 0, m->base.regions.count - 1);
}

static inline void check_faces(const eg_plane *m)
{
    for (int64_t face = 0; face < m->faces; face++) {
        int32_t left = m->face_cell[face][0], right = m->face_cell[face][1];
        assert_true(left >= 0 && left < m->base.own);
        assert_true(right == -1 || (right > left && right < m->base.own));
        if (right == -1)
            assert_in_range(m->face_boundary[face], 0, m->base.boundaries.count - 1);
        else
            assert_int_equal(m->face_boundary[face], -1);
        assert_int_equal(m->face_twin[face], -1);
    }
}

/* Numbers of nodes and faces appear in the order of first use. */
static inline void check_first_use(const eg_plane *m)
{
    int32_t nodes = 0, faces = 0;
    for (int64_t i = 0; i < m->first[m->base.own]; i++) {
        assert_true(m->vertex[i] <= nodes && m->cell_face[i] <= faces);
        nodes += m->vertex[i] == nodes;
        faces += m->cell_face[i] == faces;
    }
    assert_int_equal(nodes, m->nodes);
    assert_int_equal(faces, m->faces);
}

/* `holes` in the domain, which has the given area. */
static inline void check_mesh(const eg_plane *m, double area, int holes)
{
    double sum = 0.0, size = 0.0;
    for (int i = 0; i < 2; i++)
        size = fmax(size, fmax(fabs(m->base.box_low[i]), fabs(m->base.box_high[i])));
    assert_int_equal(m->base.group[EG_TRIANGLE].count + m->base.group[EG_QUADRANGLE].count, m->base.own);
    for (int64_t cell = 0; cell < m->base.own; cell++) {
        assert_int_equal(m->type[cell],
                         cell < m->base.group[EG_TRIANGLE].count ? EG_TRIANGLE : EG_QUADRANGLE);
        check_cell(m, cell, size);
        sum += m->area[cell];
    }
    check_faces(m);
    check_first_use(m);
    assert_true(fabs(sum - area) <= 1e-12 * area);
    assert_int_equal(m->nodes - m->faces + m->base.own, 1 - holes); /* Euler */
    for (int64_t cell = 0; cell < m->base.own; cell++)
        assert_int_equal(eg_plane_locate(m, m->base.centroid[cell]), cell);
}

/* Equal to the last bit, but for the numbers in the file. */
static inline void check_equal(const eg_plane *a, const eg_plane *b)
{
    size_t cells = (size_t)a->base.own, corners = (size_t)a->first[a->base.own];
    size_t faces = (size_t)a->faces;
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->base.own, b->base.own);
    assert_int_equal(a->faces, b->faces);
    assert_memory_equal(a->x, b->x, (size_t)a->nodes * sizeof *a->x);
    assert_memory_equal(a->type, b->type, cells * sizeof *a->type);
    assert_memory_equal(a->first, b->first, (cells + 1) * sizeof *a->first);
    assert_memory_equal(a->vertex, b->vertex, corners * sizeof *a->vertex);
    assert_memory_equal(a->cell_face, b->cell_face, corners * sizeof *a->cell_face);
    assert_memory_equal(a->base.centroid, b->base.centroid, cells * sizeof *a->base.centroid);
    assert_memory_equal(a->area, b->area, cells * sizeof *a->area);
    assert_memory_equal(a->face_vertex, b->face_vertex, faces * sizeof *a->face_vertex);
    assert_memory_equal(a->face_cell, b->face_cell, faces * sizeof *a->face_cell);
    assert_int_equal(a->base.regions.count, b->base.regions.count);
    assert_int_equal(a->base.boundaries.count, b->base.boundaries.count);
    assert_memory_equal(a->face_twin, b->face_twin, faces * sizeof *a->face_twin);
    for (size_t i = 0; i < cells; i++)
        assert_string_equal(a->base.regions.name[a->base.region[i]], b->base.regions.name[b->base.region[i]]);
    for (size_t i = 0; i < faces; i++)
        if (a->face_boundary[i] >= 0)
            assert_string_equal(a->base.boundaries.name[a->face_boundary[i]],
                                b->base.boundaries.name[b->face_boundary[i]]);
}

#endif
