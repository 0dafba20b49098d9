/* What is computed once, on the host: maps, materials, and what a cell knows of its faces, put into the
 * arrays of kernels/dg/stage.h. */
#include "scheme/dg/internal.h"

#include <math.h>

#include "base/parallel.h"
#include "dg/sizes.h"

/* ---- materials */

typedef struct material_job {
    eg_dg *dg;
    const eg_dg_field *field;
} material_job;

/* The largest speed in an own cell. */
static eg_status find_cell_speed(const material_job *job, eg_dg_nodes *room, int64_t cell)
{
    eg_dg *dg = job->dg;
    const eg_linear *system = dg->system;
    dg->speed[cell] = system->speed(system, eg_dg_material(dg, cell));
    if (!dg->nodal)
        return EG_OK;
    eg_dg_place_nodes(dg, cell, room->x);
    EG_TRY(job->field->at(job->field, cell, dg->nodes, (const double(*)[3])room->x, room->own));
    for (int i = 0; i < dg->nodes; i++)
        dg->speed[cell] = fmax(dg->speed[cell], system->speed(system, &room->own[i * system->materials]));
    return EG_OK;
}

static eg_status find_materials(void *with, int part, int64_t from, int64_t to)
{
    const material_job *job = with;
    const eg_dg *dg = job->dg;
    eg_dg_nodes room;
    EG_SCOPE(scope, dg->context);
    (void)part;
    EG_TRY(eg_dg_nodes_create(dg, &scope, &room));
    for (int64_t c = from; c < to; c++) {
        eg_dg_map map;
        eg_dg_map_of(dg, c, &map);
        EG_TRY(job->field->at(job->field, c, 1, (const double(*)[3])map.centre,
                              &dg->material[c * dg->system->materials]));
        if (c < dg->mesh->base.own)
            EG_TRY(find_cell_speed(job, &room, c));
    }
    return EG_OK;
}

eg_status eg_dg_find_material(eg_dg *dg, const eg_dg_options *options)
{
    const eg_mesh *mesh = &dg->mesh->base;
    material_job job = {dg, options->material};
    EG_TRY(
        eg_owner_alloc(&dg->owned, mesh->held * dg->system->materials, sizeof *dg->material, &dg->material));
    EG_TRY(eg_owner_alloc(&dg->owned, mesh->own, sizeof *dg->speed, &dg->speed));
    return eg_in_parts(dg->context, eg_parts(dg->context, mesh->held, 1024), mesh->held, find_materials,
                       &job);
}

/* ---- cells and faces */

/* Host arrays being filled. */
typedef struct arrays {
    eg_dg *dg;
    const eg_dg_options *options;
    int metric, normals, cell_values, face_values;
    double *cell, *face, *curve, *part, *determinant;
    int64_t *there;
    int32_t *turn, *side;
} arrays;

/* The constants of the flux of an own face. Where smaller cells are across it sees what mortar.h makes of
 * their star states for the mean, and of Rusanov's flux the largest speed of all. */
static void find_face_constants(const arrays *to, int64_t cell, const eg_leaf_face *face,
                                const double *normal, double *constants)
{
    const eg_dg *dg = to->dg;
    const double *own = eg_dg_material(dg, cell);
    bool alone = face->side == EG_SIDE_BOUNDARY || face->side == EG_SIDE_FINE;
    eg_flux flux = face->side == EG_SIDE_FINE && dg->flux == EG_FLUX_UPWIND ? EG_FLUX_CENTRAL : dg->flux;
    const double *other = alone ? own : eg_dg_material(dg, face->across);
    dg->system->face(dg->system,
                     &(eg_linear_face){.flux = flux,
                                       .left = own,
                                       .right = other,
                                       .normal = normal,
                                       .boundary = eg_dg_boundary_of(to->options, face)},
                     constants);
    if (face->side != EG_SIDE_FINE || flux != EG_FLUX_RUSANOV)
        return;
    for (int i = 0; i < 1 << (dg->dimension - 1); i++) {
        double here[EG_LINEAR_FACE_CONSTANTS];
        dg->system->face(dg->system,
                         &(eg_linear_face){.flux = flux,
                                           .left = own,
                                           .right = eg_dg_material(dg, dg->mesh->finer[face->across][i]),
                                           .normal = normal,
                                           .boundary = EG_LINEAR_INSIDE},
                         here);
        constants[0] = fmax(constants[0], here[0]);
    }
}

static void fill_leaf_face(const arrays *to, const eg_dg_map *map, int64_t slot, int64_t cell, int f)
{
    const eg_dg *dg = to->dg;
    const eg_linear *system = dg->system;
    const eg_leaf_face *face = eg_forest_face(dg->mesh, cell, f);
    int64_t lanes = dg->layout.lanes, faces = 2 * dg->dimension;
    int64_t block = slot / lanes, lane = slot % lanes, at = (block * faces + f) * lanes + lane;
    double *values = &to->face[(block * faces + f) * to->face_values * lanes + lane];
    double normal[3], constants[EG_LINEAR_FACE_CONSTANTS];
    double ratio = eg_dg_face_frame(dg, map, f, normal);
    eg_linear_boundary kind = eg_dg_boundary_of(to->options, face);
    find_face_constants(to, cell, face, normal, constants);
    for (int d = 0; d < to->normals; d++)
        values[d * lanes] = normal[d];
    values[to->normals * lanes] = ratio / dg->weight[0];
    for (int i = 0; i < system->face_constants[dg->flux]; i++)
        values[(to->normals + 1 + i) * lanes] = constants[i];
    eg_dg_view beyond = eg_dg_beyond(dg, cell, f);
    to->there[at] = beyond.place;
    for (int d = 0; d < dg->dimension - 1; d++)
        to->turn[((block * faces + f) * (dg->dimension - 1) + d) * lanes + lane] = (int32_t)beyond.turn[d];
    to->side[at] = (int32_t)kind;
}

/* C of dt = C / (speed sum_d 1 / h_d), h the edges of a brick, for N = 2 to 16 nodes an edge: where the
 * spectrum of the semi-discrete operator, of any wave vector, touches the region of stability
 * (docs/theory/octree-dg.md, "The stable step"). */
static const double stable_step[EG_FLUXES][EG_DG_STEPS][EG_DG_DEGREE] = {
    [EG_FLUX_UPWIND] = {{1.5833, 0.6830, 0.4066, 0.25508, 0.17204, 0.12380, 0.09330, 0.07282, 0.05840,
                         0.04787, 0.03994, 0.03384, 0.02903, 0.02517, 0.02204},
                        {1.0625, 0.4342, 0.2249, 0.13764, 0.09284, 0.06680, 0.05035, 0.03929, 0.03151,
                         0.02583, 0.02155, 0.01826, 0.01566, 0.01358, 0.01189}},
    [EG_FLUX_RUSANOV] = {{1.5833, 0.6830, 0.3688, 0.22741, 0.15409, 0.11088, 0.08316, 0.06468, 0.05174,
                          0.04233, 0.03528, 0.02985, 0.02559, 0.02218, 0.01940},
                         {1.0625, 0.4162, 0.20939, 0.12563, 0.08376, 0.05983, 0.04487, 0.03490, 0.02792,
                          0.02284, 0.01904, 0.01611, 0.01381, 0.01197, 0.01047}},
    [EG_FLUX_CENTRAL] = {{1.67036, 0.65969, 0.36693, 0.23418, 0.16181, 0.11811, 0.08982, 0.07051, 0.05678,
                          0.04668, 0.03904, 0.03313, 0.02846, 0.02471, 0.02165},
                         {0.86603, 0.34203, 0.19024, 0.12142, 0.08389, 0.06124, 0.04657, 0.03656, 0.02944,
                          0.02420, 0.02024, 0.01718, 0.01475, 0.01281, 0.01122}}};

/* What memory adds to the rate of a cell, 1/s: its fastest body is the last one. */
static double memory_rate(const eg_dg *dg)
{
    int bodies = dg->system->bodies;
    return bodies > 0 ? dg->system->relaxing[bodies - 1] / eg_dg_real_axis(dg) : 0;
}

/* sum_d 1 / h_d: the gradient of a reference coordinate of a brick is 2 / h. */
static double closeness(const eg_dg *dg, const eg_dg_map *map)
{
    double sum = 0, normal[3];
    for (int d = 0; d < dg->dimension; d++)
        sum += 0.5 * eg_dg_face_frame(dg, map, 2 * d, normal);
    return sum;
}

/* The metric at the nodes of a curved cell; returns the largest closeness. */
static double fill_curve(const arrays *to, int64_t cell)
{
    const eg_dg *dg = to->dg;
    int64_t lanes = dg->layout.lanes, values = (int64_t)dg->dimension * dg->dimension + 1;
    double *at = &to->curve[cell / lanes * values * dg->nodes * lanes + cell % lanes], most = 0;
    for (int i = 0; i < dg->nodes; i++) {
        double reference[3];
        eg_dg_map map;
        eg_dg_node_reference(dg, i, reference);
        eg_dg_map_at(dg, cell, reference, &map);
        for (int e = 0; e < dg->dimension; e++)
            for (int d = 0; d < dg->dimension; d++)
                at[((e * dg->dimension + d) * dg->nodes + i) * lanes] = map.inverse[e][d];
        at[((values - 1) * dg->nodes + i) * lanes] = map.determinant;
        most = fmax(most, closeness(dg, &map));
    }
    return most;
}

static void fill_leaf(const arrays *to, int64_t cell)
{
    eg_dg *dg = to->dg;
    eg_dg_map map;
    int64_t slot = eg_layout_slot(&dg->layout, cell), lanes = dg->layout.lanes;
    double *values = &to->cell[slot / lanes * to->cell_values * lanes + slot % lanes];
    const double *material = &dg->material[cell * dg->system->materials];
    eg_dg_map_of(dg, cell, &map);
    bool curved = dg->geometry == DG_CURVED;
    for (int e = 0, i = 0; e < dg->dimension && !curved; e++)
        for (int d = 0; d < dg->dimension; d++)
            if (dg->geometry != DG_BRICK || d == e)
                values[i++ * lanes] = map.inverse[e][d];
    for (int i = 0; i < dg->system->materials; i++)
        values[(to->metric + i) * lanes] = material[i];
    to->determinant[cell] = curved ? 1 : map.determinant;
    dg->rate[cell] = dg->speed[cell] * (curved ? fill_curve(to, cell) : closeness(dg, &map)) /
                         stable_step[dg->flux][dg->steps][dg->edge - 2] +
                     eg_dg_pml_rate(dg, cell) + memory_rate(dg);
    for (int f = 0; f < 2 * dg->dimension; f++)
        fill_leaf_face(to, &map, slot, cell, f);
}

/* A padding lane is an empty cell whose faces are boundaries. */
static void fill_empty_leaf(const arrays *to, int64_t slot)
{
    const eg_dg *dg = to->dg;
    int64_t lanes = dg->layout.lanes, faces = 2 * dg->dimension;
    int64_t values = (int64_t)dg->nodes * (dg->dimension * dg->dimension + 1);
    for (int64_t i = 0; dg->geometry == DG_CURVED && i < values; i++)
        to->curve[(slot / lanes * values + i) * lanes + slot % lanes] = 1;
    for (int f = 0; f < faces; f++) {
        int64_t at = (slot / lanes * faces + f) * lanes + slot % lanes;
        to->there[at] = dg->one_state ? eg_dg_own_trace(dg, slot, f) : eg_dg_place(dg, slot, 0);
        to->side[at] = FACE_WALL;
    }
}

/* The cells of blocks [from, to), which no other thread writes to. */
static eg_status fill_leaf_blocks(void *with, int part, int64_t from, int64_t to)
{
    const arrays *a = with;
    const eg_dg *dg = a->dg;
    int64_t lanes = dg->layout.lanes, own = dg->mesh->base.own;
    (void)part;
    for (int64_t b = from; b < to; b++)
        for (int64_t slot = b * lanes; slot < (b + 1) * lanes; slot++) {
            if (slot >= own) {
                fill_empty_leaf(a, slot);
                continue;
            }
            fill_leaf(a, slot);
            a->part[b] = fmax(a->part[b], dg->rate[slot]);
        }
    return EG_OK;
}

static int64_t curve_values(const eg_dg *dg)
{
    int64_t of_node = (int64_t)dg->dimension * dg->dimension + 1;
    bool curved = dg->geometry == DG_CURVED;
    return curved ? dg->blocks * dg->layout.lanes * dg->nodes * of_node : 1;
}

static eg_status allocate_arrays(eg_scope *scope, arrays *to)
{
    const eg_dg *dg = to->dg;
    int64_t slots = dg->blocks * dg->layout.lanes, faces = slots * 2 * dg->dimension;
    return EG_SCOPE_ALLOC(scope, EG_BLOCK(slots * to->cell_values, to->cell),
                          EG_BLOCK(curve_values(dg), to->curve), EG_BLOCK(faces * to->face_values, to->face),
                          EG_BLOCK(faces, to->there), EG_BLOCK(faces * (dg->dimension - 1), to->turn),
                          EG_BLOCK(faces, to->side), EG_BLOCK(dg->blocks, to->part),
                          EG_BLOCK(slots, to->determinant));
}

/* Dialect source of what kernels have as constants. */
static eg_status write_constants(eg_dg *dg, const double *matrix)
{
    EG_SCRATCH char *derivative = NULL;
    EG_SCRATCH char *relaxing = NULL;
    eg_precision precision = dg->layout.precision;
    EG_TEXT(text, dg->context);
    EG_TRY(eg_constants_source(dg->context, precision, "DG_DERIVATIVE", dg->edge * dg->edge, matrix,
                               &derivative));
    EG_TRY(eg_constants_source(dg->context, precision, "DG_RELAXING", dg->system->bodies,
                               dg->system->relaxing, &relaxing));
    eg_text_add(&text, "%s%s", derivative, dg->system->bodies > 0 ? relaxing : "");
    EG_TRY(text.status);
    EG_TRY(eg_owner_add(&dg->owned, EG_OWNED_ARRAY, &dg->constants));
    return eg_strdup(dg->context, eg_text_string(&text), &dg->constants);
}

static eg_status upload_geometry(const arrays *a)
{
    eg_dg *dg = a->dg;
    int64_t slots = dg->blocks * dg->layout.lanes, faces = slots * 2 * dg->dimension;
    double matrix[EG_LINE_NODES * EG_LINE_NODES];
    eg_line_derivative((eg_line){EG_LINE_GLL, dg->edge - 1}, matrix);
    EG_TRY(write_constants(dg, matrix));
    EG_TRY(EG_UPLOAD_REALS(&dg->base, {"derivative", dg->edge * (int64_t)dg->edge, matrix, &dg->matrix},
                           {"cell constants", slots * a->cell_values, a->cell, &dg->cell},
                           {"face constants", faces * a->face_values, a->face, &dg->face},
                           {"metric of nodes", curve_values(dg), a->curve, &dg->curve}));
    EG_TRY(EG_UPLOAD(&dg->base, {"neighbours", faces * 8, a->there, &dg->there},
                     {"turns", faces * (dg->dimension - 1) * 4, a->turn, &dg->turn},
                     {"kinds of faces", faces * 4, a->side, &dg->side}));
    EG_TRY(eg_stepper_upload_reals(&dg->base, "rates", dg->blocks, a->part, &dg->part));
    return eg_stepper_upload(&dg->base, "determinants", dg->mesh->base.own * 8, a->determinant,
                             &dg->determinant);
}

eg_status eg_dg_build_cells(eg_dg *dg, const eg_dg_options *options)
{
    bool affine = dg->geometry == DG_AFFINE, curved = dg->geometry == DG_CURVED;
    arrays to = {.dg = dg, .options = options};
    EG_SCOPE(scope, dg->context);
    to.metric = affine ? dg->dimension * dg->dimension : curved ? 0 : dg->dimension;
    to.normals = affine ? dg->dimension : 0;
    to.cell_values = to.metric + dg->system->materials;
    to.face_values = to.normals + 1 + dg->system->face_constants[dg->flux];
    EG_TRY(eg_owner_alloc(&dg->owned, dg->mesh->base.own, sizeof *dg->rate, &dg->rate));
    EG_TRY(allocate_arrays(&scope, &to));
    EG_TRY(
        eg_in_parts(dg->context, eg_parts(dg->context, dg->blocks, 256), dg->blocks, fill_leaf_blocks, &to));
    return upload_geometry(&to);
}
