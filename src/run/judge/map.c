/* A box that the case deforms: whether its map does more between the vertices of cells than they show, like a
 * mountain that is narrower than they are apart. */
#include "run/judge/between.h"
#include "run/judge/judge.h"

#include <stdio.h>

/* The box before it is deformed. */
typedef struct plain_box {
    eg_mesh mesh; /* first */
    int64_t cells[3];
    double size[3]; /* m: of a cell */
} plain_box;

static void map_plain_box(const eg_mesh *mesh, int64_t cell, const double reference[3], double x[3],
                          double jacobian[3][3])
{
    const plain_box *box = (const plain_box *)mesh;
    for (int d = 0; d < 3; d++) {
        int64_t at = cell % box->cells[d];
        cell /= box->cells[d];
        x[d] = mesh->box_low[d] + ((double)at + 0.5 * (reference[d] + 1)) * box->size[d];
        for (int e = 0; jacobian && e < 3; e++)
            jacobian[d][e] = d == e ? 0.5 * box->size[d] : 0;
    }
}

static int64_t number_in_plain_box(const eg_mesh *mesh, int64_t cell)
{
    (void)mesh;
    return cell;
}

static const eg_mesh_class plain_box_class = {
    .name = "plain box", .map = map_plain_box, .whole_number = number_in_plain_box};

/* Ranks share its cells. */
static void read_plain_box(const eg_run *run, const eg_node *node, plain_box *box)
{
    int dimension = run->kind->keys.dimensions;
    int64_t all = 1, rank = eg_comm_rank(run->comm), ranks = eg_comm_size(run->comm);
    *box = (plain_box){.mesh = {.class = &plain_box_class, .dimension = dimension}, .cells = {1, 1, 1}};
    eg_node_reals(eg_node_child(node, "origin"), 0, dimension, box->mesh.box_low);
    eg_node_reals(eg_node_child(node, "size"), 0, dimension, box->size);
    for (int d = 0; d < dimension; d++) {
        box->cells[d] = eg_node_integer(eg_node_item(eg_node_child(node, "cells"), d));
        box->mesh.box_high[d] = box->mesh.box_low[d] + box->size[d];
        box->size[d] /= (double)box->cells[d];
        all *= box->cells[d];
    }
    box->mesh.own_first = all / ranks * rank;
    box->mesh.own = (rank + 1 < ranks ? all / ranks * (rank + 1) : all) - box->mesh.own_first;
}

eg_status eg_map_judge(eg_run *run)
{
    const eg_node *node = eg_case_find(run->loaded, "mesh.box"), *map = eg_node_child(node, "map");
    plain_box box;
    char what[64];
    if (!map)
        return EG_OK;
    read_plain_box(run, node, &box);
    for (int d = 0; d < box.mesh.dimension; d++) {
        const eg_given given = {.node = eg_node_item(map, d)};
        const eg_between between = {.run = run,
                                    .mesh = &box.mesh,
                                    .given = &given,
                                    .everywhere = true,
                                    .degree = (int)eg_case_real(run->loaded, "mesh.box.geometry_degree", 1),
                                    .less = d + 1};
        snprintf(what, sizeof what, "the shift along %c by mesh.box.map", "xyz"[d]);
        EG_TRY(eg_between_judge(&between, map, what, "vertices"));
    }
    return EG_OK;
}
