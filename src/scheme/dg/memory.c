/* What a solver takes of its device, and how it stores the state for that. */
#include <math.h>

#include "scheme/dg/internal.h"

#include "dg/sizes.h"

/* ---- before anything is built */

static double nodes_along(const eg_dg_size *size, int dimensions)
{
    return pow(size->degree + 1, dimensions);
}

/* Constants of a cell: map and material, faces, neighbours, and what sums leave. */
static double constants_of_cell(const eg_dg_size *size)
{
    const eg_linear *system = size->system;
    int d = system->dimensions, faces = 2 * d, constants = system->face_constants[size->flux];
    double real = (double)eg_real_size(size->precision);
    double nodes = nodes_along(size, d), face_nodes = nodes_along(size, d - 1);
    double metric = size->kind == EG_LEAF_BRICK ? d : size->kind == EG_LEAF_AFFINE ? d * d : 0;
    double normals = size->kind == EG_LEAF_AFFINE ? d : 0;
    double reals = metric + system->materials + faces * (normals + 1 + constants);
    if (size->kind == EG_LEAF_CURVED)
        reals += (d * d + 1) * nodes;
    if (size->nodal)
        reals += system->materials * nodes + faces * constants * face_nodes;
    return real * reals + faces * (8 + 4 * (d - 1) + 4) + 3 * 8;
}

/* Of a mortar: views, turns and its frame. */
static double bytes_of_mortar(const eg_dg_size *size)
{
    const eg_linear *system = size->system;
    int d = system->dimensions, parts = 1 << (d - 1);
    double nodes = size->nodal ? nodes_along(size, d - 1) : 1;
    double real = (double)eg_real_size(size->precision);
    double normals = size->kind == EG_LEAF_CURVED ? (parts + 1) * (d + 2) * nodes_along(size, d - 1) : d;
    return (2 + 2 * parts) * (8 + 4 * (d - 1)) +
           real * (normals + parts * nodes * system->face_constants[size->flux]);
}

/* Variables of a trace in a run with one state. */
static int traced(const eg_dg_size *size)
{
    bool all = size->kind != EG_LEAF_BRICK || size->entries > 0;
    return all ? size->system->variables : size->system->traces[size->flux];
}

double eg_dg_need(const eg_dg_size *size, eg_dg_storage storage)
{
    int d = size->system->dimensions, parts = 1 << (d - 1);
    double real = (double)eg_real_size(size->precision);
    double values = nodes_along(size, d) * eg_linear_stored(size->system);
    double face = nodes_along(size, d - 1);
    double psi = size->layered * size->system->changed[size->flux] * nodes_along(size, d);
    double bytes = size->scratch + size->cells * constants_of_cell(size) +
                   size->entries / (parts + 1) * bytes_of_mortar(size) + 2 * psi * real;
    if (storage == EG_DG_SEPARATE)
        return bytes + real * ((size->parts ? 4 : 3) * size->cells * values +
                               3 * size->entries * values / (size->degree + 1));
    bytes += real * (traced(size) * face * (2 * d * size->cells + size->entries));
    return bytes + (storage == EG_DG_IN_PLACE ? 2 * size->cells * values * real : 0);
}

/* ---- of a solver */

eg_dg_storage eg_dg_storage_of(const eg_dg *dg)
{
    return dg->storage;
}

int64_t eg_dg_room(const eg_dg *dg)
{
    int64_t free = eg_device_describe(dg->device)->memory_free;
    int64_t most = dg->memory > 0 ? dg->memory : free > 0 ? free : INT64_MAX;
    return most - eg_stepper_device_bytes(&dg->base);
}

/* That a group may have: of a thread of the host on its stack. */
static int64_t group_bytes(const eg_dg *dg)
{
    return eg_device_describe(dg->device)->max_group == 1 ? 1 << 19 : eg_dg_shared_bytes(dg);
}

/* What a group has of each lane of curved cells by nodes: what is differentiated in the weak form along each
 * direction, of half as many values as cross a face. */
static int64_t weak_bytes(const eg_dg *dg, eg_precision precision)
{
    bool has = dg->geometry == DG_CURVED && !dg->columns;
    int weaks = dg->system->traces[EG_FLUX_UPWIND] / 2;
    return has ? (int64_t)dg->dimension * weaks * dg->nodes * (int64_t)eg_real_size(precision) : 0;
}

/* The rest of it: its cell in a run with one state or by columns, and of columns what crosses four faces.
 * Nodes of a run with two states read those in place where they do not fit. */
static int64_t bytes_of_cell(const eg_dg *dg, eg_precision precision, bool one_state)
{
    int64_t reals = one_state || dg->columns ? eg_dg_wave_values(dg) : 0;
    if (dg->columns)
        reals += 4 * (int64_t)dg->edge * dg->edge * dg->system->traces[dg->flux];
    return reals * (int64_t)eg_real_size(precision);
}

bool eg_dg_weak_again(const eg_dg *dg, eg_precision precision)
{
    int64_t weak = weak_bytes(dg, precision);
    return weak > 0 && weak + bytes_of_cell(dg, precision, dg->one_state) > group_bytes(dg);
}

int64_t eg_dg_mortar_scratch(const eg_dg *dg, eg_precision precision)
{
    int traces = dg->system->traces[dg->flux], parts = 1 << (dg->dimension - 1);
    int carried = dg->geometry == DG_CURVED ? traces : dg->system->variables;
    int halves = dg->dimension == 3 ? 2 * (carried + traces) : 0;
    int64_t of_value = dg->nodes / dg->edge * (int64_t)eg_real_size(precision);
    int64_t scratch = (halves + parts * traces) * of_value;
    return carried * of_value + scratch > group_bytes(dg) ? scratch : 0;
}

/* What a group has of each lane of a stage, or of the kernels that sum a cell up (dg/content.h,
 * dg/adapt.h). */
static int64_t bytes_of_cell_lane(const eg_dg *dg, eg_precision precision)
{
    int64_t weak = eg_dg_weak_again(dg, precision) ? 0 : weak_bytes(dg, precision);
    int64_t sums = dg->nodes + (int64_t)dg->dimension * dg->nodes / dg->edge;
    return eg_max_i64(weak + bytes_of_cell(dg, precision, dg->one_state), sums * (int64_t)sizeof(double));
}

static bool stages_cells(const eg_dg *dg, const eg_dg_options *options)
{
    int lanes = options->lanes > 0 ? options->lanes : 1;
    return lanes * bytes_of_cell(dg, options->precision, true) <= group_bytes(dg);
}

/* On a GPU a group has 64 threads or more, where that is possible, and no more than it can have. Columns of
 * more than four variables in f64 have 64 at most: eight warps share a multiprocessor, and three make a group
 * in which a fourth of the threads is idle (dg.c). */
int eg_dg_lanes(const eg_dg *dg, const eg_dg_options *options)
{
    int threads = dg->columns ? dg->edge * dg->edge : dg->nodes, lanes = 1;
    if (options->lanes)
        return options->lanes;
    if (!eg_device_describe(dg->device)->gpu)
        lanes = eg_device_lanes(dg->device, options->precision, dg->nodes);
    else if (dg->columns && dg->system->variables > 4 && options->precision == EG_F64)
        while (2 * lanes * threads <= 64)
            lanes *= 2;
    else
        while (lanes * threads < 64)
            lanes *= 2;
    int64_t bytes = bytes_of_cell_lane(dg, options->precision);
    while (lanes > 1 && lanes * bytes > group_bytes(dg))
        lanes /= 2;
    return lanes;
}

static eg_dg_size size_of_forest(const eg_dg *dg, const eg_dg_options *options)
{
    double entries = (double)dg->traces.entries;
    return (eg_dg_size){.system = dg->system,
                        .flux = dg->flux,
                        .precision = options->precision,
                        .degree = dg->edge - 1,
                        .kind = dg->mesh->kind,
                        .nodal = dg->nodal,
                        .parts = dg->parts,
                        .cells = (double)dg->mesh->base.own,
                        .layered = eg_dg_pml_cells(dg),
                        .entries = entries,
                        .scratch = (double)eg_dg_mortar_scratch(dg, options->precision) *
                                   fmin(entries / ((1 << (dg->dimension - 1)) + 1), EG_DG_MORTARS)};
}

/* Why a state cannot be updated where it stands; NULL: it can. */
static const char *reason_against(const eg_dg *dg, const eg_dg_options *options)
{
    if (dg->parts)
        return "the three kernels of a stage need the state at its start";
    if (!stages_cells(dg, options))
        return "a cell of this degree does not fit into the memory that a thread block shares";
    return NULL;
}

static eg_status refuse_memory(const eg_dg *dg, double need)
{
    return eg_fail(dg->context, EG_MEMORY,
                   "%.6g unknowns (%lld cells of degree %d) need %.4g GB on %s, where %.4g GB may "
                   "be taken; take a lower level, a lower degree, or numerics.precision: f32",
                   (double)dg->mesh->base.own * dg->values, (long long)dg->mesh->base.own, dg->edge - 1,
                   need / 1e9, eg_device_describe(dg->device)->spec, (double)eg_dg_room(dg) / 1e9);
}

/* The first storage that fits, from that which the options name on; of all ranks that which needs least. */
static eg_dg_storage choose_residence(const eg_dg *dg, const eg_dg_options *options, const eg_dg_size *size)
{
    int last = reason_against(dg, options) ? EG_DG_SEPARATE : EG_DG_OUT_OF_CORE;
    double storage = dg->before ? dg->before->storage : options->storage ? options->storage : EG_DG_SEPARATE;
    if (!options->storage && !dg->before)
        while (storage < last && eg_dg_need(size, (eg_dg_storage)storage) > (double)eg_dg_room(dg))
            storage++;
    eg_comm_max(dg->comm, &storage, 1);
    return (eg_dg_storage)storage;
}

eg_status eg_dg_check_storage(const eg_dg *dg, const eg_dg_options *options, eg_dg_storage storage)
{
    const char *against = reason_against(dg, options);
    return against && storage > EG_DG_SEPARATE
               ? eg_fail(dg->context, EG_CASE, "numerics.storage: %s; take 'separate'", against)
               : EG_OK;
}

/* Whether this rank can have it, and has room for it. */
static eg_status check_device_room(const eg_dg *dg, const eg_dg_options *options, const eg_dg_size *size)
{
    double need = eg_dg_need(size, dg->storage);
    EG_TRY(eg_dg_check_storage(dg, options, dg->storage));
    return need <= (double)eg_dg_room(dg) ? EG_OK : refuse_memory(dg, need);
}

eg_status eg_dg_choose_storage(eg_dg *dg, const eg_dg_options *options)
{
    const eg_dg_size size = size_of_forest(dg, options);
    double all = dg->geometry != DG_BRICK || dg->traces.entries > dg->traces.all_received;
    dg->storage = choose_residence(dg, options, &size);
    dg->one_state = dg->storage != EG_DG_SEPARATE;
    eg_comm_max(dg->comm, &all, 1);
    dg->trace_all = all > 0;
    dg->traced = dg->trace_all ? dg->system->variables : dg->system->traces[dg->flux];
    return eg_stepper_agree(&dg->base, check_device_room(dg, options, &size));
}
