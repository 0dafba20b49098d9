/* ADER-DG on its devices: orders of accuracy, free stream, conservation, equal bits. */
#include "kernel/ader_wave.h"
#include "kernel/there.h"

/* A case in functions: what the tests below vary. */
struct problem {
    const eg_linear *system;
    eg_flux flux;
    eg_precision precision;
    int order;
    eg_box_options box;
    bool mixed; /* not the box but sheared_mesh() */
    const double *material;
    void (*initial)(const double x[2], double *u);
    eg_linear_boundary boundary; /* of all sides; EG_LINEAR_INSIDE: periodic both ways */
};

static eg_status material_of(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const problem *p = user;
    (void)cell;
    (void)x;
    for (int i = 0; i < count; i++)
        memcpy(&values[i * p->system->materials], p->material, (size_t)p->system->materials * sizeof *values);
    return EG_OK;
}

static eg_status initial_of(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const problem *p = user;
    (void)cell;
    for (int i = 0; i < count; i++)
        p->initial(x[i], &values[i * p->system->variables]);
    return EG_OK;
}

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

static wave begin(const problem *given, const char *device, int lanes)
{
    wave w = {.given = given};
    double shift[2];
    eg_linear_boundary kinds[8];
    assert_int_equal(eg_context_create(NULL, &w.context), EG_OK);
    if (eg_device_open(w.context, device, &w.device) != EG_OK)
        fail_msg("%s", eg_context_error(w.context));
    if (given->mixed)
        sheared_mesh(w.context, &w.mesh);
    else
        assert_int_equal(eg_plane_box(w.context, &given->box, &w.mesh), EG_OK);
    if (given->boundary == EG_LINEAR_INSIDE) {
        assert_int_equal(eg_plane_join(w.mesh, eg_mesh_boundary_index(&w.mesh->base, "left"),
                                       eg_mesh_boundary_index(&w.mesh->base, "right"), shift),
                         EG_OK);
        assert_int_equal(eg_plane_join(w.mesh, eg_mesh_boundary_index(&w.mesh->base, "bottom"),
                                       eg_mesh_boundary_index(&w.mesh->base, "top"), shift),
                         EG_OK);
    }
    for (int b = 0; b < 8; b++)
        kinds[b] = given->boundary;
    const eg_ader_options options = {.system = given->system,
                                     .flux = given->flux,
                                     .precision = given->precision,
                                     .order = given->order,
                                     .lanes = lanes,
                                     .far = lanes == 4, /* half of what is compared */
                                     .user = (void *)given,
                                     .material = material_of,
                                     .initial = initial_of,
                                     .boundaries = kinds};
    if (eg_ader_create(w.device, w.mesh, &options, &w.ader) != EG_OK)
        fail_msg("%s", eg_context_error(w.context));
    return w;
}

static void advance(wave *w, double time, int64_t steps)
{
    advance_looking(w, time, steps, NULL);
}

/* The root mean square of u - exact over the domain, all variables. */
static double error_of(wave *w, void (*exact)(const double x[2], double *u))
{
    double points[EG_QUADRATURE_ANY_POINTS][2], weights[EG_QUADRATURE_ANY_POINTS], sum = 0, area = 0;
    int n = w->given->system->variables;
    double *values = calloc((size_t)(EG_QUADRATURE_ANY_POINTS * n), sizeof *values), u[EG_LINEAR_VARIABLES];
    void *memory = state_of(w);
    for (int64_t c = 0; c < w->mesh->base.own; c++) {
        eg_cell_type type = (eg_cell_type)w->mesh->type[c];
        double x[EG_CELL_VERTICES][2];
        int count = eg_quadrature_count(type, 2 * w->given->order + 2);
        eg_quadrature_any(type, 2 * w->given->order + 2, points, weights);
        eg_plane_cell_vertices(w->mesh, c, x);
        eg_stepper_evaluate(eg_ader_stepper(w->ader), memory, c, count, points[0], values);
        for (int q = 0; q < count; q++) {
            double at[2];
            eg_cell_map(type, (const double(*)[2])x, points[q], at);
            exact(at, u);
            double scale = weights[q] * w->mesh->area[c] * (type == EG_TRIANGLE ? 2 : 1);
            for (int v = 0; v < n; v++)
                sum += scale * (values[q * n + v] - u[v]) * (values[q * n + v] - u[v]);
            area += scale;
        }
    }
    eg_staging_destroy(w->device, &memory);
    free(values);
    return sqrt(sum / area);
}

static const double PI = 3.14159265358979323846;

/* Plane P and S waves of the elastic convergence test: lambda 2, mu 1, rho 1 in [-50, 50]^2, k = 2 pi / 25
 * (1, 1). */
static const double rock[4] = {4, 2, 1, 1};
static void plane_waves(const double x[2], double *u)
{
    double phase = 2 * PI / 25 * (x[0] + x[1]), n = sqrt(0.5), cp = 2, cs = 1;
    double p = sin(phase), s = sin(phase);
    /* v = n f(n.x - c t), stress = -c rho ... : sigma = -(lambda I + 2 mu n n) / cp f */
    u[0] = -(2 + 2 * n * n) / cp * p - (2 * 1 * n * -n) / cs * s;
    u[1] = -(2 + 2 * n * n) / cp * p - (2 * 1 * n * n) / cs * s;
    u[2] = -(2 * n * n) / cp * p - (n * n - n * n) / cs * s;
    u[3] = n * p - n * s;
    u[4] = n * p + n * s;
}

static void converges(const problem *base, int order, double end_time, double least)
{
    double e[2];
    for (int i = 0; i < 2; i++) {
        problem p = *base;
        p.order = order;
        p.box.cells[0] *= 1 << i;
        p.box.cells[1] *= 1 << i;
        p.box.seed += (uint64_t)i;
        wave w = begin(&p, "host", 0);
        advance(&w, end_time, INT64_MAX);
        e[i] = error_of(&w, p.initial);
        end(&w);
    }
    double found = log(e[0] / e[1]) / log(2);
    print_message("%s order %d: %.3e %.3e observed %.2f\n", base->system->name, order, e[0], e[1], found);
    assert_true(found >= least);
}

/* A plane SH wave of the same medium: v = f, s = -mu n f / c. */
static const double rock_of_sh[2] = {1, 1};
static void plane_sh_wave(const double x[2], double *u)
{
    double f = sin(2 * PI / 25 * (x[0] + x[1]));
    u[0] = u[1] = -sqrt(0.5) * f;
    u[2] = f;
}

/* `parts` as of is_combined(). */
static void waves_converge(int parts, const eg_linear *system, const double *material,
                           void (*initial)(const double x[2], double *u))
{
    for (int flux = 0; flux < EG_ADER_FLUXES; flux++)
        for (int order = 2; order <= 6; order++) {
            if (!is_combined(order, flux, parts))
                continue;
            problem p = {.system = system,
                         .flux = (eg_flux)flux,
                         .box = {.origin = {-50, -50},
                                 .size = {100, 100},
                                 .cells = {12, 12},
                                 .element = EG_BOX_TRIANGLE,
                                 .jitter = 0.15,
                                 .shuffle = true,
                                 .seed = 7},
                         .material = material,
                         .initial = initial};
            converges(&p, order, 25 / sqrt(2), order - 0.3);
        }
}

static void elastic_waves_converge(void **state)
{
    (void)state;
    waves_converge(2, &eg_linear_elastic, rock, plane_waves);
}

static void sh_waves_converge(void **state)
{
    (void)state;
    waves_converge(4, &eg_linear_sh, rock_of_sh, plane_sh_wave);
}

/* ---- equal bits */

static const double water[2] = {2, 0.7}, wind[2] = {0.6, -0.8};

static void wavy(const double x[2], double *u)
{
    for (int v = 0; v < eg_linear_elastic.variables; v++)
        u[v] = sin(7 * x[0] + 3 * x[1] + v) + 0.3 * cos(11 * x[1] - x[0] * (v + 1));
}

static void wavy3(const double x[2], double *u)
{
    double all[EG_LINEAR_VARIABLES];
    wavy(x, all);
    memcpy(u, all, 3 * sizeof *u);
}

static void wavy1(const double x[2], double *u)
{
    u[0] = sin(7 * x[0] + 3 * x[1]);
}

static uint64_t hash_of(const problem *given, const char *device, int lanes)
{
    wave w = begin(given, device, lanes);
    uint64_t hash;
    advance(&w, 1e9, 12);
    assert_int_equal(w.now.steps, 12);
    void *memory = state_of(&w);
    assert_int_equal(eg_stepper_hash(eg_ader_stepper(w.ader), memory, &hash), EG_OK);
    eg_staging_destroy(w.device, &memory);
    end(&w);
    return hash;
}

static problem problem_of(const eg_linear *system, eg_flux flux, eg_precision precision, int order,
                          bool periodic)
{
    bool elastic = system == &eg_linear_elastic, three = system->variables == 3;
    return (problem){.system = system,
                     .flux = flux,
                     .precision = precision,
                     .order = order,
                     .mixed = true,
                     .material = elastic ? rock
                                 : three ? water
                                         : wind,
                     .initial = elastic ? wavy
                                : three ? wavy3
                                        : wavy1,
                     .boundary = periodic           ? EG_LINEAR_INSIDE
                                 : elastic || three ? EG_LINEAR_FREE
                                                    : EG_LINEAR_WALL};
}

static void same_bits(const problem *given, uint64_t first, const char *device, int lanes)
{
    uint64_t other = hash_of(given, device, lanes);
    if (other != first)
        fail_msg("%s of order %d, flux %d, %s, boundary %d on %s with %d lanes: %016llx, not %016llx",
                 given->system->name, given->order, given->flux, given->precision == EG_F64 ? "f64" : "f32",
                 given->boundary, device, lanes, (unsigned long long)other, (unsigned long long)first);
}

typedef struct variant {
    const char *device; /* "opencl": every OpenCL device */
    int lanes;
} variant;

static int same_bits_on(const problem *given, uint64_t first, const variant *v)
{
    char name[32];
    int found = 0;
    if (strcmp(v->device, "opencl") != 0) {
        if (!is_there(v->device))
            return 0;
        same_bits(given, first, v->device, v->lanes);
        return 1;
    }
    for (int i = 0; i < 16; i++) {
        snprintf(name, sizeof name, "opencl:%d.%d", i / 4, i % 4);
        if (is_there(name)) {
            same_bits(given, first, name, v->lanes);
            found++;
        }
    }
    return found;
}

/* Orders 1 to 8, all systems, both fluxes, f64 and f32, periodic and reflecting sides; lanes 1, 4, 8, 16,
 * threads 1 and 2, the checking device, OpenCL and CUDA. To compile a program for each combination takes half
 * an hour: here each value meets several of the others; in the long form all meet all. */
static void bits_are_equal_everywhere(void **state)
{
    (void)state;
    static const struct {
        const eg_linear *system;
        eg_flux flux;
        eg_precision precision;
        int order;
        bool periodic;
        variant variants[4];
    } rows[] = {
        {&eg_linear_elastic, EG_FLUX_UPWIND, EG_F64, 1, true, {{"host:2", 1}}},
        {&eg_linear_elastic, EG_FLUX_RUSANOV, EG_F32, 2, false, {{"host:2", 4}, {"opencl", 0}}},
        {&eg_linear_acoustic, EG_FLUX_UPWIND, EG_F64, 3, true, {{"host:1", 16}}},
        {&eg_linear_elastic,
         EG_FLUX_UPWIND,
         EG_F64,
         4,
         false,
         {{"host:2", 0}, {"checked", 4}, {"cuda:0", 0}}},
        {&eg_linear_acoustic, EG_FLUX_RUSANOV, EG_F32, 4, false, {{"host:2", 8}}},
        {&eg_linear_elastic, EG_FLUX_UPWIND, EG_F32, 5, true, {{"host:2", 16}, {"cuda:0", 0}, {"cuda:0", 4}}},
        {&eg_linear_elastic, EG_FLUX_RUSANOV, EG_F64, 6, true, {{"host:1", 1}}},
        {&eg_linear_sh,
         EG_FLUX_UPWIND,
         EG_F64,
         3,
         false,
         {{"host:2", 4}, {"opencl", 0}, {"checked", 16}, {"cuda:0", 0}}},
        {&eg_linear_sh, EG_FLUX_RUSANOV, EG_F32, 2, true, {{"host:1", 8}}},
        {&eg_linear_advection, EG_FLUX_UPWIND, EG_F32, 7, false, {{"host:1", 8}, {"checked", 16}}},
        {&eg_linear_elastic, EG_FLUX_UPWIND, EG_F64, 8, true, {{"host:2", 4}, {"cuda:0", 0}}},
    };
    int compared = 0;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        problem p =
            problem_of(rows[r].system, rows[r].flux, rows[r].precision, rows[r].order, rows[r].periodic);
        uint64_t first = hash_of(&p, "host:1", 0);
        for (int v = 0; v < 4 && rows[r].variants[v].device; v++)
            compared += same_bits_on(&p, first, &rows[r].variants[v]);
    }
    print_message("%d runs have the bits of the same case on host:1\n", compared);
    assert_true(compared >= 14); /* on hosts and the checking device */
    if (!is_there("opencl:0.0"))
        print_message("skipped: OpenCL is not there\n");
}

static void bits_are_equal_in_all_combinations(void **state)
{
    (void)state;
    if (!is_long())
        skip();
    static const eg_linear *const systems[] = {&eg_linear_advection, &eg_linear_acoustic, &eg_linear_elastic,
                                               &eg_linear_sh};
    static const variant variants[] = {{"host:2", 1},  {"host:1", 4}, {"host:2", 8},
                                       {"host:1", 16}, {"host:2", 0}, {"checked", 0},
                                       {"opencl", 0},  {"opencl", 4}, {"cuda:0", 0}};
    int compared = 0;
    for (int s = 0; s < 4; s++)
        for (int flux = 0; flux < EG_ADER_FLUXES; flux++)
            for (int precision = 0; precision < 2; precision++)
                for (int order = 1; order <= 8; order++) {
                    problem p =
                        problem_of(systems[s], (eg_flux)flux, (eg_precision)precision, order, order % 2 == 0);
                    uint64_t first = hash_of(&p, "host:1", 0);
                    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
                        compared += same_bits_on(&p, first, &variants[v]);
                    print_message("%s, flux %d, %s, order %d: %016llx everywhere\n", systems[s]->name, flux,
                                  precision == EG_F64 ? "f64" : "f32", order, (unsigned long long)first);
                }
    print_message("%d runs have the bits of the same case on host:1\n", compared);
}

/* A hash that does not see the state would let all of this pass. */
static void hash_sees_a_step(void **state)
{
    (void)state;
    problem p = problem_of(&eg_linear_acoustic, EG_FLUX_UPWIND, EG_F64, 3, true),
            q = problem_of(&eg_linear_acoustic, EG_FLUX_UPWIND, EG_F64, 3, false);
    assert_true(hash_of(&p, "host:1", 0) != hash_of(&q, "host:1", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elastic_waves_converge),    cmocka_unit_test(sh_waves_converge),
        cmocka_unit_test(bits_are_equal_everywhere), cmocka_unit_test(bits_are_equal_in_all_combinations),
        cmocka_unit_test(hash_sees_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
