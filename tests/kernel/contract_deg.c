/* The contract of steppers, of the atmosphere on triangles: all fluxes, both forms of steps, tracers,
 * viscosity, limiters. */
#include "base/device_math.h"
#include "kernel/contract.h"
#include "scheme/deg/deg.h"

struct row {
    promise promise;
    enum { HALL, DISC, NOISE } air;
    enum { CLOSED, OPEN, CHANNEL, PERIODIC } ends;
    eg_deg_options options; /* but for what make_stepper() fills in */
};

/* Of 1.1e6 kg, 3.4e8 kg K, 1.3e5 kg in the hall; and of a unit square. */
#define OF_HALL 1.1e-8, 0, 0, 3.4e-6, 1.3e-8
#define OF_UNIT 1e-14, 0, 0, 1e-14, 1e-14
#define BETWEEN(first)                                                                                       \
    .bounds = {.has_theta = first, .has_tracer = true, .theta = {0.8, 1.2}, .tracer = {0, 1}}

static const row rows[] = {
    {{"hllc, viscous", EG_F64, 10, false, {OF_HALL}},
     HALL,
     CLOSED,
     {.degree = 1, .flux = EG_DEG_HLLC, .tracer = true, .viscosity = 10}},
    {{"rusanov", EG_F64, 10, false, {OF_HALL}},
     HALL,
     CLOSED,
     {.degree = 2, .flux = EG_DEG_RUSANOV, .tracer = true}},
    {{"hllc, degree 3, viscous", EG_F32, 10, false, {OF_HALL}},
     HALL,
     CLOSED,
     {.degree = 3, .flux = EG_DEG_HLLC, .tracer = true, .viscosity = 10}},
    {{"evolution", EG_F64, 6, false, {1e-14}}, NOISE, PERIODIC, {.degree = 1, .gravity = 0.3}},
    {{"evolution, channel", EG_F32, 6, false, {1e-14}}, NOISE, CHANNEL, {.degree = 2, .gravity = 0.3}},
    {{"evolution, open", EG_F64, 6, false, {0}}, NOISE, OPEN, {.degree = 3, .gravity = 0.3}},
    {{"bilinear", EG_F64, 6, false, {1e-14}},
     NOISE,
     PERIODIC,
     {.degree = 1, .flux = EG_DEG_EVOLUTION_BILINEAR, .gravity = 0.3}},
    {{"constant", EG_F64, 6, false, {1e-14}},
     NOISE,
     CHANNEL,
     {.degree = 1, .flux = EG_DEG_EVOLUTION_CONSTANT, .gravity = 0.3}},
    {{"hllc between bounds", EG_F64, 10, false, {OF_UNIT}},
     DISC,
     PERIODIC,
     {.degree = 1, .flux = EG_DEG_HLLC, BETWEEN(true)}},
    {{"rusanov, tracer between bounds", EG_F64, 10, false, {OF_UNIT}},
     DISC,
     PERIODIC,
     {.degree = 2, .flux = EG_DEG_RUSANOV, BETWEEN(false)}},
    {{"evolution between bounds", EG_F32, 10, false, {OF_UNIT}},
     DISC,
     PERIODIC,
     {.degree = 3, BETWEEN(true)}},
    {{"implicit sound", EG_F64, 6, false, {1.1e-8, 0, 0, 3.4e-6}},
     HALL,
     CLOSED,
     {.degree = 2, .flux = EG_DEG_HLLC, .integrator = EG_DEG_ARK3}}};
CONTRACT_ROWS(rows)

static void make_mesh(const world *w, const row *r, eg_mesh **mesh)
{
    static const char *const pair[2][2] = {{"left", "right"}, {"bottom", "top"}};
    const double side = r->air == HALL ? 1000 : 1;
    const int cells = r->air == HALL ? 10 : r->air == DISC ? 7 : 5;
    const eg_box_options box = {.size = {side, side},
                                .cells = {cells, cells},
                                .element = EG_BOX_TRIANGLE,
                                .jitter = 0.2,
                                .shuffle = true,
                                .seed = 3};
    eg_plane *plane = NULL;
    double shift[2];
    if (eg_comm_rank(w->comm) == 0)
        assert_int_equal(eg_plane_box(w->context, &box, &plane), EG_OK);
    *mesh = plane ? &plane->base : NULL;
    for (int d = 0; plane && d < (r->ends == PERIODIC) + (r->ends >= CHANNEL); d++)
        assert_int_equal(eg_plane_join(plane, eg_mesh_boundary_index(*mesh, pair[d][0]),
                                       eg_mesh_boundary_index(*mesh, pair[d][1]), shift),
                         EG_OK);
    assert_int_equal(eg_mesh_distribute(w->context, w->comm, &eg_plane_class,
                                        &(eg_mesh_cut){.vertices = true}, mesh, EG_OK),
                     EG_OK);
}

/* Isentropic air in the hall, or under the noise, of unit density and speed of sound; and uniform air under
 * the disc. */
static eg_status air_of(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const row *r = user;
    (void)cell;
    for (int i = 0; i < count; i++) {
        double *air = &values[3 * i];
        const double exner = r->air == HALL    ? 1 - 9.81 * x[i][1] / (1004.5 * 300)
                             : r->air == NOISE ? 1 - 0.4 * r->options.gravity * x[i][1]
                                               : 1;
        air[0] = eg_pow(exner, 2.5) * (r->air == HALL ? 1e5 / (287 * 300.0) : 1);
        air[1] = air[0] * (r->air == HALL ? 300 : 1);
        air[2] = eg_pow(exner, 3.5) * (r->air == HALL ? 1e5 : r->air == NOISE ? 1 / 1.4 : 1);
    }
    return EG_OK;
}

/* A warm bubble, with a tracer in it. */
static void bubble(const double x[2], const double air[3], double *q)
{
    const double dx = (x[0] - 500) / 200, dy = (x[1] - 400) / 200, theta = 2 * eg_exp(-dx * dx - dy * dy);
    q[0] = -air[0] * theta / (300 + theta);
    q[4] = (air[0] + q[0]) * theta;
}

/* A disc with a slot, at one pressure, in a wind with some sound. */
static void disc(const double x[2], double *q)
{
    const bool in = hypot(x[0] - 0.5, x[1] - 0.5) < 0.3 && !(fabs(x[0] - 0.5) < 0.06 && x[1] < 0.6);
    const double density = 1 / (in ? 1.2 : 0.8), sound = 0.2 * eg_sin(5 * x[0]) * eg_cos(7 * x[1]);
    q[0] = density - 1;
    q[1] = density * (0.5 + sound);
    q[2] = density * (0.25 - sound);
    q[4] = in ? density : 0;
}

static eg_status state_of(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const row *r = user;
    const int n = r->air == DISC || r->options.tracer ? 5 : 4;
    double air[3];
    for (int i = 0; i < count; i++) {
        double q[5] = {0};
        air_of(user, cell, 1, &x[i], air);
        if (r->air == HALL)
            bubble(x[i], air, q);
        else if (r->air == DISC)
            disc(x[i], q);
        for (int v = 0; v < 4 && r->air == NOISE; v++)
            q[v] = 0.1 * eg_sin(37 * x[i][0] * (v + 1) + 91 * x[i][1]);
        memcpy(&values[n * i], q, (size_t)n * sizeof *q);
    }
    return EG_OK;
}

static eg_status make_stepper(const world *w, eg_device *device, const eg_mesh *mesh, const row *r,
                              const manner *how, eg_stepper **stepper)
{
    static const eg_deg_boundary open[] = {EG_DEG_OPEN, EG_DEG_OPEN, EG_DEG_OPEN, EG_DEG_OPEN};
    const bool implicit = r->options.integrator != EG_DEG_SSP_RK3;
    eg_deg *deg;
    eg_deg_options options = r->options;
    options.comm = w->comm;
    options.precision = how->precision;
    options.lanes = how->lanes;
    options.variant = how->turn % 2 && !implicit ? EG_DEG_CELLS : EG_DEG_NODES;
    options.tracer = r->options.tracer || r->air == DISC;
    options.gamma = 1.4;
    options.gravity = r->air == HALL ? 9.81 : r->options.gravity;
    options.cfl = implicit ? 0 : 0.5;
    options.user = (void *)(uintptr_t)r;
    options.air = air_of;
    options.initial = state_of;
    options.boundaries = r->ends == OPEN ? open : NULL;
    eg_status status = eg_deg_create(device, (const eg_plane *)mesh, &options, &deg);
    *stepper = status == EG_OK ? eg_deg_stepper(deg) : NULL;
    assert_int_equal(status == EG_OK, deg != NULL);
    return status;
}

static void end_stepper(eg_stepper **stepper)
{
    eg_deg *deg = (eg_deg *)*stepper;
    eg_deg_destroy(&deg);
    *stepper = NULL;
}
