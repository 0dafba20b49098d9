/* ADER-DG: orders of accuracy. */
#include "kernel/ader_wave.h"
#include "long.h"

/* A case in functions: what the tests below vary. */
struct problem {
    const eg_linear *system;
    eg_flux flux;
    eg_precision precision;
    int order;
    eg_box_options box;
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

static wave begin(const problem *given, const char *device, int lanes)
{
    wave w = {.given = given};
    double shift[2];
    eg_linear_boundary kinds[8];
    assert_int_equal(eg_context_create(NULL, &w.context), EG_OK);
    if (eg_device_open(w.context, device, &w.device) != EG_OK)
        fail_msg("%s", eg_context_error(w.context));
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
        e[i] = rms_error_of(&w, p.system->variables, order, p.initial);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elastic_waves_converge),
        cmocka_unit_test(sh_waves_converge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
