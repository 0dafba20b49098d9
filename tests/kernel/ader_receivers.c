/* Receivers in the ADER-DG scheme: values and order against a plane wave, samples whatever steps and
 * events are, the ring, a refused step. */
#include "ader_points.h"

/* A P and an S wave along (1, 1) with lambda 2, mu 1, rho 1 on the unit square, one period across. */
static void waves_at(const double x[2], double t, double *u)
{
    double n = sqrt(0.5), k = 2 * PI / n, cp = 2, cs = 1, along = n * (x[0] + x[1]);
    double p = sin(k * (along - cp * t) + 0.3), s = cos(k * (along - cs * t));
    /* v = n p + (-n, n) s; sigma = -(lambda I + 2 mu n n) p / cp - mu (n t + t n) s / cs */
    u[0] = -(2 + 2 * n * n) / cp * p + 2 * n * n / cs * s;
    u[1] = -(2 + 2 * n * n) / cp * p - 2 * n * n / cs * s;
    u[2] = -(2 * n * n) / cp * p;
    u[3] = n * p - n * s;
    u[4] = n * p + n * s;
}

static void at_start(const double x[2], double *u)
{
    waves_at(x, 0, u);
}

/* In a cell, on a face of two, on a vertex, on the periodic edge, in its corner. */
static const double at[][2] = {{0.317, 0.411}, {0.5, 0.27}, {0.5, 0.5}, {1, 0.3}, {0, 1}};
enum { RECEIVERS = sizeof at / sizeof *at };

static problem plane_waves(int order, int cells, bool triangles, double interval)
{
    return (problem){.box = {.size = {1, 1},
                             .cells = {cells, cells},
                             .element = triangles ? EG_BOX_TRIANGLE : EG_BOX_QUADRANGLE},
                     .options = {.system = &eg_linear_elastic,
                                 .order = order,
                                 .receiver_count = RECEIVERS,
                                 .receivers = at,
                                 .receiver_interval = interval},
                     .material = {4, 2, 1, 1},
                     .initial = at_start,
                     .periodic = true};
}

/* The root mean square of the error over samples after the first, receivers and variables; *first: that
 * of sample 0. */
static double error_of(const wave *w, double interval, double *first)
{
    double sum[2] = {0};
    for (int64_t k = 0; k < w->samples; k++)
        for (int r = 0; r < RECEIVERS; r++) {
            double u[EG_LINEAR_VARIABLES];
            waves_at(at[r], (double)k * interval, u);
            for (int v = 0; v < 5; v++)
                sum[k > 0] += pow(sample(w, r, k, v) - u[v], 2);
        }
    *first = sqrt(sum[0] / (RECEIVERS * 5));
    return sqrt(sum[1] / (double)((w->samples - 1) * RECEIVERS * 5));
}

static void plane_waves_are_felt(void **state)
{
    (void)state;
    const int cells[] = {0, 0, 12, 8, 8, 6, 6, 4, 4};
    const double parts[] = {0.37, 3.3}; /* of the coarse mesh's first step: many samples a step, and few */
    for (int order = 2; order <= 8; order++)
        for (int rate = 0; rate < 2; rate++) {
            double e[2], first[2], interval = 0;
            for (int i = 0; i < 2; i++) {
                problem p = plane_waves(order, cells[order] << i, order % 2 || order > 5, 1);
                if (i == 0) {
                    wave probe = begin(&p, "host:1", 0);
                    assert_int_equal(eg_time_readback_begin(eg_stepper_time(eg_ader_stepper(probe.ader))),
                                     EG_OK);
                    assert_int_equal(
                        eg_time_readback_end(eg_stepper_time(eg_ader_stepper(probe.ader)), &probe.now),
                        EG_OK);
                    interval = parts[rate] * probe.now.dt;
                    end(&probe);
                }
                p.options.receiver_interval = interval;
                wave w = begin(&p, "host:1", 0);
                advance(&w, 0.2);
                assert_int_equal(w.samples, (int64_t)floor(0.2 / interval) + 1);
                e[i] = error_of(&w, interval, &first[i]);
                end(&w);
            }
            double found = log(e[0] / e[1]) / log(2);
            print_message("order %d, %.2f steps: %.2e %.2e observed %.2f; at 0 %.2e %.2e\n", order,
                          parts[rate], e[0], e[1], found, first[0], first[1]);
            assert_true(found >= order - 0.5);
            assert_true(log(first[0] / first[1]) / log(2) >= order - 0.5);
        }
}

/* ---- events */

static double difference(const wave *a, const wave *b)
{
    double sum = 0;
    assert_int_equal(a->samples, b->samples);
    for (int64_t i = 0; i < a->samples * RECEIVERS * 5; i++)
        sum += pow(a->values[i] - b->values[i], 2);
    return sqrt(sum / (double)(a->samples * RECEIVERS * 5));
}

/* Events that do not cut a step change no bit; others cut steps, and samples by the scheme's error. */
static void events_leave_samples_alone(void **state)
{
    (void)state;
    problem p = plane_waves(5, 6, true, 0.0007);
    p.options.dt = 0x1p-9;
    wave whole = begin(&p, "host:1", 0), cut = begin(&p, "host:1", 0), odd = begin(&p, "host:1", 0);
    advance(&whole, 0x1p-9 * 64);
    for (int i = 1; i <= 64; i += i % 3 + 1)
        advance(&cut, 0x1p-9 * i);
    advance(&cut, 0x1p-9 * 64);
    for (int i = 1; i < 10; i++)
        advance(&odd, 0x1p-9 * 6.37 * i);
    advance(&odd, 0x1p-9 * 64);
    assert_true(whole.now.steps == 64 && cut.now.steps == 64 && odd.now.steps > 64);
    assert_true(difference(&whole, &cut) == 0);
    double differs = difference(&whole, &odd), first;
    double error = error_of(&whole, 0.0007, &first);
    print_message("steps cut at events: samples differ by %.1e, their error is %.1e\n", differs, error);
    assert_true(differs > 0 && differs < error);
    end(&whole);
    end(&cut);
    end(&odd);
}

/* Samples of a time that the products k * interval only just reach: none is lost or taken twice. */
static void every_sample_once(void **state)
{
    (void)state;
    const double intervals[] = {0.1 / 3, 0.1, 0x1p-5, 1e-3 / 7, 0.3};
    problem p = plane_waves(1, 2, false, 1);
    for (size_t i = 0; i < sizeof intervals / sizeof *intervals; i++) {
        p.options.receiver_interval = intervals[i];
        wave v = begin(&p, "host:1", 0);
        for (int64_t k = 1; k < 20000; k++) {
            double t = (double)k * intervals[i];
            assert_int_equal(eg_stepper_samples(eg_ader_stepper(v.ader), t), k + 1);
            assert_int_equal(eg_stepper_samples(eg_ader_stepper(v.ader), nextafter(t, 0)), k);
        }
        end(&v);
    }
}

/* ---- the ring */

static void the_ring_goes_round(void **state)
{
    (void)state;
    problem p = plane_waves(2, 2, false, 1.5 * 0x1p-9);
    p.options.dt = 0x1p-9;
    wave w = begin(&p, "host:1", 0), other = begin(&p, "host:1", 0);
    int64_t room = eg_stepper_samples_room(eg_ader_stepper(w.ader));
    double u[RECEIVERS * 5];
    assert_int_equal(room, 256);
    for (int i = 1; i <= 5; i++) /* pieces of 0.7 rings that begin anywhere */
        advance(&w, i * 268 * 0x1p-9);
    for (int i = 1; i <= 10; i++)
        advance(&other, i * 134 * 0x1p-9);
    assert_true(w.samples > 3 * room && difference(&w, &other) == 0);
    for (int64_t k = 1; k < w.samples; k++)
        assert_true(sample(&w, 0, k, 0) != sample(&w, 0, k - 1, 0));
    /* the last samples read again, in another piece, are the same */
    int64_t count = room / 2;
    double *again = calloc((size_t)(RECEIVERS * count * 5), sizeof *again);
    assert_int_equal(eg_stepper_samples_read(eg_ader_stepper(w.ader), w.samples - count, count, again),
                     EG_OK);
    for (int r = 0; r < RECEIVERS; r++)
        for (int64_t k = 0; k < count; k++)
            for (int v = 0; v < 5; v++)
                assert_true(again[(r * count + k) * 5 + v] == sample(&w, r, w.samples - count + k, v));
    free(again);
    char text[200];
    snprintf(text, sizeof text,
             "receivers: samples 0 to 0 have been written over; the ring holds %lld: read it before "
             "it is full",
             (long long)room);
    assert_int_equal(eg_stepper_samples_read(eg_ader_stepper(w.ader), 0, 1, u), EG_INTERNAL);
    assert_string_equal(eg_context_error(w.context), text);
    end(&w);
    end(&other);
}

/* ---- a step that is refused */

static void a_refused_step_leaves_no_sample(void **state)
{
    (void)state;
    const double times[] = {0, 0.0499, 0.0501, 1}, values[] = {1, 1, 1e40, 1e40};
    const eg_source_time s = {.kind = EG_SOURCE_TABLE, .count = 4, .times = times, .values = values};
    const eg_ader_source source = {.x = {0.3, 0.3}, .strength = {1, 1}};
    problem p = plane_waves(3, 4, true, 0.002);
    p.options.source_count = 1;
    p.options.sources = &source;
    p.options.function_count = 1;
    p.options.functions = &s;
    wave w = begin(&p, "host:1", 0);
    eg_time *clock = eg_stepper_time(eg_ader_stepper(w.ader));
    assert_int_equal(eg_time_resume_until(clock, 1, INT64_MAX), EG_OK);
    do {
        assert_int_equal(eg_stepper_queue(eg_ader_stepper(w.ader), 8), EG_OK);
        assert_int_equal(eg_time_readback_begin(clock), EG_OK);
        assert_int_equal(eg_time_readback_end(clock, &w.now), EG_OK);
    } while (w.now.pause == EG_PAUSE_NONE);
    assert_int_equal(w.now.pause, EG_PAUSE_NOT_FINITE);
    assert_true(w.now.time > 0.03 && w.now.time < 0.0501);
    take_samples(&w);
    assert_int_equal(w.samples, (int64_t)floor(w.now.time / 0.002) + 1);
    for (int64_t i = 0; i < w.samples * RECEIVERS * 5; i++)
        assert_true(isfinite(w.values[i]));
    end(&w);
}

static void refused_by_name(void **state)
{
    (void)state;
    const double outside[1][2] = {{0.5, 1.25}};
    problem p = plane_waves(2, 2, false, 0.1);
    p.options.receivers = outside;
    p.options.receiver_count = 1;
    wave w = place(&p, "host:1");
    assert_int_equal(create(&w, 0), EG_CASE);
    assert_string_equal(eg_context_error(w.context), "receiver 1 at (0.5, 1.25) lies outside the mesh box");
    end(&w);
    p = plane_waves(2, 2, false, -1);
    w = place(&p, "host:1");
    assert_int_equal(create(&w, 0), EG_CASE);
    assert_string_equal(eg_context_error(w.context),
                        "receivers: the interval of the samples is -1 s; it must be positive");
    end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plane_waves_are_felt),
        cmocka_unit_test(events_leave_samples_alone),
        cmocka_unit_test(every_sample_once),
        cmocka_unit_test(the_ring_goes_round),
        cmocka_unit_test(a_refused_step_leaves_no_sample),
        cmocka_unit_test(refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
