/* What is computed once, on the host: maps, what a cell knows of its faces, air
 * and state at nodes, put into the arrays of kernels/deg/stage.h. */
#include "base/parallel.h"
#include "scheme/deg/internal.h"

#include <math.h>

#include "deg/faces.h"

/* ---- cells */

double eg_deg_gain(const eg_deg *deg)
{
    static const double gain[EG_DEG_FLUXES] = {[EG_DEG_EVOLUTION] = 1.27,
                                               [EG_DEG_EVOLUTION_CONSTANT] = 0.24,
                                               [EG_DEG_EVOLUTION_BILINEAR] = 0.95,
                                               [EG_DEG_RUSANOV] = 1,
                                               [EG_DEG_HLLC] = 1};
    return gain[deg->flux];
}

double eg_deg_stable_part(const eg_deg *deg)
{
    static const double stable[EG_TRIANGLE_DEGREE + 1] = {0, 0.7, 0.4, 0.27, 0.19, 0.138, 0.104};
    return stable[deg->element.degree] * eg_deg_gain(deg);
}

/* The least distance from the centroid of a cell to a face is 2/3 A / l. The
 * largest stable c dt over it, SSP-RK3 with Rusanov's flux, measured (theory
 * page, "Steps"); the evolution operator allows more. */
double eg_deg_reach(const eg_deg *deg, int64_t cell)
{
    const eg_plane *mesh = deg->mesh;
    double x[EG_CELL_VERTICES][2], longest = 0;
    eg_plane_cell_vertices(mesh, cell, x);
    for (int k = 0; k < 3; k++) {
        double dx = x[(k + 1) % 3][0] - x[k][0], dy = x[(k + 1) % 3][1] - x[k][1];
        longest = fmax(longest, sqrt(dx * dx + dy * dy));
    }
    return eg_deg_stable_part(deg) * (2.0 / 3.0) * mesh->area[cell] / longest;
}

/* A loop over cells on the threads of the host. */
static eg_status for_cells(const eg_deg *deg, int64_t cells, eg_part_function *function, void *with)
{
    int parts = eg_parts(deg->context, cells, eg_least_elements(deg->element.nodes));
    return eg_in_parts(deg->context, parts, cells, function, with);
}

/* Host arrays being filled. */
typedef struct cell_arrays {
    const eg_deg *deg;
    const eg_deg_options *options;
    double *cell, *face;
    int32_t *there, *side;
} cell_arrays;

static void fill_cell_face(const cell_arrays *to, int64_t cell, int k, double determinant)
{
    const eg_deg *deg = to->deg;
    const eg_plane *mesh = deg->mesh;
    const eg_side s = eg_plane_side(mesh, cell, eg_plane_face(mesh, cell, k));
    const eg_deg_boundary *kinds = to->options->boundaries;
    eg_deg_boundary kind = !s.ends ? EG_DEG_INSIDE : kinds ? kinds[mesh->face_boundary[s.face]] : EG_DEG_WALL;
    int64_t lanes = deg->layout.lanes, at = (cell / lanes * 3 + k) * lanes + cell % lanes;
    double normal[2], length;
    eg_plane_frame(mesh, s.owner, normal, &length);
    double *f = &to->face[(cell / lanes * 3 + k) * DEG_FACE_VALUES * lanes + cell % lanes];
    f[0] = normal[0];
    f[lanes] = normal[1];
    f[2 * lanes] = length / determinant;
    f[3 * lanes] = s.right;
    f[4 * lanes] = kind;
    to->there[at] = eg_layout_slot(&deg->layout, s.cell);
    to->side[at] = (s.right ? DEG_RIGHT : 0) + (s.at << DEG_FACE_SHIFT);
}

/* Of ghosts, too. Returns |J|. */
static double fill_cell_map(const cell_arrays *to, int64_t cell)
{
    const eg_deg *deg = to->deg;
    int64_t lanes = deg->layout.lanes, slot = eg_layout_slot(&deg->layout, cell);
    const eg_affine map = eg_plane_map(deg->mesh, cell);
    double *c = &to->cell[slot / lanes * DEG_CELL_VALUES * lanes + slot % lanes];
    for (int i = 0; i < 4; i++)
        c[i * lanes] = map.inverse[i / 2][i % 2];
    c[4 * lanes] = 1 / eg_deg_reach(deg, cell);
    return map.determinant;
}

/* Own cells, and ghosts, which have maps alone. */
static eg_status fill_cell_blocks(void *with, int part, int64_t from, int64_t end)
{
    const cell_arrays *to = with;
    (void)part;
    for (int64_t cell = from; cell < end; cell++) {
        double determinant = fill_cell_map(to, cell);
        for (int k = 0; k < (cell < to->deg->mesh->base.own ? 3 : 0); k++)
            fill_cell_face(to, cell, k, determinant);
    }
    return EG_OK;
}

/* A padding lane is a cell without size between walls. */
static void fill_cell_padding(const cell_arrays *to, int64_t slot)
{
    int64_t lanes = to->deg->layout.lanes, block = slot / lanes, lane = slot % lanes;
    for (int k = 0; k < 3; k++) {
        to->there[(block * 3 + k) * lanes + lane] = (int32_t)slot;
        to->face[((block * 3 + k) * DEG_FACE_VALUES + 4) * lanes + lane] = DEG_WALL;
    }
}

eg_status eg_deg_build_cells(eg_deg *deg, const eg_deg_options *options)
{
    int64_t slots = deg->blocks * deg->layout.lanes, own = deg->mesh->base.own;
    int64_t all = deg->layout.blocks * deg->layout.lanes;
    cell_arrays to = {.deg = deg, .options = options};
    EG_SCOPE(scope, deg->context);
    if (deg->generation)
        return eg_deg_find_cells(deg, eg_deg_stable_part(deg));
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(all * DEG_CELL_VALUES, to.cell),
                          EG_BLOCK(slots * 3 * DEG_FACE_VALUES, to.face), EG_BLOCK(slots * 3, to.there),
                          EG_BLOCK(slots * 3, to.side)));
    EG_TRY(for_cells(deg, own + deg->layout.ghosts, fill_cell_blocks, &to));
    for (int64_t slot = own; slot < slots; slot++)
        fill_cell_padding(&to, slot);
    EG_TRY(EG_UPLOAD_REALS(&deg->base, {"cell constants", all * DEG_CELL_VALUES, to.cell, &deg->cell},
                           {"face constants", slots * 3 * DEG_FACE_VALUES, to.face, &deg->face}));
    return EG_UPLOAD(&deg->base, {"neighbours", slots * 3 * 4, to.there, &deg->there},
                     {"kinds of faces", slots * 3 * 4, to.side, &deg->side});
}

/* ---- air and state */

static void place_nodes(const eg_deg *deg, int64_t cell, double (*x)[2])
{
    const eg_affine map = eg_plane_map(deg->mesh, cell);
    for (int k = 0; k < deg->element.nodes; k++)
        eg_affine_place(&map, deg->element.node[k], x[k]);
}

/* The own cell of the solver before that this one is, with the same nodes; -1:
 * it is another one. */
static int64_t old_cell(const eg_deg *deg, int64_t cell)
{
    const eg_cell_transfer *t = deg->transfer;
    if (!t || cell >= deg->layout.cells || t->origin[cell] != EG_BISECTED_SAME)
        return -1;
    const eg_mesh *mesh = &deg->before->mesh->base;
    int64_t old = t->first + t->from[cell] - mesh->before;
    return old >= 0 && old < mesh->own ? old : -1;
}

typedef struct air_job {
    const eg_deg *deg;
    const eg_deg_options *options;
    const void *old; /* of the solver before */
    double *air;
} air_job;

static eg_status evaluate_air(const air_job *job, int64_t cell)
{
    const eg_deg *deg = job->deg;
    int nodes = deg->element.nodes, n = EG_DEG_AIR * nodes;
    int32_t slot = eg_layout_slot(&deg->layout, cell);
    double x[EG_TRIANGLE_NODES][2], values[EG_TRIANGLE_NODES * EG_DEG_AIR];
    place_nodes(deg, cell, x);
    EG_TRY(job->options->air(job->options->user, cell, nodes, (const double(*)[2])x, values));
    for (int i = 0; i < n; i++)
        job->air[eg_layout_index(&deg->layout, n, slot, i)] = values[i % nodes * EG_DEG_AIR + i / nodes];
    return EG_OK;
}

/* Cells that stay keep their air. */
static eg_status fill_air(void *with, int part, int64_t from, int64_t to)
{
    const air_job *job = with;
    const eg_deg *deg = job->deg;
    const eg_layout *layout = &deg->layout;
    int n = EG_DEG_AIR * deg->element.nodes;
    (void)part;
    for (int64_t c = from; c < to; c++) {
        int64_t was = old_cell(deg, c);
        int32_t slot = eg_layout_slot(layout, c);
        if (was < 0)
            EG_TRY(evaluate_air(job, c));
        for (int i = 0; i < n && was >= 0; i++)
            job->air[eg_layout_index(layout, n, slot, i)] = eg_layout_load(
                layout, job->old,
                eg_layout_index(&deg->before->layout, n, eg_layout_slot(&deg->before->layout, was), i));
    }
    return EG_OK;
}

eg_status eg_deg_build_air(eg_deg *deg, const eg_deg_options *options)
{
    const eg_layout *layout = &deg->layout;
    int64_t count = layout->blocks * layout->lanes * EG_DEG_AIR * deg->element.nodes;
    int64_t old_bytes = deg->transfer ? eg_buffer_bytes(deg->before->air) : 0;
    EG_SCRATCH double *air = NULL;
    EG_SCRATCH void *old = NULL;
    if (deg->generation)
        return eg_deg_find_air(deg);
    EG_TRY(EG_ALLOC(deg->context, EG_BLOCK(count, air), {old_bytes, 1, &old}));
    if (old_bytes > 0)
        EG_TRY(eg_buffer_read(deg->before->air, 0, old, old_bytes));
    for (int64_t i = 0; i < count; i++)
        air[i] = 1;
    air_job job = {.deg = deg, .options = options, .old = old, .air = air};
    EG_TRY(for_cells(deg, layout->cells + layout->ghosts, fill_air, &job));
    return eg_stepper_upload_reals(&deg->base, "air at rest", count, air, &deg->air);
}

eg_status eg_deg_build_sponge(eg_deg *deg, const eg_deg_options *options)
{
    int nodes = deg->element.nodes;
    int64_t lanes = deg->layout.lanes, count = deg->blocks * lanes * nodes;
    double x[EG_TRIANGLE_NODES][2], values[EG_TRIANGLE_NODES];
    EG_SCRATCH double *rate = NULL;
    if (!options->sponge)
        return EG_OK;
    if (deg->generation)
        return eg_deg_find_sponge(deg);
    EG_TRY(eg_alloc(deg->context, count, sizeof *rate, &rate));
    for (int64_t c = 0; c < deg->mesh->base.own; c++) {
        place_nodes(deg, c, x);
        EG_TRY(options->sponge(options->user, c, nodes, (const double(*)[2])x, values));
        for (int i = 0; i < nodes; i++)
            rate[(c / lanes * nodes + i) * lanes + c % lanes] = values[i];
    }
    return eg_stepper_upload_reals(&deg->base, "sponge", count, rate, &deg->sponge);
}

typedef struct state_job {
    const eg_deg *deg;
    const eg_deg_options *options;
    void *q;
} state_job;

static eg_status begin_state(void *with, int part, int64_t from, int64_t to)
{
    const state_job *job = with;
    const eg_deg *deg = job->deg;
    const eg_layout *layout = &deg->layout;
    int nodes = deg->element.nodes;
    double x[EG_TRIANGLE_NODES][2], values[EG_TRIANGLE_NODES * EG_DEG_VARIABLES];
    (void)part;
    for (int64_t c = from; c < to; c++) {
        int32_t slot = eg_layout_slot(layout, c);
        place_nodes(deg, c, x);
        EG_TRY(job->options->initial(job->options->user, c, nodes, (const double(*)[2])x, values));
        for (int i = 0; i < deg->values; i++)
            eg_layout_store(layout, job->q, eg_layout_state_index(layout, deg->values, slot, i),
                            values[i % nodes * deg->variables + i / nodes]);
    }
    return EG_OK;
}

/* Room for three states of zeros: the one that is current before stays there
 * until it has been moved. */
static eg_status take_states(eg_deg *deg)
{
    eg_deg *before = deg->before;
    int64_t bytes = eg_layout_bytes(&deg->layout, deg->values);
    EG_TRY(eg_deg_take(deg, &before->q[!deg->current], "state", bytes, &deg->q[0]));
    EG_TRY(eg_deg_take(deg, &before->aside, "next state", bytes, &deg->q[1]));
    EG_TRY(eg_deg_take(deg, &before->second, "state of stage 2", bytes, &deg->second));
    EG_TRY(eg_buffer_clear(deg->q[0]));
    EG_TRY(eg_buffer_clear(deg->q[1]));
    return eg_buffer_clear(deg->second);
}

static eg_status upload_state(eg_deg *deg, const eg_deg_options *options)
{
    if (deg->generation)
        return take_states(deg);
    int64_t bytes = eg_layout_bytes(&deg->layout, deg->values);
    EG_SCRATCH void *q = NULL; /* of a solver that goes on: zeros */
    if (!deg->before) {
        EG_TRY(eg_alloc(deg->context, bytes, 1, &q));
        state_job job = {.deg = deg, .options = options, .q = q};
        EG_TRY(for_cells(deg, deg->layout.cells, begin_state, &job));
    }
    return EG_UPLOAD(&deg->base, {"state", bytes, q, &deg->q[0]}, {"next state", bytes, q, &deg->q[1]},
                     {"state of stage 2", bytes, q, &deg->second},
                     {"state set aside", bytes, NULL, &deg->aside});
}

eg_status eg_deg_build_state(eg_deg *deg, const eg_deg_options *options)
{
    eg_status status = upload_state(deg, options);
    if (!deg->comm)
        return status;
    EG_TRY(eg_comm_agree(deg->comm, status));
    return eg_halo_fill_cells(deg->comm, &deg->mesh->base, &deg->layout, deg->values, deg->q[0]);
}
