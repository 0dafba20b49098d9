/* A tracer between two bounds (docs/theory/limiters.md): means and values stay, mass stays to the bit, far
 * from the bounds no bit is other. */
#include "kernel/ader_wave.h"
#include "long.h"

/* A jump that is carried across a unit square, or turned in it. */
struct problem {
    eg_box_element element;
    eg_precision precision;
    int order, material_order;
    const char *factor; /* NULL: none */
    double dt;          /* 0: what is stable */
    bool open;          /* else periodic both ways */
    bool bounded;
    double bound[2];
};

static eg_status material_of(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const problem *p = user;
    (void)cell;
    for (int i = 0; i < count; i++) {
        values[2 * i] = p->material_order > 1 ? 0.5 - x[i][1] : 0.6;
        values[2 * i + 1] = p->material_order > 1 ? x[i][0] - 0.5 : -0.8;
    }
    return EG_OK;
}

/* A disc with a slot. */
static double disc(const double x[2])
{
    bool in = hypot(x[0] - 0.5, x[1] - 0.5) < 0.3;
    return in && !(fabs(x[0] - 0.5) < 0.06 && x[1] < 0.6) ? 1 : 0;
}

static eg_status initial_of(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    (void)user, (void)cell;
    for (int i = 0; i < count; i++)
        values[i] = disc(x[i]);
    return EG_OK;
}

static wave begin(const problem *given, const char *device, int lanes)
{
    wave w = {.given = given};
    bool triangles = given->element == EG_BOX_TRIANGLE;
    const eg_box_options box = {.size = {1, 1},
                                .cells = {9, 7},
                                .element = given->element,
                                .jitter = triangles ? 0.2 : 0,
                                .shuffle = triangles,
                                .seed = 3};
    double shift[2];
    assert_int_equal(eg_context_create(NULL, &w.context), EG_OK);
    if (eg_device_open(w.context, device, &w.device) != EG_OK)
        fail_msg("%s", eg_context_error(w.context));
    assert_int_equal(eg_plane_box(w.context, &box, &w.mesh), EG_OK);
    const eg_mesh *mesh = &w.mesh->base;
    for (int i = 0; !given->open && i < 2; i++)
        assert_int_equal(eg_plane_join(w.mesh, eg_mesh_boundary_index(mesh, i ? "left" : "bottom"),
                                       eg_mesh_boundary_index(mesh, i ? "right" : "top"), shift),
                         EG_OK);
    const eg_ader_options options = {.system = &eg_linear_advection,
                                     .precision = given->precision,
                                     .order = given->order,
                                     .material_order = given->material_order,
                                     .factor = given->factor,
                                     .factor_most = 1,
                                     .dt = given->dt,
                                     .lanes = lanes,
                                     .far = lanes == 4,
                                     .user = (void *)given,
                                     .material = material_of,
                                     .initial = initial_of,
                                     .bounds = given->bounded ? &given->bound : NULL};
    if (eg_ader_create(w.device, w.mesh, &options, &w.ader) != EG_OK)
        fail_msg("%s", eg_context_error(w.context));
    return w;
}

static void advance(wave *w, double time, int64_t steps)
{
    advance_looking(w, time, steps, NULL);
}

static problem problem_of(eg_box_element element, int order, int material_order, const char *factor)
{
    return (problem){.element = element,
                     .order = order,
                     .material_order = material_order,
                     .factor = factor,
                     .open = material_order > 1,
                     .bounded = true,
                     .bound = {0, 1}};
}

static const char turning[] = "#include \"math.h\"\n#include \"math_circular.h\"\n"
                              "FUNCTION double eg_ader_factor(double t) { return eg_cos(20.0 * t); }\n";

/* ---- bounds and mass */

/* How far values at the nodes are outside [0, 1], and means of cells; the integral over the domain. */
typedef struct state_range {
    double outside, mean_outside, amount;
} state_range;

static double beyond(double value)
{
    return fmax(-value, value - 1);
}

enum { NODES = EG_ORDER_MOST * EG_ORDER_MOST };

/* Those of snapshots. */
static int nodes_of(eg_cell_type type, int degree, double (*node)[2])
{
    int count = 0;
    for (int j = 0; j <= degree; j++)
        for (int i = 0; i <= (type == EG_TRIANGLE ? degree - j : degree); i++, count++) {
            node[count][0] = (double)i / degree;
            node[count][1] = (double)j / degree;
        }
    return count;
}

static state_range range_of(wave *w)
{
    double node[NODES][2], value[NODES];
    double point[EG_QUADRATURE_ANY_POINTS][2], weight[EG_QUADRATURE_ANY_POINTS],
        there[EG_QUADRATURE_ANY_POINTS];
    int order = w->given->order;
    const eg_stepper *stepper = eg_ader_stepper(w->ader);
    state_range range = {-INFINITY, -INFINITY, 0};
    void *memory = state_of(w);
    for (int64_t c = 0; c < w->mesh->base.own; c++) {
        eg_cell_type type = (eg_cell_type)w->mesh->type[c];
        double mean = 0, area = 0;
        int count = nodes_of(type, order > 1 ? order - 1 : 1, node);
        eg_stepper_evaluate(stepper, memory, c, count, node[0], value);
        for (int i = 0; i < count; i++)
            range.outside = fmax(range.outside, beyond(value[i]));
        int points = eg_quadrature_count(type, order);
        eg_quadrature_any(type, order, point, weight);
        eg_stepper_evaluate(stepper, memory, c, points, point[0], there);
        for (int q = 0; q < points; q++) {
            mean += weight[q] * there[q];
            area += weight[q];
        }
        range.mean_outside = fmax(range.mean_outside, beyond(mean / area));
        range.amount += mean / area * w->mesh->area[c];
    }
    eg_staging_destroy(w->device, &memory);
    return range;
}

static state_range range_after(const problem *p, int64_t steps, double *first)
{
    wave w = begin(p, "host:1", 0);
    state_range at_first = range_of(&w), last;
    *first = at_first.amount;
    assert_true(!p->bounded || at_first.outside < 1e-13);
    advance(&w, 1e9, steps);
    last = range_of(&w);
    end(&w);
    return last;
}

static void stays_between(const problem *given)
{
    problem p = *given, without = *given;
    double amount;
    without.bounded = false;
    state_range kept = range_after(&p, 40, &amount), left = range_after(&without, 40, &amount);
    print_message("order %d, %s, medium of order %d%s: outside by %.1e, means %.1e, mass %.1e; "
                  "without %.2g\n",
                  p.order, p.element == EG_BOX_TRIANGLE ? "triangles" : "squares", p.material_order,
                  p.factor ? " turning" : "", kept.outside, kept.mean_outside, kept.amount - amount,
                  left.outside);
    assert_true(kept.outside <= 1e-12 && kept.mean_outside <= 1e-12);
    assert_true(p.order == 1 || left.outside > 0.02);
    assert_true(p.open || fabs(kept.amount - amount) < 1e-14);
}

static void jumps_stay_between_the_bounds(void **state)
{
    (void)state;
    static const int orders[] = {1, 2, 3, 5, 8, 12};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        for (int element = 0; element < 2; element++) {
            if (!is_combined((int)i, element, 2))
                continue;
            problem p = problem_of(element ? EG_BOX_QUADRANGLE : EG_BOX_TRIANGLE, orders[i], 1, NULL);
            stays_between(&p);
        }
}

static void jumps_that_turn_stay_between_the_bounds(void **state)
{
    (void)state;
    for (int order = 2; order <= 6; order += 2)
        for (int turns = 0; turns < 2; turns++) {
            problem p = problem_of(order == 4 ? EG_BOX_QUADRANGLE : EG_BOX_TRIANGLE, order, 2,
                                   turns ? turning : NULL);
            if (is_combined(order / 2, turns, 2))
                stays_between(&p);
        }
}

/* Steps in which 0.93 and 0.8 of a cell leave it, beyond what is stable: traces of the mean over the step are
 * far outside, and values alone would not be enough. */
static void large_steps_stay_between_the_bounds(void **state)
{
    (void)state;
    for (int material_order = 1; material_order <= 2; material_order++) {
        problem p = problem_of(EG_BOX_QUADRANGLE, 3, material_order, NULL);
        double amount;
        p.dt = material_order > 1 ? 0.1 : 0.085;
        state_range kept = range_after(&p, 30, &amount);
        print_message("steps of %g s: outside by %.1e, means %.1e\n", p.dt, kept.outside, kept.mean_outside);
        assert_true(kept.outside <= 1e-12 && kept.mean_outside <= 1e-12);
    }
}

/* ---- bits */

static uint64_t hash_of(const problem *given, const char *device, int lanes)
{
    wave w = begin(given, device, lanes);
    uint64_t hash;
    advance(&w, 1e9, 12);
    void *memory = state_of(&w);
    assert_int_equal(eg_stepper_hash(eg_ader_stepper(w.ader), memory, &hash), EG_OK);
    eg_staging_destroy(w.device, &memory);
    end(&w);
    return hash;
}

/* With bounds that nothing comes near, and without: the same bits; near them others. */
static void far_bounds_change_no_bit(void **state)
{
    (void)state;
    for (int material_order = 1; material_order <= 2; material_order++) {
        problem p = problem_of(EG_BOX_TRIANGLE, 4, material_order, NULL), far = p, none = p;
        far.bound[0] = -10;
        far.bound[1] = 10;
        none.bounded = false;
        uint64_t near = hash_of(&p, "host:1", 0), unlimited = hash_of(&none, "host:1", 0);
        assert_true(hash_of(&far, "host:1", 0) == unlimited);
        assert_true(near != unlimited);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumps_stay_between_the_bounds),
        cmocka_unit_test(jumps_that_turn_stay_between_the_bounds),
        cmocka_unit_test(large_steps_stay_between_the_bounds),
        cmocka_unit_test(far_bounds_change_no_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
