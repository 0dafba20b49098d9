/* Open boundaries: their faces, sorted by boundary, and their series, put into the arrays of
 * kernels/fv/shallow_water_open.c. */
#include "scheme/fv/internal.h"

#include "base/parallel.h"

#include <math.h>

#include "fv/kinds.h" /* kernels/fv/kinds.h */

_Static_assert((int)EG_FV_STATE == SW_STATE, "kernels and their caller store the same state");

/* More than can ever come in, m3. */
static const double ENDLESS = 1e300;
/* Faster than any flow, m/s to h^(2/3). */
static const double FASTEST = 1e9;

#define KIND(ID, DEVICE, SERIES, NAME) {OPEN_##DEVICE, SERIES, NAME},
static const struct {
    int device, series;
    const char *name;
} kinds[] = {EG_FV_BOUNDARIES(KIND)};
#undef KIND

const char *eg_fv_boundary_name(eg_fv_boundary_kind kind)
{
    return kinds[kind].name;
}

bool eg_fv_is_outflow(eg_fv_boundary_kind kind)
{
    return kind != EG_FV_WALL && kinds[kind].device == OPEN_OUTFLOW;
}

static eg_fv_boundary_kind kind_of_boundary(const eg_fv_options *options, int boundary)
{
    return options->boundaries && boundary >= 0 ? options->boundaries[boundary].kind : EG_FV_WALL;
}

/* Not a wall, and not of a blocked cell. */
static bool is_open(const eg_fv *fv, const eg_fv_options *options, int64_t face)
{
    return kind_of_boundary(options, fv->mesh->face_boundary[face]) != EG_FV_WALL &&
           !(options->blocked && options->blocked[fv->mesh->face_cell[face][0]]);
}

/* The next one from a face on. */
static int64_t next_open(const eg_fv *fv, const eg_fv_options *options, int64_t face)
{
    const int32_t *boundary = fv->mesh->face_boundary;
    while (face < fv->mesh->faces && (boundary[face] < 0 || !is_open(fv, options, face)))
        face++;
    return face;
}

/* ---- values that vary with time */

/* A number is a table of one row. */
static bool varies_in_time(const eg_fv_boundary *boundary)
{
    int series = kinds[boundary->kind].series;
    return series > 0 && (boundary->value.rows != 1 || (series > 1 && boundary->second.rows != 1));
}

static const eg_fv_series *ceiling_of(const eg_fv_boundary *boundary, int second)
{
    const eg_fv_series *given = second ? &boundary->second : &boundary->value;
    return given->rows > 0 ? given : &boundary->ceiling[second];
}

/* A ghost may have neighbours that this rank does not know, and so too large a chi'. */
static void add_nearest(const eg_fv *fv, const eg_fv_options *options, const double *chi, int64_t face,
                        double *nearest)
{
    int32_t cell = fv->mesh->face_cell[face][0];
    double normal[2], length;
    eg_plane_frame(fv->mesh, face, normal, &length);
    nearest[2] += length;
    if (cell >= fv->mesh->base.own)
        return;
    nearest[0] = fmax(nearest[0], -1 / chi[cell]);
    const eg_fv_subgrid *ground = &options->subgrid;
    double bed = ground->strips > 0 ? ground->face[face * ground->strips] : options->bed[cell];
    nearest[1] = fmax(nearest[1], -bed);
}

/* The length counts for discharges alone, whose faces one rank has together. */
eg_status eg_fv_plan_open(eg_fv *fv, const eg_fv_options *options, const double *chi)
{
    eg_fv_open *open = &fv->open;
    int boundaries = fv->mesh->base.boundaries.count;
    EG_TRY(eg_stepper_agree(&fv->base,
                            eg_owner_alloc(&fv->owned, boundaries, sizeof *open->nearest, &open->nearest)));
    for (int b = 0; b < boundaries; b++) {
        open->any_varies |= options->boundaries && varies_in_time(&options->boundaries[b]);
        open->nearest[b][0] = open->nearest[b][1] = -INFINITY;
        open->nearest[b][2] = 0;
    }
    for (int64_t f = next_open(fv, options, 0); f < fv->mesh->faces; f = next_open(fv, options, f + 1))
        add_nearest(fv, options, chi, f, open->nearest[fv->mesh->face_boundary[f]]);
    eg_comm_max(fv->comm, open->nearest[0], 3 * boundaries);
    for (int b = 0; b < boundaries; b++) {
        bool any = isfinite(open->nearest[b][0]);
        open->nearest[b][0] = any ? -open->nearest[b][0] : 0;
        open->nearest[b][1] = any ? -open->nearest[b][1] : 0;
    }
    return EG_OK;
}

eg_status eg_fv_list_open(eg_fv *fv, const eg_fv_options *options, eg_scope *scope, int32_t **open_index)
{
    const eg_plane *mesh = fv->mesh;
    eg_fv_open *open = &fv->open;
    open->boundaries = mesh->base.boundaries.count;
    EG_TRY(eg_scope_alloc(scope, mesh->faces, sizeof **open_index, open_index));
    EG_TRY(eg_owner_alloc(&fv->owned, mesh->base.boundaries.count + 1, sizeof *open->first, &open->first));
    EG_LOOP(fv->context, mesh->faces)
    for (int64_t f = 0; f < mesh->faces; f++)
        (*open_index)[f] = -1;
    /* counting sort of the open faces by boundary; within one, by face number */
    for (int64_t f = next_open(fv, options, 0); f < mesh->faces; f = next_open(fv, options, f + 1))
        open->first[mesh->face_boundary[f] + 1]++;
    for (int b = 0; b < mesh->base.boundaries.count; b++)
        open->first[b + 1] += open->first[b];
    int32_t *next;
    EG_TRY(eg_scope_alloc(scope, mesh->base.boundaries.count + 1, sizeof *next, &next));
    for (int b = 0; b < mesh->base.boundaries.count; b++)
        next[b] = open->first[b];
    open->faces = open->first[mesh->base.boundaries.count];
    EG_TRY(eg_owner_alloc(&fv->owned, open->faces, sizeof *open->is_own, &open->is_own));
    for (int64_t f = next_open(fv, options, 0); f < mesh->faces; f = next_open(fv, options, f + 1)) {
        (*open_index)[f] = next[mesh->face_boundary[f]]++;
        open->is_own[(*open_index)[f]] = mesh->face_cell[f][0] < mesh->base.own;
    }
    return EG_OK;
}

/* Host arrays of the faces. */
typedef struct face_arrays {
    int32_t *owner, *of;
    void *geometry;
    double *beyond; /* [slots] */
} face_arrays;

/* Whether every cell along a boundary has friction: only then conveyance can use it. */
static bool all_rough(const eg_fv *fv, const eg_fv_options *options, int boundary)
{
    for (int64_t f = 0; f < fv->mesh->faces; f++)
        if (fv->mesh->face_boundary[f] == boundary &&
            !(options->manning && options->manning[fv->mesh->face_cell[f][0]] > 0))
            return false;
    return true;
}

/* What an outflow takes to be beyond a face: velocity of uniform flow over h^(2/3), 0: still water, or none;
 * and the water that may come in from there, m3. */
typedef struct outside {
    double uniform, water;
} outside;

/* The cell's neighbour which is the farthest from the face, -1: none; *reach is its distance along the
 * normal, m. */
static int32_t look_inside_cell(const eg_plane *mesh, const eg_fv_options *options, int64_t cell,
                                const double normal[2], double *reach)
{
    int32_t farthest = -1;
    *reach = 0;
    for (int64_t k = mesh->first[cell]; k < mesh->first[cell + 1]; k++) {
        const int32_t *side = mesh->face_cell[mesh->cell_face[k]];
        int32_t other = side[0] == cell ? side[1] : side[0];
        if (other < 0 || (options->blocked && options->blocked[other]))
            continue;
        const double *to = mesh->base.centroid[cell], *from = mesh->base.centroid[other];
        double its = (to[0] - from[0]) * normal[0] + (to[1] - from[1]) * normal[1];
        if (its > *reach) {
            farthest = other;
            *reach = its;
        }
    }
    return farthest;
}

/* What is beyond where the case says so; false where it does not. */
static bool find_given_state(const eg_fv *fv, const eg_fv_options *options, int64_t face, outside *beyond)
{
    const eg_fv_boundary *boundary = &options->boundaries[fv->mesh->face_boundary[face]];
    double n = boundary->manning;
    *beyond = (outside){.uniform = FASTEST};
    if (boundary->kind == EG_FV_CRITICAL)
        return true;
    if (boundary->kind != EG_FV_NORMAL)
        return false;
    if (!(n > 0))
        n = options->manning[fv->mesh->face_cell[face][0]];
    beyond->uniform = sqrt(boundary->slope) / n;
    return true;
}

/* The bed goes on beyond with the slope that it has at the face. Where it falls outward the flow beyond is
 * uniform, by Manning's formula; without friction, or without a slope, it is as fast as can be. Where what
 * was at the start is to stay, a lake stands beyond where the water inside is one: its surface is level, not
 * the bed's image. Over a bed that rises outward it is h^2 / 2 slope to a width. */
static outside find_outside(const eg_fv *fv, const eg_fv_options *options, int64_t face)
{
    const eg_plane *mesh = fv->mesh;
    int64_t cell = mesh->face_cell[face][0];
    double normal[2], length, reach, rise = 0, change = 0, h = options->depth[cell];
    outside given;
    if (find_given_state(fv, options, face, &given))
        return given;
    if (cell >= mesh->base.own)
        return (outside){0, 0};
    eg_plane_frame(mesh, face, normal, &length);
    int32_t other = look_inside_cell(mesh, options, cell, normal, &reach);
    if (other >= 0) {
        rise = options->bed[cell] - options->bed[other];
        change = options->depth[other] > fv->dry ? h - options->depth[other] + rise : 0;
    }
    bool stays = kind_of_boundary(options, mesh->face_boundary[face]) == EG_FV_AS_AT_START;
    bool lake = stays && h > fv->dry && (rise == 0 || fabs(change) <= 0.5 * fabs(rise));
    double n = options->manning ? options->manning[cell] : 0, slope = rise < 0 ? -rise / reach : 0;
    bool is_level = stays ? slope == 0 : slope < EG_FV_LEVEL_SLOPE;
    return (outside){.uniform = lake || (stays && is_level) ? 0
                                : n > 0 && !is_level        ? sqrt(slope) / n
                                                            : FASTEST,
                     .water = !lake      ? 0
                              : rise > 0 ? length * h * h * reach / (2 * rise)
                                         : ENDLESS};
}

/* A face bounds the step of its own rank alone. At a ghost the rank knows neither the water beyond an outflow
 * nor, of a discharge, all of the other faces: what it finds there may be faster than what the owner has. */
static double inverse_chi_of(const eg_fv *fv, const double *chi, int32_t cell)
{
    return cell < fv->mesh->base.own ? 1 / chi[cell] : 0;
}

static void fill_open_faces(const eg_fv *fv, const eg_fv_options *options, const int32_t *open_index,
                            const double *chi, const bool *rough, const face_arrays *to)
{
    const eg_plane *mesh = fv->mesh;
    const eg_layout *layout = &fv->layout;
    for (int64_t f = next_open(fv, options, 0); f < mesh->faces; f = next_open(fv, options, f + 1)) {
        int64_t i = open_index[f];
        int boundary = mesh->face_boundary[f];
        int32_t cell = mesh->face_cell[f][0];
        double normal[2], length;
        eg_fv_frame(fv, f, normal, &length);
        const outside beyond = find_outside(fv, options, f);
        const double constants[OPEN_CONSTANTS] = {normal[0],
                                                  normal[1],
                                                  length,
                                                  inverse_chi_of(fv, chi, cell),
                                                  rough[boundary] ? 1 / options->manning[cell] : 1,
                                                  beyond.uniform};
        for (int v = 0; v < OPEN_CONSTANTS; v++)
            eg_layout_store(layout, to->geometry, eg_layout_index(layout, OPEN_CONSTANTS, i, v),
                            constants[v]);
        to->owner[i] = eg_layout_slot(layout, cell);
        to->of[i] = boundary;
        to->beyond[i] = beyond.water;
    }
}

static eg_status build_faces(eg_fv *fv, const eg_fv_options *options, const int32_t *open_index,
                             const double *chi)
{
    eg_fv_open *open = &fv->open;
    int64_t slots = open->blocks * fv->layout.lanes;
    size_t size = eg_real_size(fv->layout.precision);
    face_arrays to = {0};
    bool *rough = NULL;
    EG_SCOPE(scope, fv->context);
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(slots, to.owner), EG_BLOCK(slots, to.of),
                          {slots * OPEN_CONSTANTS, size, &to.geometry}, EG_BLOCK(slots, to.beyond),
                          EG_BLOCK(open->boundaries, rough)));
    for (int b = 0; b < open->boundaries; b++)
        rough[b] = kind_of_boundary(options, b) != EG_FV_WALL && all_rough(fv, options, b);
    fill_open_faces(fv, options, open_index, chi, rough, &to);
    return EG_UPLOAD(&fv->base, {"open owners", slots * (int64_t)sizeof *to.owner, to.owner, &open->owner},
                     {"open boundaries", slots * (int64_t)sizeof *to.of, to.of, &open->of},
                     {"open faces", slots * OPEN_CONSTANTS * (int64_t)size, to.geometry, &open->geometry},
                     {"water beyond open faces", slots * 8, to.beyond, &open->beyond});
}

/* Host arrays of the boundaries; a series' rows stand one after the other. */
typedef struct boundary_arrays {
    int32_t *kind, *row, *rows, *last, *varies;
    double *nearest; /* [3][boundaries] */
    double (*table)[2];
} boundary_arrays;

static int64_t table_rows(const eg_fv *fv, const eg_fv_options *options)
{
    int64_t rows = 1;
    for (int b = 0; b < fv->open.boundaries; b++)
        rows += options->boundaries[b].value.rows + options->boundaries[b].second.rows +
                options->boundaries[b].ceiling[0].rows + options->boundaries[b].ceiling[1].rows;
    return rows;
}

/* Series `s`, from `row` on; returns the row behind it. */
static int32_t fill_series(const eg_fv_series *series, int s, int32_t row, const boundary_arrays *to)
{
    to->row[s] = row;
    to->rows[s] = (int32_t)series->rows;
    for (int64_t i = 0; i < series->rows; i++, row++) {
        to->table[row][0] = series->times[i];
        to->table[row][1] = series->values[i];
    }
    return row;
}

/* What a series is never above: itself, where it is a table. */
static int32_t fill_ceiling(const eg_fv_boundary *boundary, int second, int b, int boundaries, int32_t row,
                            const boundary_arrays *to)
{
    const eg_fv_series *ceiling = ceiling_of(boundary, second);
    int s = second * boundaries + b, at = 2 * boundaries + s;
    if (!varies_in_time(boundary))
        return row;
    if (ceiling == &boundary->ceiling[second])
        return fill_series(ceiling, at, row, to);
    to->row[at] = to->row[s];
    to->rows[at] = to->rows[s];
    return row;
}

static bool has_rating(const eg_fv *fv, const eg_fv_options *options)
{
    for (int b = 0; b < fv->open.boundaries; b++)
        if (kind_of_boundary(options, b) == EG_FV_RATING)
            return true;
    return false;
}

static void fill_boundaries(const eg_fv *fv, const eg_fv_options *options, const boundary_arrays *to)
{
    int32_t row = 0;
    int boundaries = fv->open.boundaries;
    for (int b = 0; b < boundaries; b++) {
        const eg_fv_boundary *boundary = &options->boundaries[b];
        to->varies[b] = varies_in_time(boundary);
        for (int i = 0; i < 3; i++)
            to->nearest[i * boundaries + b] = fv->open.nearest[b][i];
        to->kind[b] = kinds[boundary->kind].device;
        to->last[b] = fv->open.first[b + 1];
        row = fill_series(&boundary->value, b, row, to);
        row = fill_series(&boundary->second, boundaries + b, row, to);
        for (int second = 0; second < 2; second++)
            row = fill_ceiling(boundary, second, b, boundaries, row, to);
    }
}

static eg_status build_boundaries(eg_fv *fv, const eg_fv_options *options)
{
    eg_fv_open *open = &fv->open;
    int64_t n = open->boundaries, rows = table_rows(fv, options);
    boundary_arrays to = {0};
    EG_SCOPE(scope, fv->context);
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(n, to.kind), EG_BLOCK(4 * n, to.row), EG_BLOCK(4 * n, to.rows),
                          EG_BLOCK(n, to.varies), EG_BLOCK(3 * n, to.nearest), EG_BLOCK(n, to.last),
                          EG_BLOCK(rows, to.table)));
    fill_boundaries(fv, options, &to);
    return EG_UPLOAD(&fv->base, {"boundary kinds", n * 4, to.kind, &open->kind},
                     {"first open faces", n * 4, open->first, &open->first_face},
                     {"last open faces", n * 4, to.last, &open->last_face},
                     {"series starts", 4 * n * 4, to.row, &open->row},
                     {"series lengths", 4 * n * 4, to.rows, &open->rows},
                     {"boundaries that vary", n * 4, to.varies, &open->varies},
                     {"cells at boundaries", 3 * n * 8, to.nearest, &open->nearest_to},
                     {"series", rows * (int64_t)sizeof *to.table, to.table, &open->table},
                     {"boundary values", 4 * n * 8, NULL, &open->state},
                     {"volumes through", 2 * open->blocks * fv->layout.lanes * 8, NULL, &open->through});
}

eg_status eg_fv_build_open(eg_fv *fv, const eg_fv_options *options, const int32_t *open_index,
                           const double *chi)
{
    eg_fv_open *open = &fv->open;
    open->blocks = eg_ceil_div(open->faces, fv->layout.lanes);
    if (open->faces == 0)
        return EG_OK;
    EG_TRY(build_faces(fv, options, open_index, chi));
    EG_TRY(build_boundaries(fv, options));
    EG_TRY(eg_fv_build_open_sections(fv, options, open_index));
    const eg_define defines[] = {{"STRIPS", fv->strips},
                                 {"LANE_BITS", fv->layout.lane_bits},
                                 {"STATE_BITS", fv->layout.state_bits},
                                 {"ROUGHNESS", fv->friction && options->roughness.law != NULL},
                                 {"BLOCK_LANES", fv->layout.lanes},
                                 {"EXPRESSIONS", options->generated ? 1 : 0},
                                 {"RATING", has_rating(fv, options)}};
    int none = fv->strips > 0 ? 0 : 1; /* of one bed nothing is said of strips */
    EG_TRY(eg_fv_program(fv, "fv/shallow_water_series.c", 1, defines + none, 7 - none, options->generated,
                         &open->series_program));
    EG_TRY(eg_kernel_get(open->series_program, "sw_series", &open->series));
    EG_TRY(eg_fv_program(fv, "fv/shallow_water_open.c", fv->layout.lanes, defines + none, 4 - none, NULL,
                         &open->program));
    return eg_kernel_get(open->program, "sw_open", &open->open);
}

void eg_fv_points_of_step(double begin, double end, double point[EG_FV_STEP_POINTS])
{
    const double few[] = {0, OPEN_LOBATTO, 0.5, 1 - OPEN_LOBATTO, 1};
    enum { FEW = sizeof few / sizeof *few };
    _Static_assert(FEW + OPEN_POINTS == EG_FV_STEP_POINTS, "all points");
    for (int i = 0; i < EG_FV_STEP_POINTS; i++)
        point[i] = fma(i < FEW ? few[i] : (i - FEW + 0.5) / OPEN_POINTS, end - begin, begin);
}
