/* Nodal DG whose cells change: polynomials stay, integrals are conserved, the same bits on every device, time
 * goes on. */
#include "unit/device_fixture.h"

#include <math.h>

#include "kernel/dg_problem.h"
#include "long.h"
#include "steps.h"

/* A solver on a forest that changes. */
typedef struct moving {
    const fixture *f;
    eg_device *device;
    eg_comm *comm;
    eg_forest *mesh;
    eg_dg *dg;
    eg_dg_options options;
    wave w;
    eg_dg_field material;
} moving;

/* Of degree 3 along each direction, another one for each variable. */
static double polynomial(const double x[3], int dimension, int v)
{
    double value = 1;
    for (int d = 0; d < dimension; d++)
        value *= 1 + (0.3 * v - 0.2) * x[d] + (d + 0.5) * x[d] * x[d] - 0.7 * pow(x[d], 3);
    return value;
}

static eg_status polynomials(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                             double *values)
{
    int dimension = ((const wave *)self)->dimension, n = dimension + 1;
    (void)cell;
    for (int64_t i = 0; i < count; i++)
        for (int v = 0; v < n; v++)
            values[i * n + v] = polynomial(x[i], dimension, v);
    return EG_OK;
}

static void begin(const fixture *f, const char *spec, problem p, bool rough, moving *m)
{
    static const eg_linear_boundary walls[] = {EG_LINEAR_WALL, EG_LINEAR_WALL, EG_LINEAR_WALL,
                                               EG_LINEAR_WALL, EG_LINEAR_WALL, EG_LINEAR_WALL};
    *m = (moving){.f = f, .material = {unit_material}};
    m->w = (wave){{rough ? standing : polynomials}, p.system->dimensions, 0};
    m->options = (eg_dg_options){.system = p.system,
                                 .steps = p.integrator,
                                 .precision = p.precision,
                                 .degree = 3,
                                 .lanes = p.lanes,
                                 .storage = p.storage,
                                 .nodal_material = p.nodal,
                                 .material = &m->material,
                                 .boundaries = walls,
                                 .initial = &m->w.field};
    assert_int_equal(eg_comm_create(f->context, &m->comm), EG_OK);
    m->mesh = forest_of(f->context, m->comm, &p);
    assert_int_equal(eg_device_open(f->context, spec, &m->device), EG_OK);
    if (eg_dg_create(m->device, m->mesh, &m->options, &m->dg) != EG_OK)
        fail_msg("%s: %s", spec, eg_context_error(f->context));
}

static void end(moving *m)
{
    eg_mesh *base = &m->mesh->base;
    eg_dg_destroy(&m->dg);
    eg_mesh_destroy(&base);
    eg_device_close(&m->device);
    eg_comm_destroy(&m->comm);
}

/* Finer where the indicator is above a part of its largest value, coarser below another one. */
static void change(moving *m, double finer, double coarser)
{
    int64_t own = m->mesh->base.own;
    eg_mesh *next, *old = &m->mesh->base;
    eg_cell_transfer *transfer;
    uint8_t *wish = calloc((size_t)own, 1);
    double *value = calloc(2 * (size_t)own, sizeof *value), most = 0;
    assert_non_null(wish);
    assert_non_null(value);
    assert_int_equal(eg_dg_indicate(m->dg, value), EG_OK);
    for (int64_t i = 0; i < own; i++)
        most = fmax(most, value[i] + value[own + i]);
    for (int64_t i = 0; i < own; i++) {
        double part = (value[i] + value[own + i]) / most;
        wish[i] = part > finer ? EG_WISH_FINER : part < coarser ? EG_WISH_COARSER : EG_WISH_SAME;
    }
    assert_int_equal(eg_forest_adapt(m->mesh, m->comm, wish, &next, &transfer, EG_OK), EG_OK);
    assert_non_null(next);
    if (eg_dg_adapt(&m->dg, eg_forest_of(next), transfer, &m->options) != EG_OK)
        fail_msg("%s", eg_context_error(m->f->context));
    eg_cell_transfer_destroy(&transfer);
    eg_mesh_destroy(&old);
    m->mesh = (eg_forest *)next;
    free(wish);
    free(value);
}

static double largest_error(const moving *m)
{
    const eg_mesh *mesh = &m->mesh->base;
    void *memory = steps_copy(eg_dg_stepper(m->dg));
    double worst = 0;
    for (int64_t c = 0; c < mesh->own; c++) {
        static const double r[3] = {0.31, -0.77, 0.52};
        double x[3], u[4];
        mesh->class->map(mesh, c, r, x, NULL);
        eg_stepper_evaluate(eg_dg_stepper(m->dg), memory, c, 1, r, u);
        for (int v = 0; v <= m->w.dimension; v++)
            worst = fmax(worst, fabs(u[v] - polynomial(x, m->w.dimension, v)));
    }
    steps_drop(eg_dg_stepper(m->dg), &memory);
    return worst;
}

static void polynomials_stay(void **state)
{
    for (int k = 0; k < 2; k++) {
        moving m;
        begin(*state, "checked",
              (problem){.system = k ? &eg_linear_acoustic_space : &eg_linear_acoustic,
                        .level = 1,
                        .walls = true,
                        .lanes = 4},
              false, &m);
        int64_t cells = m.mesh->base.own;
        change(&m, 0.3, 0);
        assert_true(m.mesh->base.own > cells);
        assert_true(m.mesh->lowest < m.mesh->highest);
        assert_true(largest_error(&m) < 1e-13);
        cells = m.mesh->base.own;
        change(&m, INFINITY, INFINITY); /* children become parents again */
        assert_true(m.mesh->base.own < cells);
        assert_true(largest_error(&m) < 2e-13);
        end(&m);
    }
}

/* Children of curved cells have the polynomials of their parents, which get them back. */
static void curved_cells_return(void **state)
{
    for (int k = 0; k < 2; k++) {
        moving m;
        begin(*state, "checked",
              (problem){.system = k ? &eg_linear_acoustic_space : &eg_linear_acoustic,
                        .level = k ? 0 : 1,
                        .walls = true,
                        .curved = true,
                        .map = 1,
                        .lanes = 4},
              false, &m);
        void *first = steps_copy(eg_dg_stepper(m.dg));
        const eg_layout layout = *(&eg_dg_stepper(m.dg)->layout);
        int64_t cells = m.mesh->base.own, values = eg_dg_stepper(m.dg)->values;
        change(&m, -1, -1); /* all are divided, and joined again */
        change(&m, INFINITY, INFINITY);
        assert_int_equal(m.mesh->base.own, cells);
        void *second = steps_copy(eg_dg_stepper(m.dg));
        for (int64_t c = 0; c < cells; c++)
            for (int64_t i = 0; i < values; i++) {
                int64_t at = eg_layout_state_index(&layout, values, eg_layout_slot(&layout, c), i);
                assert_true(fabs(eg_layout_load(&layout, first, at) - eg_layout_load(&layout, second, at)) <
                            1e-13);
            }
        steps_drop(eg_dg_stepper(m.dg), &first);
        steps_drop(eg_dg_stepper(m.dg), &second);
        end(&m);
    }
}

static void integrals_stay(void **state)
{
    for (int k = 0; k < 4; k++) {
        moving m;
        double content[2][2];
        begin(*state, "host:2",
              (problem){.system = k % 2 ? &eg_linear_acoustic_space : &eg_linear_acoustic,
                        .level = 1,
                        .graded = true,
                        .curved = k > 1,
                        .walls = true},
              false, &m);
        assert_int_equal(eg_stepper_content(eg_dg_stepper(m.dg), m.comm, content[0]), EG_OK);
        change(&m, INFINITY, INFINITY);
        change(&m, 0.5, 0.1);
        assert_int_equal(eg_stepper_content(eg_dg_stepper(m.dg), m.comm, content[1]), EG_OK);
        assert_true(fabs(content[1][1] - content[0][1]) < 1e-13 * fabs(content[0][1]));
        end(&m);
    }
}

static eg_time_state advance(moving *m, double until)
{
    return steps_to(eg_dg_stepper(m->dg), until, INT64_MAX);
}

/* Steps, other cells, steps: the hash of the state, and how many steps. */
static uint64_t go_on(const fixture *f, const char *spec, problem p, int64_t *steps)
{
    moving m;
    uint64_t hash;
    begin(f, spec, p, true, &m);
    for (int i = 1; i <= 3; i++) {
        eg_time_state now = advance(&m, 0.02 * i);
        assert_true(now.time == 0.02 * i);
        *steps = now.steps;
        change(&m, i == 2 ? 0.9 : 0.3, i == 2 ? 0.3 : 0);
    }
    hash = steps_hash(eg_dg_stepper(m.dg));
    end(&m);
    return hash;
}

static void same_bits(void **state)
{
    const fixture *f = *state;
    for (int k = 0; k < 4; k++) {
        problem p = {.system = k % 2 ? &eg_linear_acoustic_space : &eg_linear_acoustic,
                     .level = 1,
                     .graded = true,
                     .walls = k > 1,
                     .curved = k == 3,
                     .nodal = k == 2,
                     .integrator = k == 2 ? EG_DG_SSPRK3 : EG_DG_LSRK45,
                     .precision = k == 1 ? EG_F32 : EG_F64};
        int64_t steps[2];
        uint64_t first = go_on(f, "host:1", p, &steps[0]);
        for (int i = 0; i < f->specs; i++) {
            if (!is_combined(i, k, 2))
                continue;
            p.lanes = i % 3 ? 4 : 0;
            p.storage = (i + k) % 3 == 0 ? EG_DG_OUT_OF_CORE : EG_DG_STORED_AUTO;
            if (go_on(f, f->spec[i], p, &steps[1]) != first || steps[0] != steps[1])
                fail_msg("problem %d on %s: other bits than host:1", k, f->spec[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(polynomials_stay),
                                       cmocka_unit_test(curved_cells_return),
                                       cmocka_unit_test(integrals_stay), cmocka_unit_test(same_bits)};
    return cmocka_run_group_tests(tests, fixture_set_up_shared, fixture_tear_down);
}
