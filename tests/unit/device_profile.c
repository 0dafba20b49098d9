/* Profiles of devices: counts, bytes, and times that lie where eg_clock() says that they do. */
#include "unit/device_fixture.h"

#include "device/profile.h"

enum { GROUPS = 1 << 12, N = 4 * GROUPS, BYTES = N * 8, SPANS = 12, MANY = 5000 };

/* How far a device's clock may be off, s. It is read beside eg_clock(), and a busy machine may let others run
 * between the two. Another unit or another zero is further off. */
static const double loose = 5;

typedef struct work {
    eg_device *device;
    eg_program *wide, *narrow;
    eg_kernel *add, *add_narrow;
    eg_buffer *x, *y;
    double *value;
} work;

static void begin(fixture *f, const char *spec, work *w)
{
    eg_program_options options = {.file = "device/test.c", .lanes = 4, .items = 1};
    ok(f, eg_device_open(f->context, spec, &w->device));
    ok(f, eg_program_create(w->device, &options, &w->wide));
    options.precision = EG_F32;
    ok(f, eg_program_create(w->device, &options, &w->narrow));
    ok(f, eg_kernel_get(w->wide, "test_add", &w->add));
    ok(f, eg_kernel_get(w->narrow, "test_add", &w->add_narrow));
    ok(f, eg_buffer_upload(w->device, BYTES, "x", NULL, &w->x));
    ok(f, eg_buffer_upload(w->device, BYTES, "y", NULL, &w->y));
    ok(f, eg_alloc(f->context, N, sizeof *w->value, &w->value));
}

static void end(fixture *f, work *w)
{
    eg_free(f->context, &w->value);
    eg_buffer_destroy(&w->x);
    eg_buffer_destroy(&w->y);
    eg_program_destroy(&w->wide);
    eg_program_destroy(&w->narrow);
    eg_device_close(&w->device);
}

static void add(fixture *f, work *w, int times)
{
    for (int i = 0; i < times; i++)
        ok(f, EG_LAUNCH(w->add, GROUPS, EG_BUFFER("x", w->x), EG_REAL("more", 1), EG_LONG("groups", GROUPS)));
}

/* Six launches, two of them beside; a copy; a write, a read, and one that runs beside: eleven in all. */
static void do_some(fixture *f, work *w)
{
    eg_event *event;
    void *memory;
    double one = 1;
    ok(f, eg_staging_create(w->device, BYTES, &memory));
    add(f, w, 3);
    ok(f, eg_aux_queue_fork(w->device));
    eg_aux_queue_enter(w->device);
    for (int i = 0; i < 2; i++)
        ok(f, EG_LAUNCH(w->add_narrow, GROUPS, EG_BUFFER("x", w->y), EG_REAL("more", 1),
                        EG_LONG("groups", GROUPS)));
    eg_aux_queue_leave(w->device);
    ok(f, eg_aux_queue_join(w->device));
    ok(f, eg_buffer_copy(w->y, 0, w->x, 0, BYTES));
    ok(f, eg_buffer_write(w->x, 0, &one, sizeof one));
    ok(f, eg_buffer_read_begin(w->y, 0, memory, BYTES, &event));
    add(f, w, 1);
    ok(f, eg_event_wait(event));
    eg_event_destroy(&event);
    assert_true(((double *)memory)[N - 1] == 3);
    ok(f, eg_buffer_read(w->x, 0, w->value, BYTES));
    assert_true(w->value[0] == 2 && w->value[N - 1] == 4);
    eg_staging_destroy(w->device, &memory);
}

static const eg_profile_kernel *find(const eg_profile_view *view, const char *name)
{
    for (int i = 0; i < view->kernels; i++)
        if (strcmp(view->kernel[i].name, name) == 0)
            return &view->kernel[i];
    fail_msg("the profile has no '%s'", name);
    return NULL;
}

static void check_entry(const eg_profile_view *view, const char *name, const char *group, int launches,
                        double bytes)
{
    const eg_profile_kernel *found = find(view, name);
    assert_string_equal(found->group, group);
    assert_int_equal(found->launches, launches);
    assert_true(found->bytes == bytes && found->seconds > 0);
}

/* Of one queue nothing begins before the last has ended, and all lies between two looks at the clock. */
static void check_spans(const eg_profile_view *view, double from, double to)
{
    double ended[EG_QUEUE_COPIES + 1] = {0};
    for (int64_t i = 0; i < view->spans; i++) {
        const eg_profile_span *span = &view->span[i];
        assert_true(span->kernel >= 0 && span->kernel < view->kernels);
        assert_true(span->begin <= span->end);
        assert_true(span->begin >= from - loose && span->end <= to + loose);
        assert_true(span->begin >= ended[span->queue] - 1e-5);
        ended[span->queue] = span->end;
    }
}

static void all_is_counted(void **state)
{
    fixture *f = *state;
    for (int i = 0; i < f->specs; i++) {
        work w;
        eg_profile_view view;
        begin(f, f->spec[i], &w);
        eg_kernel_cost(w.add, GROUPS, 64.0 * GROUPS, 4.0 * GROUPS);
        double from = eg_clock();
        ok(f, eg_profile_begin(w.device, SPANS));
        do_some(f, &w);
        double to = eg_clock();
        ok(f, eg_profile_end(w.device, &view));
        assert_int_equal(view.kernels, 5);
        check_entry(&view, "test_add f64", "test", 4, 4.0 * 64 * GROUPS);
        check_entry(&view, "test_add f32", "test", 2, 0);
        check_entry(&view, "copy", "copies", 1, 2 * BYTES);
        check_entry(&view, "write", "copies", 1, 8);
        check_entry(&view, "read", "copies", 2, 2 * BYTES);
        assert_true(find(&view, "test_add f64")->operations == 4.0 * 4 * GROUPS);
        assert_int_equal(view.spans, 10);
        check_spans(&view, from, to);
        assert_string_equal(view.kernel[view.span[0].kernel].name, "test_add f64");
        add(f, &w, 1);
        assert_int_equal(find(&view, "test_add f64")->launches, 4);
        end(f, &w);
    }
}

/* More than a backend has marks for, and than spans are kept. */
static void the_last_spans_are_kept(void **state)
{
    fixture *f = *state;
    for (int i = 0; i < f->specs; i++) {
        work w;
        eg_profile_view view;
        begin(f, f->spec[i], &w);
        double zero = 0, from = eg_clock();
        ok(f, eg_profile_begin(w.device, SPANS));
        for (int k = 0; k < MANY; k++)
            ok(f, EG_LAUNCH(w.add, 1, EG_BUFFER("x", w.x), EG_REAL("more", 1), EG_LONG("groups", 1)));
        ok(f, eg_buffer_write(w.y, 0, &zero, sizeof zero));
        double to = eg_clock();
        ok(f, eg_profile_end(w.device, &view));
        assert_int_equal(find(&view, "test_add")->launches, MANY);
        assert_int_equal(view.spans, SPANS);
        assert_string_equal(view.kernel[view.span[SPANS - 1].kernel].name, "write");
        check_spans(&view, from, to);
        assert_true(find(&view, "test_add")->seconds <= to - from + loose);
        end(f, &w);
    }
}

/* A launch that is refused is no launch; a profile may end with its device. */
static void refused_launches_are_not_counted(void **state)
{
    fixture *f = *state;
    for (int i = 0; i < f->specs; i++) {
        work w;
        begin(f, f->spec[i], &w);
        ok(f, eg_profile_begin(w.device, 0));
        fails(f, EG_INTERNAL, "it is given nothing", EG_LAUNCH(w.add, 1, EG_BUFFER("x", w.x)));
        ok(f, EG_LAUNCH(w.add, 0, EG_BUFFER("x", w.x), EG_REAL("more", 1), EG_LONG("groups", 1)));
        if (i % 2 == 0) {
            eg_profile_view view;
            ok(f, eg_profile_end(w.device, &view));
            assert_int_equal(view.kernels, 0);
            assert_int_equal(view.spans, 0);
        }
        end(f, &w);
    }
}

static eg_status profile_some(work *w, eg_profile_view *view)
{
    EG_TRY(eg_profile_begin(w->device, 1));
    EG_TRY(EG_LAUNCH(w->add, 1, EG_BUFFER("x", w->x), EG_REAL("more", 1), EG_LONG("groups", 1)));
    EG_TRY(EG_LAUNCH(w->add_narrow, 1, EG_BUFFER("x", w->y), EG_REAL("more", 1), EG_LONG("groups", 1)));
    EG_TRY(eg_buffer_copy(w->y, 0, w->x, 0, BYTES));
    return eg_profile_end(w->device, view);
}

/* Of one that is not there in the middle of a launch the launch is lost, and the device goes on. */
static void every_failed_allocation_is_survived(void **state)
{
    fixture *f = *state;
    for (int i = 0; i < f->specs; i++)
        for (int nth = 1;; nth++) {
            work w;
            eg_profile_view view;
            begin(f, f->spec[i], &w);
            eg_memory_fail_at(f->context, nth);
            eg_status status = profile_some(&w, &view);
            eg_memory_fail_at(f->context, 0);
            add(f, &w, 1);
            end(f, &w);
            if (status == EG_OK) {
                assert_in_range(nth, 6, 20);
                break;
            }
            assert_int_equal(status, EG_MEMORY);
        }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up_shared, fixture_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(all_is_counted), TEST(the_last_spans_are_kept),
                                       TEST(refused_launches_are_not_counted),
                                       TEST(every_failed_allocation_is_survived)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
