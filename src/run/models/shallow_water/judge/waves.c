/* The water at the end: whether cells resolve its waves and bores, and whether the mesh ends where it would
 * go on.
 *
 * A wave of N cells a wavelength, a cell's size the root of its area, fades within a wavelength by exp(-11.5
 * / N) at first order on squares, exp(-7.5 / N) on triangles, exp(-22 / N^2) and exp(-12 / N^2) at second
 * (docs/theory/shallow-water-second-order.md, "Cells and waves"). */
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"
#include "run/state/state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Such a part of a wave is left after one wavelength. */
static const double FADED_LEAST = 0.5;
/* What the level varies by, as a part of the mean depth; so many cells; and what is shallower is a film,
 * m. */
static const double VARIES_LEAST = 0.01, DEEP_LEAST = 0.01;
enum { CELLS_LEAST = 400 };

double eg_sw_fading(const eg_plane *mesh, int64_t cell)
{
    return mesh->type[cell] == EG_TRIANGLE ? 7.5 : 11.5;
}

double eg_sw_fading_second(const eg_plane *mesh, int64_t cell)
{
    return mesh->type[cell] == EG_TRIANGLE ? 12 : 22;
}

/* ---- the state of now, of own cells and ghosts */

typedef struct cell_water {
    double depth, bed; /* m */
} cell_water;

enum { AREA, LEVEL, SQUARE, STEEP, DEPTH, FADING, COUNT, SUMS };

typedef struct last_water {
    const eg_sw_model *model;
    cell_water *cell, *sent; /* [held]; what others have as ghosts */
    int64_t chunk, chunks;
    double *sums; /* [SUMS][chunks] */
} last_water;

static eg_status read_own(const eg_sw_model *model, const void *memory, cell_water *cell)
{
    int64_t own = model->setup.mesh->base.own;
    double *depth;
    EG_TRY(eg_alloc(model->setup.context, own, sizeof *depth, &depth));
    if (own > 0)
        eg_model_cell_values(&model->base, memory, 0, own, EG_SW_DEPTH, NULL, depth);
    for (int64_t c = 0; c < own; c++)
        cell[c] = (cell_water){depth[c], eg_fv_bed(model->fv, c)};
    eg_free(model->setup.context, &depth);
    return EG_OK;
}

static eg_status prepare_exchange(last_water *w, eg_exchange **exchange)
{
    const eg_mesh *mesh = &w->model->setup.mesh->base;
    const eg_partition *part = mesh->partition;
    eg_context *context = w->model->setup.context;
    eg_message *message;
    if (!part)
        return EG_OK;
    int64_t size = sizeof *w->sent;
    EG_TRY(eg_alloc(context, part->send_first[part->neighbours], size, &w->sent));
    EG_TRY(eg_alloc(context, part->neighbours, sizeof *message, &message));
    for (int n = 0; n < part->neighbours; n++)
        message[n] = (eg_message){.rank = part->rank_of[n],
                                  .send = w->sent + part->send_first[n],
                                  .receive = w->cell + mesh->own + part->ghost_first[n],
                                  .send_bytes = size * (part->send_first[n + 1] - part->send_first[n]),
                                  .receive_bytes = size * (part->ghost_first[n + 1] - part->ghost_first[n])};
    for (int64_t i = 0; i < part->send_first[part->neighbours]; i++)
        w->sent[i] = w->cell[part->send_cell[i]];
    eg_status status = eg_exchange_create(w->model->setup.comm, message, part->neighbours, exchange);
    eg_free(context, &message);
    return status;
}

/* Collective; all agree. */
static eg_status read_water(last_water *w)
{
    const eg_sw_model *model = w->model;
    const eg_mesh *mesh = &model->setup.mesh->base;
    eg_exchange *exchange = NULL;
    void *memory = NULL;
    eg_status status = eg_run_read_state(model->setup.run, &memory);
    if (status == EG_OK)
        status = eg_alloc(model->setup.context, mesh->held, sizeof *w->cell, &w->cell);
    if (status == EG_OK)
        status = read_own(model, memory, w->cell);
    if (status == EG_OK)
        status = prepare_exchange(w, &exchange);
    eg_run_free_state(model->setup.run, &memory);
    status = eg_comm_agree(model->setup.comm, status);
    if (status == EG_OK && exchange) {
        eg_exchange_begin(exchange);
        eg_exchange_end(exchange);
    }
    eg_exchange_destroy(&exchange);
    return status;
}

/* ---- waves */

/* Both are deep, against the step of the bed between them: the level of a film is that of its bed. */
static bool is_one_water(const cell_water *a, const cell_water *b)
{
    double depth = fmin(a->depth, b->depth);
    return depth > DEEP_LEAST && fabs(a->bed - b->bed) <= 0.5 * depth;
}

/* The mean square of the slope of the level around an own cell; false where it has fewer than two such
 * neighbours. */
static bool find_slope(const last_water *w, int64_t c, double *square)
{
    const eg_plane *mesh = w->model->setup.mesh;
    const cell_water *here = &w->cell[c];
    const double *x = mesh->base.centroid[c];
    int count = 0;
    double sum = 0;
    for (int64_t k = mesh->first[c]; k < mesh->first[c + 1]; k++) {
        int64_t face = mesh->cell_face[k];
        int32_t there = eg_plane_neighbour(mesh, face, c);
        if (there < 0 || mesh->face_twin[face] >= 0 || !is_one_water(here, &w->cell[there]))
            continue;
        const double *y = mesh->base.centroid[there];
        double step = w->cell[there].depth + w->cell[there].bed - here->depth - here->bed;
        double distance = hypot(y[0] - x[0], y[1] - x[1]);
        sum += step * step / (distance * distance);
        count++;
    }
    *square = count > 1 ? 2 * sum / count : 0;
    return count > 1;
}

static void add_cell(const last_water *w, int64_t c, double sums[SUMS])
{
    const eg_sw_model *model = w->model;
    const eg_plane *mesh = model->setup.mesh;
    double area = mesh->area[c], level = w->cell[c].depth + w->cell[c].bed, slope;
    if (!find_slope(w, c, &slope))
        return;
    sums[AREA] += area;
    sums[LEVEL] += area * level;
    sums[SQUARE] += area * level * level;
    sums[STEEP] += area * area * slope;
    sums[DEPTH] += area * w->cell[c].depth;
    sums[FADING] +=
        area * (eg_fv_order(model->fv) == 2 ? eg_sw_fading_second(mesh, c) : eg_sw_fading(mesh, c));
    sums[COUNT]++;
}

/* Collective; all agree. */
static eg_status sum_water(last_water *w, double totals[SUMS])
{
    const eg_mesh *mesh = &w->model->setup.mesh->base;
    w->chunk = eg_mesh_chunk(mesh->class, mesh->all);
    w->chunks = eg_ceil_div(mesh->own, w->chunk);
    eg_status status = eg_alloc(w->model->setup.context, SUMS * w->chunks, sizeof *w->sums, &w->sums);
    EG_TRY(eg_comm_agree(w->model->setup.comm, status));
    for (int64_t k = 0; k < w->chunks; k++) {
        double sums[SUMS] = {0};
        for (int64_t c = k * w->chunk; c < eg_min_i64(mesh->own, (k + 1) * w->chunk); c++)
            add_cell(w, c, sums);
        for (int i = 0; i < SUMS; i++)
            w->sums[i * w->chunks + k] = sums[i];
    }
    for (int i = 0; i < SUMS; i++)
        totals[i] = eg_comm_sum_chunks(w->model->setup.comm, &w->sums[i * w->chunks], w->chunks);
    return EG_OK;
}

double eg_sw_cells_needed(int order, double fading, double left)
{
    double most = -log(left);
    return order == 2 ? sqrt(fading / most) : fading / most;
}

static eg_status judge_waves(last_water *w)
{
    const eg_sw_model *model = w->model;
    double s[SUMS];
    int order = eg_fv_order(model->fv);
    EG_TRY(sum_water(w, s));
    if (s[COUNT] < CELLS_LEAST || !(s[STEEP] > 0))
        return EG_OK;
    double mean = s[LEVEL] / s[AREA], varies = sqrt(fmax(0, s[SQUARE] / s[AREA] - mean * mean));
    double cells = 2 * acos(-1) * varies / sqrt(s[STEEP] / s[AREA]);
    double needed = eg_sw_cells_needed(order, s[FADING] / s[AREA], FADED_LEAST);
    if (varies < VARIES_LEAST * s[DEPTH] / s[AREA] || !(cells < needed))
        return EG_OK;
    return eg_verdict_say(model->setup.run, NULL, "unresolved", cells, needed,
                          "the level steps from cell to cell as that of waves of %.3g cells a wavelength: "
                          "at order %d they fade to less than half within a wavelength, for which they need "
                          "%.3g, and bores are as wide as what is between them; take smaller cells%s",
                          cells, order, needed, order == 2 ? "" : ", or numerics.order: 2");
}

/* ---- water above all ground, which was dry in places when it began */

static eg_status judge_basin(const last_water *w)
{
    const eg_sw_model *model = w->model;
    const eg_mesh *mesh = &model->setup.mesh->base;
    double dry = eg_fv_dry_depth(model->fv);
    double most[4] = {-INFINITY, -INFINITY, -INFINITY, 0}; /* bed; -bed; -level; was dry */
    for (int64_t c = 0; c < mesh->own; c++) {
        const cell_water *cell = &w->cell[c];
        if (model->blocked && model->blocked[c])
            continue;
        most[0] = fmax(most[0], cell->bed);
        most[1] = fmax(most[1], -cell->bed);
        most[2] = fmax(most[2], cell->depth > dry ? -cell->bed - cell->depth : -cell->bed);
        most[3] = fmax(most[3], model->depth[c] <= dry);
    }
    eg_comm_max(model->setup.comm, most, 4);
    double relief = most[0] + most[1], above = -most[2] - most[0];
    if (most[3] == 0 || !(relief > 0) || !(above > relief))
        return EG_OK;
    return eg_verdict_say(model->setup.run, NULL, "overfull", above, relief,
                          "all ground, of which a part was dry, lies below at least %.3g m of water, and is "
                          "%.3g m high: the sides of the mesh hold what would flow on in nature; extend the "
                          "mesh, or let water out",
                          above, relief);
}

eg_status eg_sw_judge_water(const eg_sw_model *model)
{
    last_water w = {.model = model};
    eg_status status = read_water(&w);
    if (status == EG_OK)
        status = judge_waves(&w);
    if (status == EG_OK)
        status = judge_basin(&w);
    eg_free(model->setup.context, &w.cell);
    eg_free(model->setup.context, &w.sent);
    eg_free(model->setup.context, &w.sums);
    return status;
}
