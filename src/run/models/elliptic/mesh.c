/* From the case to hexahedra: a box, deformed or not, or a file; then what is periodic. */
#include "run/models/elliptic/elliptic.h"

#include <string.h>

/* ---- boxes */

typedef struct case_map {
    eg_place_map map; /* first */
    eg_run *run;
    const eg_node *node; /* three expressions of x, y, z */
} case_map;

static eg_status apply(const eg_place_map *self, eg_context *context, int64_t count, double (*x)[3])
{
    const case_map *map = (const case_map *)self;
    enum { MOST = EG_POINTS_AT_ONCE };
    double to[3][MOST];
    (void)context;
    for (int64_t from = 0; from < count; from += MOST) {
        int some = (int)eg_min_i64(MOST, count - from);
        eg_point_columns at;
        eg_point_columns_fill(&at, some, (const double(*)[3]) & x[from], 0);
        for (int d = 0; d < 3; d++)
            eg_point_columns_evaluate(&at, eg_node_item(map->node, d), some, to[d]);
        for (int i = 0; i < some; i++)
            for (int d = 0; d < 3; d++)
                x[from + i][d] = to[d][i];
    }
    return EG_OK;
}

/* Kershaw's map is one of the unit cube. */
static eg_status check_cube(const eg_elliptic *p, const eg_node *kershaw,
                            const eg_hexes_box_options *options)
{
    for (int d = 0; d < 3; d++)
        if (options->origin[d] != 0 || options->size[d] != 1)
            return eg_case_fail(
                p->run->loaded, kershaw, EG_CASE,
                "mesh.box.kershaw deforms the unit cube: mesh.box.origin is [0, 0, 0] "
                "and mesh.box.size [1, 1, 1] with it");
    return EG_OK;
}

static eg_status make_box(eg_elliptic *p, const eg_node *box)
{
    eg_hexes_box_options options = {.degree = 1};
    const eg_node *degree = eg_node_child(box, "geometry_degree");
    const eg_node *kershaw = eg_node_child(box, "kershaw");
    eg_kershaw_map layers;
    const case_map map = {
        .map = {.apply = apply}, .run = p->run, .node = eg_node_child(box, "map")};
    for (int d = 0; d < 3; d++) {
        options.origin[d] = eg_node_real(eg_node_item(eg_node_child(box, "origin"), d));
        options.size[d] = eg_node_real(eg_node_item(eg_node_child(box, "size"), d));
        options.cells[d] = eg_node_integer(eg_node_item(eg_node_child(box, "cells"), d));
    }
    if (map.node) {
        options.map = &map.map;
        options.degree = (int)eg_node_integer(degree);
    }
    if (kershaw) {
        layers = eg_kershaw_cube(eg_node_real(eg_node_item(kershaw, 0)),
                                 eg_node_real(eg_node_item(kershaw, 1)));
        options.map = &layers.map;
        EG_TRY(check_cube(p, kershaw, &options));
    }
    return eg_hexes_box(p->run->context, &options, &p->mesh);
}

/* ---- all of it, and what ranks get of it */

/* What only rank 0 does. */
static eg_status make_whole(eg_elliptic *p)
{
    eg_run *run = p->run;
    const eg_node *gmsh = eg_case_find(run->loaded, "mesh.gmsh");
    if (gmsh)
        EG_TRY(eg_hexes_read_gmsh(run->context, eg_node_path(gmsh), &p->mesh));
    else
        EG_TRY(make_box(p, eg_case_find(run->loaded, "mesh.box")));
    eg_mesh *mesh = &p->mesh->base;
    if (gmsh) /* a box is conforming */
        EG_TRY(eg_names_check_conforming(run->loaded, mesh));
    EG_TRY(eg_names_check_materials(run->loaded, mesh));
    EG_TRY(eg_names_check_boundaries(run->loaded, mesh,
                                     "{value: ...}, {flux: ...}, {exchange: ..., outside: ...}, "
                                     "insulated or {periodic: ...}"));
    EG_TRY(eg_names_join(run->loaded, mesh));
    p->whole.hash = mesh->class->hash(mesh);
    memcpy(p->whole.elements_of_kind, p->mesh->elements_of_kind, sizeof p->whole.elements_of_kind);
    return eg_hex_nodes_create(p->mesh, p->degree, &p->nodes);
}

static eg_status list_boundaries(eg_elliptic *p)
{
    const eg_hexes *mesh = p->mesh;
    EG_TRY(eg_alloc(p->run->context, mesh->base.boundaries.count, sizeof *p->has_faces,
                    &p->has_faces));
    for (int64_t i = 0; i < mesh->faces; i++)
        if (mesh->face_boundary[i] >= 0)
            p->has_faces[mesh->face_boundary[i]] = true;
    return EG_OK;
}

/* What is known of the whole, on all ranks, of which rank 0 has filled it. */
static eg_status broadcast_whole(eg_elliptic *p)
{
    const eg_comm *comm = p->run->comm;
    int boundaries = p->mesh->base.boundaries.count;
    eg_status status = EG_OK;
    if (!p->has_faces)
        status = eg_alloc(p->run->context, boundaries, sizeof *p->has_faces, &p->has_faces);
    EG_TRY(eg_run_agree(p->run, status));
    eg_comm_broadcast(comm, 0, &p->whole, sizeof p->whole);
    eg_comm_broadcast(comm, 0, p->has_faces, boundaries * (int64_t)sizeof *p->has_faces);
    p->run->whole.hash = p->whole.hash;
    return EG_OK;
}

eg_status eg_elliptic_make_mesh(eg_elliptic *p)
{
    /* the layers of neighbours that the subdomains of Schwarz reach into */
    enum { NONE = 0, SUBDOMAINS = 2 };
    eg_run *run = p->run;
    bool schwarz = eg_node_is(eg_case_find(run->loaded, "numerics.preconditioner"), "schwarz") ||
                   eg_node_is(eg_case_find(run->loaded, "numerics.smoother"), "schwarz");
    eg_status status = EG_OK;
    p->degree = (int)eg_node_integer(eg_case_find(run->loaded, "numerics.degree"));
    if (eg_run_is_first(run))
        status = make_whole(p);
    if (status == EG_OK && eg_run_is_first(run))
        status = list_boundaries(p);
    EG_TRY(eg_hexes_distribute(run->context, run->comm, schwarz ? SUBDOMAINS : NONE, &p->mesh,
                               &p->nodes, status));
    EG_TRY(broadcast_whole(p));
    EG_TRY(eg_run_agree(run, eg_hex_nodes_list(p->mesh, p->nodes)));
    return eg_comm_size(run->comm) > 1 ? eg_ghost_exchange_create(run->context, run->comm, p->nodes,
                                                                  NULL, EG_OK, &p->ghosts)
                                       : EG_OK;
}
