/* What hanging faces need on the device (kernels/dg/mortar.h). */
#include "scheme/dg/internal.h"

#include "dg/sizes.h"

enum { NONE = -1 };

/* Host arrays being filled. */
typedef struct mortars {
    eg_dg *dg;
    const eg_dg_options *options;
    eg_dg_nodes nodes;
    int parts, places;
    int64_t count, room;
    int32_t *of_ghost; /* [ghosts][faces] the mortar of a large ghost's face, -1: none yet */
    int64_t *place;
    int32_t *turn;
    double *frame;
} mortars;

/* Normals, and on curved cells Jacobians, in front of the constants. */
static int normal_values(const mortars *m)
{
    const eg_dg *dg = m->dg;
    int of_node = dg->dimension + 2, faces = m->parts + 1;
    return dg->geometry == DG_CURVED ? faces * of_node * (dg->nodes / dg->edge) : dg->dimension;
}

static int frame_values(const mortars *m)
{
    const eg_dg *dg = m->dg;
    int at_nodes = dg->nodal ? dg->nodes / dg->edge : 1;
    return normal_values(m) + m->parts * dg->system->face_constants[dg->flux] * at_nodes;
}

static void put_view(const mortars *m, int64_t mortar, int view, const eg_dg_view *v)
{
    int turns = m->dg->dimension - 1;
    int64_t at = mortar * m->places + view;
    m->place[at] = v->place;
    for (int i = 0; i < turns; i++)
        m->turn[at * turns + i] = (int32_t)v->turn[i];
}

/* At the nodes of a part of the large face (-1: of the whole of it), by its map. */
static void find_geometry(const mortars *m, int64_t large, int face, int part, double *to)
{
    const eg_dg *dg = m->dg;
    int count = dg->nodes / dg->edge;
    for (int i = 0; i < count; i++) {
        double reference[3], normal[3];
        eg_dg_map map;
        eg_dg_face_reference(dg, face, part, i, reference);
        eg_dg_map_at(dg, large, reference, &map);
        double size = eg_dg_face_frame(dg, &map, face, normal) * map.determinant;
        for (int d = 0; d < dg->dimension; d++)
            to[d * count + i] = normal[d];
        to[dg->dimension * count + i] = size;
        to[(dg->dimension + 1) * count + i] = 1 / size;
    }
}

static void find_normals(const mortars *m, int64_t large, int face, double *frame)
{
    const eg_dg *dg = m->dg;
    if (dg->geometry != DG_CURVED) {
        eg_dg_map map;
        eg_dg_map_of(dg, large, &map);
        eg_dg_face_frame(dg, &map, face, frame);
        return;
    }
    int values = normal_values(m) / (m->parts + 1);
    for (int part = 0; part < m->parts; part++)
        find_geometry(m, large, face, part, frame + part * values);
    find_geometry(m, large, face, NONE, frame + m->parts * values);
}

/* A new one without views but that of the large side. */
static int64_t add_mortar(mortars *m, int64_t large, int face)
{
    const eg_dg *dg = m->dg;
    int64_t made = m->count++;
    for (int i = 0; i < m->places; i++)
        m->place[made * m->places + i] = NONE;
    eg_dg_view view = eg_dg_view_of_face(dg, large, face, 0);
    put_view(m, made, 0, &view);
    find_normals(m, large, face, &m->frame[made * frame_values(m)]);
    return made;
}

/* The orientation that leads back. */
static int back(int orientation)
{
    if (!(orientation & 1))
        return orientation;
    return 1 | (orientation & 2 ? 4 : 0) | (orientation & 4 ? 2 : 0);
}

/* The constants of the flux of a part, the large side left. */
static eg_status find_mortar_constants(mortars *m, int64_t large, int f, int part, double *frame)
{
    const eg_dg *dg = m->dg;
    const eg_leaf_face *face = eg_forest_face(dg->mesh, large, f);
    int64_t small = dg->mesh->finer[face->across][part];
    int64_t constants = dg->system->face_constants[dg->flux], nodes = dg->nodes / dg->edge;
    double *to = frame + normal_values(m) + part * constants * (dg->nodal ? nodes : 1);
    eg_dg_map map;
    eg_dg_meeting between = {.cell = {large, small}, .stride = 1, .flux = dg->flux};
    eg_dg_map_of(dg, large, &map);
    eg_dg_face_frame(dg, &map, f, between.normal);
    if (!dg->nodal) {
        dg->system->face(dg->system,
                         &(eg_linear_face){.flux = dg->flux,
                                           .left = eg_dg_material(dg, large),
                                           .right = eg_dg_material(dg, small),
                                           .normal = between.normal,
                                           .boundary = EG_LINEAR_INSIDE},
                         to);
        return EG_OK;
    }
    eg_dg_place_face(dg, large, f, part, m->nodes.x);
    return eg_dg_find_meeting(dg, m->options, &m->nodes, &between, to);
}

/* A large own cell: all small ones are seen, and those of this rank are given what they see. */
static eg_status add_fine(mortars *m, int64_t large, int f)
{
    const eg_dg *dg = m->dg;
    const eg_leaf_face *face = eg_forest_face(dg->mesh, large, f);
    int64_t made = add_mortar(m, large, f), faces = 2 * dg->dimension;
    double *frame = &m->frame[made * frame_values(m)];
    for (int i = 0; i < m->parts; i++) {
        int64_t small = dg->mesh->finer[face->across][i];
        eg_dg_view view = eg_dg_view_of_face(dg, small, face->face, face->orientation);
        put_view(m, made, 1 + i, &view);
        EG_TRY(find_mortar_constants(m, large, f, i, frame));
        if (small >= dg->mesh->base.own)
            continue;
        int64_t lanes = eg_dg_trace_lanes(dg), step[2] = {lanes, dg->edge * lanes};
        view = eg_dg_view_of_entry(dg, dg->traces.entry[small * faces + face->face], 0);
        view = eg_dg_seen(dg, view.place, step, face->orientation);
        put_view(m, made, 1 + m->parts + i, &view);
    }
    eg_dg_view view = eg_dg_view_of_entry(dg, dg->traces.entry[large * faces + f], 0);
    put_view(m, made, 1 + 2 * m->parts, &view);
    return EG_OK;
}

/* A small own cell of a large ghost. */
static void add_coarse(mortars *m, int64_t small, int f)
{
    const eg_dg *dg = m->dg;
    const eg_leaf_face *face = eg_forest_face(dg->mesh, small, f);
    int64_t faces = 2 * dg->dimension, own = dg->mesh->base.own, lanes = eg_dg_trace_lanes(dg);
    int64_t step[2] = {lanes, dg->edge * lanes};
    int32_t *known = &m->of_ghost[(face->across - own) * faces + face->face];
    if (*known < 0)
        *known = (int32_t)add_mortar(m, face->across, face->face);
    eg_dg_view view = eg_dg_view_of_entry(dg, dg->traces.entry[small * faces + f], 0);
    view = eg_dg_seen(dg, view.place, step, back(face->orientation));
    put_view(m, *known, 1 + m->parts + face->part, &view);
}

static eg_status allocate_mortars(eg_scope *scope, mortars *m)
{
    const eg_dg *dg = m->dg;
    const eg_mesh *mesh = &dg->mesh->base;
    int64_t faces = 2 * dg->dimension, ghosts = eg_mesh_ghosts(mesh) * faces;
    for (int64_t i = 0; i < mesh->own * faces; i++) {
        const eg_leaf_face *face = &dg->mesh->face[i];
        m->room += face->side == EG_SIDE_FINE || (face->side == EG_SIDE_COARSE && face->across >= mesh->own);
    }
    EG_TRY(EG_SCOPE_ALLOC(scope, EG_BLOCK(m->room * m->places, m->place),
                          EG_BLOCK(m->room * m->places * (dg->dimension - 1), m->turn),
                          EG_BLOCK(m->room * frame_values(m), m->frame), EG_BLOCK(ghosts, m->of_ghost)));
    for (int64_t i = 0; i < ghosts; i++)
        m->of_ghost[i] = NONE;
    return EG_OK;
}

/* Whether a small cell across the face is a ghost. */
static bool waits_for_halo(const eg_dg *dg, const eg_leaf_face *face)
{
    bool found = false;
    for (int i = 0; i < 1 << (dg->dimension - 1); i++)
        found = found || dg->mesh->finer[face->across][i] >= dg->mesh->base.own;
    return found;
}

/* Those of large own cells that wait for ghosts, or do not. */
static eg_status fill_fine_sides(mortars *m, bool waiting)
{
    const eg_dg *dg = m->dg;
    for (int64_t c = 0; c < dg->mesh->base.own; c++)
        for (int f = 0; f < 2 * dg->dimension; f++) {
            const eg_leaf_face *face = eg_forest_face(dg->mesh, c, f);
            if (face->side == EG_SIDE_FINE && waits_for_halo(dg, face) == waiting)
                EG_TRY(add_fine(m, c, f));
        }
    return EG_OK;
}

/* Of large own cells of a layer those that are due in front of layer `due`. */
static eg_status fill_due(mortars *m, int64_t layer, int64_t due)
{
    const eg_dg *dg = m->dg;
    const eg_dg_visits *v = &dg->visits;
    int64_t lanes = dg->layout.lanes, own = dg->mesh->base.own, faces = 2 * dg->dimension;
    for (int64_t p = v->first[layer]; p < v->first[layer + 1]; p++) {
        int64_t from = v->order[p] * lanes, to = eg_min_i64(from + lanes, own);
        for (int64_t i = from * faces; i < to * faces; i++)
            if (dg->mesh->face[i].side == EG_SIDE_FINE &&
                eg_dg_mortar_layer(dg, i / faces, (int)(i % faces)) == due)
                EG_TRY(add_fine(m, i / faces, (int)(i % faces)));
    }
    return EG_OK;
}

static void fill_coarse(mortars *m)
{
    const eg_dg *dg = m->dg;
    int64_t own = dg->mesh->base.own;
    for (int64_t c = 0; c < own; c++)
        for (int f = 0; f < 2 * dg->dimension; f++) {
            const eg_leaf_face *face = eg_forest_face(dg->mesh, c, f);
            if (face->side == EG_SIDE_COARSE && face->across >= own)
                add_coarse(m, c, f);
        }
}

/* The own cells that see what a mortar leaves which waits for ghosts. */
static void mark_late(const eg_dg *dg, const eg_leaf_face *face)
{
    for (int i = 0; i < 1 << (dg->dimension - 1); i++) {
        int32_t small = dg->mesh->finer[face->across][i];
        if (small < dg->mesh->base.own)
            dg->traces.late[small] = true;
    }
}

static eg_status list_late(eg_dg *dg)
{
    int64_t own = dg->mesh->base.own;
    if (!dg->comm)
        return EG_OK;
    EG_TRY(eg_owner_alloc(&dg->owned, own, sizeof *dg->traces.late, &dg->traces.late));
    for (int64_t i = 0; i < own * 2 * dg->dimension; i++)
        if (dg->mesh->face[i].side == EG_SIDE_FINE && waits_for_halo(dg, &dg->mesh->face[i]))
            mark_late(dg, &dg->mesh->face[i]);
    return EG_OK;
}

/* In the order of layers; what comes from ghosts is due in front of the first. */
static eg_status fill_layers(mortars *m)
{
    eg_dg_visits *v = &m->dg->visits;
    fill_coarse(m);
    for (int64_t i = 0; i < v->layers; i++) {
        EG_TRY(fill_due(m, i, i));
        if (i + 1 < v->layers)
            EG_TRY(fill_due(m, i + 1, i));
        v->mortar[i + 1] = m->count;
    }
    m->dg->traces.inner = m->dg->traces.mortars = m->count;
    return EG_OK;
}

static eg_status fill_mortars(mortars *m)
{
    eg_dg_traces *traces = &m->dg->traces;
    if (m->dg->visits.place)
        return fill_layers(m);
    EG_TRY(fill_fine_sides(m, false));
    traces->inner = m->count;
    EG_TRY(fill_fine_sides(m, true));
    fill_coarse(m);
    traces->mortars = m->count;
    return list_late(m->dg);
}

/* ---- on the device */

static eg_status upload_mortars(const mortars *m)
{
    eg_dg *dg = m->dg;
    eg_dg_traces *t = &dg->traces;
    int n = dg->edge;
    double split[2 * EG_LINE_NODES * EG_LINE_NODES], join[2 * EG_LINE_NODES * EG_LINE_NODES];
    eg_dg_split_matrices(n, split);
    int64_t scratch = eg_dg_mortar_scratch(dg, dg->layout.precision);
    eg_dg_join_matrices(n, dg->flux == EG_FLUX_CENTRAL, split, join);
    if (scratch > 0)
        EG_TRY(eg_stepper_upload(&dg->base, "what mortars hold",
                                 scratch * eg_min_i64(m->count, EG_DG_MORTARS), NULL, &t->scratch));
    EG_TRY(EG_UPLOAD_REALS(&dg->base, {"split", 2 * n * (int64_t)n, split, &t->split},
                           {"join", 2 * n * (int64_t)n, join, &t->join}));
    EG_TRY(
        EG_UPLOAD(&dg->base, {"places of mortars", m->count * m->places * 8, m->place, &t->place},
                  {"turns of mortars", m->count * m->places * (dg->dimension - 1) * 4, m->turn, &t->turn}));
    return eg_stepper_upload_reals(&dg->base, "frames of mortars", m->count * frame_values(m), m->frame,
                                   &t->frame);
}

static eg_status build_mortar_program(eg_dg *dg)
{
    eg_dg_traces *t = &dg->traces;
    int threads = (1 << (dg->dimension - 1)) * dg->nodes / dg->edge;
    char file[EG_DG_FILE];
    const eg_program_options options = {
        .file = eg_dg_file(dg, file),
        .precision = dg->layout.precision,
        .lanes = 1,
        EG_DEFINES({"MORTARS", 1}, {"DIM", dg->dimension}, {"N", dg->edge}, {"GEOMETRY", dg->geometry},
                   {"MEDIUM", dg->nodal}, {"STATE_LANES", eg_dg_trace_lanes(dg)},
                   {"SCRATCHED", eg_dg_mortar_scratch(dg, dg->layout.precision) > 0},
                   {"ONE_STATE", dg->one_state}, {"TRACE_ALL", dg->trace_all},
                   {"RUSANOV", dg->flux == EG_FLUX_RUSANOV}, {"CENTRAL", dg->flux == EG_FLUX_CENTRAL},
                   {"MORTAR_THREADS", threads < 256 ? threads : 256})};
    if (dg->before && dg->before->traces.program && dg->before->trace_all == dg->trace_all)
        EG_TRY(eg_owner_hand_over(&dg->before->owned, &dg->before->traces.program, &dg->owned,
                                  &dg->traces.program, sizeof dg->traces.program));
    else
        EG_TRY(eg_stepper_program(&dg->base, &options, &t->program));
    return eg_kernel_get(t->program, "dg_mortar", &t->mortar);
}

eg_status eg_dg_build_mortars(eg_dg *dg, const eg_dg_options *options)
{
    mortars m = {.dg = dg, .options = options, .parts = 1 << (dg->dimension - 1)};
    EG_SCOPE(scope, dg->context);
    m.places = 2 + 2 * m.parts;
    EG_TRY(allocate_mortars(&scope, &m));
    EG_TRY(eg_dg_nodes_create(dg, &scope, &m.nodes));
    EG_TRY(fill_mortars(&m));
    if (m.count > 0)
        EG_TRY(upload_mortars(&m));
    return m.count > 0 || dg->comm ? build_mortar_program(dg) : EG_OK;
}

eg_status eg_dg_bind_mortars(eg_dg *dg)
{
    eg_dg_traces *t = &dg->traces;
    if (t->mortars == 0)
        return EG_OK;
    return EG_BIND(t->mortar, EG_BUFFER("q0", dg->one_state ? dg->trace : dg->q[0]),
                   EG_BUFFER("q1", dg->one_state ? dg->trace : dg->q[1]), EG_BUFFER("place", t->place),
                   EG_BUFFER("turn", t->turn), EG_BUFFER("frame", t->frame), EG_BUFFER("split", t->split),
                   EG_BUFFER("join", t->join), EG_BUFFER("scratch", t->scratch ? t->scratch : dg->stop));
}

eg_status eg_dg_queue_mortars(eg_dg *dg, int stage, int64_t from, int64_t to)
{
    int64_t most = dg->traces.scratch ? EG_DG_MORTARS : to - from;
    for (int64_t count; from < to; from += count) {
        count = eg_min_i64(most, to - from);
        EG_TRY(EG_LAUNCH(dg->traces.mortar, count, EG_INT("number", stage), EG_LONG("first", from),
                         EG_LONG("mortars", count)));
    }
    return EG_OK;
}
