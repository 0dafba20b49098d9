/* The water of another run, moved to the cells of this one: what each of its cells holds is shared out over
 * the parts that it has in common with the new ones. docs/theory/shallow-water.md, "From another mesh". */
#include "run/models/shallow_water/internal.h"
#include "run/restart/transfer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A cell counts as covered where less than this share of it is not, and as outside where less than HALF of it
 * is. */
static const double WHOLE = 1e-9, HALF = 0.5;

enum { CORNERS = 2 * EG_CELL_VERTICES }; /* of a part at most */

/* What an old cell and a new one have in common. */
typedef struct part {
    int64_t cell; /* the new one */
    double area, bed;
} part;

/* Of each new cell: m3, m4/s, m2. */
typedef struct moving {
    const eg_setup *setup;
    const double *bed;
    double *water, (*momentum)[2], *covered;
    bool keeps_level;
    double old[EG_CELL_VERTICES][2]; /* the old cell, around its first vertex */
    int corners;
    double origin[2];
    part *part; /* of the old cell */
    int64_t parts, room;
} moving;

static void end_moving(moving *m)
{
    EG_FREE(&m->water, &m->momentum, &m->covered, &m->part);
}

/* ---- what two cells have in common */

/* Cuts off what lies to the right of the line from a to b. */
static int cut_overlap(double (*x)[2], int count, const double a[2], const double b[2])
{
    double kept[CORNERS][2];
    int n = 0;
    for (int i = 0; i < count; i++) {
        const double *p = x[i], *q = x[(i + 1) % count];
        double at_p = eg_sw_side(a, b, p), at_q = eg_sw_side(a, b, q);
        if (at_p >= 0 && n < CORNERS)
            memcpy(kept[n++], p, sizeof *kept);
        if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) {
            double s = at_p / (at_p - at_q);
            for (int k = 0; k < 2 && n < CORNERS; k++)
                kept[n][k] = p[k] + s * (q[k] - p[k]);
            n += n < CORNERS;
        }
    }
    memcpy(x, kept, (size_t)n * sizeof *kept);
    return n;
}

static eg_status take_part(void *user, int64_t cell)
{
    moving *m = user;
    double x[CORNERS][2], other[EG_CELL_VERTICES][2];
    int count = m->corners, vertices = eg_plane_cell_vertices(m->setup->mesh, cell, other);
    memcpy(x, m->old, (size_t)count * sizeof *x);
    for (int v = 0; v < vertices; v++)
        for (int k = 0; k < 2; k++)
            other[v][k] -= m->origin[k];
    for (int v = 0; v < vertices && count > 2; v++)
        count = cut_overlap(x, count, other[v], other[(v + 1) % vertices]);
    double area = 0;
    for (int i = 1; i + 1 < count; i++)
        area += 0.5 * ((x[i][0] - x[0][0]) * (x[i + 1][1] - x[0][1]) -
                       (x[i + 1][0] - x[0][0]) * (x[i][1] - x[0][1]));
    if (!(area > 0))
        return EG_OK;
    if (m->parts == m->room) {
        m->room = 2 * m->room + 16;
        EG_TRY(eg_resize(m->setup->context, m->room, sizeof *m->part, &m->part));
    }
    m->part[m->parts++] = (part){.cell = cell, .area = area, .bed = m->bed[cell]};
    return EG_OK;
}

/* ---- sharing out */

static int compare_beds(const void *left, const void *right)
{
    const part *a = left, *b = right;
    if (a->bed != b->bed)
        return a->bed < b->bed ? -1 : 1;
    return (a->cell > b->cell) - (a->cell < b->cell);
}

/* The level at which the volume stands over the parts, which are sorted by their beds: the lowest fill
 * first. */
static double level_of_parts(const part *p, int64_t parts, double volume)
{
    double area = 0, level = p[0].bed;
    for (int64_t i = 0; i < parts; i++) {
        area += p[i].area;
        double rise = volume / area;
        if (i + 1 == parts || level + rise <= p[i + 1].bed)
            return level + rise;
        volume -= area * (p[i + 1].bed - level);
        level = p[i + 1].bed;
    }
    return level;
}

static void distribute_water(moving *m, double depth, double surface, const double velocity[2])
{
    double covered = 0, volume = 0, wanted;
    for (int64_t i = 0; i < m->parts; i++)
        covered += m->part[i].area;
    wanted = depth * covered;
    qsort(m->part, (size_t)m->parts, sizeof *m->part, compare_beds);
    double level = m->keeps_level ? surface : level_of_parts(m->part, m->parts, wanted);
    for (int64_t i = 0; i < m->parts; i++)
        volume += m->part[i].area * fmax(0, level - m->part[i].bed);
    /* rounding in the level is taken out of the depths, so that the volume is there to the last bits */
    double scale = m->keeps_level || volume <= 0 ? 1 : wanted / volume;
    for (int64_t i = 0; i < m->parts; i++) {
        const part *p = &m->part[i];
        double water = depth > 0 ? scale * p->area * fmax(0, level - p->bed) : 0;
        m->covered[p->cell] += p->area;
        m->water[p->cell] += water;
        for (int k = 0; k < 2; k++)
            m->momentum[p->cell][k] += water * velocity[k];
    }
}

static eg_status move_cell(moving *m, const eg_transfer *transfer, int64_t cell)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    m->corners = eg_transfer_vertices(transfer, cell, m->old);
    memcpy(m->origin, m->old[0], sizeof m->origin);
    for (int v = 0; v < m->corners; v++)
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], m->old[v][k]);
            high[k] = fmax(high[k], m->old[v][k]);
            m->old[v][k] -= m->origin[k];
        }
    m->parts = 0;
    EG_TRY(eg_plane_cells_near(m->setup->mesh, low, high, take_part, m));
    double depth = transfer->field[0][cell];
    const double *velocity = &transfer->field[1][cell * transfer->columns[1]];
    if (!(depth >= 0) || !isfinite(depth + velocity[0] + velocity[1]))
        return eg_case_fail(m->setup->loaded, transfer->node, EG_INPUT,
                            "%s: cell %lld has the depth %g m and the velocity (%g, %g) m/s; both "
                            "must be finite, and the depth zero or more",
                            transfer->path, (long long)cell, depth, velocity[0], velocity[1]);
    if (m->parts > 0)
        distribute_water(m, depth, m->keeps_level ? transfer->field[2][cell] : 0, velocity);
    return EG_OK;
}

/* ---- the new state */

/* A cell that is covered in part alone, at a boundary that runs otherwise, has the mean of that part. */
static eg_status take_means(const moving *m, const eg_transfer *transfer, double (*row)[3])
{
    const eg_plane *mesh = m->setup->mesh;
    eg_outside outside = {0};
    double water = 0, beyond = 0;
    for (int64_t c = 0; c < mesh->base.own; c++) {
        double area = mesh->area[c], covered = m->covered[c];
        if (covered < HALF * area) {
            eg_outside_add(&outside, mesh->base.centroid[c], 2);
            continue;
        }
        bool whole = covered > (1 - WHOLE) * area;
        row[c][0] = m->water[c] / (whole ? area : covered);
        for (int k = 0; k < 2; k++)
            row[c][1 + k] = m->water[c] > 0 ? m->momentum[c][k] / m->water[c] : 0;
        water += m->water[c];
        beyond += whole ? 0 : row[c][0] * area - m->water[c];
    }
    EG_TRY(eg_outside_refuse(transfer, &outside, "cells", 2));
    if (m->setup->notes)
        eg_text_add(m->setup->notes, "water over both meshes %.12g m3, beyond the other one %.6g m3\n", water,
                    beyond);
    return EG_OK;
}

static eg_status move_water(const eg_transfer *transfer, const double *bed, double (*row)[3])
{
    const eg_setup *setup = transfer->setup;
    int64_t cells = setup->mesh->base.own;
    const eg_node *keep = eg_case_find(setup->loaded, "initial.keep");
    EG_ENDS_WITH(end_moving)
    moving m = {.setup = setup, .bed = bed, .keeps_level = eg_node_is(keep, "level")};
    EG_TRY(EG_ALLOC(setup->context, EG_BLOCK(cells, m.water), EG_BLOCK(cells, m.momentum),
                    EG_BLOCK(cells, m.covered)));
    for (int64_t c = 0; c < transfer->mesh->cells; c++)
        EG_TRY(move_cell(&m, transfer, c));
    return take_means(&m, transfer, row);
}

/* On the same mesh the values are the state, to the last bit. */
static void copy_water(const eg_transfer *transfer, double (*row)[3])
{
    for (int64_t c = 0; c < transfer->mesh->cells; c++) {
        row[c][0] = transfer->field[0][c];
        for (int k = 0; k < 2; k++)
            row[c][1 + k] = transfer->field[1][c * transfer->columns[1] + k];
    }
}

/* Whether the run of a snapshot has columns of solutes in its balance. */
static eg_status find_old_solutes(const eg_transfer *transfer, bool *found)
{
    enum { HEADER_ROOM = 1 << 14 };
    eg_context *context = transfer->setup->context;
    EG_SCRATCH char *fields = NULL, *run = NULL, *table = NULL, *header = NULL;
    EG_TRY(eg_path_folder(context, transfer->path, &fields));
    EG_TRY(eg_path_folder(context, fields, &run));
    EG_TRY(eg_path_join(context, run, "balance.csv", &table));
    EG_TRY(eg_alloc(context, HEADER_ROOM, 1, &header));
    FILE *file = fopen(table, "rbe");
    *found = file && fgets(header, HEADER_ROOM, file) && strstr(header, ",solute_");
    if (file)
        fclose(file);
    for (int f = 0; f < transfer->snapshot->field_count; f++)
        *found = *found || strstr(transfer->snapshot->field[f].name, "concentration");
    return EG_OK;
}

static eg_status warn_of_old_solutes(const eg_transfer *transfer)
{
    eg_case *loaded = transfer->setup->loaded;
    bool found = false;
    EG_TRY(find_old_solutes(transfer, &found));
    if (found)
        eg_case_warn(loaded, transfer->node,
                     "%s: the solutes of the other run are not taken over: the water of this one %s",
                     transfer->path,
                     eg_case_find(loaded, "solutes") ? "begins with solutes.*.initial" : "has none");
    return EG_OK;
}

static eg_status fill_water_rows(const eg_setup *setup, const double *bed, double (*row)[3])
{
    static const char *const volume[] = {"depth", "velocity", NULL};
    static const char *const level[] = {"depth", "velocity", "level", NULL};
    bool keeps_level = eg_node_is(eg_case_find(setup->loaded, "initial.keep"), "level");
    EG_ENDS_WITH(eg_transfer_close) eg_transfer transfer = {0};
    EG_TRY(eg_transfer_open(setup, keeps_level ? level : volume, false, &transfer));
    if (transfer.snapshot->degree > 0)
        return eg_case_fail(setup->loaded, transfer.node, EG_INPUT,
                            "%s: has polynomials in its cells, and no values of cells", transfer.path);
    EG_TRY(warn_of_old_solutes(&transfer));
    if (keeps_level || !eg_transfer_same_mesh(&transfer))
        return move_water(&transfer, bed, row);
    copy_water(&transfer, row);
    return EG_OK;
}

static eg_status survey_rows(const eg_setup *setup, eg_text *found)
{
    int64_t cells = setup->mesh->base.own;
    eg_sw_model model = {.setup = *setup};
    double(*row)[3] = NULL;
    if (!eg_case_find(setup->loaded, "initial.from") || setup->restoring)
        return EG_OK;
    eg_status status = eg_sw_read_ground(&model);
    if (status == EG_OK)
        status = eg_alloc(setup->context, cells, sizeof *row, &row);
    if (status == EG_OK)
        status = fill_water_rows(setup, model.bed, row);
    if (status == EG_OK)
        eg_text_add_bytes(found, (const char *)row, cells * (int64_t)sizeof *row);
    eg_sw_destroy_roughness(&model);
    EG_FREE(&row, &model.bed, &model.manning, &model.linear_friction);
    return status != EG_OK ? status : found->status;
}

eg_status eg_sw_survey(const eg_setup *setup, eg_text *found)
{
    EG_TEXT(faces, setup->context);
    EG_TRY(survey_rows(setup, found));
    EG_TRY(eg_sw_survey_levees(setup, &faces));
    int64_t count = faces.length / (int64_t)sizeof(eg_sw_levee_face);
    eg_text_add_bytes(found, (const char *)&count, sizeof count);
    if (count > 0)
        eg_text_add_bytes(found, faces.data, faces.length);
    return found->status;
}

/* ---- what that has found, for the cells of a rank */

const eg_sw_levee_face *eg_sw_surveyed_levees(const eg_sw_model *model, int64_t *count)
{
    const eg_setup *setup = &model->setup;
    bool has_rows = eg_case_find(setup->loaded, "initial.from") && !setup->restoring; /* of cells, before */
    int64_t bytes = has_rows ? setup->mesh->base.all * 3 * (int64_t)sizeof(double) : 0;
    const char *from = (const char *)setup->survey + bytes;
    memcpy(count, from, sizeof *count);
    return (const eg_sw_levee_face *)(from + sizeof *count);
}
