/* What a cell knows of its faces and neighbours, put into the arrays of kernels/fv/shallow_water.c. */
#include "base/parallel.h"
#include "scheme/fv/internal.h"

#include <math.h>

#include "fv/kinds.h" /* kernels/fv/kinds.h */

enum { FACE_CONSTANTS = 3 };

/* 1 / chi' of a padding lane: no step is limited by it. */
static const double CHI_NONE = 0;

/* From the vertices, which a ghost has too: the squares do not know the sense of a face. */
static double perimeter(const eg_plane *mesh, int64_t cell)
{
    double x[EG_CELL_VERTICES][2], sum = 0;
    int count = eg_plane_cell_vertices(mesh, cell, x);
    for (int k = 0; k < count; k++) {
        const double *from = x[k], *to = x[(k + 1) % count];
        double dx = to[0] - from[0], dy = to[1] - from[1];
        sum += sqrt(dx * dx + dy * dy);
    }
    return sum;
}

/* The least value of a cell and those across its faces. */
static double least_around(const eg_plane *mesh, const double *value, int64_t cell)
{
    double least = value[cell];
    for (int64_t k = mesh->first[cell]; k < mesh->first[cell + 1]; k++) {
        int32_t face = mesh->cell_face[k];
        int32_t other = face >= 0 ? eg_plane_neighbour(mesh, face, cell) : -1;
        if (other >= 0)
            least = fmin(least, value[other]);
    }
    return least;
}

/* Of the two faces of a periodic pair that of the boundary with the lower number: both cells have its
 * geometry. */
static int64_t first_twin(const eg_plane *mesh, int64_t face)
{
    int32_t twin = mesh->face_twin[face];
    return twin >= 0 && mesh->face_boundary[twin] < mesh->face_boundary[face] ? twin : face;
}

eg_status eg_fv_chi(eg_fv *fv, eg_scope *scope, double **chi)
{
    const eg_plane *mesh = fv->mesh;
    double *own;
    int64_t cells = mesh->base.own + eg_mesh_ghosts(&mesh->base);
    EG_TRY(EG_SCOPE_ALLOC(scope, EG_BLOCK(cells, own), EG_BLOCK(cells, *chi)));
    EG_LOOP(fv->context, cells)
    for (int64_t c = 0; c < cells; c++)
        own[c] = 2 * mesh->area[c] / perimeter(mesh, c);
    EG_LOOP(fv->context, cells)
    for (int64_t c = 0; c < cells; c++)
        (*chi)[c] = least_around(mesh, own, c);
    return EG_OK;
}

void eg_fv_frame(const eg_fv *fv, int64_t face, double normal[2], double *length)
{
    eg_plane_frame(fv->mesh, face, normal, length);
    if (fv->waves == EG_F64)
        return;
    normal[0] = (float)normal[0];
    normal[1] = (float)normal[1];
    *length = (float)*length;
}

/* The arrays of one type, on the host. */
typedef struct type_arrays {
    int32_t *neighbour;
    void *face, *flow, *cell;
} type_arrays;

static void free_arrays(type_arrays *to)
{
    EG_FREE(&to->neighbour, &to->face, &to->flow, &to->cell);
}

/* What the cells of one type are made from. */
typedef struct filling {
    const eg_fv *fv;
    const eg_fv_options *options;
    const type_arrays *to;
    const int32_t *open_index;
    const double *chi;
    int type;
} filling;

static void fill_water_face(const filling *f, int faces, int64_t local_slot, int k, int64_t cell,
                            int64_t face)
{
    const eg_fv *fv = f->fv;
    const type_arrays *to = f->to;
    const eg_plane *mesh = fv->mesh;
    const eg_layout *layout = &fv->layout;
    int32_t own = eg_layout_slot(layout, cell), other = eg_plane_neighbour(mesh, face, cell);
    int32_t there = own;
    if (eg_fv_is_closed(fv, f->options, face))
        other = -1;
    if (other >= 0)
        there = eg_layout_slot(layout, other);
    else if (f->open_index[face] >= 0)
        there = layout->extra_slot + f->open_index[face];
    int64_t canonical = first_twin(mesh, face);
    int64_t block = local_slot >> layout->lane_bits, lane = local_slot & (layout->lanes - 1);
    to->neighbour[(block * faces + k) * layout->lanes + lane] = eg_fv_name_neighbour(fv, cell, face, there);
    double normal[2], length;
    eg_fv_frame(fv, canonical, normal, &length);
    int64_t at = (block * faces + k) * FACE_CONSTANTS * layout->lanes + lane;
    /* exact: both cells have the same numbers but for the sign */
    double sign = canonical == face && mesh->face_cell[face][0] == cell ? 1 : -1;
    eg_real_store(fv->waves, to->face, at, sign * normal[0]);
    eg_real_store(fv->waves, to->face, at + layout->lanes, sign * normal[1]);
    eg_real_store(fv->waves, to->face, at + 2 * layout->lanes, length);
}

static int flow_constants(const eg_fv *fv)
{
    return eg_fv_knows_slope(fv) ? SW_WAVE_CONSTANTS_FRICTION : SW_WAVE_CONSTANTS;
}

/* Constants of `cell`, those of rain and soil included. */
static int cell_constants(const eg_fv *fv)
{
    double values[SW_WATER_CONSTANTS_MOST];
    return SW_CELL_CONSTANTS + eg_fv_water_constants(fv, NULL, -1, values);
}

static void store_constants(const filling *f, int64_t local_slot, const double *flow, const double *cell)
{
    const eg_fv *fv = f->fv;
    int flows = flow_constants(fv), cells = cell_constants(fv);
    for (int v = 0; v < flows; v++)
        eg_real_store(fv->waves, f->to->flow, eg_layout_index(&fv->layout, flows, local_slot, v), flow[v]);
    for (int v = 0; v < cells; v++)
        eg_layout_store(&fv->layout, f->to->cell, eg_layout_index(&fv->layout, cells, local_slot, v),
                        cell[v]);
}

static void fill_water_constants(const filling *f, int64_t cell, int64_t local_slot)
{
    const eg_fv *fv = f->fv;
    const eg_fv_options *options = f->options;
    double g = fv->gravity, n = options->manning ? options->manning[cell] : 0;
    double flow[SW_WAVE_CONSTANTS_FRICTION] = {1 / f->chi[cell], g * n * n};
    double values[SW_CELL_CONSTANTS + SW_WATER_CONSTANTS_MOST] = {1 / fv->mesh->area[cell]};
    double gradient[2] = {0, 0};
    if (eg_fv_knows_slope(fv))
        eg_fv_bed_gradient(fv->mesh, options, options->bed, cell, gradient);
    double x = g * gradient[0], y = g * gradient[1], slope = sqrt(x * x + y * y);
    if (slope > EG_FV_LEVEL_SLOPE * g) {
        flow[2] = x;
        flow[3] = y;
        flow[4] = EG_FV_SATURATION * flow[1] / (slope * slope * slope);
    }
    eg_fv_water_constants(fv, options, cell, &values[SW_CELL_CONSTANTS]);
    store_constants(f, local_slot, flow, values);
}

/* A slot behind the last cell: between walls. */
static void fill_water_padding(const filling *f, int faces, int64_t slot)
{
    int64_t lanes = f->fv->layout.lanes;
    int32_t own = (int32_t)(f->fv->layout.first_block[f->type] * lanes + slot);
    own *= f->fv->records.faces > 0 ? 4 : 1;
    for (int k = 0; k < faces; k++)
        f->to->neighbour[((slot / lanes) * faces + k) * lanes + slot % lanes] = own;
    const double flow[SW_WAVE_CONSTANTS_FRICTION] = {CHI_NONE};
    double values[SW_CELL_CONSTANTS + SW_WATER_CONSTANTS_MOST] = {0};
    eg_fv_water_constants(f->fv, NULL, -1, &values[SW_CELL_CONSTANTS]);
    store_constants(f, slot, flow, values);
}

static eg_status fill_water_blocks(void *with, int part, int64_t from, int64_t to)
{
    const filling *f = with;
    const eg_plane *mesh = f->fv->mesh;
    int faces = eg_cell_type_vertices((eg_cell_type)f->type), lanes = f->fv->layout.lanes;
    int64_t first_cell = f->fv->layout.first_cell[f->type], count = mesh->base.group[f->type].count;
    (void)part;
    for (int64_t i = from * lanes; i < to * lanes; i++) {
        int64_t c = first_cell + i;
        if (i >= count) {
            fill_water_padding(f, faces, i);
            continue;
        }
        for (int k = 0; k < faces; k++)
            fill_water_face(f, faces, i, k, c, eg_plane_face(mesh, c, k));
        fill_water_constants(f, c, i);
    }
    return EG_OK;
}

static eg_status fill_type(const filling *f)
{
    enum { LEAST_CELLS = 1 << 13 };
    int64_t blocks = f->fv->cells[f->type].blocks;
    int parts = eg_parts(f->fv->context, blocks * f->fv->layout.lanes, LEAST_CELLS);
    return eg_in_parts(f->fv->context, parts, blocks, fill_water_blocks, (void *)f);
}

static eg_status build_water_type(eg_fv *fv, const eg_fv_options *options, int type,
                                  const int32_t *open_index, const double *chi)
{
    eg_fv_cells *cells = &fv->cells[type];
    int faces = eg_cell_type_vertices((eg_cell_type)type);
    int64_t slots = cells->blocks * fv->layout.lanes;
    size_t size = eg_real_size(fv->layout.precision), wave = eg_real_size(fv->waves);
    EG_ENDS_WITH(free_arrays) type_arrays to = {0};
    EG_TRY(EG_ALLOC(
        fv->context, EG_BLOCK(slots * faces, to.neighbour), {slots * faces * FACE_CONSTANTS, wave, &to.face},
        {slots * flow_constants(fv), wave, &to.flow}, {slots * cell_constants(fv), size, &to.cell}));
    EG_TRY(fill_type(&(const filling){fv, options, &to, open_index, chi, type}));
    EG_TRY(eg_fv_list_near(fv, options, type, to.neighbour));
    EG_TRY(eg_stepper_take(&fv->base, "neighbours", slots * faces * (int64_t)sizeof *to.neighbour,
                           &to.neighbour, &cells->neighbour));
    EG_TRY(eg_stepper_take(&fv->base, "faces", slots * faces * FACE_CONSTANTS * (int64_t)wave, &to.face,
                           &cells->face));
    EG_TRY(eg_stepper_take(&fv->base, "constants of the flow", slots * flow_constants(fv) * (int64_t)wave,
                           &to.flow, &cells->flow));
    EG_TRY(eg_stepper_take(&fv->base, "cell constants", slots * cell_constants(fv) * (int64_t)size, &to.cell,
                           &cells->cell));
    EG_TRY(eg_stepper_partition_boundary(&fv->base, type, NULL, &cells->partition_boundary));
    const eg_define defines[] = {{"NFACES", faces},
                                 {"STATE_BITS", fv->layout.state_bits},
                                 {"FRICTION", fv->friction},
                                 {"MIXED", fv->waves != fv->layout.precision},
                                 {"PARTITIONED", cells->partition_boundary.order != NULL},
                                 {"WATER", fv->water.zones > 0},
                                 {"WATER_PLAIN", fv->water.plain},
                                 {"RAIN_FIELDS", fv->water.fields[EG_FV_RAIN_RATE]},
                                 {"SOIL", fv->water.soil},
                                 {"LOSSES", fv->water.losses},
                                 {"SOIL_DECAY", fv->water.decays},
                                 {"EVAPORATION", fv->water.evaporation},
                                 {"EVAPORATION_FIELDS", fv->water.fields[EG_FV_EVAPORATION_RATE]},
                                 {"MAXIMA", fv->maxima != 0},
                                 {"MAXIMA_FLOW", (fv->maxima & EG_FV_MAXIMA_FLOW) != 0},
                                 {"MAXIMA_TIMES", (fv->maxima & EG_FV_MAXIMA_TIMES) != 0},
                                 {"MAXIMA_HAZARD", (fv->maxima & EG_FV_MAXIMA_HAZARD) != 0},
                                 {"MAXIMA_DURATION", (fv->maxima & EG_FV_MAXIMA_DURATION) != 0},
                                 {"MAXIMA_SPEED_TIME", (fv->maxima & EG_FV_MAXIMA_SPEED_TIME) != 0},
                                 {"ORDER", eg_fv_order(fv)},
                                 {"RECORDS", fv->records.faces},
                                 {"CORIOLIS", options->coriolis != NULL},
                                 {"DRAG", options->linear_friction != NULL},
                                 {"ROUGHNESS", fv->friction && options->roughness.law != NULL},
                                 {fv->strips > 0 ? "STRIPS" : "SOLUTES", fv->strips > 0 ? fv->strips : 1}};
    int named = (int)(sizeof defines / sizeof *defines) - (fv->strips == 0 && fv->solutes.count == 0);
    EG_TRY(eg_fv_program(fv, fv->strips > 0 ? "fv/subgrid.c" : "fv/shallow_water.c", fv->layout.lanes, defines,
                         named, NULL, &cells->program));
    EG_TRY(eg_kernel_get(cells->program, "sw_step", &cells->step));
    EG_TRY(eg_fv_build_reconstruction(fv, options, type, open_index));
    EG_TRY(eg_fv_build_subgrid(fv, options, type));
    eg_kernel_cost(cells->step, cells->blocks, eg_fv_bytes_of_type(fv, type), 0);
    return fv->maxima ? eg_kernel_get(cells->program, "sw_maxima", &cells->maxima) : EG_OK;
}

eg_status eg_fv_build_cells(eg_fv *fv, const eg_fv_options *options, const int32_t *open_index,
                            const double *chi)
{
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        fv->cells[type].blocks = eg_ceil_div(fv->mesh->base.group[type].count, fv->layout.lanes);
        if (fv->cells[type].blocks > 0)
            EG_TRY(build_water_type(fv, options, type, open_index, chi));
    }
    return EG_OK;
}

double eg_fv_bytes_of_type(const eg_fv *fv, int type)
{
    double size = (double)eg_real_size(fv->layout.precision), wave = (double)eg_real_size(fv->waves);
    int faces = eg_cell_type_vertices((eg_cell_type)type);
    /* state read and written, bed, cell constants; each face's neighbour, normal and length */
    double cell = (2 * EG_FV_STATE + 1 + SW_CELL_CONSTANTS) * size +
                  (fv->friction ? flow_constants(fv) : 1) * wave + faces * (FACE_CONSTANTS * wave + 4);
    if (fv->records.faces >
        0) /* the states at its faces, those of neighbours from cache, and what lies between */
        cell += (faces * EG_FV_STATE + SW_INNER) * size;
    /* largest values are read; what grows is written, which is left out */
    cell += (fv->maxima ? 1 : 0) * size + (fv->maxima & EG_FV_MAXIMA_FLOW ? 2 : 0) * size +
            (fv->maxima & EG_FV_MAXIMA_HAZARD ? 1 : 0) * size + (fv->maxima & EG_FV_MAXIMA_DURATION ? 8 : 0);
    if (fv->water.zones > 0)
        cell += eg_fv_water_traffic(fv);
    cell += eg_fv_subgrid_traffic(fv, faces);
    return cell * (double)fv->mesh->base.group[type].count;
}
