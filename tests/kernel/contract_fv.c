/* The contract of steppers, of shallow water: walls and open boundaries over wet and dry ground, blocks at
 * rest, maxima. */
#define CONTRACT_SUMS
#include "kernel/contract.h"
#include "scheme/fv/fv.h"

struct row {
    promise promise;
    eg_box_element element;
    int order;
    enum { CLOSED, OPEN, OTHERWISE, ENDS } ends;
    unsigned maxima;
    int strips; /* of sub-grid ground */
};

static const row rows[] = {
    {{"a hydrograph, a tide, triangles", EG_F64, 60, false, {1e-11}}, EG_BOX_TRIANGLE, 1, OPEN, 0, 0},
    {{"a hydrograph, a tide, triangles, order 2", EG_F32, 60, false, {1e-11}},
     EG_BOX_TRIANGLE,
     2,
     OPEN,
     0,
     0},
    {{"waves, inflow, quadrangles", EG_F32, 60, false, {1e-11}}, EG_BOX_QUADRANGLE, 1, OTHERWISE, 0, 0},
    {{"waves, inflow, quadrangles, order 2", EG_F64, 60, false, {1e-11}},
     EG_BOX_QUADRANGLE,
     2,
     OTHERWISE,
     0,
     0},
    {{"walls, maxima", EG_F64, 40, false, {1e-11}}, EG_BOX_TRIANGLE, 1, CLOSED, 31, 0},
    {{"walls, maxima, order 2", EG_F32, 40, false, {1e-11}}, EG_BOX_QUADRANGLE, 2, CLOSED, 31, 0},
    {{"sub-grid ground, triangles", EG_F64, 60, false, {1e-11}}, EG_BOX_TRIANGLE, 1, ENDS, 0, 7},
    {{"sub-grid ground, quadrangles, maxima", EG_F64, 40, false, {1e-11}},
     EG_BOX_QUADRANGLE,
     1,
     CLOSED,
     31,
     20}};
CONTRACT_ROWS(rows)

/* What leaves a domain is counted, and water that is taken from nowhere. */
static void sums_of(solver *s, double sum[SUMS])
{
    double volume, clipped, *through = &sum[2];
    assert_int_equal(eg_fv_volume((eg_fv *)s->stepper, s->w.comm, &volume, &clipped, through), EG_OK);
    sum[1] = volume;
    sum[0] = volume - clipped;
    for (int b = 0; b < s->mesh->boundaries.count; b++)
        sum[0] += through[b];
}

static const double times[] = {0, 0.5, 2}, inflow[] = {0, 6, 2}, tide[] = {0.8, 1.3, 0.9};
static const double none[] = {0}, still[] = {0.9}, speed[] = {3.5}, taken[] = {-9};

/* The other ends: waves that come in, depth and speed of what flows in, and more taken out than there is. */
static const eg_fv_boundary ends[][4] = {
    [CLOSED] = {{.kind = EG_FV_WALL}},
    [OPEN] = {{.kind = EG_FV_DISCHARGE, {3, times, inflow}},
              {.kind = EG_FV_OUTFLOW},
              {.kind = EG_FV_LEVEL, {3, times, tide}},
              {.kind = EG_FV_WALL}},
    [OTHERWISE] = {{.kind = EG_FV_INFLOW, {3, times, tide}, {1, none, speed}},
                   {.kind = EG_FV_OUTFLOW},
                   {.kind = EG_FV_DISCHARGE, {1, none, taken}},
                   {.kind = EG_FV_RADIATE, {3, times, tide}, {1, none, still}}},
    [ENDS] = {{.kind = EG_FV_DISCHARGE, {3, times, inflow}},
              {.kind = EG_FV_NORMAL, .slope = 0.01},
              {.kind = EG_FV_LEVEL, {3, times, tide}},
              {.kind = EG_FV_CRITICAL}}};

static void make_mesh(const world *w, const row *r, eg_mesh **mesh)
{
    const eg_box_options box = {.size = {10, 10},
                                .cells = {24, 24},
                                .element = r->element,
                                .jitter = 0.2,
                                .shuffle = true,
                                .seed = 7};
    bool together[4];
    const eg_mesh_cut how = {.together = together, .vertices = r->order > 1};
    eg_plane *plane = NULL;
    for (int b = 0; b < 4; b++)
        together[b] = ends[r->ends][b].kind == EG_FV_DISCHARGE;
    if (eg_comm_rank(w->comm) == 0)
        assert_int_equal(eg_plane_box(w->context, &box, &plane), EG_OK);
    *mesh = plane ? &plane->base : NULL;
    assert_int_equal(eg_mesh_distribute(w->context, w->comm, &eg_plane_class, &how, mesh, EG_OK), EG_OK);
}

enum { CELLS = 2 * 24 * 24, FACES = 4 * CELLS, STRIPS = 20 };

/* A ditch in each cell; a face has the higher side. */
static eg_fv_subgrid make_strips(const eg_mesh *mesh, int strips, const double *bed)
{
    static double cell[CELLS * STRIPS], face[FACES * STRIPS];
    const eg_plane *plane = (const eg_plane *)mesh;
    assert_in_range(plane->faces, 0, FACES);
    for (int64_t i = 0; i < mesh->held * strips; i++)
        cell[i] = bed[i / strips] + 0.8 * ((double)(i % strips) / strips - 0.5);
    for (int64_t f = 0; f < plane->faces; f++)
        for (int s = 0; s < strips; s++) {
            const int32_t *side = plane->face_cell[f];
            double right = side[1] >= 0 ? cell[side[1] * strips + s] : -INFINITY;
            face[f * strips + s] = fmax(cell[side[0] * strips + s], right);
        }
    return (eg_fv_subgrid){strips, cell, face};
}

static eg_status make_stepper(const world *w, eg_device *device, const eg_mesh *mesh, const row *r,
                              const manner *how, eg_stepper **stepper)
{
    static double bed[CELLS], depth[CELLS], manning[CELLS];
    eg_fv *fv;
    assert_in_range(mesh->held, 0, CELLS);
    for (int64_t c = 0; c < mesh->held; c++) {
        const double *x = mesh->centroid[c];
        bed[c] = 0.3 * sin(1.3 * x[0]) * cos(0.9 * x[1]) + 0.1 * x[0];
        depth[c] = fmax(0, (x[0] + 0.3 * x[1] < 5 ? 2 : 0.4) - bed[c]);
        manning[c] = 0.03;
    }
    const eg_fv_options options = {.comm = w->comm,
                                   .precision = how->precision,
                                   .order = r->order,
                                   .lanes = how->lanes,
                                   .blocks = how->turn % 2 ? EG_FV_BLOCKS_ALL : EG_FV_BLOCKS_MOVING,
                                   .bed = bed,
                                   .subgrid = make_strips(mesh, r->strips, bed),
                                   .depth = depth,
                                   .manning = manning,
                                   .maxima = r->maxima,
                                   .flooded_depth = 0.01,
                                   .boundaries = ends[r->ends]};
    eg_status status = eg_fv_create(device, (const eg_plane *)mesh, &options, &fv);
    *stepper = status == EG_OK ? eg_fv_stepper(fv) : NULL;
    assert_int_equal(status == EG_OK, fv != NULL);
    return status;
}

static void end_stepper(eg_stepper **stepper)
{
    eg_fv *fv = (eg_fv *)*stepper;
    eg_fv_destroy(&fv);
    *stepper = NULL;
}
