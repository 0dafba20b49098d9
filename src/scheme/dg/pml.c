/* Perfectly matched layers (kernels/dg/pml.h): where they are, their profile, and the memory of their
 * cells. */
#include "scheme/dg/internal.h"

#include <math.h>
#include <string.h>

#include "dg/sizes.h"

/* A layer ends where the boundary is: the damping along it grows with the square of the depth, so that a wave
 * straight through and back is left with REFLECTION of its amplitude, in the continuum. */
static const double REFLECTION = 1e-8;

/* ---- where layers are, found from the trees: the same on every rank */

static int layered_faces(const eg_dg *dg)
{
    return 2 * dg->dimension;
}

/* The ends of a tree along an axis. */
static void tree_ends(const eg_dg *dg, int32_t tree, int axis, double end[2])
{
    const eg_macro *macro = &dg->mesh->macro;
    int n = macro->degree + 1, nodes = n * n * (macro->dimension == 3 ? n : 1);
    end[0] = INFINITY, end[1] = -INFINITY;
    for (int i = 0; i < nodes; i++) {
        double x = macro->x[(int64_t)tree * nodes + i][axis];
        end[0] = fmin(end[0], x);
        end[1] = fmax(end[1], x);
    }
}

static void domain_ends(const eg_dg *dg, int axis, double end[2])
{
    end[0] = INFINITY, end[1] = -INFINITY;
    for (int32_t t = 0; t < dg->mesh->macro.trees; t++) {
        double of_tree[2];
        tree_ends(dg, t, axis, of_tree);
        end[0] = fmin(end[0], of_tree[0]);
        end[1] = fmax(end[1], of_tree[1]);
    }
}

/* Face f of the domain, where all faces of the boundary are and no others; -1: there is none such. */
static int side_of_boundary(const eg_dg *dg, int boundary)
{
    const eg_macro *macro = &dg->mesh->macro;
    int side = -1;
    for (int32_t t = 0; t < macro->trees; t++)
        for (int f = 0; f < layered_faces(dg); f++)
            if (macro->boundary[t][f] == boundary)
                side = side < 0 || side == f ? f : layered_faces(dg);
    if (side < 0 || side == layered_faces(dg))
        return -1;
    double domain[2], tree[2];
    domain_ends(dg, side / 2, domain);
    for (int32_t t = 0; t < macro->trees; t++) {
        tree_ends(dg, t, side / 2, tree);
        bool at_end = fabs(tree[side % 2] - domain[side % 2]) <= 1e-9 * (domain[1] - domain[0]);
        if (at_end != (macro->boundary[t][side] == boundary))
            return -1;
    }
    return side;
}

static eg_status place_layer(eg_dg *dg, int boundary, double width)
{
    const eg_mesh *mesh = &dg->mesh->base;
    const char *name = mesh->boundaries.name[boundary];
    double end[2];
    assert(dg->system->changed[dg->flux] > 0);
    if (dg->geometry != DG_BRICK)
        return eg_fail(dg->context, EG_MESH,
                       "%s: a layer before '%s', and not all cells are rectangular boxes along the "
                       "axes, which matched layers need; give 'absorbing' without a layer",
                       mesh->origin, name);
    int side = side_of_boundary(dg, boundary);
    if (side < 0)
        return eg_fail(dg->context, EG_MESH,
                       "%s: a layer before '%s', which is not one whole plane side of the domain; "
                       "give 'absorbing' without a layer",
                       mesh->origin, name);
    domain_ends(dg, side / 2, end);
    dg->pml.width[side] = width;
    dg->pml.at[side] = end[side % 2];
    double both = width + dg->pml.width[side ^ 1];
    if (both < end[1] - end[0])
        return EG_OK;
    return eg_fail(dg->context, EG_MESH,
                   "%s: the layer before '%s' is %g m wide, with that of the side across %g m, and "
                   "the domain %g m; give thinner layers or a larger domain",
                   mesh->origin, name, width, both, end[1] - end[0]);
}

static double edge_of_axis(const eg_dg_map *map, int axis)
{
    return 2 * fabs(map->jacobian[axis][axis]);
}

/* Depth of a place in the layer of a side, 0 at its beginning and 1 at its end; 0 outside. */
static double depth(const eg_dg *dg, int side, double x)
{
    double width = dg->pml.width[side];
    return width > 0 ? fmax(0, 1 - fabs(x - dg->pml.at[side]) / width) : 0;
}

/* The edge of a cell across a face, or of the largest one that there may be in its place, m. */
static double largest_edge(const eg_dg *dg, const eg_dg_options *options, int64_t cell, int f)
{
    eg_dg_map map;
    eg_dg_map_of(dg, cell, &map);
    int above = options->adapts ? dg->mesh->leaf[cell].level - options->lowest : 0;
    return ldexp(edge_of_axis(&map, f / 2), above);
}

/* A layer thinner than a cell at its boundary is none. */
static eg_status check_cells(const eg_dg *dg, const eg_dg_options *options)
{
    for (int64_t c = 0; c < dg->mesh->base.own; c++)
        for (int f = 0; f < layered_faces(dg); f++) {
            const eg_leaf_face *face = eg_forest_face(dg->mesh, c, f);
            double edge = largest_edge(dg, options, c, f), width = dg->pml.width[f];
            if (width == 0 || face->side != EG_SIDE_BOUNDARY || width >= edge * (1 - 1e-9))
                continue;
            return eg_fail(dg->context, EG_MESH,
                           "%s: the layer before '%s' is %g m wide, and a cell there %s%g m; give "
                           "a width of one cell or more, best three of degree 5 or two of degree 7",
                           dg->mesh->base.origin, dg->mesh->base.boundaries.name[face->across], width,
                           options->adapts ? "may come to " : "", edge);
        }
    return EG_OK;
}

eg_status eg_dg_place_pml(eg_dg *dg, const eg_dg_options *options)
{
    eg_status status = EG_OK;
    for (int b = 0; status == EG_OK && options->pml && b < dg->mesh->base.boundaries.count; b++)
        if (options->pml[b] > 0) {
            dg->pml.layers++;
            status = place_layer(dg, b, options->pml[b]);
        }
    if (status == EG_OK && dg->pml.layers > 0)
        status = check_cells(dg, options);
    return status;
}

/* Whether a cell has a part in a layer along an axis. */
static bool is_along(const eg_dg *dg, const eg_dg_map *map, int axis)
{
    double low = map->centre[axis] - fabs(map->jacobian[axis][axis]), edge = edge_of_axis(map, axis);
    return fmax(depth(dg, 2 * axis, low), depth(dg, 2 * axis + 1, low + edge)) > 1e-9;
}

double eg_dg_pml_cells(const eg_dg *dg)
{
    double cells = 0;
    for (int64_t c = 0; c < dg->mesh->base.own && dg->pml.layers > 0; c++) {
        eg_dg_map map;
        eg_dg_map_of(dg, c, &map);
        for (int d = 0; d < dg->dimension; d++)
            cells += is_along(dg, &map, d);
    }
    return cells;
}

/* ---- profile */

/* delta and delta + alpha at a place on an axis, 1/s, for a wave of that speed. */
static void damping_at(const eg_dg *dg, int axis, double x, double speed, double damping[2])
{
    damping[0] = damping[1] = 0;
    for (int side = 2 * axis; side < 2 * axis + 2; side++) {
        double s = depth(dg, side, x), scale = speed / (2 * dg->pml.width[side]);
        if (s <= 0 || 3 * scale * log(1 / REFLECTION) * s * s <= damping[0])
            continue;
        damping[0] = 3 * scale * log(1 / REFLECTION) * s * s;
        damping[1] = damping[0] + scale * (1 - s) + dg->system->layer_shift[dg->flux] * damping[0];
    }
}

/* Whether the cell has a part in a layer along the axis; then its profile[2][edge]. */
static bool profile_of(const eg_dg *dg, int64_t cell, int axis, double *profile)
{
    eg_dg_map map;
    eg_dg_map_of(dg, cell, &map);
    for (int i = 0; i < dg->edge; i++) {
        double x = map.centre[axis] + map.jacobian[axis][axis] * dg->point[i], damping[2];
        damping_at(dg, axis, x, dg->speed[cell], damping);
        profile[i] = damping[0];
        profile[dg->edge + i] = damping[1];
    }
    return is_along(dg, &map, axis);
}

double eg_dg_pml_rate(const eg_dg *dg, int64_t cell)
{
    double profile[2 * EG_LINE_NODES], most = 0;
    for (int d = 0; d < dg->dimension && dg->pml.layers > 0; d++)
        if (profile_of(dg, cell, d, profile))
            for (int i = 0; i < dg->edge; i++)
                most = fmax(most, profile[dg->edge + i]);
    return most / eg_dg_real_axis(dg);
}

/* ---- on the device */

/* Values of an entry for one cell. */
static int values_of_pml(const eg_dg *dg)
{
    return dg->system->changed[dg->flux] * dg->nodes;
}

static int64_t state_values(const eg_dg *dg)
{
    return eg_max_i64(1, dg->pml.entries * values_of_pml(dg) * dg->layout.lanes);
}

/* The own cells of a block are [from, to). */
static int64_t last_of(const eg_dg *dg, int64_t block)
{
    int64_t lanes = dg->layout.lanes, own = dg->mesh->base.own;
    return (block + 1) * lanes < own ? (block + 1) * lanes : own;
}

/* Gives a block an entry along each axis where one of its cells is in a layer. */
static void number_entries(eg_dg *dg, int64_t block)
{
    double profile[2 * EG_LINE_NODES];
    int64_t before = dg->pml.entries;
    for (int d = 0; d < dg->dimension; d++) {
        bool along = false;
        for (int64_t c = block * dg->layout.lanes; c < last_of(dg, block); c++)
            along = along || profile_of(dg, c, d, profile);
        dg->pml.entry[block * dg->dimension + d] = along ? (int32_t)dg->pml.entries++ : -1;
    }
    dg->pml.blocks += dg->pml.entries > before;
}

eg_status eg_dg_list_pml(eg_dg *dg)
{
    if (dg->pml.layers == 0)
        return EG_OK;
    EG_TRY(eg_owner_alloc(&dg->owned, eg_max_i64(1, dg->blocks * dg->dimension), sizeof *dg->pml.entry,
                          &dg->pml.entry));
    for (int64_t b = 0; b < dg->blocks; b++)
        number_entries(dg, dg->visits.order ? dg->visits.order[b] : b);
    return EG_OK;
}

/* The entry of an own cell along an axis; -1: its block has none. */
static int64_t entry_of(const eg_dg *dg, int64_t cell, int axis)
{
    return dg->pml.entry[cell / dg->layout.lanes * dg->dimension + axis];
}

int64_t eg_dg_pml_bytes(const eg_dg *dg)
{
    int64_t values = dg->pml.entries * 2 * (values_of_pml(dg) + dg->edge) * dg->layout.lanes;
    return values * (int64_t)eg_real_size(dg->layout.precision) + dg->blocks * dg->dimension * 4;
}

static void fill_profile(const eg_dg *dg, double *to)
{
    int64_t lanes = dg->layout.lanes;
    int axes = dg->dimension;
    for (int64_t i = 0; i < dg->mesh->base.own * axes; i++) {
        int64_t cell = i / axes, entry = entry_of(dg, cell, (int)(i % axes));
        double profile[2 * EG_LINE_NODES];
        if (entry < 0 || !profile_of(dg, cell, (int)(i % axes), profile))
            continue;
        for (int k = 0; k < 2 * dg->edge; k++)
            to[(entry * 2 * dg->edge + k) * lanes + cell % lanes] = profile[k];
    }
}

static eg_status upload_pml(eg_dg *dg)
{
    eg_dg_pml *pml = &dg->pml;
    int64_t values = pml->entries * 2 * dg->edge * dg->layout.lanes;
    int64_t bytes = state_values(dg) * (int64_t)eg_real_size(dg->layout.precision);
    EG_SCRATCH double *profile = NULL;
    EG_TRY(eg_alloc(dg->context, eg_max_i64(1, values), sizeof *profile, &profile));
    fill_profile(dg, profile);
    EG_TRY(eg_stepper_upload_reals(&dg->base, "damping of layers", values, profile, &pml->profile));
    return EG_UPLOAD(
        &dg->base, {"entries of layers", dg->blocks * dg->dimension * 4, pml->entry, &pml->layer},
        {"memory of layers", bytes, NULL, &pml->psi}, {"second memory of layers", bytes, NULL, &pml->second});
}

/* Of a GPU: threads of a group, and groups that share a multiprocessor, so that they hide each other's loads
 * and registers suffice. Measured on an H200, us, elastic waves in space, degree 4 and 7, f64: 553 and 1454
 * with 4 groups, 513 and 2101 with 8 of 64 registers, 736 and 1932 with one group of a thread a node. */
enum { LAYER_THREADS = 128 };
static int groups_of_layers(const eg_dg *dg)
{
    if (dg->variables <= 5)
        return 8;
    return dg->layout.precision == EG_F64 ? 4 : 6;
}

static int rows_of_layers(const eg_dg *dg)
{
    int64_t most = eg_max_i64(LAYER_THREADS / dg->layout.lanes, 1);
    int rows = (int)eg_ceil_div(dg->nodes, eg_ceil_div(dg->nodes, most));
    return eg_device_describe(dg->device)->gpu ? rows : eg_dg_node_rows(dg);
}

static eg_status build_pml_program(eg_dg *dg)
{
    char file[EG_DG_FILE];
    const eg_program_options options = {
        .file = eg_dg_file(dg, file),
        .precision = dg->layout.precision,
        .lanes = dg->layout.lanes,
        EG_DEFINES({"PML", 1}, {"LAYERS", 1}, {"PML_VARIABLES", dg->system->changed[dg->flux]},
                   {"DIM", dg->dimension}, {"N", dg->edge}, {"LANE_BITS", dg->layout.lane_bits},
                   {"GEOMETRY", dg->geometry}, {"STEPS", dg->steps == EG_DG_SSPRK3 ? DG_SSP : DG_LOW_STORAGE},
                   {"RUSANOV", dg->flux == EG_FLUX_RUSANOV}, {"MEDIUM", dg->nodal},
                   {"STAGED", eg_dg_cells_fit(dg, false)}, {"ONE_STATE", dg->one_state},
                   {"STREAMED", dg->stream != NULL}, {"TRACE_ALL", dg->trace_all},
                   {"DG_ROWS", rows_of_layers(dg)}, {"DG_RESIDENT", groups_of_layers(dg)},
                   {"PARTITIONED", eg_dg_is_split(dg)}, {"BODIES", dg->system->bodies}),
        .generated = dg->constants};
    const eg_dg *before = dg->before;
    if (before && before->pml.program && before->trace_all == dg->trace_all &&
        eg_dg_is_split(before) == eg_dg_is_split(dg))
        EG_TRY(eg_owner_hand_over(&dg->before->owned, &dg->before->pml.program, &dg->owned, &dg->pml.program,
                                  sizeof dg->pml.program));
    else
        EG_TRY(eg_stepper_program(&dg->base, &options, &dg->pml.program));
    return eg_kernel_get(dg->pml.program, "dg_pml", &dg->pml.kernel);
}

int64_t eg_dg_pml_at(const eg_dg *dg, int64_t cell, int axis)
{
    double profile[2 * EG_LINE_NODES];
    int64_t lanes = dg->layout.lanes, entry = entry_of(dg, cell, axis);
    if (entry < 0 || !profile_of(dg, cell, axis, profile))
        return -1;
    return entry * values_of_pml(dg) * lanes + cell % lanes;
}

eg_status eg_dg_build_pml(eg_dg *dg)
{
    const eg_dg_pml *pml = &dg->pml;
    if (pml->layers == 0)
        return EG_OK;
    EG_TRY(upload_pml(dg));
    EG_TRY(build_pml_program(dg));
    return EG_BIND_ALL(pml->program, EG_BUFFER("profile", pml->profile), EG_BUFFER("psi", pml->psi),
                       EG_BUFFER("psi_second", pml->second));
}

double eg_dg_pml_traffic(const eg_dg *dg)
{
    return 4.0 * (double)state_values(dg) * (double)eg_real_size(dg->layout.precision);
}

eg_status eg_dg_queue_pml(eg_dg *dg, int stage, int64_t from, int64_t to)
{
    const eg_dg_stage *now = eg_dg_stage_of(dg, stage);
    if (dg->pml.entries == 0)
        return EG_OK;
    return EG_LAUNCH(dg->pml.kernel, to - from, EG_BUFFER("q0", dg->q[0]), EG_BUFFER("q1", dg->q[1]),
                     EG_BUFFER("second", dg->second), EG_REAL("a", now->a), EG_REAL("b", now->b),
                     EG_INT("number", stage), EG_INT("from_group", (int32_t)from),
                     EG_LONG("blocks", to - from));
}

eg_status eg_dg_clear_pml(eg_dg *dg)
{
    return dg->pml.psi ? eg_buffer_clear(dg->pml.psi) : EG_OK;
}

/* ---- what a checkpoint keeps: psi of the cells of layers in canonical order, [axes with a
 * layer][variables][nodes] */

/* Copies it between the device's order, of which `memory` is an image, and `kept`, where that is not NULL;
 * returns the number of values. */
static int64_t reorder(const eg_dg *dg, bool restoring, char *memory, char *kept)
{
    int64_t lanes = dg->layout.lanes, count = 0, axes = dg->dimension;
    size_t size = eg_real_size(dg->layout.precision);
    for (int64_t i = 0; i < dg->mesh->base.own * axes; i++) {
        int64_t at = eg_dg_pml_at(dg, i / axes, (int)(i % axes));
        if (at < 0)
            continue;
        for (int v = 0; kept && v < values_of_pml(dg); v++) {
            char *there = memory + (size_t)(at + v * lanes) * size, *here = kept + (size_t)(count + v) * size;
            memcpy(restoring ? there : here, restoring ? here : there, size);
        }
        count += values_of_pml(dg);
    }
    return count;
}

eg_status eg_dg_persist_pml(eg_dg *dg, const eg_persist *persist)
{
    if (dg->pml.layers == 0)
        return EG_OK;
    int64_t size = (int64_t)eg_real_size(dg->layout.precision);
    int64_t bytes = state_values(dg) * size, kept_bytes = reorder(dg, false, NULL, NULL) * size;
    EG_SCRATCH char *memory = NULL, *kept = NULL;
    EG_TRY(EG_ALLOC(dg->context, {bytes, 1, &memory}, {eg_max_i64(1, kept_bytes), 1, &kept}));
    EG_TRY(eg_buffer_read(dg->pml.psi, 0, memory, bytes));
    reorder(dg, false, memory, kept);
    EG_TRY(persist->part(persist, "layers", kept, kept_bytes));
    if (persist->restoring) {
        reorder(dg, true, memory, kept);
        return eg_buffer_write(dg->pml.psi, 0, memory, bytes);
    }
    return EG_OK;
}
