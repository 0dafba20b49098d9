/* A standing wave on a forest, uniform or with smaller leaves in a ball, for tests of nodal DG. */
#ifndef EG_TEST_DG_PROBLEM_H
#define EG_TEST_DG_PROBLEM_H

#include <math.h>
#include <string.h>

#include "scheme/dg/dg.h"

/* One forest over the unit square or cube, the standing wave p = prod sin(2 pi x_d) with v = 0 at time 0 in
 * it. */
typedef struct problem {
    const eg_linear *system;
    int level, degree, steps, lanes;
    double end, cfl;
    int64_t memory; /* bytes of the device; 0: what is free */
    eg_dg_storage storage;
    int stages_together;
    bool graded, walls, nodal, curved, turned; /* turned: trees have their corners in any order */
    int map;                                   /* degree of curved cells in space; 0: 3 */
    eg_flux flux;
    eg_dg_steps integrator;
    eg_dg_variant variant;
    eg_precision precision;
    const eg_dg_field *material; /* NULL: c = 1, rho = 1 */
} problem;

/* One level more in a ball round a point of the domain. */
static inline int in_ball(const eg_forest_levels *self, const eg_forest *forest, const eg_leaf *leaf,
                          const double low[3], const double high[3])
{
    double square = 0;
    (void)self;
    for (int d = 0; d < forest->base.dimension; d++) {
        double x = 0.5 * (low[d] + high[d]) - 0.45;
        square += x * x;
    }
    return square < 0.09 ? leaf->level + 1 : leaf->level;
}

/* That of a problem: leaves of its level are divided once where the ball is. */
typedef struct ball {
    eg_forest_levels levels;
    int level;
} ball;

static inline int ball_level(const eg_forest_levels *self, const eg_forest *forest, const eg_leaf *leaf,
                             const double low[3], const double high[3])
{
    const ball *b = (const ball *)self;
    return leaf->level > b->level ? leaf->level : in_ball(self, forest, leaf, low, high);
}

static inline eg_mesh *macro_of(eg_context *context, const problem *p)
{
    double shift[3];
    int dimension = p->system->dimensions;
    eg_plane *plane;
    eg_hexes *hexes;
    eg_mesh *mesh;
    const eg_distorted_map bent = /* the strong one has its nodes at half of the edges where they were */
        p->map == 1 ? eg_smoothly_distorted_cube() : eg_strongly_distorted_cube();
    if (dimension == 2) {
        assert_int_equal(eg_plane_box(context,
                                      &(eg_box_options){.size = {1, 1},
                                                        .cells = {2, 2},
                                                        .element = EG_BOX_QUADRANGLE,
                                                        .jitter = p->curved ? 0.2 : 0},
                                      &plane),
                         EG_OK);
        mesh = &plane->base;
    } else {
        assert_int_equal(eg_hexes_box(context,
                                      &(eg_hexes_box_options){.size = {1, 1, 1},
                                                              .cells = {2, 2, 2},
                                                              .degree = !p->curved ? 1
                                                                        : p->map   ? p->map
                                                                                   : 3,
                                                              .map = p->curved ? &bent.map : NULL,
                                                              .shuffle = p->turned,
                                                              .seed = 5},
                                      &hexes),
                         EG_OK);
        mesh = &hexes->base;
    }
    static const char *const pair[3][2] = {{"left", "right"}, {"bottom", "top"}, {"front", "back"}};
    for (int d = 0; d < dimension && !p->walls; d++)
        assert_int_equal(mesh->class->join(mesh, eg_mesh_boundary_index(mesh, pair[d][0]),
                                           eg_mesh_boundary_index(mesh, pair[d][1]), shift),
                         EG_OK);
    return mesh;
}

/* The macro mesh is that of rank 0. */
static inline eg_forest *forest_of(eg_context *context, const eg_comm *comm, const problem *p)
{
    eg_mesh *forest, *macro = eg_comm_rank(comm) == 0 ? macro_of(context, p) : NULL;
    const ball levels = {{ball_level}, p->level};
    const eg_forest_options options = {.level = p->level, .levels = p->graded ? &levels.levels : NULL};
    assert_int_equal(eg_forest_create(context, comm, macro, &options, &forest, EG_OK), EG_OK);
    eg_mesh_destroy(&macro);
    return (eg_forest *)forest;
}

static inline eg_status unit_material(const eg_dg_field *self, int64_t cell, int64_t count,
                                      const double (*x)[3], double *values)
{
    (void)self, (void)cell, (void)x;
    for (int64_t i = 0; i < 2 * count; i++)
        values[i] = 1;
    return EG_OK;
}

typedef struct wave {
    eg_dg_field field;
    int dimension;
    double time;
} wave;

static inline double pressure(const wave *w, const double x[3])
{
    double p = cos(2 * M_PI * sqrt(w->dimension) * w->time);
    for (int d = 0; d < w->dimension; d++)
        p *= cos(2 * M_PI * x[d]);
    return p;
}

static inline eg_status standing(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                                 double *values)
{
    const wave *w = (const wave *)self;
    (void)cell;
    for (int64_t i = 0; i < count; i++) {
        double *u = &values[i * (w->dimension + 1)];
        memset(u, 0, (size_t)(w->dimension + 1) * sizeof *u);
        u[0] = pressure(w, x[i]);
    }
    return EG_OK;
}

/* Sources in own cells, by their places in the mesh, and the time functions of tests. Two act in one cell. */
enum { SHOTS = 4 };
typedef struct shots {
    eg_dg_source own[SHOTS];
    int64_t count;
} shots;

static const eg_source_time shot_functions[] = {{.kind = EG_SOURCE_GAUSSIAN, .time = 0.25, .sigma = 0.05},
                                                {.kind = EG_SOURCE_RICKER, .time = 0.02, .frequency = 20}};
static const char shot_expression[] = "FUNCTION double eg_source_expression(int number, double "
                                      "t)\n{\n    return 3.0 * t + number;\n}\n";

static inline void keep_shots(const eg_forest *mesh, const eg_comm *comm, int count, const double (*x)[3],
                              const eg_dg_source *source, shots *own)
{
    eg_location at[SHOTS];
    own->count = 0;
    assert_int_equal(eg_mesh_locate(&mesh->base, comm, count, x, at, EG_OK), EG_OK);
    for (int i = 0; i < count; i++)
        if (at[i].held >= 0) {
            eg_dg_source *to = &own->own[own->count++];
            *to = source[i];
            to->source = i;
            to->share = 1;
            to->cell = at[i].held;
            memcpy(to->reference, at[i].reference, sizeof to->reference);
        }
}

static inline void fire(const eg_forest *mesh, const eg_comm *comm, shots *own)
{
    static const double x[SHOTS][3] = {
        {0.4, 0.51, 0.3}, {0.9, 0.1, 0.7}, {0.41, 0.52, 0.31}, {0.5, 0.5, 0.5}};
    static const eg_dg_source source[SHOTS] = {
        {.kind = EG_LINEAR_SOURCE_EXPLOSION, .strength = {1}, .function = 1},
        {.kind = EG_LINEAR_SOURCE_EXPLOSION, .strength = {-2}, .function = 2},
        {.kind = EG_LINEAR_SOURCE_FORCE, .strength = {1, 0.3, 0.1}, .function = 1},
        {.kind = EG_LINEAR_SOURCE_STATE, .strength = {0.5, 1}, .function = 0}};
    keep_shots(mesh, comm, SHOTS, x, source, own);
}

#define OPTIONS_OF_SHOTS(shots)                                                                              \
    .source_count = (shots).count, .sources = (shots).own, .function_count = 2, .functions = shot_functions, \
    .expression_count = 1, .expressions = shot_expression

#endif
