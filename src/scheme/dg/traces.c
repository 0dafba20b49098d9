/* Traces of their own order, in slots behind the cells (kernels/dg/mortar.h, halo.h): of ghosts, and on hanging faces. */
#include "scheme/dg/internal.h"

#include "dg/sizes.h"

enum { NONE = -1 };

/* ---- places */

int64_t eg_dg_place(const eg_dg *dg, int64_t slot, int64_t node)
{
    int64_t lanes = dg->layout.lanes;
    return (slot / lanes * dg->values + node) * lanes + slot % lanes;
}

/* A face whose node (a, b) by its own indices stands at base + a step[0] + b step[1], as one sees it whose
 * indices are what the orientation says in it. */
static eg_dg_view seen(const eg_dg *dg, int64_t base, const int64_t step[2], int orientation)
{
    int64_t at[3] = {0};
    for (int i = 0; i <= dg->dimension - 1; i++) { /* at (0,0), (1,0), (0,1) */
        int from[2] = {i == 1, i == 2}, to[2];
        eg_forest_turn(dg->dimension, orientation, dg->edge - 1, from, to);
        at[i] = base + to[0] * step[0] + (dg->dimension == 3 ? to[1] * step[1] : 0);
    }
    return (eg_dg_view){.place = at[0],
                        .turn = {at[1] - at[0], dg->dimension == 3 ? at[2] - at[0] : 0}};
}

/* Nodes of a trace of its own order stand so far from each other. */
static int64_t trace_lanes(const eg_dg *dg)
{
    return dg->one_state ? 1 : dg->layout.lanes;
}

/* The face of a cell in the state, or of one state in the cell's own trace. */
static eg_dg_view view_of_cell(const eg_dg *dg, int64_t cell, int face, int orientation)
{
    int64_t stride[3] = {1, dg->edge, dg->edge * (int64_t)dg->edge}, step[2] = {1, dg->edge};
    if (dg->one_state)
        return seen(dg, eg_dg_own_trace(dg, eg_layout_slot(&dg->layout, cell), face), step,
                    orientation);
    int64_t node = face % 2 ? (dg->edge - 1) * stride[face / 2] : 0;
    for (int d = 0, k = 0; d < dg->dimension; d++)
        if (d != face / 2)
            step[k++] = stride[d] * dg->layout.lanes;
    return seen(dg, eg_dg_place(dg, eg_layout_slot(&dg->layout, cell), node), step, orientation);
}

eg_dg_view eg_dg_own_face(const eg_dg *dg, int64_t cell, int f)
{
    return view_of_cell(dg, cell, f, 0);
}

int64_t eg_dg_entry_place(const eg_dg *dg, int64_t entry)
{
    if (dg->one_state)
        return eg_dg_own_traces(dg) + entry * dg->traced * (dg->nodes / dg->edge);
    return eg_dg_place(dg, dg->layout.extra_slot + entry / dg->edge,
                       entry % dg->edge * (dg->nodes / dg->edge));
}

static eg_dg_view view_of_entry(const eg_dg *dg, int64_t entry, int orientation)
{
    int64_t lanes = trace_lanes(dg), step[2] = {lanes, dg->edge * lanes};
    return seen(dg, eg_dg_entry_place(dg, entry), step, orientation);
}

/* The face of a held cell: of a ghost the trace that comes from its owner. */
static eg_dg_view view_of_face(const eg_dg *dg, int64_t cell, int face, int orientation)
{
    const eg_mesh *mesh = &dg->mesh->base;
    if (cell < mesh->own)
        return view_of_cell(dg, cell, face, orientation);
    int32_t entry = dg->traces.received[(cell - mesh->own) * 2 * dg->dimension + face];
    assert(entry >= 0);
    return view_of_entry(dg, entry, orientation);
}

eg_dg_view eg_dg_beyond(const eg_dg *dg, int64_t cell, int f)
{
    const eg_leaf_face *face = eg_forest_face(dg->mesh, cell, f);
    if (face->side == EG_SIDE_BOUNDARY)
        return view_of_cell(dg, cell, f, 0);
    if (face->side == EG_SIDE_EQUAL)
        return view_of_face(dg, face->across, face->face, face->orientation);
    return view_of_entry(dg, dg->traces.entry[cell * 2 * dg->dimension + f], 0);
}

/* ---- numbering */

static void mark(eg_dg *dg, int64_t cell, int face)
{
    if (cell >= dg->mesh->base.own)
        dg->traces.received[(cell - dg->mesh->base.own) * 2 * dg->dimension + face] = 0;
}

/* Which faces of ghosts are seen, and which own faces hang. */
static void mark_face(eg_dg *dg, int64_t cell, int f)
{
    const eg_leaf_face *face = eg_forest_face(dg->mesh, cell, f);
    bool hangs = face->side == EG_SIDE_COARSE || face->side == EG_SIDE_FINE;
    dg->traces.entry[cell * 2 * dg->dimension + f] = hangs ? 0 : NONE;
    if (face->side == EG_SIDE_EQUAL || face->side == EG_SIDE_COARSE)
        mark(dg, face->across, face->face);
    for (int i = 0; face->side == EG_SIDE_FINE && i < 1 << (dg->dimension - 1); i++)
        mark(dg, dg->mesh->finer[face->across][i], face->face);
}

static void number(int32_t *entry, int64_t count, int64_t *next)
{
    for (int64_t i = 0; i < count; i++)
        if (entry[i] >= 0)
            entry[i] = (int32_t)(*next)++;
}

eg_status eg_dg_number_traces(eg_dg *dg)
{
    const eg_mesh *mesh = &dg->mesh->base;
    eg_dg_traces *t = &dg->traces;
    int64_t faces = 2 * dg->dimension, ghosts = eg_mesh_ghosts(mesh) * faces, next = 0;
    EG_TRY(eg_alloc(dg->context, mesh->own * faces, sizeof *t->entry, &t->entry));
    EG_TRY(eg_alloc(dg->context, ghosts, sizeof *t->received, &t->received));
    for (int64_t i = 0; i < ghosts; i++)
        t->received[i] = NONE;
    for (int64_t c = 0; c < mesh->own; c++)
        for (int f = 0; f < faces; f++)
            mark_face(dg, c, f);
    number(t->received, ghosts, &next);
    t->all_received = next;
    number(t->entry, mesh->own * faces, &next);
    t->entries = next;
    if (next <= INT32_MAX)
        return EG_OK;
    return eg_fail(dg->context, EG_MESH, "%s: %lld hanging faces are more than %d", mesh->origin,
                   (long long)next, INT32_MAX);
}

/* ---- mortars */

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

static int frame_values(const mortars *m)
{
    const eg_dg *dg = m->dg;
    int at_nodes = dg->nodal ? dg->nodes / dg->edge : 1;
    return dg->dimension + m->parts * dg->system->face_constants[dg->flux] * at_nodes;
}

static void put(const mortars *m, int64_t mortar, int view, const eg_dg_view *v)
{
    int turns = m->dg->dimension - 1;
    int64_t at = mortar * m->places + view;
    m->place[at] = v->place;
    for (int i = 0; i < turns; i++)
        m->turn[at * turns + i] = (int32_t)v->turn[i];
}

/* A new one without views but that of the large side. */
static int64_t add_mortar(mortars *m, int64_t large, int face)
{
    const eg_dg *dg = m->dg;
    eg_dg_map map;
    double normal[3];
    int64_t made = m->count++;
    for (int i = 0; i < m->places; i++)
        m->place[made * m->places + i] = NONE;
    eg_dg_view view = view_of_face(dg, large, face, 0);
    put(m, made, 0, &view);
    eg_dg_map_of(dg, large, &map);
    eg_dg_face_frame(dg, &map, face, normal);
    for (int d = 0; d < dg->dimension; d++)
        m->frame[made * frame_values(m) + d] = normal[d];
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
static eg_status find_constants(mortars *m, int64_t large, int f, int part, double *frame)
{
    const eg_dg *dg = m->dg;
    const eg_leaf_face *face = eg_forest_face(dg->mesh, large, f);
    int64_t small = dg->mesh->finer[face->across][part];
    int64_t constants = dg->system->face_constants[dg->flux], nodes = dg->nodes / dg->edge;
    if (!dg->nodal) {
        dg->system->face(dg->flux, eg_dg_material(dg, large), eg_dg_material(dg, small), frame,
                         EG_LINEAR_INSIDE, &frame[dg->dimension + part * constants]);
        return EG_OK;
    }
    eg_dg_meeting between = {.cell = {large, small}, .stride = 1, .flux = dg->flux};
    for (int d = 0; d < dg->dimension; d++)
        between.normal[d] = frame[d];
    eg_dg_place_face(dg, large, f, part, m->nodes.x);
    return eg_dg_find_meeting(dg, m->options, &m->nodes, &between,
                              &frame[dg->dimension + part * constants * nodes]);
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
        eg_dg_view view = view_of_face(dg, small, face->face, face->orientation);
        put(m, made, 1 + i, &view);
        EG_TRY(find_constants(m, large, f, i, frame));
        if (small >= dg->mesh->base.own)
            continue;
        int64_t lanes = trace_lanes(dg), step[2] = {lanes, dg->edge * lanes};
        view = view_of_entry(dg, dg->traces.entry[small * faces + face->face], 0);
        view = seen(dg, view.place, step, face->orientation);
        put(m, made, 1 + m->parts + i, &view);
    }
    eg_dg_view view = view_of_entry(dg, dg->traces.entry[large * faces + f], 0);
    put(m, made, 1 + 2 * m->parts, &view);
    return EG_OK;
}

/* A small own cell of a large ghost. */
static void add_coarse(mortars *m, int64_t small, int f)
{
    const eg_dg *dg = m->dg;
    const eg_leaf_face *face = eg_forest_face(dg->mesh, small, f);
    int64_t faces = 2 * dg->dimension, own = dg->mesh->base.own, lanes = trace_lanes(dg);
    int64_t step[2] = {lanes, dg->edge * lanes};
    int32_t *known = &m->of_ghost[(face->across - own) * faces + face->face];
    if (*known < 0)
        *known = (int32_t)add_mortar(m, face->across, face->face);
    eg_dg_view view = view_of_entry(dg, dg->traces.entry[small * faces + f], 0);
    view = seen(dg, view.place, step, back(face->orientation));
    put(m, *known, 1 + m->parts + face->part, &view);
}

static eg_status allocate(mortars *m)
{
    const eg_dg *dg = m->dg;
    const eg_mesh *mesh = &dg->mesh->base;
    int64_t faces = 2 * dg->dimension, ghosts = eg_mesh_ghosts(mesh) * faces;
    for (int64_t i = 0; i < mesh->own * faces; i++) {
        const eg_leaf_face *face = &dg->mesh->face[i];
        m->room += face->side == EG_SIDE_FINE ||
                   (face->side == EG_SIDE_COARSE && face->across >= mesh->own);
    }
    EG_TRY(eg_alloc(dg->context, m->room * m->places, sizeof *m->place, &m->place));
    EG_TRY(eg_alloc(dg->context, m->room * m->places * (dg->dimension - 1), sizeof *m->turn,
                    &m->turn));
    EG_TRY(eg_alloc(dg->context, m->room * frame_values(m), sizeof *m->frame, &m->frame));
    EG_TRY(eg_alloc(dg->context, ghosts, sizeof *m->of_ghost, &m->of_ghost));
    for (int64_t i = 0; i < ghosts; i++)
        m->of_ghost[i] = NONE;
    return EG_OK;
}

/* Whether a small cell across the face is a ghost. */
static bool waits(const eg_dg *dg, const eg_leaf_face *face)
{
    bool found = false;
    for (int i = 0; i < 1 << (dg->dimension - 1); i++)
        found = found || dg->mesh->finer[face->across][i] >= dg->mesh->base.own;
    return found;
}

/* Those of large own cells that wait for ghosts, or do not. */
static eg_status fill_fine(mortars *m, bool waiting)
{
    const eg_dg *dg = m->dg;
    for (int64_t c = 0; c < dg->mesh->base.own; c++)
        for (int f = 0; f < 2 * dg->dimension; f++) {
            const eg_leaf_face *face = eg_forest_face(dg->mesh, c, f);
            if (face->side == EG_SIDE_FINE && waits(dg, face) == waiting)
                EG_TRY(add_fine(m, c, f));
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
    EG_TRY(eg_alloc(dg->context, own, sizeof *dg->traces.late, &dg->traces.late));
    for (int64_t i = 0; i < own * 2 * dg->dimension; i++)
        if (dg->mesh->face[i].side == EG_SIDE_FINE && waits(dg, &dg->mesh->face[i]))
            mark_late(dg, &dg->mesh->face[i]);
    return EG_OK;
}

static eg_status fill(mortars *m)
{
    eg_dg_traces *traces = &m->dg->traces;
    EG_TRY(fill_fine(m, false));
    traces->inner = m->count;
    EG_TRY(fill_fine(m, true));
    fill_coarse(m);
    traces->mortars = m->count;
    return list_late(m->dg);
}

/* ---- matrices */

/* Solves m x = b for so many columns by Gauss' elimination with pivots; m[n][n] and b[n][columns] are used up. */
static void solve(int n, int columns, double *m, double *b)
{
    for (int k = 0; k < n; k++) { /* symmetric and positive definite: no pivots are needed */
        for (int i = 0; i < n; i++) {
            double factor = i == k ? 0 : m[i * n + k] / m[k * n + k];
            for (int j = k; j < n && factor != 0; j++)
                m[i * n + j] -= factor * m[k * n + j];
            for (int j = 0; j < columns && factor != 0; j++)
                b[i * columns + j] -= factor * b[k * columns + j];
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < columns; j++)
            b[i * columns + j] /= m[i * n + i];
}

void eg_dg_split_matrices(int n, double *split)
{
    double x[EG_LINE_NODES];
    eg_line line = {EG_LINE_GLL, n - 1};
    eg_line_points_of(line, x);
    for (int h = 0; h < 2; h++)
        for (int i = 0; i < n; i++)
            eg_line_values(line, 0.5 * (x[i] + (h ? 1 : -1)), &split[(h * n + i) * n], NULL);
}

/* join[h] = M^-1 I_h^T W / 2 where M is the mass of the line by the quadrature of both halves, or where the energy is
 * to stay W itself. */
void eg_dg_join_matrices(int n, bool lumped, const double *split, double *join)
{
    double w[EG_LINE_NODES], mass[EG_LINE_NODES * EG_LINE_NODES] = {0};
    eg_gll_weights(n - 1, w);
    for (int h = 0; h < 2; h++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                join[(h * n + i) * n + j] = 0.5 * split[(h * n + j) * n + i] * w[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < 2 * n; k++) {
                int h = k / n, at = k % n;
                mass[i * n + j] += join[(h * n + i) * n + at] * split[(h * n + at) * n + j];
            }
    for (int i = 0; lumped && i < n * n; i++)
        mass[i] = i / n == i % n ? w[i / n] : 0;
    double both[2 * EG_LINE_NODES * EG_LINE_NODES];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2 * n; k++)
            both[i * 2 * n + k] = join[(k / n * n + i) * n + k % n];
    solve(n, 2 * n, mass, both);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2 * n; k++)
            join[(k / n * n + i) * n + k % n] = both[i * 2 * n + k];
}

/* ---- on the device */

static eg_status upload(const mortars *m)
{
    eg_dg *dg = m->dg;
    eg_dg_traces *t = &dg->traces;
    int n = dg->edge;
    double split[2 * EG_LINE_NODES * EG_LINE_NODES], join[2 * EG_LINE_NODES * EG_LINE_NODES];
    eg_dg_split_matrices(n, split);
    eg_dg_join_matrices(n, dg->flux == EG_FLUX_CENTRAL, split, join);
    EG_TRY(eg_dg_upload_reals(dg, "split", 2 * n * (int64_t)n, split, &t->split));
    EG_TRY(eg_dg_upload_reals(dg, "join", 2 * n * (int64_t)n, join, &t->join));
    EG_TRY(eg_dg_upload(dg, "places of mortars", m->count * m->places * 8, m->place, &t->place));
    EG_TRY(eg_dg_upload(dg, "turns of mortars", m->count * m->places * (dg->dimension - 1) * 4,
                        m->turn, &t->turn));
    return eg_dg_upload_reals(dg, "frames of mortars", m->count * frame_values(m), m->frame,
                              &t->frame);
}

static eg_status build_program(eg_dg *dg)
{
    eg_dg_traces *t = &dg->traces;
    int threads = (1 << (dg->dimension - 1)) * dg->nodes / dg->edge;
    const eg_define defines[] = {{"MORTARS", 1},
                                 {"DIM", dg->dimension},
                                 {"N", dg->edge},
                                 {"MEDIUM", dg->nodal},
                                 {"STATE_LANES", trace_lanes(dg)},
                                 {"ONE_STATE", dg->one_state},
                                 {"TRACE_ALL", dg->trace_all},
                                 {"RUSANOV", dg->flux == EG_FLUX_RUSANOV},
                                 {"CENTRAL", dg->flux == EG_FLUX_CENTRAL},
                                 {"MORTAR_THREADS", threads < 256 ? threads : 256}};
    char file[EG_DG_FILE];
    const eg_program_options options = {.file = eg_dg_file(dg, file),
                                        .precision = dg->layout.precision,
                                        .lanes = 1,
                                        .defines = defines,
                                        .define_count = sizeof defines / sizeof *defines};
    if (dg->before && dg->before->traces.program && dg->before->trace_all == dg->trace_all)
        eg_dg_take_program(&dg->before->traces.program, &t->program);
    else
        EG_TRY(eg_program_create(dg->device, &options, &t->program));
    return eg_kernel_get(t->program, "dg_mortar", &t->mortar);
}

eg_status eg_dg_build_mortars(eg_dg *dg, const eg_dg_options *options)
{
    mortars m = {.dg = dg, .options = options, .parts = 1 << (dg->dimension - 1)};
    m.places = 2 + 2 * m.parts;
    eg_status status = allocate(&m);
    if (status == EG_OK)
        status = eg_dg_nodes_create(dg, &m.nodes);
    if (status == EG_OK)
        status = fill(&m);
    if (status == EG_OK && m.count > 0)
        status = upload(&m);
    if (status == EG_OK && (m.count > 0 || dg->comm))
        status = build_program(dg);
    eg_free(dg->context, &m.place);
    eg_free(dg->context, &m.turn);
    eg_free(dg->context, &m.frame);
    eg_free(dg->context, &m.of_ghost);
    eg_dg_nodes_destroy(dg, &m.nodes);
    return status;
}

eg_status eg_dg_bind_mortars(eg_dg *dg)
{
    eg_dg_traces *t = &dg->traces;
    if (t->mortars == 0)
        return EG_OK;
    return EG_BIND(t->mortar, EG_BUFFER("q0", dg->one_state ? dg->trace : dg->q[0]),
                   EG_BUFFER("q1", dg->one_state ? dg->trace : dg->q[1]),
                   EG_BUFFER("place", t->place), EG_BUFFER("turn", t->turn),
                   EG_BUFFER("frame", t->frame), EG_BUFFER("split", t->split),
                   EG_BUFFER("join", t->join), EG_BUFFER("count", eg_time_count(dg->time)),
                   EG_BUFFER("stop", dg->stop));
}

eg_status eg_dg_queue_mortars(eg_dg *dg, int stage, int64_t from, int64_t to)
{
    if (from == to)
        return EG_OK;
    return EG_LAUNCH(dg->traces.mortar, to - from, EG_INT("number", stage), EG_LONG("first", from),
                     EG_LONG("mortars", to - from));
}

void eg_dg_destroy_traces(eg_dg *dg)
{
    eg_dg_traces *t = &dg->traces;
    eg_buffer **buffers[] = {&t->place, &t->turn, &t->frame, &t->split, &t->join};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        eg_buffer_destroy(buffers[i]);
    eg_program_destroy(&t->program);
    eg_free(dg->context, &t->entry);
    eg_free(dg->context, &t->received);
    eg_free(dg->context, &t->late);
}
