/* Blocks at rest: a step that leaves them out gives the bits of one that works on all, whatever wakes them:
 * water that comes through faces, rain, a flow at a point, an open boundary, ground that moves; under forces
 * too. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/there.h"
#include "scheme/fv/fv.h"
#include "steps.h"

enum { SIDE = 32, CELLS = 2 * SIDE * SIDE, PARTS = 4, STEPS = 24 };

typedef enum source { DAM, TURN, LAKE, RAIN, SOIL, INFLOW, OPEN, LIFT, SOURCES } source;

typedef struct flood {
    source source;
    eg_precision precision;
    int order;
    unsigned maxima;
} flood;

typedef struct target {
    const char *device;
    int lanes;
} target;

/* What a run shows after each part. */
typedef struct shown {
    uint64_t hash[PARTS];
    double dt[PARTS], volume[PARTS];
    eg_fv_maximum maximum[CELLS];
    int64_t awake[PARTS], blocks;
} shown;

typedef struct flow {
    eg_context *context;
    eg_comm *comm;
    eg_device *device;
    eg_plane *mesh;
    eg_fv *fv;
    eg_time_state now;
} flow;

/* A pool in a corner of a dry plain with a hill, which turns and is held back by linear friction for TURN; or
 * a lake with an island and a small heap of water in it. */
static void fill(const flood *given, const double *x, double *bed, double *depth)
{
    *bed = fmax(0, 0.8 - hypot(x[0] - 6, x[1] - 6));
    *depth = x[0] < 1.5 && x[1] < 1.5 ? 1 : 0;
    if (given->source == LAKE)
        *depth = fmax(0, 0.5 - *bed) + (hypot(x[0] - 2, x[1] - 2) < 0.4 ? 0.1 : 0);
    if (given->source > LAKE)
        *depth = given->source == LIFT && x[0] < 6 ? 0.5 : 0;
}

static const double from_0_1[] = {0, 0.1, 0.3, 0.31}, pour[] = {0, 2e-3, 1e-3, 0};

/* Rain on the right, that begins later and ends; with a soil under it; or a spring. */
static void add_sources(const flood *given, const flow *f, eg_fv_options *options, eg_fv_zone *zone,
                        int32_t *of, double (*soil)[2], eg_fv_flow *spring, eg_fv_lift *lift)
{
    const eg_fv_rate none = {.rows = -1}, rain = {4, from_0_1, pour, false};
    zone[0] = (eg_fv_zone){.rate = {none, none}};
    zone[1] = (eg_fv_zone){.rate = {rain, none}, .heaviest = 2e-3};
    for (int64_t c = 0; c < f->mesh->base.own; c++) {
        of[c] = f->mesh->base.centroid[c][0] > 5;
        soil[c][0] = 1e-3;
        soil[c][1] = 1e-4;
    }
    *spring = (eg_fv_flow){.kind = EG_FV_INFLOW_AT,
                           .cell = {-1, CELLS / 3},
                           .discharge = {4, from_0_1, pour, false},
                           .largest = 2e-3};
    if (given->source == RAIN || given->source == SOIL)
        options->water = (eg_fv_water){.zones = 2, .zone = zone, .of = of};
    if (given->source == SOIL) {
        zone[1].soil = EG_FV_HORTON;
        zone[1].decay = 0.1;
        options->water.soil = (const double(*)[2])soil;
    }
    if (given->source == LIFT) {
        static double height[CELLS];
        for (int64_t c = 0; c < f->mesh->base.own; c++)
            height[c] = fmax(0, 0.3 - fabs(f->mesh->base.centroid[c][0] - 3));
        *lift = (eg_fv_lift){.start = 0.15, .end = 0.3, .height = height};
        options->lifts = 1;
        options->lift = lift;
    }
    if (given->source == INFLOW)
        options->flows = (eg_fv_flows){.count = 1, .flow = spring};
}

static flow begin(const flood *given, const target *on, eg_fv_blocks blocks)
{
    static double bed[CELLS], depth[CELLS], manning[CELLS], turn[CELLS], drag[CELLS], soil[CELLS][2];
    static int32_t of[CELLS];
    flow f = {0};
    eg_fv_zone zone[2];
    eg_fv_flow spring;
    eg_fv_lift lift;
    const eg_box_options box = {
        .size = {8, 8}, .cells = {SIDE, SIDE}, .element = EG_BOX_TRIANGLE, .jitter = 0.1, .seed = 3};
    assert_int_equal(eg_context_create(NULL, &f.context), EG_OK);
    assert_int_equal(eg_comm_create(f.context, &f.comm), EG_OK);
    assert_int_equal(eg_device_open(f.context, on->device, &f.device), EG_OK);
    assert_int_equal(eg_plane_box(f.context, &box, &f.mesh), EG_OK);
    for (int64_t c = 0; c < f.mesh->base.own; c++) {
        fill(given, f.mesh->base.centroid[c], &bed[c], &depth[c]);
        manning[c] = 0.02;
        turn[c] = f.mesh->base.centroid[c][0] - 4;
        drag[c] = 0.1 * f.mesh->base.centroid[c][1];
    }
    const eg_fv_series level = {4, from_0_1, (const double[]){0, 0.3, 0.3, 0.1}};
    const eg_fv_boundary boundaries[4] = {{.kind = EG_FV_LEVEL, .value = level}};
    eg_fv_options options = {.precision = given->precision,
                             .order = given->order,
                             .lanes = on->lanes,
                             .blocks = blocks,
                             .dt = given->source > LAKE ? 0.02 : 0, /* by CFL two steps would do */
                             .bed = bed,
                             .depth = depth,
                             .manning = manning,
                             .coriolis = given->source == TURN ? turn : NULL,
                             .linear_friction = given->source == TURN ? drag : NULL,
                             .maxima = given->maxima,
                             .flooded_depth = 0.01,
                             .boundaries = given->source == OPEN ? boundaries : NULL};
    add_sources(given, &f, &options, zone, of, soil, &spring, &lift);
    if (eg_fv_create(f.device, f.mesh, &options, &f.fv) != EG_OK)
        fail_msg("%s", eg_context_error(f.context));
    return f;
}

static void end(flow *f)
{
    eg_fv_destroy(&f->fv);
    eg_plane_destroy(&f->mesh);
    eg_device_close(&f->device);
    eg_comm_destroy(&f->comm);
    assert_int_equal(eg_context_blocks_held(f->context), 0);
    eg_context_destroy(&f->context);
}

static void advance(flow *f, int64_t steps)
{
    f->now = steps_until(eg_fv_stepper(f->fv), 0.6, steps, 5);
}

static shown *show(const flood *given, const target *on, eg_fv_blocks blocks)
{
    flow f = begin(given, on, blocks);
    shown *s = calloc(1, sizeof *s);
    double clipped, through[8];
    for (int part = 0; part < PARTS; part++) {
        advance(&f, (part + 1) * STEPS / PARTS);
        s->hash[part] = steps_hash(eg_fv_stepper(f.fv));
        s->dt[part] = f.now.dt;
        assert_int_equal(eg_fv_volume(f.fv, f.comm, &s->volume[part], &clipped, through), EG_OK);
        assert_int_equal(eg_fv_awake(f.fv, &s->awake[part]), EG_OK);
    }
    s->blocks = eg_fv_stepper(f.fv)->layout.first_block[EG_CELL_TYPES];
    if (given->maxima)
        assert_int_equal(eg_fv_maxima(f.fv, s->maximum), EG_OK);
    end(&f);
    return s;
}

static void assert_same(const flood *given, const target *on, const shown *a, const shown *b)
{
    for (int part = 0; part < PARTS; part++)
        if (a->hash[part] != b->hash[part] || a->dt[part] != b->dt[part] ||
            a->volume[part] != b->volume[part])
            fail_msg("source %d, order %d, %s, %s with %d lanes: part %d differs, dt %.17g, %.17g",
                     given->source, given->order, given->precision ? "f32" : "f64", on->device, on->lanes,
                     part, a->dt[part], b->dt[part]);
    assert_memory_equal(a->maximum, b->maximum, sizeof a->maximum);
}

static const target targets[] = {
    {"host:2", 4}, {"checked", 8}, {"opencl:0.0", 4}, {"host:1", 16}, {"cuda:0", 32}};
enum { TARGETS = sizeof targets / sizeof *targets };

static void compare(const flood *given, int turn)
{
    shown *all = show(given, &(const target){"host:1", 8}, EG_FV_BLOCKS_ALL);
    for (int i = 0; i < TARGETS; i++) {
        if (!is_combined(turn, i, is_slow(targets[i].device) ? 6 : 3) || !is_there(targets[i].device))
            continue;
        shown *moving = show(given, &targets[i], EG_FV_BLOCKS_MOVING);
        assert_same(given, &targets[i], all, moving);
        assert_int_equal(all->awake[0], all->blocks);
        bool rests = given->order == 1 || given->source != LAKE;
        if (rests && moving->awake[0] >= moving->blocks)
            fail_msg("source %d, %s with %d lanes: no block of %lld rests", given->source, targets[i].device,
                     targets[i].lanes, (long long)moving->blocks);
        free(moving);
    }
    free(all);
}

static void bits_are_those_of_all_blocks(void **state)
{
    (void)state;
    int turn = 0;
    for (int kind = 0; kind < SOURCES; kind++)
        for (int order = 1; order <= 2; order++)
            for (int precision = 0; precision < 2; precision++)
                if (is_long() || order + precision == 1 || (kind == OPEN && precision == 0) ||
                    (kind == RAIN && order == 1))
                    compare(&(const flood){.source = (source)kind,
                                           .order = order,
                                           .precision = (eg_precision)precision,
                                           .maxima = kind == DAM ? 31 : 0},
                            turn++);
}

/* A dam breaks: few blocks take part at first, and more later. */
static void few_blocks_are_awake(void **state)
{
    (void)state;
    const flood given = {.source = DAM, .order = 1};
    shown *s = show(&given, &targets[0], EG_FV_BLOCKS_MOVING);
    print_message("%lld, %lld, %lld, %lld of %lld blocks awake\n", (long long)s->awake[0],
                  (long long)s->awake[1], (long long)s->awake[2], (long long)s->awake[3],
                  (long long)s->blocks);
    assert_true(s->awake[0] < s->blocks / 4 && s->awake[0] < s->awake[PARTS - 1]);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_blocks_are_awake),
        cmocka_unit_test(bits_are_those_of_all_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
