/* Joining boundaries and checking what came of it. Include behind cmocka.h. */
#ifndef EG_TEST_MESH_JOIN_H
#define EG_TEST_MESH_JOIN_H

#include <stdio.h>

#include "mesh_check.h"

static inline int boundary(const eg_plane *mesh, const char *name)
{
    int index = eg_mesh_boundary_index(&mesh->base, name);
    assert_true(index >= 0);
    return index;
}

static inline eg_status join(eg_plane *mesh, const char *a, const char *b, double shift[2])
{
    shift[0] = shift[1] = NAN;
    return eg_plane_join(mesh, boundary(mesh, a), boundary(mesh, b), shift);
}

static inline void must_join(eg_plane *mesh, const char *a, const char *b, double dx, double dy)
{
    double shift[2];
    if (join(mesh, a, b, shift) != EG_OK)
        fail_msg("%s", eg_context_error(mesh->base.context));
    assert_true(fabs(shift[0] - dx) <= 1e-14 * (1 + fabs(dx)));
    assert_true(fabs(shift[1] - dy) <= 1e-14 * (1 + fabs(dy)));
}

/* Every face of a is the face of b at the shift from it, run through the other way, and back. */
static inline void check_pair(const eg_plane *mesh, const char *a, const char *b, double dx, double dy,
                              double tolerance)
{
    int64_t faces[2] = {0, 0};
    for (int64_t face = 0; face < mesh->faces; face++) {
        int side = mesh->face_boundary[face] == boundary(mesh, a) ? 0 : 1;
        if (side == 1 && mesh->face_boundary[face] != boundary(mesh, b))
            continue;
        int32_t twin = mesh->face_twin[face];
        faces[side]++;
        assert_true(twin >= 0 && twin != face && twin < mesh->faces);
        assert_int_equal(mesh->face_twin[twin], face);
        assert_int_equal(mesh->face_boundary[twin], boundary(mesh, side == 0 ? b : a));
        assert_int_equal(mesh->face_cell[face][1], -1);
        for (int end = 0; end < 2; end++) {
            const double *from = mesh->x[mesh->face_vertex[face][end]];
            const double *to = mesh->x[mesh->face_vertex[twin][1 - end]];
            double sign = side == 0 ? 1.0 : -1.0;
            assert_true(fabs(to[0] - from[0] - sign * dx) <= tolerance);
            assert_true(fabs(to[1] - from[1] - sign * dy) <= tolerance);
        }
    }
    assert_int_equal(faces[0], faces[1]);
    assert_true(faces[0] > 0);
}

/* Who is across a face has the cell itself across it, or across its twin. Returns the number of
 * faces (of cells) without a neighbour. */
static inline int64_t check_neighbours(const eg_plane *mesh)
{
    int64_t alone = 0;
    for (int64_t cell = 0; cell < mesh->base.own; cell++) {
        for (int64_t i = mesh->first[cell]; i < mesh->first[cell + 1]; i++) {
            int32_t face = mesh->cell_face[i], twin = mesh->face_twin[face];
            int32_t neighbour = eg_plane_neighbour(mesh, face, cell);
            if (neighbour < 0) {
                assert_true(twin == -1 && mesh->face_cell[face][1] == -1);
                alone++;
                continue;
            }
            assert_true(neighbour < mesh->base.own);
            if (twin < 0) {
                assert_true(neighbour != cell);
                assert_int_equal(eg_plane_neighbour(mesh, face, neighbour), cell);
            } else {
                assert_int_equal(mesh->face_cell[twin][0], neighbour);
                assert_int_equal(eg_plane_neighbour(mesh, twin, neighbour), cell);
            }
        }
    }
    return alone;
}

static inline eg_plane *read_text(eg_context *context, const char *text)
{
    eg_plane *mesh;
    if (eg_plane_read_gmsh_memory(context, "test.msh", text, (int64_t)strlen(text), &mesh) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    return mesh;
}

/* The beginning of a file of format 2.2. */
#define NAMES                                                                                                \
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n4\n1 1 \"west\"\n1 2 \"east\"\n"                  \
    "1 3 \"wall\"\n2 4 \"bed\"\n$EndPhysicalNames\n"

#endif
