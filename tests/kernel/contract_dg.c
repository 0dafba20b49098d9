/* The contract of steppers, of nodal DG on forests: all systems, fluxes, integrators and storages, hanging
 * faces and curved cells, layers, sources and receivers. */
#include "kernel/contract.h"
#include "kernel/dg_problem.h"

struct row {
    promise promise;
    problem problem;
    enum { SHUT, LAYERS, FIRED } with;
};

/* Whose integral of the first variable stays, where that is not 0. */
#define ROW(name, precision, stays, with, of, ...)                                                           \
    {                                                                                                        \
        {name, precision, 4, false, {0, stays}}, {.system = &eg_linear_##of, __VA_ARGS__}, with              \
    }

/* Media that remember: systems with bodies beside the variables, and a material with their shares. */
static const double relaxing[] = {2, 9, 40};
#define LOSSY(of, n, c, s)                                                                                   \
    static eg_linear eg_linear_lossy_##of = {.bodies = (n), .stresses = (c), .shares = (s)}
LOSSY(elastic, 2, 3, 2);
LOSSY(elastic_space, 3, 6, 2);
LOSSY(acoustic_space, 1, 1, 1);
LOSSY(sh, 2, 2, 1);

static void lose(eg_linear *lossy, const eg_linear *own)
{
    const eg_linear kept = *lossy;
    if (lossy->variables > 0)
        return;
    *lossy = *own;
    lossy->bodies = kept.bodies;
    lossy->stresses = kept.stresses;
    lossy->shares = kept.shares;
    lossy->relaxing = relaxing;
    lossy->materials += kept.bodies * kept.shares;
}

static void make_lossy_systems(void)
{
    lose(&eg_linear_lossy_elastic, &eg_linear_elastic);
    lose(&eg_linear_lossy_elastic_space, &eg_linear_elastic_space);
    lose(&eg_linear_lossy_acoustic_space, &eg_linear_acoustic_space);
    lose(&eg_linear_lossy_sh, &eg_linear_sh);
}

static const row rows[] = {
    ROW("plane", EG_F64, 1e-13, SHUT, acoustic, .degree = 3, .level = 2, .graded = true),
    ROW("space", EG_F32, 1e-13, SHUT, acoustic_space, .degree = 2, .level = 1, .graded = true),
    ROW("plane, walls, rusanov, three stages", EG_F64, 1e-13, SHUT, acoustic, .degree = 3, .level = 1,
        .graded = true, .walls = true, .flux = EG_FLUX_RUSANOV, .integrator = EG_DG_SSPRK3),
    ROW("space, walls, central", EG_F64, 1e-13, SHUT, acoustic_space, .degree = 2, .level = 1, .graded = true,
        .walls = true, .flux = EG_FLUX_CENTRAL),
    ROW("curved plane, central", EG_F64, 0, SHUT, acoustic, .degree = 3, .level = 1, .graded = true,
        .curved = true, .walls = true, .flux = EG_FLUX_CENTRAL),
    ROW("curved space", EG_F64, 0, SHUT, acoustic_space, .degree = 2, .level = 1, .graded = true,
        .curved = true, .walls = true),
    ROW("three stages, no smaller cells", EG_F64, 1e-13, SHUT, acoustic, .degree = 3, .level = 2,
        .walls = true, .integrator = EG_DG_SSPRK3),
    ROW("curved, elastic", EG_F64, 0, SHUT, elastic, .degree = 2, .level = 1, .graded = true, .curved = true,
        .map = 1, .flux = EG_FLUX_CENTRAL),
    ROW("curved space, elastic", EG_F64, 0, SHUT, elastic_space, .degree = 2, .level = 0, .graded = true,
        .curved = true, .map = 1, .nodal = true),
    ROW("curved, sh", EG_F64, 0, SHUT, sh, .degree = 2, .level = 1, .graded = true, .curved = true, .map = 1,
        .flux = EG_FLUX_CENTRAL),
    ROW("layers", EG_F64, 0, LAYERS, acoustic, .degree = 3, .level = 1, .graded = true, .walls = true),
    ROW("layers, space, three stages", EG_F32, 0, LAYERS, acoustic_space, .degree = 2, .level = 1,
        .graded = true, .walls = true, .integrator = EG_DG_SSPRK3),
    ROW("layers, nodal medium", EG_F64, 0, LAYERS, acoustic, .degree = 3, .level = 1, .graded = true,
        .walls = true, .nodal = true),
    ROW("layers, space, rusanov", EG_F64, 0, LAYERS, acoustic_space, .degree = 2, .level = 1, .graded = true,
        .walls = true, .flux = EG_FLUX_RUSANOV),
    ROW("layers, nodal medium, three stages", EG_F64, 0, LAYERS, acoustic, .degree = 3, .level = 1,
        .graded = true, .walls = true, .nodal = true, .integrator = EG_DG_SSPRK3),
    ROW("layers, elastic space", EG_F64, 0, LAYERS, elastic_space, .degree = 2, .level = 1, .graded = true,
        .walls = true),
    ROW("layers, elastic, nodal medium", EG_F64, 0, LAYERS, elastic, .degree = 3, .level = 1, .graded = true,
        .walls = true, .nodal = true),
    ROW("layers, sh", EG_F64, 0, LAYERS, sh, .degree = 2, .level = 1, .graded = true, .walls = true,
        .integrator = EG_DG_SSPRK3),
    ROW("shots", EG_F64, 0, FIRED, acoustic, .degree = 3, .level = 1, .graded = true),
    ROW("shots, space", EG_F32, 0, FIRED, acoustic_space, .degree = 3, .level = 1, .graded = true),
    ROW("shots, three stages", EG_F64, 0, FIRED, acoustic, .degree = 3, .level = 1, .graded = true,
        .integrator = EG_DG_SSPRK3),
    ROW("memory, elastic space", EG_F64, 0, SHUT, lossy_elastic_space, .degree = 2, .level = 1,
        .graded = true, .walls = true),
    ROW("memory, layers, elastic", EG_F64, 0, LAYERS, lossy_elastic, .degree = 3, .level = 1, .graded = true,
        .walls = true, .integrator = EG_DG_SSPRK3),
    ROW("memory, curved space, nodal medium", EG_F64, 0, SHUT, lossy_elastic_space, .degree = 2, .level = 0,
        .graded = true, .curved = true, .map = 1, .nodal = true),
    ROW("memory, shots, space", EG_F32, 0, FIRED, lossy_acoustic_space, .degree = 3, .level = 1,
        .graded = true),
    ROW("memory, layers, sh", EG_F64, 0, LAYERS, lossy_sh, .degree = 2, .level = 1, .graded = true,
        .walls = true)};
CONTRACT_ROWS(rows)

/* Of the row whose mesh was made last. */
static shots fired;
static eg_dg_receiver receiver[2];
static int receivers;

static void make_mesh(const world *w, const row *r, eg_mesh **mesh)
{
    static const double places[2][3] = {{0.7, 0.49, 0.47}, {0.37, 0.64, 0.53}};
    eg_location at[2];
    make_lossy_systems();
    eg_forest *forest = forest_of(w->context, w->comm, &r->problem);
    *mesh = &forest->base;
    receivers = 0;
    fire(forest, w->comm, &fired);
    assert_int_equal(eg_mesh_locate(*mesh, w->comm, 2, places, at, EG_OK), EG_OK);
    for (int i = 0; i < 2; i++)
        if (at[i].held >= 0) {
            receiver[receivers].cell = at[i].held;
            memcpy(receiver[receivers++].reference, at[i].reference, sizeof at[i].reference);
        }
}

/* A rough state, and a rock or air; in layers two halves, one of which varies: rocks have a Poisson ratio of
 * 0.25 in one and of 0.45 in the other. */
typedef struct field {
    eg_dg_field field;
    const row *row;
} field;

static eg_status rough(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                       double *values)
{
    int n = ((const field *)self)->row->problem.system->variables;
    (void)cell;
    for (int64_t i = 0; i < count; i++)
        for (int v = 0; v < n; v++)
            values[i * n + v] = sin(2 * M_PI * (x[i][0] + 0.1 * v)) * cos(2 * M_PI * (x[i][1] - 0.2 * v)) +
                                0.3 * sin(2 * M_PI * (2 * x[i][2] + x[i][0]) + v * v);
    return EG_OK;
}

static eg_status medium(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                        double *values)
{
    const row *r = ((const field *)self)->row;
    (void)cell;
    for (int64_t i = 0; i < count; i++) {
        const eg_linear *system = r->problem.system;
        int waves = system->materials - system->bodies * system->shares;
        double *to = &values[system->materials * i];
        bool upper = r->with == LAYERS && x[i][1] >= 0.5;
        double c = upper ? 1.5 + 0.2 * x[i][0] : 1, mu = c * c * (upper ? 1.0 / 11 : 1.0 / 3);
        if (waves == 4)
            memcpy(to, (double[]){c * c, c * c - 2 * mu, mu, 1}, 4 * sizeof *values);
        else
            memcpy(to, (double[]){c * c, r->with == FIRED ? 0.5 : 1}, 2 * sizeof *values);
        for (int s = waves; s < system->materials; s++)
            to[s] = (upper ? 0.02 : 0.05) * (1 + s % 3);
    }
    return EG_OK;
}

/* Of one turn each: all of them have the same bits. */
static const struct {
    eg_dg_variant variant;
    eg_dg_storage storage;
} turns[] = {{EG_DG_NODES, EG_DG_SEPARATE},    {EG_DG_NODES, EG_DG_IN_PLACE},
             {EG_DG_COLUMNS, EG_DG_SEPARATE},  {EG_DG_PARTS, EG_DG_SEPARATE},
             {EG_DG_NODES, EG_DG_OUT_OF_CORE}, {EG_DG_COLUMNS, EG_DG_IN_PLACE},
             {EG_DG_AUTO, EG_DG_STORED_AUTO}};

static eg_status make_stepper(const world *w, eg_device *device, const eg_mesh *mesh, const row *r,
                              const manner *how, eg_stepper **stepper)
{
    static const double width[6] = {0.25, 0.3, 0, 0.5, 0.26, 0.25};
    const bool solid = r->problem.system->source.moments > 0, layers = r->with == LAYERS;
    const eg_linear_boundary ends = layers ? EG_LINEAR_ABSORBING : EG_LINEAR_WALL;
    const eg_linear_boundary kinds[6] = {ends, ends, layers && solid ? EG_LINEAR_FREE : EG_LINEAR_WALL,
                                         ends, ends, ends};
    const field initial = {{rough}, r}, material = {{medium}, r};
    eg_dg *dg;
    eg_dg_options options = {.comm = w->comm,
                             .system = r->problem.system,
                             .flux = r->problem.flux,
                             .steps = r->problem.integrator,
                             .variant = turns[how->turn].variant,
                             .storage = turns[how->turn].storage,
                             .stages_together = (int)((r - rows) % 5),
                             .precision = how->precision,
                             .degree = r->problem.degree,
                             .lanes = turns[how->turn].variant == EG_DG_COLUMNS ? 2
                                      : how->lanes > 4                          ? 4
                                                                                : how->lanes,
                             .nodal_material = r->problem.nodal,
                             .material = &material.field,
                             .boundaries = kinds,
                             .pml = layers ? width : NULL,
                             .initial = &initial.field};
    const eg_dg_options shot = {OPTIONS_OF_SHOTS(fired)};
    if (r->with == FIRED) {
        options.source_count = shot.source_count;
        options.sources = shot.sources;
        options.function_count = shot.function_count;
        options.functions = shot.functions;
        options.expression_count = shot.expression_count;
        options.expressions = shot.expressions;
        options.receiver_count = receivers;
        options.receivers = receiver;
        options.receiver_interval = 1.1e-3;
    }
    eg_status status = eg_dg_create(device, (const eg_forest *)mesh, &options, &dg);
    *stepper = status == EG_OK ? eg_dg_stepper(dg) : NULL;
    assert_int_equal(status == EG_OK, dg != NULL);
    return status;
}

static void end_stepper(eg_stepper **stepper)
{
    eg_dg *dg = (eg_dg *)*stepper;
    eg_dg_destroy(&dg);
    *stepper = NULL;
}
