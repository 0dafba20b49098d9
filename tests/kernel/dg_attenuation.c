/* Media that remember on forests: plane waves against the equations of their amplitudes, a force and an explosion in a
 * full space against Green's function of complex speeds, and the energy. The system is the one that a case gets. */
#include "unit/device_fixture.h"

#include <math.h>

#include "kernel/attenuation.h"
#include "kernel/dg_problem.h"
#include "long.h"
#include "steps.h"

/* ---- runs */

typedef struct run {
    eg_device *device;
    eg_comm *comm;
    eg_forest *mesh;
    eg_dg *dg;
} run;

/* The same medium everywhere. */
typedef struct rock {
    eg_dg_field field;
    const medium *medium;
} rock;

static eg_status rock_at(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                         double *values)
{
    const medium *m = ((const rock *)self)->medium;
    int n = m->kind->system->materials;
    (void)cell, (void)x;
    for (int64_t i = 0; i < count; i++)
        memcpy(&values[i * n], m->material, (size_t)n * sizeof *values);
    return EG_OK;
}

/* Options beside those of the problem. */
static run begin(const fixture *f, const problem *p, const eg_dg_options *more)
{
    run r;
    assert_int_equal(eg_comm_create(f->context, &r.comm), EG_OK);
    r.mesh = forest_of(f->context, r.comm, p);
    assert_int_equal(eg_device_open(f->context, "host:2", &r.device), EG_OK);
    eg_dg_options options = *more;
    options.system = p->system;
    options.degree = p->degree;
    options.flux = p->flux;
    options.steps = p->integrator;
    options.precision = p->precision;
    options.cfl = p->cfl;
    options.material = p->material;
    options.nodal_material = p->nodal;
    if (eg_dg_create(r.device, r.mesh, &options, &r.dg) != EG_OK)
        fail_msg("%s", eg_context_error(f->context));
    return r;
}

static void end(run *r)
{
    eg_mesh *base = &r->mesh->base;
    eg_dg_destroy(&r->dg);
    eg_device_close(&r->device);
    eg_comm_destroy(&r->comm);
    eg_mesh_destroy(&base);
}

static double energy_of(const run *r)
{
    double content[2];
    assert_int_equal(eg_stepper_content(eg_dg_stepper(r->dg), r->comm, content), EG_OK);
    return content[0];
}

/* ---- plane waves: amplitudes of all variables, and of what is remembered, as of exp(i k x) */

enum { STATE = 9, STORED = STATE * (1 + EG_RELAXATIONS), WAVES = 3 };

/* Of one wave. */
typedef struct oscillator {
    const medium *medium;
    int system;
    double k[3], modulus[2], share[2][EG_RELAXATIONS]; /* of P and S waves, unrelaxed; parts of these */
    double complex u[STORED];
} oscillator;

/* Which components of strain a stress is of. */
static void components(int dimension, int stress, int *i, int *j)
{
    *i = *j = stress;
    if (stress >= dimension) {
        *i = stress - dimension == 1;
        *j = dimension == 2 || stress == 3 ? 1 : 2;
    }
}

/* Rates of the stresses of these moduli. */
static void strain(const oscillator *o, double p, double s, const double complex *v, double complex *rate)
{
    const eg_linear *system = o->medium->kind->system;
    double complex along = 0;
    for (int d = 0; d < system->dimensions && o->system < 2; d++)
        along += I * o->k[d] * v[d];
    for (int c = 0; c < system->stresses; c++) {
        int i, j;
        components(system->dimensions, c, &i, &j);
        if (o->system == 0)
            rate[c] = (i == j ? (p - 2 * s) * along : 0) + s * I * (o->k[i] * v[j] + o->k[j] * v[i]);
        else
            rate[c] = o->system == 1 ? -p * along : s * I * o->k[c] * v[0];
    }
}

static void accelerate(const oscillator *o, const double complex *stress, double complex *rate)
{
    const eg_linear *system = o->medium->kind->system;
    int d = system->dimensions;
    double over = 1 / o->medium->given[0];
    for (int i = 0; i < system->source.forces; i++)
        rate[i] = o->system == 1 ? -I * o->k[i] * stress[0] * over : 0;
    for (int c = 0; c < system->stresses && o->system != 1; c++) {
        int i, j;
        components(d, c, &i, &j);
        if (o->system == 2) {
            rate[0] += I * o->k[c] * stress[c] * over;
            continue;
        }
        rate[i] += I * o->k[j] * stress[c] * over;
        if (i != j)
            rate[j] += I * o->k[i] * stress[c] * over;
    }
}

static void rates(const oscillator *o, const double complex *u, double complex *rate)
{
    const eg_linear *system = o->medium->kind->system;
    const double *w = system->relaxing;
    int n = system->stresses, velocity = system->source.velocity,
        stress = o->system == 1 ? 0 : system->source.stress;
    strain(o, o->modulus[0], o->modulus[1], &u[velocity], &rate[stress]);
    accelerate(o, &u[stress], &rate[velocity]);
    for (int l = 0; l < system->bodies; l++) {
        int at = system->variables + l * n;
        strain(o, o->modulus[0] * o->share[0][l], o->modulus[1] * o->share[1][l], &u[velocity], &rate[at]);
        for (int c = 0; c < n; c++) {
            rate[at + c] -= w[l] * u[at + c];
            rate[stress + c] -= w[l] * u[at + c];
        }
    }
}

/* By the classical method of order 4; 4000 steps leave errors of 1e-13. */
static void swing(oscillator *o, double time)
{
    enum { STEPS = 4000 };
    static const double part[] = {0, 0.5, 0.5, 1}, weight[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    int n = eg_linear_stored(o->medium->kind->system);
    double dt = time / STEPS;
    for (int step = 0; step < STEPS; step++) {
        double complex next[STORED], at[STORED], rate[STORED] = {0};
        memcpy(next, o->u, sizeof next);
        for (int stage = 0; stage < 4; stage++) {
            for (int i = 0; i < n; i++)
                at[i] = o->u[i] + part[stage] * dt * rate[i];
            rates(o, at, rate);
            for (int i = 0; i < n; i++)
                next[i] += weight[stage] * dt * rate[i];
        }
        memcpy(o->u, next, sizeof next);
    }
}

/* Waves that begin with their velocities alone. */
typedef struct swinging {
    eg_dg_field field;
    oscillator of[WAVES];
} swinging;

static void show(const swinging *s, const double *x, double *u)
{
    int n = s->of[0].medium->kind->system->variables;
    memset(u, 0, (size_t)n * sizeof *u);
    for (int w = 0; w < WAVES; w++) {
        const oscillator *o = &s->of[w];
        double complex turned = cexp(I * (o->k[0] * x[0] + o->k[1] * x[1] + o->k[2] * x[2] + 0.7 * w));
        for (int v = 0; v < n; v++)
            u[v] += creal(o->u[v] * turned);
    }
}

static eg_status swings(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                        double *values)
{
    const swinging *s = (const swinging *)self;
    (void)cell;
    for (int64_t i = 0; i < count; i++)
        show(s, x[i], &values[i * s->of[0].medium->kind->system->variables]);
    return EG_OK;
}

/* Along an axis and two diagonals: of elastic waves P, and S of both polarisations in space. */
static swinging waves_of(const medium *m, int system)
{
    static const double k[WAVES][3] = {{1, -1, 0}, {0, 1, 1}, {1, 0, 1}},
                        plane[WAVES][3] = {{1, -1}, {0, 1}, {1, 1}};
    static const double d[WAVES][3] = {{1, -1, 0}, {1, 0, 0}, {1, 0, -1}},
                        flat[WAVES][3] = {{1, -1}, {1, 0}, {1, -1}};
    bool space = m->kind->system->dimensions == 3;
    swinging s = {.field = {swings}};
    for (int w = 0; w < WAVES; w++) {
        oscillator *o = &s.of[w];
        *o = (oscillator){.medium = m, .system = system};
        for (int i = 0; i < 3; i++)
            o->k[i] = 2 * M_PI * (space ? k : plane)[w][i];
        for (int of = 0; of < 2; of++)
            o->modulus[of] = unrelaxed(m, m->given[system == 0 ? 1 + of : 1],
                                       m->given[system == 0 ? 3 + of : 2], o->share[of]);
        for (int i = 0; i < m->kind->system->source.forces; i++)
            o->u[m->kind->system->source.velocity + i] = system == 2 ? 1 : (space ? d : flat)[w][i];
    }
    return s;
}

/* Root mean square of the error of all variables, at points inside cells. */
static double error_of(const run *r, const swinging *s)
{
    enum { ALONG = 4 };
    eg_stepper *stepper = eg_dg_stepper(r->dg);
    int dimension = r->mesh->base.dimension, points = dimension == 3 ? ALONG * ALONG * ALONG : ALONG * ALONG;
    void *memory = steps_copy(stepper);
    double sum = 0;
    for (int64_t c = 0; c < r->mesh->base.own; c++)
        for (int i = 0; i < points; i++) {
            double at[3] = {0}, x[3] = {0}, jacobian[3][3], found[STATE], exact[STATE];
            for (int d = 0, k = i; d < dimension; d++, k /= ALONG)
                at[d] = (2 * (k % ALONG) + 1.0) / ALONG - 1;
            r->mesh->base.class->map(&r->mesh->base, c, at, x, jacobian);
            eg_stepper_evaluate(stepper, memory, c, 1, at, found);
            show(s, x, exact);
            for (int v = 0; v < stepper->variables; v++)
                sum += (found[v] - exact[v]) * (found[v] - exact[v]);
        }
    steps_drop(stepper, &memory);
    return sqrt(sum / (double)(r->mesh->base.own * points));
}

static double error_at(const fixture *f, const medium *m, int system, problem p)
{
    swinging s = waves_of(m, system);
    const rock everywhere = {{rock_at}, m};
    p.system = m->kind->system;
    p.material = &everywhere.field;
    run r = begin(f, &p, &(eg_dg_options){.initial = &s.field});
    double before = energy_of(&r);
    steps_to(eg_dg_stepper(r.dg), p.end, INT64_MAX);
    assert_true(energy_of(&r) > 0 && energy_of(&r) < before);
    for (int w = 0; w < WAVES; w++)
        swing(&s.of[w], p.end);
    double error = error_of(&r, &s);
    end(&r);
    return error;
}

static const double tried[SYSTEMS][4] = {{2, 1.1, 14, 8}, {1.5, 6}, {1.5, 6}};

static medium open_tried(int system, bool space, int mechanisms)
{
    return open_medium(space ? FOREST_OF_SPACE : FOREST_OF_PLANE, system, mechanisms, 1.3, tried[system]);
}

static void converges(const fixture *f, int system, bool space, int mechanisms, problem p)
{
    medium m = open_tried(system, space, mechanisms);
    double e[2];
    for (int i = 0; i < 2; i++, p.level++)
        e[i] = error_at(f, &m, system, p);
    double order = log2(e[0] / e[1]);
    print_message("%s in %s, %d mechanisms, degree %d%s: %.3e %.3e, order %.2f\n", models[system],
                  space ? "space" : "the plane", mechanisms, p.degree, p.graded ? ", graded" : "", e[0], e[1],
                  order);
    if (!(order > p.degree + 1 - 0.35))
        fail_msg("order %.2f", order);
    close_medium(&m);
}

static void plane_waves(void **state)
{
    const fixture *f = *state;
    static const int mechanisms[] = {0, 3, 2, 1, 5, 2, 1, 1};
    for (int degree = 1; degree <= (is_long() ? 7 : 4); degree++)
        for (int system = 0; system < SYSTEMS; system++)
            for (int space = 0; space < (system == 2 ? 1 : 2); space++) {
                if (space && degree > 5)
                    continue;
                if (!is_long() && ((system + degree) % 2 || (space && (degree == 1 || degree > 3))))
                    continue;
                problem p = {
                    .degree = degree,
                    .level = degree > 1 ? 1 : 3,
                    .end = 0.25,
                    .cfl = degree > 6 ? 0.15 : 0.3, /* the error of the steps is small beside that of space */
                    .graded = (degree + space) % 2,
                    .nodal = system == 0 && degree == 3,
                    .integrator = degree == 2 ? EG_DG_SSPRK3 : EG_DG_LSRK45,
                    .flux = system == 1 && degree == 3 ? EG_FLUX_RUSANOV : EG_FLUX_UPWIND};
                converges(f, system, space, mechanisms[degree], p);
            }
}

static void single_precision(void **state)
{
    const fixture *f = *state;
    medium m = open_tried(0, true, 2);
    problem p = {.degree = 3, .level = 1, .end = 0.2, .graded = true};
    double fine = error_at(f, &m, 0, p);
    p.precision = EG_F32;
    assert_true(fabs(error_at(f, &m, 0, p) - fine) < 1e-4 * fine + 1e-6);
    close_medium(&m);
}

/* ---- a force and an explosion at one place of a full space, of Gaussian times */

static const double centre[] = {0.47, 0.44, 0.45}, FORCE[] = {0.5, 1, -1};
enum { PLACES = 4, SAMPLES = 40 };
static const double away[PLACES][3] = {
    {0.23, 0.05, 0.02}, {-0.1, 0.2, 0.08}, {0.04, -0.03, -0.26}, {-0.16, -0.15, 0.14}};

/* Second derivatives of exp(i k r) / r. */
static double complex derive_twice(double complex k, double r, double along, bool same)
{
    return cexp(I * k * r) / r *
           ((-k * k - 3 * I * k / r + 3 / (r * r)) * along + (I * k / r - 1 / (r * r)) * (same ? 1 : 0));
}

/* Velocities per time function: of the force -i w F G, of the explosion M (1 / r^2 - i k / r) exp(i k r) / 4 pi rho c^2. */
static void answer_of_space(const medium *m, double complex w, const double d[3], double complex v[3])
{
    double r = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]), rho = m->given[0];
    double complex k[2];
    for (int of = 0; of < 2; of++) {
        double y[EG_RELAXATIONS], most = unrelaxed(m, m->given[1 + of], m->given[3 + of], y);
        k[of] = w / csqrt(modulus_at(m, most, y, w) / rho);
    }
    for (int i = 0; i < 3; i++) {
        v[i] = (1 / (r * r) - I * k[0] / r) * cexp(I * k[0] * r) * (k[0] * k[0] / (w * w)) /
               (4 * M_PI * rho) * d[i] / r;
        for (int j = 0; j < 3; j++) {
            double along = d[i] * d[j] / (r * r);
            double complex green =
                derive_twice(k[1], r, along, i == j) - derive_twice(k[0], r, along, i == j);
            green += i == j ? k[1] * k[1] * cexp(I * k[1] * r) / r : 0;
            v[i] += -I * w * FORCE[j] * green / (4 * M_PI * rho * w * w);
        }
    }
}

/* Along a line in complex frequency. */
static void find_exact(const medium *m, double end, double (*v)[SAMPLES + 1][3])
{
    const eg_source_time *s = &shot_functions[0];
    const double step = 0.2, above = 0.5;
    memset(v, 0, PLACES * sizeof *v);
    for (int r = 0; r < PLACES; r++)
        for (double real = 0.5 * step; real * s->sigma < 7; real += step) {
            double complex w = real + I * above, found[3];
            double complex sent =
                s->sigma * sqrt(2 * M_PI) * cexp(-0.5 * w * w * s->sigma * s->sigma + I * w * s->time);
            answer_of_space(m, w, away[r], found);
            for (int k = 0; k <= SAMPLES; k++)
                for (int i = 0; i < 3; i++)
                    v[r][k][i] += step / M_PI * creal(found[i] * sent * cexp(-I * w * (end * k / SAMPLES)));
        }
}

static void place_receivers(const run *r, eg_dg_receiver *receiver)
{
    double x[PLACES][3];
    eg_location at[PLACES];
    for (int i = 0; i < PLACES; i++)
        for (int k = 0; k < 3; k++)
            x[i][k] = centre[k] + away[i][k];
    assert_int_equal(eg_mesh_locate(&r->mesh->base, r->comm, PLACES, (const double(*)[3])x, at, EG_OK),
                     EG_OK);
    for (int i = 0; i < PLACES; i++) {
        receiver[i].cell = at[i].held;
        memcpy(receiver[i].reference, at[i].reference, sizeof at[i].reference);
    }
}

/* The error over the signal, of all samples. */
static double compare_samples(const fixture *f, const medium *m, const problem *p,
                              const double (*exact)[SAMPLES + 1][3])
{
    const eg_dg_source source[2] = {
        {.kind = EG_LINEAR_SOURCE_EXPLOSION, .strength = {1}},
        {.kind = EG_LINEAR_SOURCE_FORCE, .strength = {FORCE[0], FORCE[1], FORCE[2]}}};
    double both[2][3], samples[PLACES * (SAMPLES + 1) * STATE], error = 0, signal = 0;
    eg_dg_receiver receiver[PLACES];
    shots own;
    (void)m;
    memcpy(both[0], centre, sizeof both[0]);
    memcpy(both[1], centre, sizeof both[1]);
    run r = {0}; /* a mesh to look places up in */
    assert_int_equal(eg_comm_create(f->context, &r.comm), EG_OK);
    r.mesh = forest_of(f->context, r.comm, p);
    keep_shots(r.mesh, r.comm, 2, (const double(*)[3])both, source, &own);
    place_receivers(&r, receiver);
    eg_mesh *base = &r.mesh->base;
    eg_mesh_destroy(&base);
    eg_comm_destroy(&r.comm);
    r = begin(f, p,
              &(eg_dg_options){OPTIONS_OF_SHOTS(own), .receiver_count = PLACES, .receivers = receiver,
                               .receiver_interval = p->end / SAMPLES});
    double end_time = steps_to(eg_dg_stepper(r.dg), p->end, INT64_MAX).time;
    assert_int_equal(eg_stepper_samples(eg_dg_stepper(r.dg), end_time), SAMPLES + 1);
    assert_int_equal(eg_stepper_samples_read(eg_dg_stepper(r.dg), 0, SAMPLES + 1, samples), EG_OK);
    for (int i = 0; i < PLACES; i++)
        for (int k = 0; k <= SAMPLES; k++)
            for (int d = 0; d < 3; d++) {
                double found = samples[(i * (SAMPLES + 1) + k) * STATE + 6 + d];
                error += pow(found - exact[i][k][d], 2);
                signal += pow(exact[i][k][d], 2);
            }
    end(&r);
    return sqrt(error / signal);
}

/* Boundaries are too far away to be heard. Without loss the same samples are far from these. */
static void full_space(void **state)
{
    const fixture *f = *state;
    static const double values[] = {1.3, 0.75, 12, 8}, lossless[] = {1.3, 0.75, 1e9, 1e9};
    static double exact[PLACES][SAMPLES + 1][3];
    medium m = open_medium(FOREST_OF_SPACE, 0, 3, 2, values),
           other = open_medium(FOREST_OF_SPACE, 0, 3, 2, lossless);
    const rock everywhere = {{rock_at}, &m}, elsewhere = {{rock_at}, &other};
    problem p = {.system = m.kind->system,
                 .level = is_long() ? 2 : 1,
                 .degree = 5,
                 .graded = true,
                 .walls = true,
                 .end = 0.45,
                 .material = &everywhere.field};
    find_exact(&m, p.end, exact);
    double error = compare_samples(f, &m, &p, (const double(*)[SAMPLES + 1][3]) exact);
    p.material = &elsewhere.field;
    double without = compare_samples(f, &other, &p, (const double(*)[SAMPLES + 1][3]) exact);
    print_message("force and explosion in a full space: %.3g %%, without loss %.3g %%\n", 100 * error,
                  100 * without);
    assert_true(error < (is_long() ? 1e-3 : 0.02) && without > 0.1);
    close_medium(&m);
    close_medium(&other);
}

/* ---- energy */

/* Layers: a rock with loss, one almost without, a fluid, and a rock that varies. */
typedef struct layered {
    eg_dg_field field;
    const medium *medium;
    int system;
} layered;

static eg_status layers_at(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                           double *values)
{
    const layered *all = (const layered *)self;
    const eg_waves_kind *kind = all->medium->kind;
    (void)cell;
    for (int64_t i = 0; i < count; i++) {
        int layer = (int)fmin(3, 4 * x[i][1]);
        const double elastic[4][5] = {{2, 2, 1, 30, 20},
                                      {1, 3, 1.5, 900, 500},
                                      {1, 1, 0, 20, INFINITY},
                                      {1.5, 2 + 0.3 * x[i][0], 0.6, 12, 4}};
        const double one[4][3] = {{2, 2, 30}, {1, 3, 900}, {1, 1, INFINITY}, {1.5, 2 + 0.3 * x[i][0], 5}};
        const double *given = all->system == 0 ? elastic[layer] : one[layer];
        const char *wrong = kind->material(kind, 0, given, &values[i * kind->system->materials]);
        if (wrong)
            fail_msg("layer %d: %s", layer, wrong);
    }
    return EG_OK;
}

typedef struct rough {
    eg_dg_field field;
    const medium *medium;
    int system;
} rough;

static eg_status rough_at(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                          double *values)
{
    const rough *r = (const rough *)self;
    const eg_linear *system = r->medium->kind->system;
    int n = system->variables;
    (void)cell;
    for (int64_t i = 0; i < count; i++)
        for (int v = 0; v < n; v++) {
            bool stress = r->system == 0 && v < system->source.velocity; /* a fluid has a pressure alone */
            double value =
                sin(40 * (x[i][0] + 0.1 * (stress ? 0 : v))) * cos(55 * x[i][1]) + cos(33 * x[i][2] + v);
            values[i * n + v] = stress ? (v < system->dimensions ? sin(40 * x[i][0]) : 0) : value;
        }
    return EG_OK;
}

/* In no step does it rise, with bodies that are slower than waves cross a cell and such that are much faster. */
static void energy_falls(void **state)
{
    const fixture *f = *state;
    static const eg_linear_boundary kinds[] = {EG_LINEAR_WALL, EG_LINEAR_FREE, EG_LINEAR_ABSORBING,
                                               EG_LINEAR_FREE, EG_LINEAR_WALL, EG_LINEAR_FREE};
    for (int k = 0; k < 2 * (2 * SYSTEMS - 1); k++) {
        int system = k / 2 % SYSTEMS, space = k / 2 >= SYSTEMS;
        medium m = open_tried(system, space, 3);
        const layered all = {{layers_at}, &m, system};
        const rough begins = {{rough_at}, &m, system};
        eg_linear fast = *m.kind->system;
        double frequency[EG_RELAXATIONS];
        for (int l = 0; l < fast.bodies; l++)
            frequency[l] = fast.relaxing[l] * (k % 2 ? 1e3 : 1);
        fast.relaxing = frequency;
        problem p = {.system = &fast,
                     .degree = 2 + k % 3,
                     .level = 1,
                     .graded = true,
                     .walls = true,
                     .nodal = k % 4 == 1,
                     .material = &all.field,
                     .integrator = k % 3 ? EG_DG_LSRK45 : EG_DG_SSPRK3};
        run r = begin(f, &p, &(eg_dg_options){.initial = &begins.field, .boundaries = kinds});
        double first = energy_of(&r), last = first;
        for (int step = 1; step <= 40; step++) {
            steps_to(eg_dg_stepper(r.dg), 1e9, step);
            double now = energy_of(&r);
            if (!(now <= last * (1 + 1e-14)))
                fail_msg("%s, problem %d: energy %.17g behind %.17g in step %d", models[system], k, now, last,
                         step);
            last = now;
        }
        assert_true(last > 0 && last < 0.99 * first);
        end(&r);
        close_medium(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(energy_falls, fixture_set_up_shared, fixture_tear_down),
        cmocka_unit_test_setup_teardown(plane_waves, fixture_set_up_shared, fixture_tear_down),
        cmocka_unit_test_setup_teardown(single_precision, fixture_set_up_shared, fixture_tear_down),
        cmocka_unit_test_setup_teardown(full_space, fixture_set_up_shared, fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
