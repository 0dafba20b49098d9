/* The contract of steppers, of ADER-DG: all systems, orders and forms, media that vary in cells and with
 * time, a tracer between bounds, maxima, sources and receivers. */
#include "kernel/contract.h"
#include "scheme/ader/ader.h"

static const double PI = 3.14159265358979323846;

typedef void point_function(const double x[2], double *values);

struct row {
    promise promise;
    enum { SHEARED, SQUARES, TRIANGLES } cells;
    eg_linear_boundary ends; /* of all sides; EG_LINEAR_INSIDE: periodic both ways */
    point_function *medium, *initial;
    eg_ader_options options; /* but for what make_stepper() fills in */
};

/* ---- meshes */

/* A sheared unit square, its opposite sides translates of each other: parallelograms, every other one cut in
 * two. */
enum { SIDE = 6, NODES = (SIDE + 1) * (SIDE + 1) };

static void add_edge(int32_t (*edge)[2], int32_t *boundary, int k, int from, int to, int name)
{
    edge[k][0] = from;
    edge[k][1] = to;
    boundary[k] = name;
}

static void sheared_mesh(eg_context *context, eg_plane **mesh)
{
    static const char *const regions[] = {"all"};
    static const char *const names[] = {"left", "right", "bottom", "top"};
    double x[NODES][3];
    uint8_t type[2 * SIDE * SIDE];
    int32_t vertex[2 * SIDE * SIDE][4], region[2 * SIDE * SIDE] = {0};
    int64_t source[2 * SIDE * SIDE];
    int32_t edge[4 * SIDE][2], edge_boundary[4 * SIDE];
    int cells = 0;
    for (int j = 0; j <= SIDE; j++)
        for (int i = 0; i <= SIDE; i++) {
            double *at = x[j * (SIDE + 1) + i];
            at[0] = 0.125 * i + 0.03125 * j;
            at[1] = 0.125 * j + 0.015625 * i;
            at[2] = 0;
        }
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++) {
            int a = j * (SIDE + 1) + i, b = a + 1, c = b + SIDE + 1, d = c - 1;
            bool cut = (i * 2 + j) % 3 != 0;
            const int32_t corner[2][4] = {{a, b, c, cut ? -1 : d}, {a, c, d, -1}};
            for (int k = 0; k < (cut ? 2 : 1); k++, cells++) {
                type[cells] = cut ? EG_TRIANGLE : EG_QUADRANGLE;
                memcpy(vertex[cells], corner[k], sizeof corner[k]);
                source[cells] = cells;
            }
        }
    for (int i = 0; i < SIDE; i++) {
        int top = SIDE * (SIDE + 1) + i, left = i * (SIDE + 1), right = left + SIDE;
        add_edge(edge, edge_boundary, 4 * i, left, left + SIDE + 1, 0);
        add_edge(edge, edge_boundary, 4 * i + 1, right, right + SIDE + 1, 1);
        add_edge(edge, edge_boundary, 4 * i + 2, i, i + 1, 2);
        add_edge(edge, edge_boundary, 4 * i + 3, top, top + 1, 3);
    }
    const eg_plane_input input = {.origin = "sheared",
                                  .nodes = NODES,
                                  .cells = cells,
                                  .edges = 4 * SIDE,
                                  .x = (const double(*)[3])x,
                                  .type = type,
                                  .vertex = (const int32_t(*)[4])vertex,
                                  .region = region,
                                  .source = source,
                                  .edge = (const int32_t(*)[2])edge,
                                  .edge_boundary = edge_boundary,
                                  .regions = 1,
                                  .boundaries = 4,
                                  .region_name = regions,
                                  .boundary_name = names};
    if (eg_plane_build(context, &input, mesh) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    assert_true((*mesh)->base.group[EG_TRIANGLE].count > 16);
    assert_true((*mesh)->base.group[EG_QUADRANGLE].count > 8);
}

static void make_mesh(const world *w, const row *r, eg_mesh **mesh)
{
    static const char *const pair[2][2] = {{"left", "right"}, {"bottom", "top"}};
    const eg_box_options box = {.size = {1, 1},
                                .cells = {6, 5},
                                .element = r->cells == TRIANGLES ? EG_BOX_TRIANGLE : EG_BOX_QUADRANGLE,
                                .jitter = r->cells == TRIANGLES ? 0.15 : 0,
                                .shuffle = r->cells == TRIANGLES,
                                .seed = 3};
    eg_plane *plane = NULL;
    double shift[2];
    if (eg_comm_rank(w->comm) == 0 && r->cells == SHEARED)
        sheared_mesh(w->context, &plane);
    else if (eg_comm_rank(w->comm) == 0)
        assert_int_equal(eg_plane_box(w->context, &box, &plane), EG_OK);
    *mesh = plane ? &plane->base : NULL;
    for (int d = 0; plane && d < 2 && r->ends == EG_LINEAR_INSIDE; d++)
        assert_int_equal(eg_plane_join(plane, eg_mesh_boundary_index(*mesh, pair[d][0]),
                                       eg_mesh_boundary_index(*mesh, pair[d][1]), shift),
                         EG_OK);
    assert_int_equal(eg_mesh_distribute(w->context, w->comm, &eg_plane_class, &(eg_mesh_cut){0}, mesh, EG_OK),
                     EG_OK);
}

/* ---- media and states */

static void rock(const double x[2], double *m)
{
    (void)x;
    memcpy(m, (double[]){4, 2, 1, 1}, 4 * sizeof *m);
}
static void water(const double x[2], double *m)
{
    (void)x;
    memcpy(m, (double[]){2, 0.7}, 2 * sizeof *m);
}
static void wind(const double x[2], double *m)
{
    (void)x;
    memcpy(m, (double[]){0.6, -0.8}, 2 * sizeof *m);
}
static void turning(const double x[2], double *m)
{
    m[0] = 0.5 - x[1];
    m[1] = x[0] - 0.5;
}
static void diagonal(const double x[2], double *m)
{
    m[0] = m[1] = (1 + 0.2 * cos(2 * PI * (x[0] + x[1]))) / sqrt(2);
}
static void swirling(const double x[2], double *m)
{
    double sx = sin(PI * x[0]), sy = sin(PI * x[1]);
    m[0] = sx * sx * sin(2 * PI * x[1]);
    m[1] = -sy * sy * sin(2 * PI * x[0]);
}
static void varying_rock(const double x[2], double *m)
{
    double c = 1 + 0.2 * cos(2 * PI * x[0]);
    memcpy(m, (double[]){2 * c, c, 0.5 * c, 0.5 * c}, 4 * sizeof *m);
}
static void air_in_blocks(const double x[2], double *m)
{
    m[0] = 4 + 0.3 * floor(4 * x[0]);
    m[1] = 1 + 0.1 * floor(4 * x[1]);
}

static void wavy5(const double x[2], double *u)
{
    for (int v = 0; v < 5; v++)
        u[v] = sin(7 * x[0] + 3 * x[1] + v) + 0.3 * cos(11 * x[1] - x[0] * (v + 1));
}
static void wavy3(const double x[2], double *u)
{
    double all[5];
    wavy5(x, all);
    memcpy(u, all, 3 * sizeof *u);
}
static void wavy1(const double x[2], double *u)
{
    u[0] = sin(7 * x[0] + 3 * x[1]);
}
/* With a slot. */
static void disc(const double x[2], double *u)
{
    u[0] = hypot(x[0] - 0.5, x[1] - 0.5) < 0.3 && !(fabs(x[0] - 0.5) < 0.06 && x[1] < 0.6);
}

#define FACTOR(value)                                                                                        \
    "#include \"math.h\"\n#include \"math_circular.h\"\nFUNCTION double eg_ader_factor(double t)\n{\n    "   \
    "return " value ";\n}\n"

/* ---- sources on a vertex, a face, in cells, two in one cell; receivers; maxima */

static const double table_times[] = {0.01, 0.04, 0.05, 0.11}, table_values[] = {1, 3, -2, 0.5};
static const eg_source_time functions[] = {
    {.kind = EG_SOURCE_RICKER, .time = 0.05, .frequency = 12},
    {.kind = EG_SOURCE_GAUSSIAN, .time = 0.04, .sigma = 0.013},
    {.kind = EG_SOURCE_BRUNE_RATE, .time = 0.013, .rise = 0.011},
    {.kind = EG_SOURCE_BRUNE_MOMENT, .time = 0.021, .rise = 0.05},
    {.kind = EG_SOURCE_HEAVISIDE, .time = 0.013, .rise = 0.05},
    {.kind = EG_SOURCE_HEAVISIDE_RATE, .time = 0.023, .rise = 0.07},
    {.kind = EG_SOURCE_TABLE, .count = 4, .times = table_times, .values = table_values}};
static const char wavelet[] =
    "#include \"math.h\"\nFUNCTION double eg_source_expression(int number, double t)\n"
    "{\n    return (double)(number + 1) * eg_exp(-t) - t;\n}\n";
static const eg_ader_source of_rock[] = {
    {.x = {0.5, 0.5}, .kind = EG_LINEAR_SOURCE_EXPLOSION, .strength = {1}},
    {.x = {0.25, 0.31}, .kind = EG_LINEAR_SOURCE_FORCE, .strength = {1, -2}, .function = 1},
    {.x = {0.61, 0.2}, .kind = EG_LINEAR_SOURCE_MOMENT, .strength = {1, 2, 3}, .function = 2},
    {.x = {0.612, 0.2}, .strength = {1, 2, 3, 4, 5}, .function = 4},
    {.x = {0, 0}, .kind = EG_LINEAR_SOURCE_FORCE, .strength = {1, 1}, .function = 5},
    {.x = {0.9, 0.4}, .smooth = true, .kind = EG_LINEAR_SOURCE_EXPLOSION, .strength = {1}, .function = 7}};
static const eg_ader_source of_air[] = {
    {.x = {0.5, 0.5}, .kind = EG_LINEAR_SOURCE_EXPLOSION, .strength = {1}},
    {.x = {0.25, 0.31}, .kind = EG_LINEAR_SOURCE_FORCE, .strength = {1, -2}, .function = 1},
    {.x = {0.61, 0.2}, .strength = {1, 2, 3}, .function = 1}};
static const eg_ader_source of_tracers[] = {{.x = {0.5, 0.5}, .strength = {1, 0, 2}},
                                            {.x = {0.61, 0.2}, .strength = {2, 1, 0}, .function = 1}};
static const eg_ader_source of_tracer[] = {{.x = {0.5, 0.5}, .strength = {1}},
                                           {.x = {0.61, 0.2}, .strength = {2}, .function = 1}};
static const double places[][2] = {{0.612, 0.21}, {0.5, 0.5}, {0.9, 0.1}, {0.25, 0.6}, {1, 0.3}, {0, 1}};
static const eg_ader_maximum maxima[] = {
    {2, {{0, 0, 0, 1}, {0, 0, 0, 0, 1}}}, {1, {{-0.5, -0.5}}}, {1, {{0, 0, 1}}}};

#define SHOTS(of)                                                                                            \
    .source_count = sizeof(of) / sizeof *(of), .sources = of, .function_count = 7, .functions = functions,   \
    .expression_count = 1, .expressions = wavelet, .receiver_count = 6, .receivers = places,                 \
    .receiver_interval = 0.0037

/* ---- three tracers that exchange */

static eg_linear eg_linear_three;
static const double exchange[] = {-20, 0, 1, 20, -5, 0, 0, 5, -1};
static const double no_exchange[] = {-20, 0, 0, 0, -5, 0, 0, 0, -1};
static const double bounds_of_three[][2] = {{-1.5, 1.5}, {0, 0}, {-2, 2}};

/* ---- rows */

/* Whose integral of the first variable stays, where that is not 0. Sources are in whole meshes alone. */
#define ROW(name, precision, stays, cells, ends, medium, initial, of, ...)                                   \
    {                                                                                                        \
        {name, precision, 12, (initial) == NULL, {0, stays}}, cells, EG_LINEAR_##ends, medium, initial,      \
        {                                                                                                    \
            .system = &eg_linear_##of, __VA_ARGS__                                                           \
        }                                                                                                    \
    }

static const row rows[] = {
    ROW("elastic, order 1", EG_F64, 1e-13, SHEARED, INSIDE, rock, wavy5, elastic, .order = 1),
    ROW("elastic, rusanov", EG_F32, 0, SHEARED, FREE, rock, wavy5, elastic, .flux = EG_FLUX_RUSANOV,
        .order = 2),
    ROW("acoustic", EG_F64, 1e-13, SHEARED, INSIDE, water, wavy3, acoustic, .order = 3),
    ROW("elastic, free", EG_F64, 0, SHEARED, FREE, rock, wavy5, elastic, .order = 4, .maximum_count = 3,
        .maxima = maxima),
    ROW("acoustic, rusanov", EG_F32, 0, SHEARED, FREE, water, wavy3, acoustic, .flux = EG_FLUX_RUSANOV,
        .order = 4),
    ROW("elastic, order 5", EG_F32, 1e-13, SHEARED, INSIDE, rock, wavy5, elastic, .order = 5),
    ROW("elastic, rusanov, order 6", EG_F64, 1e-13, SHEARED, INSIDE, rock, wavy5, elastic,
        .flux = EG_FLUX_RUSANOV, .order = 6),
    ROW("sh", EG_F64, 0, SHEARED, FREE, water, wavy3, sh, .order = 3),
    ROW("sh, rusanov", EG_F32, 1e-13, SHEARED, INSIDE, water, wavy3, sh, .flux = EG_FLUX_RUSANOV, .order = 2),
    ROW("tracer, walls", EG_F32, 0, SHEARED, WALL, wind, wavy1, advection, .order = 7),
    ROW("elastic, order 8", EG_F64, 1e-13, SHEARED, INSIDE, rock, wavy5, elastic, .order = 8),
    ROW("tracer in a swirl", EG_F64, 1e-13, TRIANGLES, WALL, swirling, wavy1, advection, .order = 4,
        .material_order = 4, .form = EG_ADER_CONSERVATIVE, .factor = FACTOR("eg_cos(2.1 * t)"),
        .factor_most = 1),
    ROW("tracer in a swirl, quasi-conservative", EG_F32, 0, TRIANGLES, WALL, swirling, wavy1, advection,
        .order = 4, .material_order = 4, .form = EG_ADER_QUASI_CONSERVATIVE,
        .factor = FACTOR("eg_cos(2.1 * t)"), .factor_most = 1),
    ROW("varying rock, free", EG_F64, 0, TRIANGLES, FREE, varying_rock, wavy5, elastic, .order = 5,
        .material_order = 3, .maximum_count = 3, .maxima = maxima),
    ROW("varying rock, conservative", EG_F64, 0, SQUARES, ABSORBING, varying_rock, wavy5, elastic,
        .flux = EG_FLUX_RUSANOV, .order = 3, .material_order = 3, .form = EG_ADER_CONSERVATIVE),
    ROW("tracer between bounds", EG_F64, 1e-13, TRIANGLES, INSIDE, wind, disc, advection, .order = 4,
        .material_order = 1, .bounds = (const double[1][2]){{0, 1}}),
    ROW("tracer between bounds, squares", EG_F32, 1e-13, SQUARES, INSIDE, wind, disc, advection, .order = 3,
        .material_order = 1, .bounds = (const double[1][2]){{0, 1}}),
    ROW("tracer that turns between bounds", EG_F64, 0, TRIANGLES, ABSORBING, turning, disc, advection,
        .order = 3, .material_order = 2, .factor = FACTOR("eg_cos(20.0 * t)"), .factor_most = 1,
        .bounds = (const double[1][2]){{0, 1}}),
    ROW("tracer that turns between bounds, squares", EG_F32, 0, SQUARES, ABSORBING, turning, disc, advection,
        .order = 2, .material_order = 2, .bounds = (const double[1][2]){{0, 1}}),
    ROW("shots in rock, rusanov", EG_F64, 0, SQUARES, INSIDE, rock, NULL, elastic, .flux = EG_FLUX_RUSANOV,
        .order = 4, SHOTS(of_rock)),
    ROW("shots in rock", EG_F32, 0, TRIANGLES, INSIDE, rock, NULL, elastic, .order = 5, SHOTS(of_rock)),
    ROW("shots in varying rock", EG_F64, 0, TRIANGLES, INSIDE, varying_rock, NULL, elastic,
        .flux = EG_FLUX_RUSANOV, .order = 4, .material_order = 4, SHOTS(of_rock)),
    ROW("shots in blocks of air", EG_F32, 0, SQUARES, INSIDE, air_in_blocks, NULL, acoustic, .order = 3,
        .material_order = 3, .form = EG_ADER_CONSERVATIVE, SHOTS(of_air)),
    ROW("tracer from sources", EG_F64, 0, TRIANGLES, INSIDE, diagonal, NULL, advection, .order = 3,
        .material_order = 3, .factor = FACTOR("1.0 + 0.5 * eg_sin(20.0 * t)"), .factor_most = 1.5,
        SHOTS(of_tracer)),
    ROW("tracers that exchange", EG_F64, 0, TRIANGLES, WALL, swirling, wavy3, three, .order = 4,
        .material_order = 4, .factor = FACTOR("eg_cos(2.1 * t)"), .factor_most = 1, .exchange = exchange,
        .maximum_count = 1, .maxima = &maxima[1]),
    ROW("tracers between bounds", EG_F32, 0, SHEARED, INSIDE, wind, wavy3, three, .order = 3,
        .bounds = bounds_of_three, .exchange = no_exchange),
    ROW("tracers that turn between bounds", EG_F64, 0, SQUARES, ABSORBING, turning, wavy3, three, .order = 2,
        .material_order = 2, .bounds = bounds_of_three),
    ROW("tracers from sources", EG_F64, 0, TRIANGLES, INSIDE, wind, NULL, three, .order = 3,
        .exchange = exchange, SHOTS(of_tracers)),
    ROW("tracers, quasi-conservative", EG_F64, 0, SQUARES, INSIDE, diagonal, wavy3, three, .order = 5,
        .material_order = 3, .form = EG_ADER_QUASI_CONSERVATIVE)};
enum {
    ROWS = sizeof rows / sizeof *rows,
    SYSTEMS = 4,
    ORDERS = 8,
    COMBINED = SYSTEMS * EG_ADER_FLUXES * ORDERS
};

/* The long form takes each order of each system with each flux, too. */
static int row_count(void)
{
    return ROWS + (is_long() ? COMBINED : 0);
}

static const row *row_at(int i)
{
    static const eg_linear *const systems[] = {&eg_linear_advection, &eg_linear_sh, &eg_linear_acoustic,
                                               &eg_linear_elastic};
    static row made;
    const int order = 1 + (i - ROWS) % ORDERS, flux = (i - ROWS) / ORDERS % EG_ADER_FLUXES;
    const eg_linear *system = systems[i < ROWS ? 0 : (i - ROWS) / ORDERS / EG_ADER_FLUXES];
    if (i < ROWS)
        return &rows[i];
    made = (row){{system->name, EG_F64, 12, false, {0}},
                 SHEARED,
                 EG_LINEAR_INSIDE,
                 wind,
                 wavy1,
                 {.system = system, .flux = (eg_flux)flux, .order = order}};
    made.medium = system->materials == 4 ? rock : system->variables == 3 ? water : wind;
    made.initial = system->variables == 5 ? wavy5 : system->variables == 3 ? wavy3 : wavy1;
    if (order % 2)
        made.ends = system->variables == 1 ? EG_LINEAR_WALL : EG_LINEAR_FREE;
    return &made;
}

/* ---- the solver */

static eg_status material_of(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const row *r = user;
    (void)cell;
    for (int i = 0; i < count; i++)
        r->medium(x[i], &values[i * r->options.system->materials]);
    return EG_OK;
}

static eg_status initial_of(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const row *r = user;
    (void)cell;
    memset(values, 0, (size_t)(count * r->options.system->variables) * sizeof *values);
    for (int i = 0; r->initial && i < count; i++)
        r->initial(x[i], &values[i * r->options.system->variables]);
    return EG_OK;
}

/* The table of three tracers is made at run time. */
static void make_three(void)
{
    static char text[EG_LINEAR_TRACERS_TEXT];
    static const char *const name[] = {"a", "b", "c"}, *const unit[] = {"1", "1", "1"};
    eg_linear_tracers_text(3, text);
    eg_linear_three = eg_linear_tracers(3, text);
    eg_linear_three.variable = eg_linear_three.code = name;
    eg_linear_three.unit = unit;
}

static eg_status make_stepper(const world *w, eg_device *device, const eg_mesh *mesh, const row *r,
                              const manner *how, eg_stepper **stepper)
{
    const eg_linear_boundary kinds[] = {r->ends, r->ends, r->ends, r->ends};
    eg_ader *ader;
    eg_ader_options options = r->options;
    if (eg_linear_three.variables == 0)
        make_three();
    options.comm = w->comm;
    options.precision = how->precision;
    options.lanes = how->lanes;
    options.far = how->lanes == 4;
    options.user = (void *)(uintptr_t)r;
    options.material = material_of;
    options.initial = initial_of;
    options.boundaries = kinds;
    eg_status status = eg_ader_create(device, (const eg_plane *)mesh, &options, &ader);
    *stepper = status == EG_OK ? eg_ader_stepper(ader) : NULL;
    assert_int_equal(status == EG_OK, ader != NULL);
    return status;
}

static void end_stepper(eg_stepper **stepper)
{
    eg_ader *ader = (eg_ader *)*stepper;
    eg_ader_destroy(&ader);
    *stepper = NULL;
}
