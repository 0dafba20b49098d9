/* From the case to a mesh: a box, deformed or not, or a file; what is periodic is joined; each rank gets its
 * part. */
#include "io/gis/boundaries.h"
#include "run/given/columns.h"
#include "run/given/names.h"
#include "run/life/life.h"
#include "run/life/topography.h"

#include <string.h>

/* ---- boxes */

typedef struct case_map {
    eg_point_map map;    /* first */
    const eg_node *node; /* an expression for each direction */
} case_map;

static eg_status apply_case_map(const eg_point_map *self, eg_context *context, int64_t count, double (*x)[3])
{
    const case_map *map = (const case_map *)self;
    enum { MOST = EG_POINTS_AT_ONCE };
    double to[3][MOST];
    int axes = (int)eg_node_count(map->node);
    (void)context;
    for (int64_t from = 0; from < count; from += MOST) {
        int some = (int)eg_min_i64(MOST, count - from);
        eg_point_columns at;
        eg_point_columns_fill(&at, some, (const double(*)[3]) & x[from], 0);
        for (int d = 0; d < axes; d++)
            eg_point_columns_evaluate(&at, eg_node_item(map->node, d), some, to[d]);
        for (int i = 0; i < some; i++)
            for (int d = 0; d < axes; d++)
                x[from + i][d] = to[d][i];
    }
    return EG_OK;
}

static eg_status make_rectangle(eg_run *run, const eg_node *box, eg_plane **mesh)
{
    const case_map map = {.map = {.apply = apply_case_map}, .node = eg_node_child(box, "map")};
    eg_box_options options = {.map = map.node ? &map.map : NULL,
                              .element = eg_node_is(eg_node_child(box, "element"), "triangle")
                                             ? EG_BOX_TRIANGLE
                                             : EG_BOX_QUADRANGLE};
    eg_node_reals(eg_node_child(box, "origin"), 0, 2, options.origin);
    eg_node_reals(eg_node_child(box, "size"), 0, 2, options.size);
    for (int i = 0; i < 2; i++)
        options.cells[i] = eg_node_integer(eg_node_item(eg_node_child(box, "cells"), i));
    return eg_plane_box(run->context, &options, mesh);
}

/* Kershaw's map is one of the unit cube. */
static eg_status check_cube(const eg_run *run, const eg_node *kershaw, const eg_hexes_box_options *options)
{
    for (int d = 0; d < 3; d++)
        if (options->origin[d] != 0 || options->size[d] != 1)
            return eg_case_fail(run->loaded, kershaw, EG_CASE,
                                "mesh.box.kershaw deforms the unit cube: mesh.box.origin is [0, 0, 0] "
                                "and mesh.box.size [1, 1, 1] with it");
    return EG_OK;
}

static eg_status make_cuboid(eg_run *run, const eg_node *box, eg_hexes **mesh)
{
    eg_hexes_box_options options = {.degree = 1};
    const eg_node *degree = eg_node_child(box, "geometry_degree");
    const eg_node *kershaw = eg_node_child(box, "kershaw");
    const eg_node *surface = eg_node_child(box, "topography");
    eg_kershaw_map layers;
    EG_ENDS_WITH(eg_topography_free) eg_topography topography = {0};
    const case_map map = {.map = {.apply = apply_case_map}, .node = eg_node_child(box, "map")};
    eg_node_reals(eg_node_child(box, "origin"), 0, 3, options.origin);
    eg_node_reals(eg_node_child(box, "size"), 0, 3, options.size);
    for (int d = 0; d < 3; d++)
        options.cells[d] = eg_node_integer(eg_node_item(eg_node_child(box, "cells"), d));
    if (map.node) {
        options.map = &map.map;
        options.degree = (int)eg_node_integer(degree);
    }
    if (kershaw) {
        layers =
            eg_kershaw_cube(eg_node_real(eg_node_item(kershaw, 0)), eg_node_real(eg_node_item(kershaw, 1)));
        options.map = &layers.map;
        EG_TRY(check_cube(run, kershaw, &options));
    }
    if (surface) {
        EG_TRY(eg_topography_read(run, surface, &options, &topography));
        options.map = &topography.map;
    }
    return eg_hexes_box(run->context, &options, mesh);
}

/* ---- the whole mesh */

static eg_status make_plane(eg_run *run)
{
    const eg_node *gmsh = eg_case_find(run->loaded, "mesh.gmsh");
    const eg_node *names = eg_case_find(run->loaded, "mesh.boundaries");
    eg_plane *mesh = NULL;
    if (run->mesh) /* eg_run_create_on() */
        return EG_OK;
    eg_status status = gmsh ? eg_plane_read_gmsh(run->context, eg_node_path(gmsh), &mesh)
                            : make_rectangle(run, eg_case_find(run->loaded, "mesh.box"), &mesh);
    run->mesh = mesh ? &mesh->base : NULL;
    return status == EG_OK && names ? eg_gis_name_boundaries(mesh, eg_node_path(names)) : status;
}

static eg_status make_hexes(eg_run *run)
{
    const eg_node *gmsh = eg_case_find(run->loaded, "mesh.gmsh");
    eg_hexes *mesh = NULL;
    eg_status status = gmsh ? eg_hexes_read_gmsh(run->context, eg_node_path(gmsh), &mesh)
                            : make_cuboid(run, eg_case_find(run->loaded, "mesh.box"), &mesh);
    run->mesh = mesh ? &mesh->base : NULL;
    return status;
}

/* What only rank 0 does: it makes the mesh, checks the names of the case against it, and joins what is
 * periodic. */
static eg_status make_whole(eg_run *run, eg_text *found)
{
    EG_TRY(run->kind->keys.dimensions == 3 ? make_hexes(run) : make_plane(run));
    eg_mesh *mesh = run->mesh;
    if (eg_case_find(run->loaded, "mesh.gmsh")) /* a box is conforming */
        EG_TRY(eg_names_check_conforming(run->loaded, mesh));
    EG_TRY(eg_names_check_materials(run->loaded, mesh));
    EG_TRY(eg_names_check_boundaries(run->loaded, mesh, run->kind->boundary_words));
    EG_TRY(eg_names_join(run->loaded, mesh));
    run->whole.hash = mesh->class->hash(mesh);
    EG_TRY(eg_run_bisect(run));
    eg_run_summarise_mesh(run, run->mesh);
    const eg_setup setup = eg_run_begin_setup(run);
    if (EG_HAS(run->class->cells, survey))
        EG_TRY(run->class->cells->survey(&setup, found));
    if (run->mesh_use.node_degree == 0)
        return EG_OK;
    return eg_hexes_number_nodes((eg_hexes *)mesh, run->mesh_use.node_degree);
}

/* ---- parts */

/* Bytes that rank 0 has found, on all ranks. */
static eg_status broadcast_bytes(eg_run *run, const eg_text *found, char **bytes)
{
    int64_t length = found->length;
    eg_comm_broadcast(run->comm, 0, &length, sizeof length);
    EG_TRY(eg_run_agree(run, eg_alloc(run->context, length, 1, bytes)));
    if (eg_run_is_first(run) && length > 0)
        memcpy(*bytes, found->data, (size_t)length);
    eg_comm_broadcast(run->comm, 0, *bytes, length);
    return EG_OK;
}

static eg_status distribute_mesh(eg_run *run, const eg_text *found)
{
    EG_TRY(broadcast_bytes(run, found, &run->survey));
    eg_comm_broadcast(run->comm, 0, &run->whole, sizeof run->whole);
    if (run->kind->keys.forest)
        EG_TRY(eg_run_plant_forest(run));
    else if (run->adaptation->bisects && eg_comm_size(run->comm) > 1)
        EG_TRY(eg_run_bisect_parts(run));
    else
        EG_TRY(eg_run_distribute_mesh(run));
    if (run->mesh_use.node_degree == 0)
        return EG_OK;
    const eg_hexes *mesh = eg_hexes_of(run->mesh);
    return eg_run_agree(run, eg_hex_nodes_list(mesh, mesh->nodes));
}

eg_status eg_run_make_mesh(eg_run *run)
{
    double from = eg_clock();
    EG_TEXT(found, run->context);
    if (EG_HAS(run->class->cells, describe_use))
        run->class->cells->describe_use(run->loaded, &run->mesh_use);
    EG_TRY(eg_run_agree(run, eg_run_is_first(run) ? make_whole(run, &found) : EG_OK));
    EG_TRY(distribute_mesh(run, &found));
    run->seconds.mesh = eg_clock() - from;
    return EG_OK;
}
