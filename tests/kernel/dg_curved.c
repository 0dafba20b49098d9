/* Nodal DG on curved cells with hanging faces: integrals stay, a constant state stays, energy does not grow. */
#include "unit/device_fixture.h"

#include <math.h>

#include "element/line.h"
#include "kernel/dg_problem.h"
#include "long.h"
#include "steps.h"

enum { MOST = 9 }; /* variables */

/* Another smooth function, or constant, for each variable. */
typedef struct smooth {
    eg_dg_field field;
    int dimension, variables;
    bool constant;
} smooth;

static double smooth_at(const smooth *s, const double x[3], int v)
{
    double value = 1 + 0.1 * v;
    for (int d = 0; d < s->dimension && !s->constant; d++)
        value += 0.3 * sin(2 * M_PI * (x[d] + 0.1 * v + 0.2 * d));
    return value;
}

static eg_status smooths(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                         double *values)
{
    const smooth *s = (const smooth *)self;
    (void)cell;
    for (int64_t i = 0; i < count; i++)
        for (int v = 0; v < s->variables; v++)
            values[i * s->variables + v] = smooth_at(s, x[i], v);
    return EG_OK;
}

static eg_status solid(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                       double *values)
{
    (void)self, (void)cell, (void)x;
    for (int64_t i = 0; i < count; i++)
        memcpy(&values[4 * i], (double[]){3, 1, 1, 1}, 4 * sizeof *values);
    return EG_OK;
}

/* Of each variable by the quadrature of the scheme, and how far it is from the smooth state anywhere. */
typedef struct found {
    double integral[MOST], size, off, content[2];
} found;

static found look(eg_dg *dg, const eg_forest *mesh, const eg_comm *comm, const smooth *s, int edge)
{
    found a = {0};
    double w[EG_LINE_NODES], at[EG_LINE_NODES];
    int nodes = edge * edge * (s->dimension == 3 ? edge : 1);
    void *memory = steps_copy(eg_dg_stepper(dg));
    assert_int_equal(eg_stepper_content(eg_dg_stepper(dg), comm, a.content), EG_OK);
    eg_gll_weights(edge - 1, w);
    eg_line_points_of((eg_line){EG_LINE_GLL, edge - 1}, at);
    for (int64_t c = 0; c < mesh->base.own; c++)
        for (int i = 0; i < nodes; i++) {
            int k[3] = {i % edge, i / edge % edge, i / (edge * edge)};
            double r[3] = {0}, x[3], j[3][3], weight = 1, u[MOST];
            for (int d = 0; d < s->dimension; d++) {
                r[d] = at[k[d]];
                weight *= w[k[d]];
            }
            mesh->base.class->map(&mesh->base, c, r, x, j);
            for (int d = 0; d < 3 && s->dimension == 2; d++)
                j[2][d] = j[d][2] = d == 2;
            weight *= eg_hex_determinant((const double(*)[3])j);
            eg_stepper_evaluate(eg_dg_stepper(dg), memory, c, 1, r, u);
            for (int v = 0; v < s->variables; v++) {
                a.integral[v] += weight * u[v];
                a.size += weight * fabs(u[v]);
                a.off = fmax(a.off, fabs(u[v] - smooth_at(s, x, v)));
            }
        }
    steps_drop(eg_dg_stepper(dg), &memory);
    return a;
}

/* Before and after so many steps. */
static void run(const fixture *f, const problem *p, bool constant, const char *spec, found result[2])
{
    eg_device *device;
    eg_dg *dg;
    eg_comm *comm;
    bool elastic = p->system->materials == 4;
    const eg_dg_field material = {elastic ? solid : unit_material};
    const smooth s = {{smooths}, p->system->dimensions, p->system->variables, constant};
    const eg_dg_options options = {.system = p->system,
                                   .flux = p->flux,
                                   .degree = p->degree,
                                   .nodal_material = p->nodal,
                                   .material = &material,
                                   .initial = &s.field};
    assert_int_equal(eg_comm_create(f->context, &comm), EG_OK);
    eg_forest *mesh = forest_of(f->context, comm, p);
    assert_true(mesh->lowest < mesh->highest && mesh->kind == EG_LEAF_CURVED);
    assert_int_equal(eg_device_open(f->context, spec, &device), EG_OK);
    if (eg_dg_create(device, mesh, &options, &dg) != EG_OK)
        fail_msg("%s", eg_context_error(f->context));
    for (int i = 0; i < 2; i++) {
        result[i] = look(dg, mesh, comm, &s, p->degree + 1);
        steps_to(eg_dg_stepper(dg), 1e9, p->steps);
    }
    eg_dg_destroy(&dg);
    eg_device_close(&device);
    eg_comm_destroy(&comm);
    eg_mesh *base = &mesh->base;
    eg_mesh_destroy(&base);
}

/* Periodic domains: in space 2 map <= degree, the condition of the metric identity. */
static const eg_linear *const systems[] = {&eg_linear_acoustic, &eg_linear_acoustic_space, &eg_linear_elastic,
                                           &eg_linear_elastic_space, &eg_linear_sh};
enum { SYSTEMS = sizeof systems / sizeof *systems };
static problem problem_of(int k)
{
    return (problem){.system = systems[k % SYSTEMS],
                     .level = 1,
                     .degree = k < SYSTEMS ? 3 : 4,
                     .map = k < SYSTEMS ? 1 : 2,
                     .steps = 4,
                     .graded = true,
                     .curved = true,
                     .turned = k >= SYSTEMS,
                     .nodal = k % 3 == 1,
                     .flux = k >= SYSTEMS ? EG_FLUX_CENTRAL : EG_FLUX_UPWIND};
}

/* The short form has one of degree 4. */
static bool is_taken(int k)
{
    return k < SYSTEMS || is_combined(k, 1, 3);
}

static void integrals_stay(void **state)
{
    for (int k = 0; k < 2 * SYSTEMS; k++) {
        if (!is_taken(k))
            continue;
        problem p = problem_of(k);
        found a[2];
        run(*state, &p, false, "host:2", a);
        for (int v = 0; v < p.system->variables; v++)
            if (!(fabs(a[1].integral[v] - a[0].integral[v]) < 1e-13 * a[0].size))
                fail_msg("problem %d: the integral of variable %d goes from %.17g to %.17g", k, v,
                         a[0].integral[v], a[1].integral[v]);
        double gain = a[1].content[0] / a[0].content[0] - 1;
        if (!(gain < 1e-14) || !(p.flux != EG_FLUX_CENTRAL || gain > -1e-6))
            fail_msg("problem %d: the energy goes by %g", k, gain);
    }
}

static void constants_stay(void **state)
{
    for (int k = 0; k < 2 * SYSTEMS; k++) {
        if (!is_taken(k))
            continue;
        problem p = problem_of(k);
        found a[2];
        run(*state, &p, true, "host:2", a);
        if (!(a[1].off < 1e-12))
            fail_msg("problem %d: a constant state goes by %g", k, a[1].off);
    }
}

/* Whatever the map: what is in conservative form stays, and no energy comes. */
static void strong_maps(void **state)
{
    for (int k = 0; k < 3; k++) {
        bool elastic = k == 1, central = k == 2;
        problem p = {.system = elastic ? &eg_linear_elastic_space : &eg_linear_acoustic_space,
                     .level = 1,
                     .degree = 3,
                     .map = 4,
                     .steps = 30,
                     .graded = true,
                     .curved = true,
                     .flux = central ? EG_FLUX_CENTRAL : EG_FLUX_UPWIND};
        found a[2];
        run(*state, &p, false, "host:2", a);
        for (int v = elastic ? 6 : 0; v < (elastic ? 9 : 1); v++)
            assert_true(fabs(a[1].integral[v] - a[0].integral[v]) < 1e-13 * a[0].size);
        double gain = a[1].content[0] / a[0].content[0] - 1;
        assert_true(gain < 1e-14 && (!central || gain > -1e-6));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integrals_stay),
        cmocka_unit_test(constants_stay),
        cmocka_unit_test(strong_maps),
    };
    return cmocka_run_group_tests(tests, fixture_set_up_shared, fixture_tear_down);
}
