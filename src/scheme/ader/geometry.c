/* What is computed once, on the host: maps, materials, the projection of the initial state, and what a cell
 * knows of its faces, put into the arrays of kernels/ader/step.h. */
#include "base/parallel.h"
#include "scheme/ader/internal.h"

#include <math.h>

#include "ader/faces.h"

/* ---- values at quadrature points */

/* Cells of one type, canonical. */
static void cells_of_type(const eg_plane *mesh, int type, int64_t *from, int64_t *to)
{
    *from = type == EG_TRIANGLE ? 0 : mesh->base.group[EG_TRIANGLE].count;
    *to = *from + mesh->base.group[type].count;
}

/* ---- material */

enum { LEAST = 1024 }; /* cells worth a thread */

/* Values at points of the cells of one type that go into arrays: material or state. */
typedef struct filling {
    eg_ader *ader;
    const eg_ader_options *options;
    const eg_ader_rule *rule; /* without places */
    int64_t first;            /* cell */
    void *q;                  /* state */
} filling;

/* What a thread needs of it. */
typedef struct fill_room {
    eg_ader_rule rule;
    double values[EG_QUADRATURE_ANY_POINTS * EG_LINEAR_MATERIALS];
} fill_room;

_Static_assert((int)EG_LINEAR_VARIABLES <= (int)EG_LINEAR_MATERIALS, "there is room for a state, too");

static eg_status find_some_material(void *with, int part, int64_t from, int64_t to)
{
    const filling *f = with;
    eg_ader *ader = f->ader;
    int n = ader->system->materials;
    EG_SCRATCH fill_room *room = NULL;
    (void)part;
    EG_TRY(eg_alloc(ader->context, 1, sizeof *room, &room));
    eg_ader_rule *r = &room->rule;
    *r = *f->rule;
    for (int64_t c = f->first + from; c < f->first + to; c++) {
        double area = ader->mesh->type[c] == EG_TRIANGLE ? 0.5 : 1;
        eg_ader_place_rule(ader->mesh, c, r);
        EG_TRY(f->options->material(f->options->user, c, r->count, (const double(*)[2])r->x, room->values));
        for (int i = 0; i < n; i++) {
            double sum = 0, first = room->values[i];
            for (int q = 0; q < r->count; q++)
                sum += r->weight[q] * (room->values[q * n + i] - first); /* a constant stays what it is */
            ader->material[c * n + i] = first + sum / area;
        }
        if (ader->system->derive)
            ader->system->derive(ader->system, &ader->material[c * n]);
    }
    return EG_OK;
}

static eg_status fill_type(eg_context *context, filling *f, int type, bool one_thread, eg_part_function *fill)
{
    int64_t to;
    cells_of_type(f->ader->mesh, type, &f->first, &to);
    int parts = one_thread ? 1 : eg_parts(context, to - f->first, LEAST);
    return eg_in_parts(context, parts, to - f->first, fill, f);
}

eg_status eg_ader_find_material(eg_ader *ader, const eg_ader_options *options)
{
    EG_SCRATCH eg_ader_rule *r = NULL;
    filling f = {.ader = ader, .options = options};
    EG_TRY(eg_owner_alloc(
        &ader->owned, (ader->mesh->base.own + eg_mesh_ghosts(&ader->mesh->base)) * ader->system->materials,
        sizeof(double), &ader->material));
    EG_TRY(eg_alloc(ader->context, 1, sizeof *r, &r));
    f.rule = r;
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        eg_ader_make_rule((eg_cell_type)type, 2 * ader->order > 6 ? 2 * ader->order : 6, 1, r);
        EG_TRY(fill_type(ader->context, &f, type, false, find_some_material));
    }
    return EG_OK;
}

/* ---- initial state */

/* The basis is orthonormal in the reference cell: coefficient k is the integral of u phi_k there. Most of a
 * medium is at rest. */
static void project_variable(const eg_ader *ader, const fill_room *room, int v, void *q, int64_t slot)
{
    double sum[EG_MODES_MOST] = {0};
    bool rests = true; /* q has zeros */
    for (int i = 0; i < room->rule.count && rests; i++)
        rests = room->values[i * ader->system->variables + v] == 0;
    if (rests)
        return;
    for (int i = 0; i < room->rule.count; i++) {
        double value = room->values[i * ader->system->variables + v];
        for (int k = 0; k < ader->modes; k++)
            sum[k] += room->rule.basis[i][k] * value;
    }
    for (int k = 0; k < ader->modes; k++)
        eg_layout_store(&ader->layout, q,
                        eg_layout_state_index(&ader->layout, ader->values, slot, v * ader->modes + k),
                        sum[k]);
}

static eg_status project_some(void *with, int part, int64_t from, int64_t to)
{
    const filling *f = with;
    const eg_ader *ader = f->ader;
    EG_SCRATCH fill_room *room = NULL;
    (void)part;
    EG_TRY(eg_alloc(ader->context, 1, sizeof *room, &room));
    eg_ader_rule *r = &room->rule;
    *r = *f->rule;
    for (int64_t c = f->first + from; c < f->first + to; c++) {
        int64_t slot = eg_layout_slot(&ader->layout, c);
        eg_ader_place_rule(ader->mesh, c, r);
        EG_TRY(f->options->initial(f->options->user, c, r->count, (const double(*)[2])r->x, room->values));
        for (int v = 0; v < ader->system->variables; v++)
            project_variable(ader, room, v, f->q, slot);
    }
    return EG_OK;
}

eg_status eg_ader_project(eg_ader *ader, const eg_ader_options *options, void *q)
{
    EG_SCRATCH eg_ader_rule *r = NULL;
    EG_TRY(eg_alloc(ader->context, 1, sizeof *r, &r));
    filling f = {.ader = ader, .options = options, .rule = r, .q = q};
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        eg_ader_make_rule((eg_cell_type)type, EG_ADER_EXACT(ader->order), ader->order, r);
        for (int i = 0; i < r->count; i++) /* basis values times weights */
            for (int k = 0; k < ader->modes; k++)
                r->basis[i][k] *= r->weight[i];
        EG_TRY(fill_type(ader->context, &f, type, options->in_order, project_some));
    }
    return EG_OK;
}

/* ---- cells and faces */

/* Host arrays of one type being filled. */
typedef struct type_arrays {
    double *cell, *face;
    int32_t *there, *side;
} type_arrays;

/* How kernels are told of a neighbour's face (THERE_PLACE in kernels/ader/places.h). */
static int32_t there_of(const eg_ader *ader, int64_t face)
{
    return (int32_t)(ader->far ? face : eg_ader_trace_offset(ader, face));
}

static void fill_plane_face(const eg_ader *ader, const eg_ader_options *options, const type_arrays *to,
                            int64_t i, int k, int64_t cell, double determinant)
{
    const eg_plane *mesh = ader->mesh;
    const eg_linear *system = ader->system;
    int faces = eg_cell_type_vertices((eg_cell_type)mesh->type[cell]), lanes = ader->layout.lanes;
    const eg_ader_across across = eg_ader_look_across(ader, options, cell, k);
    const eg_side s = across.side;
    double constants[EG_LINEAR_FACE_CONSTANTS];
    const double *own = &ader->material[cell * system->materials];
    const double *other = &ader->material[s.cell * system->materials];
    eg_ader_find_constants(ader, &across, own, other, constants);
    int64_t block = i / lanes, lane = i % lanes, at = (block * faces + k) * lanes + lane;
    int count = 3 + system->face_constants[ader->flux];
    double *f = &to->face[(block * faces + k) * count * lanes + lane];
    f[0] = across.normal[0];
    f[lanes] = across.normal[1];
    f[2 * lanes] = (s.right ? -across.length : across.length) / determinant;
    for (int j = 3; j < count; j++)
        f[j * lanes] = constants[j - 3];
    bool given =
        across.boundary == EG_LINEAR_INFLOW; /* what is given stands where a neighbour's trace would */
    to->there[at] =
        there_of(ader, given ? eg_ader_inflow_face(ader, s.face) : eg_ader_trace_face(ader, s.cell, s.at));
    to->side[at] = (int32_t)(given ? EG_LINEAR_INSIDE : across.boundary) + (s.right ? FACE_RIGHT : 0);
}

/* The least distance from the centroid to a face: of a triangle 2/3 A / l, of a parallelogram A / 2 l. */
static double height_of(const eg_plane *mesh, int64_t cell)
{
    double longest = 0;
    for (int64_t k = mesh->first[cell]; k < mesh->first[cell + 1]; k++) {
        double normal[2], length;
        eg_plane_frame(mesh, mesh->cell_face[k], normal, &length);
        longest = fmax(longest, length);
    }
    return (mesh->type[cell] == EG_TRIANGLE ? 2.0 / 3.0 : 0.5) * mesh->area[cell] / longest;
}

/* (31) is 1 / dt = (2 O - 1) speed / (CFL height). The bound 2 O - 1 falls too slowly for a step of one
 * stage: measured, the largest stable CFL falls below 1 from order 7 on (theory page, "time step"); there it
 * counts as CFL 1. A matrix E adds the largest size of its eigenvalues: the Taylor polynomial of exp(z) with its
 * terms is at most 1 in the left half of the unit disc. Of an implicit one rotation alone counts: once, or twice above
 * order 4 (docs/theory/linear.md, "Where E is stiff"). */
double eg_ader_rate(const eg_ader *ader, int64_t cell)
{
    static const double stable[EG_CELL_TYPES][EG_ORDER_MOST] = {
        [EG_TRIANGLE] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0.9, 0.85},
        [EG_QUADRANGLE] = {1, 1, 1, 1, 1, 1, 0.95, 0.85, 0.75, 0.7, 0.65, 0.6}};
    double moves = (2 * ader->order - 1) * eg_ader_speed(ader, cell) /
                   (height_of(ader->mesh, cell) * stable[ader->mesh->type[cell]][ader->order - 1]);
    moves += ader->exchange_rate;
    const eg_linear *system = ader->system;
    const double *material = &ader->material[cell * system->materials];
    if (!system->reacts)
        return moves;
    if (ader->implicit)
        return moves + (ader->order > 4 ? 2 : 1) * system->turning(system, material);
    return moves + system->reaction(system, material);
}

static void fill_plane_cell(const eg_ader *ader, const eg_ader_options *options, const type_arrays *to,
                            int64_t i, int64_t cell)
{
    const eg_linear *system = ader->system;
    int lanes = ader->layout.lanes, count = 4 + system->materials + 1;
    const eg_affine map = eg_plane_map(ader->mesh, cell);
    double *c = &to->cell[(i / lanes) * count * lanes + i % lanes];
    const double *material = &ader->material[cell * system->materials];
    for (int j = 0; j < 4; j++)
        c[j * lanes] = map.inverse[j / 2][j % 2];
    for (int j = 0; j < system->materials; j++)
        c[(4 + j) * lanes] = material[j];
    c[(count - 1) * lanes] = eg_ader_rate(ader, cell);
    int faces = eg_cell_type_vertices((eg_cell_type)ader->mesh->type[cell]);
    for (int k = 0; k < faces; k++)
        fill_plane_face(ader, options, to, i, k, cell, map.determinant);
}

/* Refuses a face that the flux of a system of matrices has no constants for. */
static eg_status check_constants(const eg_ader *ader, int type, const type_arrays *filled)
{
    int lanes = ader->layout.lanes, faces = eg_cell_type_vertices((eg_cell_type)type);
    int count = 3 + ader->system->face_constants[ader->flux];
    int64_t from, to;
    cells_of_type(ader->mesh, type, &from, &to);
    for (int64_t i = 0; i < to - from; i++)
        for (int k = 0; k < faces; k++) {
            const double *f = &filled->face[((i / lanes) * faces + k) * count * lanes + i % lanes];
            for (int j = 3; j < count; j++)
                if (!isfinite(f[j * lanes]))
                    return eg_fail(
                        ader->context, EG_INPUT,
                        "system: there is no flux through the face of the cell at (%.9g, %.9g) with the "
                        "normal (%.6g, %.6g): with the means of both cells it is not hyperbolic along this "
                        "normal, or their waves do not meet, or an entry of the boundary's reflection is "
                        "not finite",
                        ader->mesh->base.centroid[from + i][0], ader->mesh->base.centroid[from + i][1], f[0],
                        f[lanes]);
        }
    return EG_OK;
}

/* A padding lane is an empty cell whose faces are boundaries. */
static void fill_plane_padding(const eg_ader *ader, const type_arrays *to, int type, int64_t i)
{
    int lanes = ader->layout.lanes, faces = eg_cell_type_vertices((eg_cell_type)type);
    for (int k = 0; k < faces; k++) {
        to->there[((i / lanes) * faces + k) * lanes + i % lanes] =
            there_of(ader, ader->cells[type].first_face);
        to->side[((i / lanes) * faces + k) * lanes + i % lanes] = FACE_ABSORBING;
    }
}

/* The trace matrix [faces][order][modes] as [modes][order][faces]. */
static eg_status upload_lift(eg_ader *ader, eg_ader_cells *cells, int faces)
{
    int modes = ader->modes, order = ader->order;
    EG_SCRATCH double *lift = NULL;
    EG_TRY(eg_alloc(ader->context, modes * order * faces, sizeof *lift, &lift));
    for (int k = 0; k < modes; k++)
        for (int m = 0; m < order; m++)
            for (int f = 0; f < faces; f++)
                lift[(k * order + m) * faces + f] = cells->modal.trace[(f * order + m) * modes + k];
    const eg_tiles product = {lift, 1, modes, 0, order * faces, 0, order * faces, 1};
    if (ader->tensor)
        EG_TRY(eg_stepper_upload_tiles(&ader->base, "tiles of lifts", &product, 1, &cells->lift_tiles));
    return eg_stepper_upload_reals(&ader->base, "lifts", modes * order * faces, lift, &cells->lift);
}

/* The products of ader_predict in their order, for tensor cores: derivatives of each degree, volume,
 * traces. */
static eg_status upload_products(eg_ader *ader, int type)
{
    eg_ader_cells *cells = &ader->cells[type];
    int faces = eg_cell_type_vertices((eg_cell_type)type), modes = ader->modes, order = ader->order,
        count = 0;
    double *derivative, *volume;
    eg_tiles product[EG_ORDER_MOST * EG_ADER_PAIR_TILES + 1];
    EG_SCOPE(scope, ader->context);
    if (ader->variable)
        return EG_OK; /* variable.c has its own */
    EG_TRY(eg_ader_join_derivatives(&scope, &cells->modal, false, &derivative));
    EG_TRY(eg_ader_join_derivatives(&scope, &cells->modal, true, &volume));
    for (int r = 0; r < order - 1; r++)
        eg_ader_add_derivatives(derivative, modes, eg_modal_count(order - r - 1), eg_modal_count(order - r),
                                product, &count);
    eg_ader_add_volume(volume, modes, product, &count);
    product[count++] = (eg_tiles){cells->modal.trace, 1, faces * order, 0, modes, 0, modes, 1};
    return eg_stepper_upload_tiles(&ader->base, "tiles of products", product, count, &cells->tiles);
}

static eg_status build_cell_type(eg_ader *ader, const eg_ader_options *options, int type)
{
    eg_ader_cells *cells = &ader->cells[type];
    const eg_linear *system = ader->system;
    int faces = eg_cell_type_vertices((eg_cell_type)type), modes = ader->modes;
    int64_t slots = cells->blocks * ader->layout.lanes, from, to_cell;
    int64_t cell_values = slots * (4 + system->materials + 1);
    int64_t face_values = slots * faces * (3 + system->face_constants[ader->flux]);
    type_arrays to = {0};
    EG_SCOPE(scope, ader->context);
    cells_of_type(ader->mesh, type, &from, &to_cell);
    EG_TRY(eg_modal_create(ader->context, (eg_cell_type)type, ader->order, &cells->modal));
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(cell_values, to.cell), EG_BLOCK(face_values, to.face),
                          EG_BLOCK(slots * faces, to.there), EG_BLOCK(slots * faces, to.side)));
    EG_LOOP_OF(ader->context, to_cell - from, LEAST)
    for (int64_t c = from; c < to_cell; c++)
        fill_plane_cell(ader, options, &to, c - from, c);
    if (system->generated)
        EG_TRY(check_constants(ader, type, &to));
    for (int64_t i = to_cell - from; i < slots; i++)
        fill_plane_padding(ader, &to, type, i);
    EG_TRY(EG_UPLOAD_REALS(&ader->base,
                           {"derivatives", 2 * modes * modes, cells->modal.derivative, &cells->derivative},
                           {"edges", faces * ader->order * modes, cells->modal.trace, &cells->edge}));
    EG_TRY(upload_lift(ader, cells, faces));
    if (ader->tensor)
        EG_TRY(upload_products(ader, type));
    EG_TRY(EG_UPLOAD_REALS(&ader->base, {"cell constants", cell_values, to.cell, &cells->cell},
                           {"face constants", face_values, to.face, &cells->face}));
    return EG_UPLOAD(&ader->base, {"neighbours", slots * faces * 4, to.there, &cells->there},
                     {"kinds of faces", slots * faces * 4, to.side, &cells->side});
}

eg_status eg_ader_build_cells(eg_ader *ader, const eg_ader_options *options)
{
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        if (ader->cells[type].blocks == 0)
            continue;
        EG_TRY(build_cell_type(ader, options, type));
        if (ader->variable)
            EG_TRY(eg_ader_build_variable(ader, options, type));
    }
    return EG_OK;
}
