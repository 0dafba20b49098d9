/* Levels by coarsening the mesh. */
#include "scheme/sem/coarse/geometric.h"

#include <stdlib.h>

#include "base/parallel.h"
#include "scheme/linear/gather_rows.h"

enum { CORNERS = EG_HEX_VERTICES };

/* Above this quotient of rows a level is not worth its cost. */
static const double least_coarsening = 0.8;

/* Below this quotient of couplings a direction is not coarsened. */
static const double weak = 0.3;

/* ---- the meshes */

/* The mesh and the rows before level l, counted from 0 below the finest. */
static eg_hex_topology mesh_before(const eg_geometric *g, int l)
{
    const eg_hex_coarsening *c = l > 0 ? &g->level[l - 1].from : NULL;
    return c ? (eg_hex_topology){.elements = c->parents, .vertices = c->vertices, .corner = c->corner}
             : g->mesh;
}

static const int32_t *rows_before_level(const eg_geometric *g, int l, int32_t *rows)
{
    *rows = l > 0 ? g->level[l - 1].rows : g->rows;
    return l > 0 ? g->level[l - 1].row : g->row;
}

static const double (*coupling_before(const eg_geometric *g, int l))[3]
{
    return l > 0 ? (const double(*)[3])g->level[l - 1].coupling : g->coupling;
}

/* The parent's direction along which direction d of a child runs, and whether it was cut. */
static int direction_of(const uint8_t lattice[CORNERS], int d, bool *cut)
{
    int step = abs(lattice[1 << d] - lattice[0]);
    *cut = step == 1 || step == 3 || step == 9;
    return step <= 2 ? 0 : step <= 6 ? 1 : 2;
}

/* Of twice the length along a direction that was cut a coupling is the fourth part of the sum of the
 * children's. */
static eg_status find_coupling(const double (*of_child)[3], int64_t children, eg_geometric_level *level)
{
    const eg_hex_coarsening *from = &level->from;
    EG_TRY(eg_alloc(from->context, from->parents, sizeof *level->coupling, &level->coupling));
    for (int64_t e = 0; e < children; e++)
        for (int d = 0; d < 3; d++) {
            bool cut;
            int to = direction_of(from->lattice[e], d, &cut);
            level->coupling[from->parent[e]][to] += of_child[e][d] * (cut ? 0.25 : 1);
        }
    return EG_OK;
}

/* Rows of the parents' corners: vertices whose row on the level before is none have none. */
static eg_status number_rows(const eg_hex_topology *before, const int32_t *row_before,
                             eg_geometric_level *level)
{
    const eg_hex_coarsening *from = &level->from;
    EG_SCRATCH uint8_t *given = NULL;
    EG_SCRATCH int32_t *of_vertex = NULL;
    EG_TRY(EG_ALLOC(from->context, {before->vertices, 1, &given}, EG_BLOCK(from->vertices, of_vertex),
                    EG_BLOCK(from->parents * CORNERS, level->row)));
    EG_LOOP(from->context, before->elements)
    for (int64_t e = 0; e < before->elements; e++)
        for (int i = 0; i < CORNERS; i++)
            __atomic_store_n(&given[before->corner[e][i]], row_before[e * CORNERS + i] < 0, __ATOMIC_RELAXED);
    for (int32_t v = 0; v < from->vertices; v++)
        of_vertex[v] = given[from->vertex[v]] ? -1 : level->rows++;
    EG_LOOP(from->context, from->parents * CORNERS)
    for (int64_t i = 0; i < from->parents * CORNERS; i++)
        level->row[i] = of_vertex[from->corner[i / CORNERS][i % CORNERS]];
    return EG_OK;
}

static void free_level(eg_geometric_level *level)
{
    eg_hex_coarsening_free(&level->from);
    eg_vertex_parents_free(&level->parents);
    EG_FREE(&level->coupling, &level->row);
    if (level->matrix.context)
        eg_sparse_free(&level->matrix);
    if (level->interpolation.context)
        eg_sparse_free(&level->interpolation);
    *level = (eg_geometric_level){0};
}

/* One level more, unless the mesh is a refinement of none or a level more is not worth it. */
static eg_status add_level(eg_geometric *g, bool *added)
{
    int l = g->levels;
    eg_geometric_level *level = &g->level[l];
    eg_hex_topology before = mesh_before(g, l);
    const eg_hex_coarsen_options how = {.coupling = coupling_before(g, l), .threshold = weak};
    int32_t rows;
    const int32_t *row = rows_before_level(g, l, &rows);
    *added = false;
    EG_TRY(eg_hex_coarsen(g->context, &before, &how, &level->from));
    if (level->from.parents > 0)
        EG_TRY(number_rows(&before, row, level));
    if (level->from.parents > 0 && how.coupling)
        EG_TRY(find_coupling(how.coupling, before.elements, level));
    *added = level->rows > 0 && level->rows <= least_coarsening * rows;
    if (*added)
        g->levels++;
    else
        free_level(level);
    return EG_OK;
}

eg_status eg_geometric_find(eg_geometric *g, int32_t enough)
{
    bool added = true;
    int32_t rows = g->rows;
    while (rows > enough && g->levels + 1 < EG_NESTED_LEVELS && added) {
        EG_TRY(add_level(g, &added));
        rows = g->levels > 0 ? g->level[g->levels - 1].rows : rows;
    }
    for (int l = 0; l < g->levels; l++)
        EG_FREE(&g->level[l].coupling);
    return EG_OK;
}

void eg_geometric_free(eg_geometric *g)
{
    for (int l = 0; l < g->levels; l++)
        free_level(&g->level[l]);
    g->levels = 0;
}

/* ---- matrices */

static eg_status begin_parents(eg_geometric *g, const eg_vertices *v, int l)
{
    eg_geometric_level *level = &g->level[l];
    int32_t rows;
    const int32_t *row = rows_before_level(g, l, &rows);
    return eg_vertex_parents_begin(v, mesh_before(g, l).elements, row, &level->from, &level->parents);
}

eg_status eg_geometric_begin(eg_geometric *g, const eg_vertices *v)
{
    return begin_parents(g, v, 0);
}

eg_status eg_geometric_add(const eg_geometric *g, const eg_vertices *v, const eg_vertex_batch *batch)
{
    return eg_vertex_parents_add(v, &g->level[0].parents, batch);
}

static eg_vertex_batch all_parents(const eg_geometric_level *level)
{
    return (eg_vertex_batch){.matrix = level->parents.value, .to = level->from.parents};
}

static eg_status project_level(eg_geometric *g, const eg_vertices *v, int l)
{
    const eg_vertex_batch children = all_parents(&g->level[l - 1]);
    EG_TRY(begin_parents(g, v, l));
    EG_TRY(eg_vertex_parents_add(v, &g->level[l].parents, &children));
    EG_TRY(eg_device_finish(v->sem->device));
    eg_vertex_parents_free(&g->level[l - 1].parents);
    return EG_OK;
}

static eg_status make_level_matrix(eg_geometric_level *level, const eg_vertices *v)
{
    const eg_vertex_batch all = all_parents(level);
    EG_ENDS_WITH(eg_vertex_sums_free) eg_vertex_sums sums = {0};
    EG_TRY(eg_vertex_sums_begin(v, level->rows, level->from.parents, level->row, &level->matrix, &sums));
    EG_TRY(eg_vertex_sums_add(v, &sums, &all));
    return eg_vertex_sums_end(&sums, &level->matrix);
}

/* ---- interpolation */

/* A level, and of each row before it the first corner of an element that has it. */
typedef struct interpolating {
    const eg_geometric_level *level;
    const int32_t *corner_of;
} interpolating;

/* A corner may stand twice where a parent is its own neighbour. */
static eg_status add_interpolation(const void *with, eg_row_gatherer *rows, int32_t i)
{
    const interpolating *n = with;
    const eg_hex_coarsening *from = &n->level->from;
    int32_t e = n->corner_of[i] / CORNERS;
    double weight[CORNERS];
    const int32_t *column = &n->level->row[(int64_t)from->parent[e] * CORNERS];
    eg_hex_lattice_weights(from->lattice[e][n->corner_of[i] % CORNERS], weight);
    EG_TRY(eg_gather_room(rows, CORNERS));
    for (int c = 0; c < CORNERS; c++)
        if (weight[c] != 0 && column[c] >= 0)
            eg_gather_add(rows, i, column[c], weight[c]);
    return EG_OK;
}

static eg_status make_interpolation(eg_geometric *g, int l)
{
    eg_geometric_level *level = &g->level[l];
    EG_SCRATCH int32_t *corner_of = NULL;
    int32_t rows;
    const int32_t *row = rows_before_level(g, l, &rows);
    int64_t corners = mesh_before(g, l).elements * CORNERS;
    EG_TRY(eg_alloc(g->context, rows, sizeof *corner_of, &corner_of));
    EG_LOOP(g->context, rows)
    for (int32_t i = 0; i < rows; i++)
        corner_of[i] = INT32_MAX;
    EG_LOOP(g->context, corners)
    for (int64_t i = 0; i < corners; i++)
        if (row[i] >= 0)
            eg_lower_number(&corner_of[row[i]], (int32_t)i);
    const interpolating n = {.level = level, .corner_of = corner_of};
    return eg_gather_rows(g->context, rows, level->rows, add_interpolation, &n, &level->interpolation);
}

/* ---- all of it */

eg_status eg_geometric_make(eg_geometric *g, const eg_vertices *v)
{
    for (int l = 0; l < g->levels; l++) {
        if (l > 0)
            EG_TRY(project_level(g, v, l));
        EG_TRY(make_level_matrix(&g->level[l], v));
        EG_TRY(make_interpolation(g, l));
    }
    if (g->levels > 0)
        eg_vertex_parents_free(&g->level[g->levels - 1].parents);
    return EG_OK;
}
