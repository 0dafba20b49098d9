/* Point sources and receivers of nodal DG on forests: shot after shot, and waves of a full space. */
#include "unit/device_fixture.h"

#include <math.h>

#include "kernel/dg_problem.h"
#include "long.h"
#include "steps.h"

/* Where receivers are, of those that test sources, from the place of the first one. */
static const double centre[] = {0.47, 0.44, 0.45}, FORCE[] = {0.5, 1, -1};
enum { PLACES = 4, SAMPLES = 40 };
static const double away[PLACES][3] = {
    {0.23, 0.05, 0.02}, {-0.1, 0.2, 0.08}, {0.04, -0.03, -0.26}, {-0.16, -0.15, 0.14}};

/* What a run with sources leaves. */
typedef struct run {
    eg_device *device;
    eg_comm *comm;
    eg_forest *mesh;
    eg_dg *dg;
    double time;
    eg_dg_receiver receiver[PLACES];
    double *samples; /* [PLACES][count][variables] */
    int64_t count;
} run;

static const double ROCK[] = {3, 1, 1, 0.5}, AIR[] = {2, 0.5};

static eg_status medium(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                        double *values)
{
    (void)self, (void)cell, (void)x;
    for (int64_t i = 0; i < count; i++)
        memcpy(&values[2 * i], AIR, sizeof AIR);
    return EG_OK;
}

static eg_status rock(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                      double *values)
{
    (void)self, (void)cell, (void)x;
    for (int64_t i = 0; i < count; i++)
        memcpy(&values[4 * i], ROCK, sizeof ROCK);
    return EG_OK;
}

static void step(run *r, const problem *p)
{
    bool by_time = p->end > 0;
    eg_time_state now =
        steps_to(eg_dg_stepper(r->dg), by_time ? p->end : 1e9, by_time ? INT64_MAX : p->steps);
    r->time = now.time;
}

static void place_receivers(run *r)
{
    double x[PLACES][3];
    eg_location at[PLACES];
    for (int i = 0; i < PLACES; i++)
        for (int k = 0; k < 3; k++)
            x[i][k] = centre[k] + away[i][k];
    assert_int_equal(eg_mesh_locate(&r->mesh->base, r->comm, PLACES, (const double(*)[3])x, at, EG_OK),
                     EG_OK);
    for (int i = 0; i < PLACES; i++) {
        r->receiver[i].cell = at[i].held;
        memcpy(r->receiver[i].reference, at[i].reference, sizeof at[i].reference);
    }
}

static void read_samples(run *r, int variables)
{
    r->count = eg_stepper_samples(eg_dg_stepper(r->dg), r->time);
    assert_true(r->count > 1 && r->count <= eg_stepper_samples_room(eg_dg_stepper(r->dg)));
    r->samples = calloc((size_t)(PLACES * r->count * variables), sizeof *r->samples);
    assert_non_null(r->samples);
    assert_int_equal(eg_stepper_samples_read(eg_dg_stepper(r->dg), 0, r->count, r->samples), EG_OK);
}

/* count 0: those of fire(). */
static void start(const fixture *f, const problem *p, const char *spec, int count, const double (*x)[3],
                  const eg_dg_source *source, run *r)
{
    shots own;
    assert_int_equal(eg_comm_create(f->context, &r->comm), EG_OK);
    r->mesh = forest_of(f->context, r->comm, p);
    assert_int_equal(eg_device_open(f->context, spec, &r->device), EG_OK);
    if (count == 0)
        fire(r->mesh, r->comm, &own);
    else
        keep_shots(r->mesh, r->comm, count, x, source, &own);
    place_receivers(r);
    const eg_dg_options options = {.system = p->system,
                                   .receiver_count = PLACES,
                                   .receivers = r->receiver,
                                   .receiver_interval = p->end > 0 ? p->end / SAMPLES : 1.1e-3,
                                   .steps = p->integrator,
                                   .variant = p->variant,
                                   .precision = p->precision,
                                   .degree = p->degree,
                                   .lanes = p->lanes,
                                   .material = p->material,
                                   OPTIONS_OF_SHOTS(own)};
    if (eg_dg_create(r->device, r->mesh, &options, &r->dg) != EG_OK)
        fail_msg("%s: %s", spec, eg_context_error(f->context));
    step(r, p);
    read_samples(r, p->system->variables);
}

static void end(run *r)
{
    eg_mesh *base = &r->mesh->base;
    free(r->samples);
    eg_dg_destroy(&r->dg);
    eg_device_close(&r->device);
    eg_comm_destroy(&r->comm);
    eg_mesh_destroy(&base);
}

/* Of the state and all samples. */
static uint64_t bits_of(const problem *p, const run *r)
{
    uint64_t hash = steps_hash(eg_dg_stepper(r->dg));
    for (int64_t i = 0; i < PLACES * r->count * p->system->variables; i++) {
        uint64_t bits;
        memcpy(&bits, &r->samples[i], sizeof bits);
        hash = (hash ^ bits) * 1099511628211u;
    }
    return hash;
}

static uint64_t hash_of(const fixture *f, const problem *p, const char *spec)
{
    run r;
    start(f, p, spec, 0, NULL, NULL, &r);
    uint64_t hash = bits_of(p, &r);
    end(&r);
    return hash;
}

/* Takes the solver from what it was to the sources of fire(). */
static uint64_t hash_of_next(const fixture *f, const problem *p, const char *spec)
{
    const eg_dg_source first = {.kind = EG_LINEAR_SOURCE_EXPLOSION, .strength = {3}};
    run r;
    shots own;
    start(f, p, spec, 1, &centre, &first, &r);
    int64_t bytes = eg_stepper_device_bytes(eg_dg_stepper(r.dg));
    fire(r.mesh, r.comm, &own);
    const eg_dg_options options = {.material = p->material,
                                   .receiver_count = PLACES,
                                   .receivers = r.receiver,
                                   .receiver_interval = p->end / SAMPLES,
                                   OPTIONS_OF_SHOTS(own)};
    for (int i = 0; i < 2; i++)
        if (eg_dg_aim(r.dg, &options) != EG_OK)
            fail_msg("%s: %s", spec, eg_context_error(f->context));
    assert_true(eg_stepper_device_bytes(eg_dg_stepper(r.dg)) > bytes &&
                eg_stepper_device_bytes(eg_dg_stepper(r.dg)) < 2 * bytes);
    free(r.samples);
    step(&r, p);
    read_samples(&r, p->system->variables);
    uint64_t hash = bits_of(p, &r);
    end(&r);
    return hash;
}

/* A solver that has been taken to the next shot is as a new one. */
static void next_shot(void **state)
{
    const fixture *f = *state;
    const eg_dg_field air = {medium};
    for (int k = 0; k < 2; k++) {
        const problem p = {.system = k ? &eg_linear_acoustic_space : &eg_linear_acoustic,
                           .level = 1,
                           .degree = 3,
                           .graded = true,
                           .end = 0.06,
                           .material = &air,
                           .precision = k ? EG_F32 : EG_F64};
        uint64_t alone = hash_of(f, &p, "host:1");
        for (int i = 0; i < f->specs; i++)
            if (hash_of_next(f, &p, f->spec[i]) != alone)
                fail_msg("problem %d on %s: other bits than a new solver", k, f->spec[i]);
    }
}

static double value_of(const eg_source_time *s, double t)
{
    return exp(-0.5 * pow((t - s->time) / s->sigma, 2));
}

static double rate_of(const eg_source_time *s, double t)
{
    return -(t - s->time) / (s->sigma * s->sigma) * value_of(s, t);
}

/* An explosion and a force at one place. p_t + K div v = M s delta, rho v_t + grad p = F s delta:
 *   p = M s' / (4 pi c^2 r) + F_r (s / r^2 + s' / (c r)) / (4 pi),  s at t - r / c */
static double exact_pressure(const double d[3], const double *force, double t)
{
    const eg_source_time *s = &shot_functions[0];
    double c = sqrt(AIR[0] * AIR[1]), r = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    double along = (force[0] * d[0] + force[1] * d[1] + force[2] * d[2]) / r;
    double value = value_of(s, t - r / c), rate = rate_of(s, t - r / c);
    return (rate / (c * c * r) + along * (value / (r * r) + rate / (c * r))) / (4 * M_PI);
}

/* rho v_t = div sigma, sigma_t = C : grad v - M s delta: v_r = M (s / r^2 + s' / (c r)) / (4 pi rho c^2). */
static double exact_motion(const double d[3], double t)
{
    const eg_source_time *s = &shot_functions[0];
    double c = sqrt(ROCK[0] * ROCK[3]), r = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    double value = value_of(s, t - r / c), rate = rate_of(s, t - r / c);
    return (value / (r * r) + rate / (c * r)) * ROCK[3] / (4 * M_PI * c * c);
}

/* Root of the mean square of the error over that of the signal, of all samples around the source. The last
 * one is the state of the end. */
static double error_of(const fixture *f, const problem *p)
{
    const eg_dg_source source[2] = {
        {.kind = EG_LINEAR_SOURCE_EXPLOSION, .strength = {1}},
        {.kind = EG_LINEAR_SOURCE_FORCE, .strength = {FORCE[0], FORCE[1], FORCE[2]}}};
    bool solid = p->system == &eg_linear_elastic_space;
    double u[EG_LINEAR_VARIABLES], both[2][3], error = 0, signal = 0;
    int variables = p->system->variables;
    run r;
    memcpy(both[0], centre, sizeof both[0]);
    memcpy(both[1], centre, sizeof both[1]);
    start(f, p, "host:2", solid ? 1 : 2, (const double(*)[3])both, source, &r);
    assert_int_equal(r.count, SAMPLES + 1);
    for (int i = 0; i < PLACES; i++) {
        const double *d = away[i], *found = NULL;
        double distance = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        for (int k = 0; k <= SAMPLES; k++) {
            double t = p->end * k / SAMPLES;
            found = &r.samples[(i * r.count + k) * variables];
            double value =
                solid ? (found[6] * d[0] + found[7] * d[1] + found[8] * d[2]) / distance : found[0];
            double exact = solid ? exact_motion(d, t) : exact_pressure(d, FORCE, t);
            error += pow(value - exact, 2);
            signal += pow(exact, 2);
        }
        assert_int_equal(eg_stepper_sample(eg_dg_stepper(r.dg), 1, &r.receiver[i].cell,
                                           (const double(*)[3])r.receiver[i].reference, u),
                         EG_OK);
        for (int v = 0; v < variables; v++)
            assert_true(fabs(u[v] - found[v]) < 1e-11);
    }
    end(&r);
    return sqrt(error / signal);
}

/* In cells of two sizes, with boundaries too far away to be heard: one level more makes the error of pressure
 * hundreds of times smaller. */
static void full_space(void **state)
{
    const fixture *f = *state;
    const eg_dg_field air = {medium}, stone = {rock};
    for (int k = 0; k < 2; k++) {
        problem p = {.system = k ? &eg_linear_elastic_space : &eg_linear_acoustic_space,
                     .level = 1,
                     .degree = 5,
                     .graded = true,
                     .walls = true,
                     .end = k ? 0.4 : 0.5,
                     .material = k ? &stone : &air,
                     .integrator = k ? EG_DG_SSPRK3 : EG_DG_LSRK45};
        double coarse = error_of(f, &p);
        printf("%s: %.3g\n", p.system->name, coarse);
        assert_true(coarse < (k ? 1e-2 : 0.1));
        p.level = 2;
        if (k == 0) {
            double fine = error_of(f, &p);
            printf("%s, a level more: %.3g\n", p.system->name, fine);
            assert_true(fine < 5e-4);
        }
    }
}

/* A kind of source that the system does not know. */
static void unknown_kind(void **state)
{
    const fixture *f = *state;
    const eg_dg_field air = {medium};
    const problem p = {.system = &eg_linear_acoustic, .level = 1, .degree = 2, .material = &air};
    const eg_dg_source source = {.kind = EG_LINEAR_SOURCE_MOMENT, .share = 1, .strength = {1}};
    const eg_dg_options options = {.system = p.system,
                                   .degree = p.degree,
                                   .material = p.material,
                                   .source_count = 1,
                                   .sources = &source,
                                   .function_count = 1,
                                   .functions = shot_functions};
    eg_dg *dg;
    eg_comm *comm;
    eg_device *device;
    assert_int_equal(eg_comm_create(f->context, &comm), EG_OK);
    eg_forest *mesh = forest_of(f->context, comm, &p);
    assert_int_equal(eg_device_open(f->context, "host:1", &device), EG_OK);
    assert_int_equal(eg_dg_create(device, mesh, &options, &dg), EG_CASE);
    assert_non_null(strstr(eg_context_error(f->context), "no source of the kind 'moment'"));
    eg_mesh *base = &mesh->base;
    eg_mesh_destroy(&base);
    eg_device_close(&device);
    eg_comm_destroy(&comm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(next_shot, fixture_set_up_shared, fixture_tear_down),
        cmocka_unit_test_setup_teardown(full_space, fixture_set_up_shared, fixture_tear_down),
        cmocka_unit_test_setup_teardown(unknown_kind, fixture_set_up_shared, fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
