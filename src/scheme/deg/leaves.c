/* What the solver knows of triangles that were halved, made on the device from the leaves there
 * (kernels/deg/leaves.c): of one rank. The numbers are those of cells.c and fans.c, to the last bit. */
#include "scheme/deg/internal.h"

#include <string.h>

#include "deg/faces.h"
#include "deg/leaf_sizes.h"

bool eg_deg_adapts_there(const eg_deg *deg)
{
    return !deg->comm && !eg_deg_has_arcs(deg);
}

/* ---- creation */

static eg_status build_leaf_program(eg_deg *deg, eg_deg_leaves *l)
{
    static const char *const names[EG_LEAF_KERNELS] = {
        [EG_LEAF_CELLS] = "deg_leaf_cells",     [EG_LEAF_AIR] = "deg_leaf_air",
        [EG_LEAF_SPONGE] = "deg_leaf_sponge",   [EG_LEAF_COUNT] = "deg_leaf_count",
        [EG_LEAF_SCAN] = "deg_leaf_scan",       [EG_LEAF_FIND_FANS] = "deg_leaf_fans",
        [EG_LEAF_LIST] = "deg_leaf_list",       [EG_LEAF_LONGEST] = "deg_leaf_longest",
        [EG_LEAF_SECTORS] = "deg_leaf_sectors", [EG_LEAF_FACTORS] = "deg_leaf_factors",
        [EG_LEAF_FIND_ROWS] = "deg_leaf_rows",  [EG_LEAF_FIND_EDGES] = "deg_leaf_edges"};
    const eg_program_options options = {.file = "deg/leaves.c",
                                        .precision = EG_F64,
                                        .lanes = 1,
                                        EG_DEFINES({"BLOCK", deg->layout.lanes},
                                                   {"NODES", deg->element.nodes},
                                                   {"SINGLE", deg->layout.precision == EG_F32})};
    EG_TRY(eg_stepper_program(&deg->base, &options, &l->program));
    for (int k = 0; k < EG_LEAF_KERNELS; k++)
        EG_TRY(eg_kernel_get(l->program, names[k], &l->kernel[k]));
    return EG_OK;
}

/* What is beyond each face of the macro mesh; of those inside it is not looked at. */
static eg_status upload_kinds(eg_deg *deg, eg_deg_leaves *l, const eg_plane *macro,
                              const eg_deg_options *options)
{
    EG_SCRATCH int32_t *kind = NULL;
    EG_TRY(eg_alloc(deg->context, macro->faces, sizeof *kind, &kind));
    for (int64_t f = 0; f < macro->faces; f++) {
        int32_t b = macro->face_boundary[f];
        kind[f] = b < 0 ? DEG_INSIDE : options->boundaries ? (int32_t)options->boundaries[b] : DEG_WALL;
    }
    return eg_stepper_upload(&deg->base, "kinds of the macro mesh's faces", macro->faces * 4, kind, &l->kind);
}

static void fill_rest(const eg_deg *deg, const eg_deg_rest *rest, double *to)
{
    to[REST_KIND] = rest->kind;
    to[REST_GAS_CONSTANT] = rest->gas_constant;
    to[REST_HEAT_CAPACITY] = rest->heat_capacity;
    to[REST_PRESSURE] = rest->reference_pressure;
    to[REST_GRAVITY] = rest->gravity;
    to[REST_THETA] = rest->theta;
    to[REST_FREQUENCY] = rest->frequency;
    to[REST_TEMPERATURE] = rest->temperature;
    to[REST_LOW] = rest->low;
    to[REST_HIGH] = rest->high;
    to[REST_LEFT] = rest->left;
    to[REST_RIGHT] = rest->right;
    for (int side = 0; side < 3; side++)
        to[REST_LEFT_LAYER + side] = rest->layer[side];
    to[REST_RATE] = rest->rate;
    for (int i = 0; i < 2 * deg->element.nodes; i++)
        to[REST_NODES + i] = deg->element.node[i / 2][i % 2];
}

static eg_status upload_rest(eg_deg *deg, eg_deg_leaves *l, const eg_deg_rest *rest)
{
    EG_SCRATCH double *rows = NULL;
    double numbers[REST_NODES + 2 * EG_TRIANGLE_NODES];
    fill_rest(deg, rest, numbers);
    EG_TRY(eg_stepper_upload(&deg->base, "air at rest", (REST_NODES + 2 * deg->element.nodes) * 8, numbers,
                             &l->rest));
    l->row_count = rest->rows;
    EG_TRY(eg_alloc(deg->context, 3 * rest->rows, sizeof *rows, &rows));
    for (int c = 0; c < 3 && rest->rows > 0; c++)
        memcpy(rows + c * rest->rows, rest->column[c], (size_t)rest->rows * sizeof *rows);
    return eg_stepper_upload(&deg->base, "sounding", 3 * rest->rows * 8, rows, &l->rows);
}

static eg_status build_leaves(eg_deg *deg, eg_deg_leaves *l, const eg_bisected *roots,
                              const eg_deg_options *options)
{
    EG_TRY(build_leaf_program(deg, l));
    EG_TRY(upload_kinds(deg, l, roots->macro, options));
    EG_TRY(upload_rest(deg, l, options->rest));
    return eg_deg_has_stars(deg) ? eg_deg_learn_sectors(deg, l, roots) : EG_OK;
}

eg_status eg_deg_create_leaves(eg_deg *deg, const eg_bisected *roots, const eg_deg_options *options)
{
    if (deg->leaves)
        return deg->leaves->asks ? eg_deg_learn_sectors(deg, deg->leaves, roots) : EG_OK;
    EG_TRY(eg_owner_alloc(&deg->owned, 1, sizeof *deg->leaves, &deg->leaves));
    EG_TRY(eg_owner_add(&deg->owned, EG_OWNED_BUFFER, &deg->leaves->air));
    return build_leaves(deg, deg->leaves, roots, options);
}

/* ---- cells, air, damping */

static eg_status find_triangles(eg_deg *deg, eg_deg_leaves *l)
{
    int64_t own = deg->mesh->base.own;
    EG_TRY(eg_owner_add(&deg->owned, EG_OWNED_BUFFER, &l->x));
    EG_TRY(eg_owner_add(&deg->owned, EG_OWNED_BUFFER, &l->face));
    EG_TRY(eg_buffer_fit(deg->device, own * 48, "vertices of leaves", &l->x));
    EG_TRY(eg_buffer_fit(deg->device, own * 12, "edges of leaves", &l->face));
    return eg_bisect_triangles(deg->generation, l->x, l->face);
}

static eg_status take_arrays(eg_deg *deg)
{
    eg_deg *before = deg->before;
    int64_t slots = deg->blocks * deg->layout.lanes;
    int64_t size = (int64_t)eg_real_size(deg->layout.precision);
    EG_TRY(eg_deg_take(deg, &before->cell, "cell constants", slots * DEG_CELL_VALUES * size, &deg->cell));
    EG_TRY(eg_deg_take(deg, &before->face, "face constants", slots * 3 * DEG_FACE_VALUES * size, &deg->face));
    EG_TRY(eg_deg_take(deg, &before->there, "neighbours", slots * 12, &deg->there));
    EG_TRY(eg_deg_take(deg, &before->side, "kinds of faces", slots * 12, &deg->side));
    EG_TRY(eg_deg_take(deg, &before->height, "heights", 3 * deg->mesh->base.own * 8, &deg->height));
    return eg_deg_take(deg, &before->determinant, "determinants", deg->mesh->base.own * 8, &deg->determinant);
}

eg_status eg_deg_find_cells(eg_deg *deg, double most)
{
    eg_deg_leaves *l = deg->leaves;
    int64_t slots = deg->blocks * deg->layout.lanes;
    EG_TRY(find_triangles(deg, l));
    EG_TRY(take_arrays(deg));
    return EG_LAUNCH(l->kernel[EG_LEAF_CELLS], eg_ceil_div(slots, LEAF_GROUP), EG_BUFFER("x", l->x),
                     EG_BUFFER("face", l->face), EG_BUFFER("link", deg->generation->link),
                     EG_BUFFER("kind_of", l->kind), EG_BUFFER("cell", deg->cell),
                     EG_BUFFER("faces", deg->face), EG_BUFFER("there", deg->there),
                     EG_BUFFER("side", deg->side), EG_BUFFER("determinant", deg->determinant),
                     EG_BUFFER("height", deg->height), EG_DOUBLE("most", most),
                     EG_LONG("leaves", deg->mesh->base.own), EG_LONG("slots", slots));
}

eg_status eg_deg_find_air(eg_deg *deg)
{
    eg_deg_leaves *l = deg->leaves;
    int64_t slots = deg->layout.blocks * deg->layout.lanes, values = slots * deg->element.nodes;
    int64_t size = (int64_t)eg_real_size(deg->layout.precision);
    EG_TRY(eg_deg_take(deg, &l->air, "air at rest", EG_DEG_AIR * values * size, &deg->air));
    return EG_LAUNCH(l->kernel[EG_LEAF_AIR], eg_ceil_div(values, LEAF_GROUP), EG_BUFFER("x", l->x),
                     EG_BUFFER("rest", l->rest), EG_BUFFER("rows", l->rows),
                     EG_BUFFER("from", deg->generation->from), EG_BUFFER("origin", deg->generation->origins),
                     EG_BUFFER("old_air", deg->before->air), EG_BUFFER("air", deg->air),
                     EG_LONG("row_count", l->row_count), EG_LONG("leaves", deg->mesh->base.own),
                     EG_LONG("slots", slots));
}

eg_status eg_deg_find_sponge(eg_deg *deg)
{
    eg_deg_leaves *l = deg->leaves;
    int64_t slots = deg->blocks * deg->layout.lanes, values = slots * deg->element.nodes;
    int64_t size = (int64_t)eg_real_size(deg->layout.precision);
    EG_TRY(eg_deg_take(deg, &deg->before->sponge, "sponge", values * size, &deg->sponge));
    return EG_LAUNCH(l->kernel[EG_LEAF_SPONGE], eg_ceil_div(values, LEAF_GROUP), EG_BUFFER("x", l->x),
                     EG_BUFFER("rest", l->rest), EG_BUFFER("rate", deg->sponge),
                     EG_LONG("leaves", deg->mesh->base.own), EG_LONG("slots", slots));
}
