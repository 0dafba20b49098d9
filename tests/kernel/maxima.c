/* Largest values of all steps: those that are found by a look at the state after each step, to the last bit,
 * whatever the device and the lanes; at once, step by step, past events, after a refused step, and, of waves, from
 * a kept solver on. */
#include "ader_points.h"

#include "kernel/shelf.h"
#include "scheme/fv/fv.h"

/* ---- shallow water: a hump of water that runs out over a slope, dry at its foot */

static const double FLOODED = 0.02;
enum { STEPS = 40, STATE = 4 };

typedef struct flow {
    eg_context *context;
    eg_device *device;
    eg_plane *mesh;
    eg_fv *fv;
    eg_time_state now;
} flow;

/* What one asks for. */
typedef struct flood {
    eg_precision precision;
    eg_box_element element;
    unsigned maxima;
    double dt_least;
} flood;

static flow begin_flow(const flood *given, const char *device, int lanes)
{
    flow f = {0};
    double bed[400], depth[400], velocity[400][2];
    const eg_box_options box = {.size = {4, 3}, .cells = {16, 12}, .element = given->element};
    assert_int_equal(eg_context_create(NULL, &f.context), EG_OK);
    assert_int_equal(eg_device_open(f.context, device, &f.device), EG_OK);
    assert_int_equal(eg_plane_box(f.context, &box, &f.mesh), EG_OK);
    assert_true(f.mesh->base.own <= 400);
    for (int64_t c = 0; c < f.mesh->base.own; c++) {
        const double *x = f.mesh->base.centroid[c];
        bed[c] = 0.3 * x[0];
        depth[c] = fmax(0, 0.4 - pow(x[0] - 1, 2) - pow(x[1] - 1.2, 2));
        velocity[c][0] = 0.3;
        velocity[c][1] = 0.1 * x[0] / 3; /* goes through the first pass as any state */
    }
    const eg_fv_options options = {.precision = given->precision,
                                   .lanes = lanes,
                                   .blocks = EG_FV_BLOCKS_MOVING,
                                   .dt_least = given->dt_least,
                                   .bed = bed,
                                   .depth = depth,
                                   .velocity = (const double(*)[2])velocity,
                                   .maxima = given->maxima,
                                   .flooded_depth = FLOODED};
    if (eg_fv_create(f.device, f.mesh, &options, &f.fv) != EG_OK)
        fail_msg("%s", eg_context_error(f.context));
    return f;
}

static void end_flow(flow *f)
{
    eg_fv_destroy(&f->fv);
    eg_plane_destroy(&f->mesh);
    eg_device_close(&f->device);
    assert_int_equal(eg_context_blocks_held(f->context), 0);
    eg_context_destroy(&f->context);
}

/* Steps that go past the last one are queued too. */
static void flow_to(flow *f, int64_t steps)
{
    f->now = steps_until(eg_fv_stepper(f->fv), INFINITY, steps, 7);
}

/* The three largest values of a cell as they are kept: depth, squares of speed and discharge. */
typedef struct reached {
    double depth, speed, speed_time, discharge, arrival, depth_time, hazard, duration, since;
} reached;

static void squares_of(eg_precision precision, const double *q, double *speed, double *discharge)
{
    if (precision == EG_F64) {
        *speed = fma(q[1], q[1], q[2] * q[2]);
        *discharge = q[0] * q[0] * *speed;
    } else {
        float h = (float)q[0], u = (float)q[1], v = (float)q[2], square = fmaf(u, u, v * v);
        *speed = square;
        *discharge = h * h * square;
    }
}

static double rating_of(eg_precision precision, double depth, double square)
{
    double debris = depth > 0.25 ? 1 : 0.5;
    if (precision == EG_F64)
        return fma(depth, sqrt(square) + 0.5, debris);
    return (double)fmaf((float)depth, sqrtf((float)square) + 0.5F, (float)debris);
}

static void look_at_flow(flow *f, const flood *given, reached *r)
{
    const eg_layout *layout = (&eg_fv_stepper(f->fv)->layout);
    double flooded = given->precision == EG_F64 ? FLOODED : (double)(float)FLOODED;
    void *memory = steps_copy(eg_fv_stepper(f->fv));
    for (int64_t c = 0; c < f->mesh->base.own; c++) {
        double q[3], speed, discharge;
        for (int v = 0; v < 3; v++)
            q[v] = eg_layout_load(layout, memory,
                                  eg_layout_state_index(layout, STATE, eg_layout_slot(layout, c), v));
        squares_of(given->precision, q, &speed, &discharge);
        if (q[0] > flooded && isnan(r[c].arrival))
            r[c].arrival = f->now.time;
        if (q[0] > r[c].depth)
            r[c].depth_time = f->now.time;
        if (q[0] > flooded && speed > r[c].speed)
            r[c].speed_time = f->now.time;
        r[c].depth = fmax(r[c].depth, q[0]);
        r[c].speed = fmax(r[c].speed, q[0] > flooded ? speed : 0);
        r[c].discharge = fmax(r[c].discharge, discharge);
        r[c].hazard = fmax(r[c].hazard, q[0] > flooded ? rating_of(given->precision, q[0], speed) : 0);
        r[c].duration += r[c].since >= 0 ? f->now.time - r[c].since : 0;
        r[c].since = q[0] > flooded ? f->now.time : -1;
    }
    eg_staging_destroy(f->device, &memory);
}

/* By a look at the state after each of the first `steps` steps; returns the time of the last and its next
 * step. The solver itself looks for no maxima: all tests take one program for each precision and shape. */
static eg_time_state look_at_each(const flood *given, int64_t steps, reached *r)
{
    flow f = begin_flow(&(flood){.precision = given->precision, .element = given->element}, "host:1", 2);
    for (int64_t c = 0; c < f.mesh->base.own; c++)
        r[c] = (reached){.arrival = NAN, .depth_time = NAN, .speed_time = NAN, .since = -1};
    f.now = (eg_time_state){0};
    look_at_flow(&f, given, r);
    for (int64_t step = 1; step <= steps; step++) {
        flow_to(&f, step);
        assert_int_equal(f.now.steps, step);
        look_at_flow(&f, given, r);
    }
    eg_time_state last = f.now;
    end_flow(&f);
    return last;
}

static void assert_bits(double a, double b)
{
    if (memcmp(&a, &b, sizeof a) != 0 && !(isnan(a) && isnan(b)))
        fail_msg("%.17g is not %.17g", a, b);
}

static void assert_reached(flow *f, unsigned maxima, const reached *r)
{
    eg_fv_maximum rows[400];
    bool flows = maxima & EG_FV_MAXIMA_FLOW, times = maxima & EG_FV_MAXIMA_TIMES;
    assert_int_equal(eg_fv_maxima(f->fv, rows), EG_OK);
    for (int64_t c = 0; c < f->mesh->base.own; c++) {
        assert_bits(rows[c].depth, r[c].depth);
        assert_bits(rows[c].speed, flows ? sqrt(r[c].speed) : 0);
        assert_bits(rows[c].speed_time, maxima & EG_FV_MAXIMA_SPEED_TIME ? r[c].speed_time : NAN);
        assert_bits(rows[c].discharge, flows ? sqrt(r[c].discharge) : 0);
        assert_bits(rows[c].arrival, times ? r[c].arrival : NAN);
        assert_bits(rows[c].depth_time, times ? r[c].depth_time : NAN);
        assert_bits(rows[c].hazard, maxima & EG_FV_MAXIMA_HAZARD ? r[c].hazard : 0);
        assert_bits(rows[c].duration, maxima & EG_FV_MAXIMA_DURATION ? r[c].duration : 0);
    }
}

static void floods_reach_what_each_step_shows(void **state)
{
    (void)state;
    static reached half[400], r[400];
    const unsigned parts[] = {9, 35, 21, 63};
    for (int i = 0; i < 4 * TARGETS; i++) {
        const target *t = &targets[i / 4];
        flood given = {.precision = i % 2 ? EG_F32 : EG_F64,
                       .element = i & 2 ? EG_BOX_QUADRANGLE : EG_BOX_TRIANGLE,
                       .maxima = EG_FV_MAXIMA_DEPTH | EG_FV_MAXIMA_FLOW | EG_FV_MAXIMA_TIMES};
        if (!is_combined(i / 4, i % 2 + i / 2 % 2, 3))
            continue;
        if (!is_there(t->device))
            continue;
        look_at_each(&given, STEPS / 2, half);
        look_at_each(&given, STEPS, r);
        given.maxima = parts[(i + i / 4) % 4];
        flow f = begin_flow(&given, t->device, t->lanes);
        flow_to(&f, STEPS / 2);
        assert_reached(&f, given.maxima, half);
        flow_to(&f, STEPS);
        assert_reached(&f, given.maxima, r);
        assert_reached(&f, given.maxima, r); /* a look changes nothing */
        end_flow(&f);
    }
}

/* Of all that is looked at something is there: cells that stay dry, that are flooded from the start, that the
 * water reaches, and a depth that falls again. */
static void the_flood_shows_all(void **state)
{
    (void)state;
    static reached r[400];
    const flood given = {.maxima = 7};
    int dry = 0, from_start = 0, later = 0, fell = 0, ended = 0;
    look_at_each(&given, STEPS, r);
    for (int c = 0; c < 384; c++) {
        dry += isnan(r[c].depth_time);
        from_start += r[c].arrival == 0;
        later += r[c].arrival > 0;
        fell += r[c].depth_time == 0 && r[c].speed > 0;
        ended += r[c].duration > 0 && r[c].since < 0;
    }
    print_message("%d dry, %d flooded at once, %d later, %d deepest at once, %d no longer\n", dry, from_start,
                  later, fell, ended);
    assert_true(dry > 0 && from_start > 0 && later > 0 && fell > 0);
}

/* The step that would follow is too short: it is refused, and nothing of it counts, nor of those queued
 * behind. */
static void refused_steps_do_not_count(void **state)
{
    (void)state;
    static reached r[400];
    flood given = {.maxima = 31};
    double dt[STEPS + 1], least = INFINITY;
    int64_t stop = 0;
    flow f = begin_flow(&given, "host:1", 2);
    for (int64_t step = 1; step <= STEPS && stop == 0; step++) {
        flow_to(&f, step);
        dt[step] = f.now.dt;
        if (step > 3 && dt[step] < least) {
            stop = step;
            given.dt_least = 0.5 * (least + dt[step]);
        }
        least = fmin(least, dt[step]);
    }
    end_flow(&f);
    assert_true(stop > 0);
    eg_time_state last = look_at_each(&(flood){.maxima = 31}, stop - 1, r);
    for (int i = 0; i < TARGETS; i++) {
        if (!is_there(targets[i].device))
            continue;
        f = begin_flow(&given, targets[i].device, targets[i].lanes);
        flow_to(&f, STEPS);
        assert_int_equal(f.now.pause, EG_PAUSE_COLLAPSED);
        assert_int_equal(f.now.steps, stop - 1);
        assert_true(f.now.time == last.time);
        assert_reached(&f, given.maxima, r);
        end_flow(&f);
    }
}

/* ---- waves */

static void ripple(const double x[2], double *u)
{
    for (int v = 0; v < 5; v++)
        u[v] = sin(2 * PI * (x[0] + 0.3 * v)) * cos(2 * PI * x[1]) * (v + 1);
}

/* A vector, a combination, a single variable. */
static const eg_ader_maximum looked_for[] = {
    {2, {{0, 0, 0, 1}, {0, 0, 0, 0, 1}}}, {1, {{-0.5, -0.5}}}, {1, {{0, 0, 1}}}};
enum { LOOKED_FOR = 3, CELLS = 48, MODES_MOST = 15 };

static problem ripples(eg_precision precision, int order, bool triangles)
{
    return (problem){.box = {.size = {1, 1},
                             .cells = {6, triangles ? 4 : 8},
                             .element = triangles ? EG_BOX_TRIANGLE : EG_BOX_QUADRANGLE},
                     .options = {.system = &eg_linear_elastic,
                                 .precision = precision,
                                 .order = order,
                                 .maximum_count = LOOKED_FOR,
                                 .maxima = looked_for},
                     .material = {4, 2, 1, 1},
                     .initial = ripple,
                     .periodic = true};
}

static double fused(eg_precision precision, double a, double b, double c)
{
    return precision == EG_F64 ? fma(a, b, c) : (double)fmaf((float)a, (float)b, (float)c);
}

static double rounded(eg_precision precision, double a)
{
    return precision == EG_F64 ? a : (double)(float)a;
}

/* What is looked for in one cell, as it is kept: with two parts the square. */
static double found_in(const double *u, const eg_ader_maximum *m, eg_precision p)
{
    double part[2] = {0, 0};
    for (int i = 0; i < 2; i++)
        for (int v = 0; v < 5; v++)
            part[i] = fused(p, rounded(p, m->weight[i][v]), u[v], part[i]);
    return m->parts == 2 ? fused(p, part[0], part[0], rounded(p, part[1] * part[1])) : fabs(part[0]);
}

static void look_at_waves(wave *w, double (*highest)[LOOKED_FOR])
{
    const eg_layout *layout = (&eg_ader_stepper(w->ader)->layout);
    eg_precision precision = layout->precision;
    int values = eg_ader_stepper(w->ader)->values, modes = values / 5;
    void *memory = state_of(w);
    for (int64_t c = 0; c < w->mesh->base.own; c++) {
        double basis[EG_MODES_MOST], u[5] = {0};
        bool triangle = w->mesh->type[c] == EG_TRIANGLE;
        const double centre[2] = {triangle ? 1.0 / 3 : 0.5, triangle ? 1.0 / 3 : 0.5};
        eg_modal_values((eg_cell_type)w->mesh->type[c], w->given->options.order, centre, basis);
        for (int v = 0; v < 5; v++)
            for (int k = 0; k < modes; k++)
                u[v] = fused(precision, rounded(precision, basis[k]),
                             eg_layout_load(layout, memory,
                                            eg_layout_state_index(layout, values, eg_layout_slot(layout, c),
                                                                  v * modes + k)),
                             u[v]);
        for (int m = 0; m < LOOKED_FOR; m++)
            highest[c][m] = fmax(highest[c][m], found_in(u, &looked_for[m], precision));
    }
    eg_staging_destroy(w->device, &memory);
}

static void look_at_each_wave(const problem *p, int64_t steps, double (*highest)[LOOKED_FOR])
{
    wave w = begin(p, "host:1", 1); /* as what goes on with a state that was kept */
    memset(highest, 0, CELLS * sizeof *highest);
    assert_int_equal(w.mesh->base.own, CELLS);
    look_at_waves(&w, highest);
    for (int64_t step = 1; step <= steps; step++) {
        advance_looking(&w, INFINITY, step, NULL);
        look_at_waves(&w, highest);
    }
    end(&w);
}

static void assert_highest(wave *w, double (*highest)[LOOKED_FOR])
{
    double values[CELLS][LOOKED_FOR];
    assert_int_equal(eg_ader_maxima(w->ader, (double *)values), EG_OK);
    for (int64_t c = 0; c < CELLS; c++)
        for (int m = 0; m < LOOKED_FOR; m++)
            assert_bits(values[c][m], looked_for[m].parts == 2 ? sqrt(highest[c][m]) : highest[c][m]);
}

static void waves_reach_what_each_step_shows(void **state)
{
    (void)state;
    double highest[CELLS][LOOKED_FOR];
    for (int i = 0; i < 4 * TARGETS; i++) {
        const target *t = &targets[i / 4];
        shelf s = {0};
        problem p = ripples(i % 2 ? EG_F32 : EG_F64, i % 4 + 1, i & 2);
        if (!is_combined(i / 4, i % 2 + i / 2 % 2, 3))
            continue;
        if (!is_there(t->device))
            continue;
        if (i % 4 == 2)
            p.options.material_order = 2; /* the other step */
        look_at_each_wave(&p, STEPS / 2, highest);
        wave w = begin(&p, t->device, t->lanes);
        advance_looking(&w, INFINITY, STEPS / 3, NULL);
        assert_int_equal(eg_stepper_persist(eg_ader_stepper(w.ader), shelf_hands(&s, false)), EG_OK);
        advance_looking(&w, INFINITY, STEPS / 2, NULL);
        assert_highest(&w, highest);
        end(&w);
        wave other = begin(&p, "host:1", 1);
        assert_int_equal(eg_stepper_persist(eg_ader_stepper(other.ader), shelf_hands(&s, true)), EG_OK);
        advance_looking(&other, INFINITY, STEPS / 2, NULL);
        assert_highest(&other, highest);
        end(&other);
        shelf_clear(&s);
    }
}

/* A step that is far too long blows up; the last finite state counts, and no more. */
static void waves_that_blow_up(void **state)
{
    (void)state;
    double highest[CELLS][LOOKED_FOR];
    problem p = ripples(EG_F64, 3, true);
    p.options.dt = 3;
    for (int i = 0; i < TARGETS; i++) {
        if (!is_there(targets[i].device))
            continue;
        wave w = begin(&p, targets[i].device, targets[i].lanes);
        eg_time *clock = eg_stepper_time(eg_ader_stepper(w.ader));
        assert_int_equal(eg_time_resume_until(clock, INFINITY, 1000), EG_OK);
        do {
            assert_int_equal(eg_stepper_queue(eg_ader_stepper(w.ader), 8), EG_OK);
            assert_int_equal(eg_time_readback_begin(clock), EG_OK);
            assert_int_equal(eg_time_readback_end(clock, &w.now), EG_OK);
        } while (w.now.pause == EG_PAUSE_NONE);
        assert_int_equal(w.now.pause, EG_PAUSE_NOT_FINITE);
        assert_true(w.now.steps > 1);
        look_at_each_wave(&p, w.now.steps, highest);
        assert_highest(&w, highest);
        end(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floods_reach_what_each_step_shows), cmocka_unit_test(the_flood_shows_all),
        cmocka_unit_test(refused_steps_do_not_count), cmocka_unit_test(waves_reach_what_each_step_shows),
        cmocka_unit_test(waves_that_blow_up)};
    return cmocka_run_group_tests_name("maxima", tests, NULL, NULL);
}
