/* Memory of the host whose pieces visit the device in turns: a piece comes when the one before it in its slot
 * has gone, and what comes is what the visit before left, whose read may only just have been queued. */
#include "unit/device_fixture.h"

enum { MOST_SLOTS = 3, ADDS = 8, ROUNDS = 12, LANES = 4 };

typedef struct visits {
    fixture *f;
    eg_device *device;
    eg_kernel *add;
    int slots;
    int64_t piece; /* values */
    eg_buffer *buffer[MOST_SLOTS];
    eg_event *left[MOST_SLOTS];
} visits;

static void begin(visits *v)
{
    for (int i = 0; i < v->slots; i++) {
        ok(v->f, eg_buffer_create(v->device, v->piece * (int64_t)sizeof(double), "slot", &v->buffer[i]));
        v->left[i] = NULL;
    }
    ok(v->f, eg_device_finish(v->device));
}

static void end(visits *v)
{
    for (int i = 0; i < v->slots; i++) {
        eg_event_destroy(&v->left[i]);
        eg_buffer_destroy(&v->buffer[i]);
    }
}

/* `goes`: what is there after the visit; else a mark alone follows it. */
static void visit(visits *v, int slot, double *data, bool goes)
{
    int64_t bytes = v->piece * (int64_t)sizeof *data, groups = v->piece / LANES;
    eg_event *there;
    ok(v->f, eg_buffer_write_begin(v->buffer[slot], 0, data, bytes, v->left[slot], &there));
    ok(v->f, eg_queue_wait(there));
    eg_event_destroy(&there);
    for (int i = 0; i < ADDS; i++)
        ok(v->f, EG_LAUNCH(v->add, groups, EG_BUFFER("x", v->buffer[slot]), EG_REAL("more", 1),
                           EG_LONG("groups", groups)));
    eg_event_destroy(&v->left[slot]);
    ok(v->f, eg_buffer_read_begin(v->buffer[slot], 0, data, goes ? bytes : 0, &v->left[slot]));
}

static void check(visits *v, int pieces)
{
    int64_t count = pieces * v->piece;
    int turn = 0, gone = 0;
    double *state;
    ok(v->f, eg_staging_create(v->device, count * (int64_t)sizeof *state, (void **)&state));
    for (int64_t i = 0; i < count; i++)
        state[i] = (double)(i % 7);
    begin(v);
    for (int round = 0; round < ROUNDS; round++) {
        bool goes = round % 4 != 2;
        gone += goes;
        for (int p = 0; p < pieces; p++)
            visit(v, turn++ % v->slots, state + p * v->piece, goes);
    }
    ok(v->f, eg_device_finish(v->device));
    int64_t wrong = 0;
    for (int64_t i = 0; i < count; i++)
        wrong += state[i] != (double)(i % 7 + gone * ADDS);
    if (wrong)
        print_message("%s: %d slots, %d pieces of %lld values: %lld values are wrong\n",
                      eg_device_describe(v->device)->spec, v->slots, pieces, (long long)v->piece,
                      (long long)wrong);
    assert_int_equal(wrong, 0);
    end(v);
    eg_staging_destroy(v->device, (void **)&state);
}

/* Small copies and large ones: drivers treat them differently. */
static void check_device(fixture *f, const char *spec)
{
    static const int64_t piece[] = {LANES, 1 << 10, 1 << 13, 1 << 17};
    visits v = {.f = f};
    eg_program *program;
    ok(f, eg_device_open(f->context, spec, &v.device));
    ok(f, eg_program_create(
              v.device,
              &(eg_program_options){.file = "device/test.c", .precision = EG_F64, .lanes = LANES, .items = 1},
              &program));
    ok(f, eg_kernel_get(program, "test_add", &v.add));
    for (size_t i = 0; i < sizeof piece / sizeof *piece; i++)
        for (int pieces = 1; pieces <= 5; pieces += 2) {
            v.piece = piece[i];
            v.slots = pieces < MOST_SLOTS ? pieces : MOST_SLOTS;
            check(&v, pieces);
        }
    eg_program_destroy(&program);
    eg_device_close(&v.device);
}

static void what_comes_is_what_went(void **state)
{
    fixture *f = *state;
    for (int i = 0; i < f->specs; i++)
        if (strncmp(f->spec[i], "checked", 7) != 0 || strcmp(f->spec[i], "checked") == 0)
            check_device(f, f->spec[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_comes_is_what_went, fixture_set_up_shared, fixture_tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
