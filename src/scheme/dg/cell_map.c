/* The map of a cell, its nodes, and what stands beyond its faces. */
#include "scheme/dg/internal.h"

#include <math.h>

#include "dg/sizes.h"

/* ---- the map */

static void cross_vectors(const double a[3], const double b[3], double c[3])
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        c[i] = a[j] * b[k] - a[k] * b[j];
    }
}

/* By cofactors: row e is the cross product of two of the columns over the determinant. */
void eg_dg_map_invert(eg_dg_map *map)
{
    double column[3][3];
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < 3; i++)
            column[d][i] = map->jacobian[i][d];
    for (int e = 0; e < 3; e++)
        cross_vectors(column[(e + 1) % 3], column[(e + 2) % 3], map->inverse[e]);
    map->determinant = 0;
    for (int i = 0; i < 3; i++)
        map->determinant += map->inverse[0][i] * column[0][i];
    for (int e = 0; e < 3; e++)
        for (int i = 0; i < 3; i++)
            map->inverse[e][i] /= map->determinant;
}

void eg_dg_map_at(const eg_dg *dg, int64_t cell, const double reference[3], eg_dg_map *map)
{
    *map = (eg_dg_map){.jacobian[2][2] = 1}; /* the plane is one metre thick */
    const eg_mesh *mesh = &dg->mesh->base;
    double jacobian[3][3] = {{0}};
    mesh->class->map(mesh, cell, reference, map->centre, jacobian);
    for (int i = 0; i < dg->dimension; i++)
        for (int d = 0; d < dg->dimension; d++)
            map->jacobian[i][d] = jacobian[i][d];
    eg_dg_map_invert(map);
}

void eg_dg_map_of(const eg_dg *dg, int64_t cell, eg_dg_map *map)
{
    static const double origin[3];
    eg_dg_map_at(dg, cell, origin, map);
}

void eg_dg_node_reference(const eg_dg *dg, int node, double reference[3])
{
    int n = dg->edge;
    reference[0] = dg->point[node % n];
    reference[1] = dg->point[node / n % n];
    reference[2] = dg->dimension == 3 ? dg->point[node / (n * n)] : 0;
}

void eg_dg_face_reference(const eg_dg *dg, int face, int part, int node, double reference[3])
{
    int n = dg->edge;
    double on_face[2] = {dg->point[node % n], dg->point[node / n]};
    for (int k = 0; part >= 0 && k < 2; k++)
        on_face[k] = 0.5 * (on_face[k] + ((part >> k & 1) ? 1 : -1));
    reference[2] = 0;
    for (int d = 0, k = 0; d < dg->dimension; d++)
        reference[d] = d == face / 2 ? (face % 2 ? 1 : -1) : on_face[k++];
}

double eg_dg_face_frame(const eg_dg *dg, const eg_dg_map *map, int face, double normal[3])
{
    double length = 0;
    for (int i = 0; i < dg->dimension; i++)
        length += map->inverse[face / 2][i] * map->inverse[face / 2][i];
    length = sqrt(length);
    for (int i = 0; i < dg->dimension; i++)
        normal[i] = (face % 2 ? 1 : -1) * map->inverse[face / 2][i] / length;
    return length;
}

/* ---- nodes */

eg_status eg_dg_nodes_create(const eg_dg *dg, eg_scope *scope, eg_dg_nodes *room)
{
    int64_t materials = (int64_t)dg->nodes * dg->system->materials;
    return EG_SCOPE_ALLOC(scope, EG_BLOCK(dg->nodes, room->x), EG_BLOCK(materials, room->own),
                          EG_BLOCK(materials, room->other));
}

static void place_in_cell(const eg_dg *dg, const eg_dg_map *map, int64_t cell, const double reference[3],
                          double x[3])
{
    const eg_mesh *mesh = &dg->mesh->base;
    if (dg->geometry == DG_CURVED) {
        mesh->class->map(mesh, cell, reference, x, NULL);
        return;
    }
    for (int k = 0; k < 3; k++) {
        x[k] = map->centre[k];
        for (int d = 0; d < dg->dimension; d++)
            x[k] += map->jacobian[k][d] * reference[d];
    }
    if (dg->dimension == 2)
        x[2] = 0;
}

void eg_dg_place_nodes(const eg_dg *dg, int64_t cell, double (*x)[3])
{
    eg_dg_map map;
    eg_dg_map_of(dg, cell, &map);
    for (int i = 0; i < dg->nodes; i++) {
        double r[3];
        eg_dg_node_reference(dg, i, r);
        place_in_cell(dg, &map, cell, r, x[i]);
    }
}

void eg_dg_place_face(const eg_dg *dg, int64_t cell, int face, int part, double (*x)[3])
{
    eg_dg_map map;
    eg_dg_map_of(dg, cell, &map);
    for (int i = 0; i < dg->nodes / dg->edge; i++) {
        double r[3];
        eg_dg_face_reference(dg, face, part, i, r);
        place_in_cell(dg, &map, cell, r, x[i]);
    }
}

/* ---- materials, kinds of faces */

const double *eg_dg_material(const eg_dg *dg, int64_t cell)
{
    return &dg->material[cell * dg->system->materials];
}

eg_linear_boundary eg_dg_boundary_of(const eg_dg_options *options, const eg_leaf_face *face)
{
    if (face->side != EG_SIDE_BOUNDARY)
        return EG_LINEAR_INSIDE;
    return options->boundaries ? options->boundaries[face->across] : EG_LINEAR_ABSORBING;
}

eg_flux eg_dg_flux_of(const eg_dg *dg, const eg_leaf_face *face)
{
    bool mean = face->side == EG_SIDE_FINE && dg->flux == EG_FLUX_UPWIND;
    return mean ? EG_FLUX_CENTRAL : dg->flux;
}
