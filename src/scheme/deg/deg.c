/* Creation and destruction of the solver. */
#include "scheme/deg/internal.h"

#include <string.h>

#include "deg/faces.h"

_Static_assert(DEG_INSIDE == (int)EG_DEG_INSIDE && DEG_WALL == (int)EG_DEG_WALL &&
                   DEG_OPEN == (int)EG_DEG_OPEN,
               "kernels/deg/faces.h and scheme/deg/deg.h name the same kinds");

/* Rows of the work array of a lane: kernels/deg/nodes.h. */
static int work_rows(const eg_deg *deg)
{
    const eg_triangle *t = &deg->element;
    int half = (t->degree + 2) / 2;
    return deg->values + EG_DEG_AIR * t->nodes + deg->variables * (12 * half + 2 * t->points + 9 * t->along);
}

/* Threads of a cell, points inside that each takes at a time, and the warps of a multiprocessor, by which the
 * compiler counts out registers. */
typedef struct cell_shape {
    int team, points, warps;
} cell_shape;

enum { LANES_OF_CELLS = 32, SHARED_BYTES = 48 * 1024, MOST_OF_TEAM = 8 };

/* Of products by tensor cores (kernels/deg/tiles.h): cells of a warp, rows of a tile, and the degree from which
 * on they are faster. */
enum { TILE_LANES = 8, TILE_ROWS = 16, MOST_POINT_TILES = 8, LEAST_TENSOR_DEGREE = 4 };

static int tile_count(int rows)
{
    return (rows + TILE_ROWS - 1) / TILE_ROWS;
}

/* Rows of a lane in the shared memory of viscous.h, bounds.h and imex.h, where there are such kernels. */
static int rows_beside(const eg_deg *deg)
{
    const eg_triangle *t = &deg->element;
    int half = (t->degree + 2) / 2, edge = t->degree + 1, fluxes = 2 * t->points + 3 * t->along;
    int viscous = deg->viscosity > 0 ? 7 * t->nodes + 42 * half + 3 * fluxes + 7 : 0;
    int gradient = deg->viscosity > 0 ? 9 * t->nodes + 18 * edge : 0;
    int implicit = deg->integrator != EG_DEG_SSP_RK3 ? 9 * (t->nodes + edge) : 0;
    int bounds = eg_deg_is_bounded(deg) ? 4 * t->nodes + 6 : 0; /* with explicit steps alone */
    int most = viscous > gradient ? viscous : gradient;
    implicit = implicit > bounds ? implicit : bounds;
    return most > implicit ? most : implicit;
}

/* On a GPU what a group has in shared memory fits into 48 KB, and threads of nodes are no more than a group
 * holds. */
static int lanes_of_blocks(const eg_deg *deg, const eg_deg_options *options)
{
    int nodes = deg->element.nodes;
    if (options->lanes)
        return options->lanes;
    const eg_device_info *device = eg_device_describe(deg->device);
    if (!device->gpu)
        return eg_device_lanes(deg->device, options->precision, nodes);
    int rows = deg->cells ? rows_beside(deg) : work_rows(deg),
        lanes = deg->tensor ? TILE_LANES : LANES_OF_CELLS;
    int64_t row = rows * (int64_t)eg_real_size(options->precision);
    while (lanes > 1 && (lanes * nodes > device->max_group || lanes * row > SHARED_BYTES))
        lanes /= 2;
    return lanes;
}

/* The fastest on an H200, by precision and degree. Where a block has fewer lanes more threads of a cell make
 * a warp. */
static cell_shape shape_of(const eg_deg *deg)
{
    static const cell_shape shapes[2][EG_TRIANGLE_DEGREE] = {
        [EG_F64] = {{1, 1, 16}, {1, 2, 8}, {1, 4, 8}, {2, 3, 8}, {4, 2, 8}, {4, 2, 8}},
        [EG_F32] = {{1, 1, 24}, {1, 1, 20}, {1, 1, 16}, {2, 2, 16}, {4, 2, 16}, {4, 2, 12}}};
    static const cell_shape tiles = {LANES_OF_CELLS / TILE_LANES, 2, 8};
    if (deg->tensor)
        return tiles;
    cell_shape shape = shapes[deg->layout.precision][deg->element.degree - 1];
    for (; shape.team < MOST_OF_TEAM && shape.team * deg->layout.lanes < LANES_OF_CELLS; shape.team *= 2)
        shape.points = shape.points > 2 ? 2 : shape.points;
    return shape;
}

/* Whether lanes copy what they read into columns of shared memory: from degree 3 on these take so much of it
 * that too few warps are at work, and the matrices leave the cache of constants (on an H200 degree 3 has 19
 * instead of 22 G/s in f64). */
static bool has_columns(const eg_deg *deg, cell_shape shape)
{
    return deg->cells && !deg->tensor && shape.team == 1 && deg->element.degree <= 2;
}

/* Groups of a multiprocessor. */
static int resident_cell_groups(const eg_deg *deg, cell_shape shape)
{
    int groups = shape.warps * LANES_OF_CELLS / (shape.team * deg->layout.lanes);
    return groups > 0 ? groups : 1;
}

/* Slopes and lifts in one matrix: [nodes][2 points + 3 along]. The caller frees *lift. */
static eg_status join_lifts(const eg_deg *deg, eg_scope *scope, int64_t *values, double **lift)
{
    const eg_triangle *t = &deg->element;
    int inside = 2 * t->points, faces = 3 * t->along, rows = inside + faces;
    *values = t->nodes * (int64_t)rows;
    EG_TRY(eg_scope_alloc(scope, *values, sizeof **lift, lift));
    for (int i = 0; i < t->nodes; i++) {
        memcpy(*lift + i * rows, &t->slope[i * inside], (size_t)inside * sizeof **lift);
        memcpy(*lift + i * rows + inside, &t->lift[i * faces], (size_t)faces * sizeof **lift);
    }
    return EG_OK;
}

/* The matrices in the order of kernels/deg/tiles.h. Points inside, and nodes, that are missing to whole tiles
 * have zeros. */
static eg_status upload_tiles(eg_deg *deg, const double *lift)
{
    const eg_triangle *t = &deg->element;
    int tiles = tile_count(t->points), matrices = tile_count(t->nodes), pairs = (t->degree + 2) / 2 * 2;
    int inside = 2 * tiles * TILE_ROWS, rows = inside + 3 * t->along, given = 2 * t->points + 3 * t->along;
    int64_t apart = TILE_ROWS * (int64_t)rows;
    double *padded, *along;
    EG_SCOPE(scope, deg->context);
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(matrices * apart, padded), EG_BLOCK(t->along * pairs, along)));
    for (int i = 0; i < t->nodes; i++)
        for (int k = 0; k < given; k++)
            padded[i * rows + (k < 2 * t->points ? k : k - 2 * t->points + inside)] = lift[i * given + k];
    for (int j = 0; j < t->along; j++)
        for (int k = 0; k < pairs; k++)
            along[j * pairs + k] = t->pairs[j * pairs + k % 2 * (pairs / 2) + k / 2];
    eg_tiles products[2 * MOST_POINT_TILES + 4];
    int count = 0;
    assert(tiles <= MOST_POINT_TILES);
    for (int i = 0; i < tiles; i++) {
        int first = i * TILE_ROWS, left = t->points - first;
        products[count++] = (eg_tiles){
            &t->value[first * t->nodes], 1, left < TILE_ROWS ? left : TILE_ROWS, 0, t->nodes, 0, t->nodes, 1};
        products[count++] =
            (eg_tiles){padded, matrices, TILE_ROWS, 2 * first, 2 * (first + TILE_ROWS), apart, rows, 1};
    }
    products[count++] = (eg_tiles){along, 1, t->along, 0, pairs, 0, pairs, 1};
    for (int f = 0; f < 3; f++) {
        int first = inside + f * t->along;
        products[count++] = (eg_tiles){padded, matrices, TILE_ROWS, first, first + t->along, apart, rows, 1};
    }
    return eg_stepper_upload_tiles(&deg->base, "tiles", products, count, &deg->tiles);
}

static eg_status upload_lifts(eg_deg *deg)
{
    int64_t values;
    double *lift;
    EG_SCOPE(scope, deg->context);
    EG_TRY(join_lifts(deg, &scope, &values, &lift));
    if (deg->tensor)
        EG_TRY(upload_tiles(deg, lift));
    return eg_stepper_upload_reals(&deg->base, "lifts", values, lift, &deg->lift);
}

static eg_status add_matrix_table(const eg_deg *deg, const char *name, int64_t values, const double *matrix,
                                  eg_text *text)
{
    char *source;
    EG_TRY(eg_constants_source(deg->context, deg->layout.precision, name, (int)values, matrix, &source));
    eg_text_add(text, "%s", source);
    eg_free(deg->context, &source);
    return text->status;
}

/* The matrices of the element, as constants of the program: kernels/deg/cells.h. */
static eg_status add_tables(const eg_deg *deg, eg_text *text)
{
    const eg_triangle *t = &deg->element;
    int64_t values;
    double *lift;
    EG_SCOPE(scope, deg->context);
    EG_TRY(add_matrix_table(deg, "DEG_VALUES", t->points * (int64_t)t->nodes, t->value, text));
    EG_TRY(add_matrix_table(deg, "DEG_PAIRS", 2 * t->along * ((t->degree + 2) / 2), t->pairs, text));
    EG_TRY(join_lifts(deg, &scope, &values, &lift));
    return add_matrix_table(deg, "DEG_LIFTS", values, lift, text);
}

static eg_status build_element(eg_deg *deg)
{
    const eg_triangle *t = &deg->element;
    if (deg->before) {
        EG_TRY(eg_deg_hand_over(deg, &deg->before->value, &deg->value));
        EG_TRY(eg_deg_hand_over(deg, &deg->before->along, &deg->along));
        EG_TRY(eg_deg_hand_over(deg, &deg->before->lift, &deg->lift));
        if (deg->tensor)
            EG_TRY(eg_deg_hand_over(deg, &deg->before->tiles, &deg->tiles));
        EG_TRY(eg_deg_hand_over(deg, &deg->before->nothing, &deg->nothing));
        EG_TRY(eg_deg_hand_over(deg, &deg->before->rule, &deg->rule));
        return eg_deg_hand_over(deg, &deg->before->weight, &deg->weight);
    }
    int64_t half = (t->degree + 2) / 2;
    EG_TRY(EG_UPLOAD_REALS(&deg->base, {"values", t->points * t->nodes, t->value, &deg->value},
                           {"pairs", 2 * t->along * half, t->pairs, &deg->along}));
    EG_TRY(EG_UPLOAD(&deg->base, {"quadrature", 3 * t->points * 8, t->rule, &deg->rule},
                     {"weights", t->nodes * 8, t->weight, &deg->weight},
                     {"nothing", 8, NULL, &deg->nothing}));
    return upload_lifts(deg);
}

static bool is_split_plane(const eg_deg *deg)
{
    return deg->partition_boundary.order != NULL;
}

static eg_status compile(eg_deg *deg, eg_program_options *options)
{
    EG_ENDS_WITH(eg_text_free) eg_text tables = {.context = deg->context};
    if (deg->before && is_split_plane(deg->before) == is_split_plane(deg))
        return eg_owner_hand_over(&deg->before->owned, &deg->before->program, &deg->owned, &deg->program,
                                  sizeof deg->program);
    if (has_columns(deg, shape_of(deg)))
        EG_TRY(add_tables(deg, &tables));
    options->generated = eg_text_string(&tables);
    return eg_stepper_program(&deg->base, options, &deg->program);
}

static eg_status build_deg_program(eg_deg *deg)
{
    EG_TRY(eg_stepper_partition_boundary(&deg->base, EG_TRIANGLE, NULL, &deg->partition_boundary));
    const cell_shape shape = shape_of(deg);
    eg_program_options options = {
        .file = "deg/atmosphere.c",
        .precision = deg->layout.precision,
        .lanes = deg->layout.lanes,
        .items = deg->cells ? shape.team : deg->element.nodes,
        EG_DEFINES(
            {"DEGREE", deg->element.degree}, {"POINTS", deg->element.points}, {"ALONG", deg->element.along},
            {"TRACER", deg->variables == EG_DEG_VARIABLES}, {"EVOLUTION", eg_deg_has_stars(deg)},
            {"ARCS", eg_deg_has_arcs(deg)}, {"HLLC", deg->flux == EG_DEG_HLLC},
            {"SPONGE", deg->sponge != NULL}, {"PACK_BITS", deg->layout.state_bits}, {"DEG_CELLS", deg->cells},
            {"DEG_TEAM", shape.team}, {"DEG_POINTS", shape.points}, {"DEG_COLUMNS", has_columns(deg, shape)},
            {"DEG_RESIDENT", resident_cell_groups(deg, shape)}, {"VISCOUS", deg->viscosity > 0},
            {"IMEX", deg->integrator != EG_DEG_SSP_RK3},
            {"LIMITER", deg->bounds.of.has_theta + 2 * deg->bounds.of.has_tracer}, {"TENSOR", deg->tensor},
            {"BOUND_SHARE", eg_deg_bound_share(deg)}, {"PARTITIONED", is_split_plane(deg)})};
    return compile(deg, &options);
}

static eg_status refuse_quadrangles(const eg_deg *deg)
{
    const eg_mesh *mesh = &deg->mesh->base;
    const eg_cell_group *others = &mesh->group[EG_QUADRANGLE];
    if (others->all == 0)
        return EG_OK;
    return eg_fail(deg->context, EG_MESH,
                   "%s: %lld of its cells are quadrangles; this scheme takes triangles alone: cut "
                   "each quadrangle into two",
                   mesh->origin, (long long)others->all);
}

static eg_status make_element(eg_deg *deg, const eg_deg_options *options)
{
    if (deg->before) {
        deg->element = deg->before->element;
        deg->before->element = (eg_triangle){0};
        return EG_OK;
    }
    return eg_triangle_create(deg->context, options->degree, 3 * options->degree - 1,
                              eg_deg_edge_points(options->degree, options->flux), &deg->element);
}

static eg_status prepare_deg(eg_deg *deg, const eg_deg_options *options)
{
    EG_TRY(refuse_quadrangles(deg));
    EG_TRY(make_element(deg, options));
    deg->values = deg->variables * deg->element.nodes;
    if (!deg->generation)
        EG_TRY(eg_deg_check_memory(deg, options, 0));
    int lanes = lanes_of_blocks(deg, options);
    deg->tensor = deg->tensor && lanes == TILE_LANES; /* fewer where viscosity takes the shared memory */
    EG_TRY(eg_layout_create(&deg->mesh->base, options->precision, lanes, 0, EG_LAYOUT_FAR, 0, &deg->layout));
    deg->blocks = deg->layout.first_block[EG_TRIANGLE + 1];
    EG_TRY(build_element(deg));
    EG_TRY(eg_deg_build_cells(deg, options));
    EG_TRY(eg_deg_build_sponge(deg, options));
    return eg_deg_build_air(deg, options);
}

static eg_status build_deg_clock(eg_deg *deg, const eg_deg_options *options, int64_t parts)
{
    return eg_stepper_build_clock(&deg->base,
                                  &(eg_time_options){.cfl = deg->cfl,
                                                     .dt = options->dt,
                                                     .dt_least = options->dt_least,
                                                     .part = deg->part,
                                                     .parts = parts},
                                  deg->before ? &deg->before->base : NULL);
}

static eg_status build_deg(eg_deg *deg, const eg_deg_options *options)
{
    EG_TRY(build_deg_program(deg));
    int64_t parts = eg_max_i64(deg->blocks, 1);
    EG_TRY(eg_deg_renew(deg, deg->before ? &deg->before->part : NULL, "rates",
                        parts * (int64_t)eg_real_size(options->precision), &deg->part));
    EG_TRY(build_deg_clock(deg, options, parts));
    EG_TRY(eg_deg_build_stars(deg, options));
    EG_TRY(eg_deg_bind(deg));
    EG_TRY(eg_deg_build_halo(deg));
    EG_TRY(eg_deg_build_viscous(deg));
    EG_TRY(eg_deg_build_bounds(deg));
    EG_TRY(eg_deg_build_imex(deg, options));
    eg_deg_set_costs(deg);
    return eg_deg_build_content(deg);
}

/* Of several ranks what fails on one fails on all. */
eg_status eg_deg_build(eg_deg *deg, const eg_deg_options *options)
{
    EG_TRY(eg_stepper_agree(&deg->base, prepare_deg(deg, options)));
    EG_TRY(eg_deg_build_state(deg, options));
    return eg_stepper_agree(&deg->base, build_deg(deg, options));
}

eg_status eg_deg_begin(eg_device *device, const eg_plane *mesh, const eg_deg_options *options, eg_deg *before,
                       eg_deg **deg)
{
    assert(options->degree >= 1 && options->degree <= EG_TRIANGLE_DEGREE);
    assert((int)options->flux < EG_DEG_FLUXES);
    assert(options->degree <= 2 ||
           (options->flux != EG_DEG_EVOLUTION_CONSTANT && options->flux != EG_DEG_EVOLUTION_BILINEAR));
    EG_TRY(eg_comm_agree(options->comm, eg_alloc(mesh->base.context, 1, sizeof **deg, deg)));
    eg_deg *made = *deg;
    eg_stepper_begin(&made->base, &eg_deg_class, device, &mesh->base, options->degree, options->comm,
                     options->link);
    made->mesh = mesh;
    made->flux = options->flux;
    made->integrator = options->integrator;
    made->cells =
        options->variant == EG_DEG_AUTO ? eg_device_describe(device)->gpu : options->variant == EG_DEG_CELLS;
    made->tensor = made->cells && eg_device_describe(device)->tensor && options->precision == EG_F64 &&
                   options->degree >= LEAST_TENSOR_DEGREE;
    made->variables = options->tracer ? EG_DEG_VARIABLES : EG_DEG_VARIABLES - 1;
    made->viscosity = options->viscosity;
    made->bounds.of = options->bounds;
    made->gamma = options->gamma;
    made->gravity = options->gravity;
    made->wind = options->wind;
    double cfl = options->integrator == EG_DEG_SSP_RK3 ? 0.9 : 9;
    made->cfl = options->cfl > 0 ? options->cfl : cfl;
    made->before = before;
    return EG_OK;
}

eg_status eg_deg_create(eg_device *device, const eg_plane *mesh, const eg_deg_options *options, eg_deg **deg)
{
    EG_ENDS_WITH(eg_deg_destroy) eg_deg *made = NULL;
    *deg = NULL;
    EG_TRY(eg_deg_begin(device, mesh, options, NULL, &made));
    EG_TRY(eg_deg_build(made, options));
    EG_TRY(eg_deg_step(&made->base));
    EG_TRY(eg_deg_first_pass(made));
    return eg_hand_over(&made, deg);
}

void eg_deg_destroy(eg_deg **address)
{
    if (!address || !*address)
        return;
    eg_deg *deg = *address;
    eg_deg_destroy_imex(deg);
    eg_bisect_mover_destroy(&deg->adaption.mover);
    eg_stepper_end(&deg->base);
    eg_triangle_destroy(&deg->element);
    EG_FREE(address);
}
