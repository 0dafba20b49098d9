/* The writer: everything submitted is written in order, a slow disk is waited for, a failure is told. */
#include "snapshot_common.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>

#include "failing.h"
#include "io/snapshot/writer.h"

/* A raw state: one number, from which the fields are made. */
typedef struct raw {
    double shift;
} raw;

/* How a test converts: slowly, or failing at one step. */
typedef struct recipe {
    eg_writer_source source; /* first */
    eg_context *context;
    int milliseconds;
    int64_t failing_step; /* -1: none */
    int64_t seen;         /* snapshots */
    bool in_order;
} recipe;

static eg_status convert(eg_writer_source *self, const void *state, eg_snapshot_stamp *stamp,
                         double *const *values)
{
    const recipe *r = (const recipe *)self;
    if (r->milliseconds)
        nanosleep(&(struct timespec){.tv_nsec = r->milliseconds * 1000000L}, NULL);
    if (stamp->step == r->failing_step)
        return eg_fail(r->context, EG_DIVERGED, "step %lld cannot be converted", (long long)stamp->step);
    fill_fields(24, ((const raw *)state)->shift, values[0], values[1]);
    stamp->state_hash = 1000u + (uint64_t)stamp->step;
    return EG_OK;
}

/* Point data: node i of the state's cells has the value shift + i. */
static eg_status convert_points(eg_writer_source *self, const void *state, eg_snapshot_stamp *stamp,
                                double *const *values)
{
    (void)self;
    (void)stamp;
    for (int i = 0; i < 24 * 10; i++) {
        values[0][i] = ((const raw *)state)->shift + i;
        values[1][2 * i] = values[1][2 * i + 1] = 0;
    }
    return EG_OK;
}

/* Counts snapshots and checks that they come in order. */
static eg_status count_snapshot(eg_writer_source *self, const eg_snapshot_stamp *stamp,
                                const double *const *values)
{
    recipe *r = (recipe *)self;
    r->in_order = r->in_order && stamp->step == r->seen && values[0][3] == 3 + (double)stamp->step &&
                  stamp->state_hash == 1000u + (uint64_t)stamp->step;
    r->seen++;
    return EG_OK;
}

static recipe recipe_of(test *t, int milliseconds, int64_t failing_step)
{
    return (recipe){.source = {.convert = convert},
                    .context = t->context,
                    .milliseconds = milliseconds,
                    .failing_step = failing_step,
                    .in_order = true};
}

static eg_snapshot_set *make_set(test *t)
{
    eg_plane *mesh = small_mesh(t, EG_BOX_TRIANGLE);
    eg_snapshot_set *set = NULL;
    OK(eg_snapshot_set_create(t->context, &mesh->base, two_fields, 2,
                              &(eg_snapshot_set_options){.folder = t->folder}, &set));
    eg_plane_destroy(&mesh);
    return set;
}

static eg_writer_options options_of(recipe *how, eg_snapshot_set *set)
{
    return (eg_writer_options){.bytes = sizeof(raw),
                               .cells = 24,
                               .fields = two_fields,
                               .field_count = 2,
                               .set = set,
                               .source = &how->source};
}

static eg_status put(eg_writer *writer, int64_t step)
{
    void *buffer = NULL;
    EG_TRY(eg_writer_acquire(writer, &buffer));
    ((raw *)buffer)->shift = (double)step;
    return eg_writer_submit(writer, buffer, NULL,
                            &(eg_snapshot_stamp){.step = step, .time = 0.25 * (double)step});
}

static void everything_is_written_in_order(void **state)
{
    test *t = *state;
    recipe how = recipe_of(t, 0, -1);
    how.source.after = count_snapshot;
    eg_snapshot_set *set = make_set(t);
    eg_writer_options options = options_of(&how, set);
    eg_writer *writer = NULL;
    OK(eg_writer_create(t->context, &options, &writer));
    for (int step = 0; step < 20; step++)
        OK(put(writer, step));
    void *unused = NULL;
    OK(eg_writer_acquire(writer, &unused));
    eg_writer_release(writer, unused);
    OK(eg_writer_finish(writer));
    assert_int_equal(how.seen, 20);
    eg_writer_statistics s;
    eg_writer_describe(writer, &s);
    assert_int_equal(s.submitted, 20);
    assert_int_equal(s.written, 20);
    OK(eg_writer_close(&writer));
    assert_null(writer);
    assert_true(how.in_order);
    assert_int_equal(eg_snapshot_set_count(set), 20);
    eg_snapshot_set_destroy(&set);
    eg_snapshot *last = NULL;
    OK(eg_snapshot_open(t->context, path_of(t, 0, "fields-000019.vtkhdf"), &last));
    assert_int_equal(last->stamp.state_hash, 1019);
    assert_true(last->stamp.time == 4.75);
    eg_snapshot_close(&last);
}

static void point_data_are_written(void **state)
{
    test *t = *state;
    recipe how = recipe_of(t, 0, -1);
    eg_plane *mesh = small_mesh(t, EG_BOX_TRIANGLE);
    eg_snapshot_set *set = NULL;
    OK(eg_snapshot_set_create(t->context, &mesh->base, two_fields, 2,
                              &(eg_snapshot_set_options){.folder = t->folder, .degree = 3}, &set));
    eg_writer_options options = options_of(&how, set);
    how.source.convert = convert_points;
    options.values = eg_snapshot_value_count(&mesh->base, 3);
    assert_int_equal(options.values, 240);
    eg_plane_destroy(&mesh);
    eg_writer *writer = NULL;
    OK(eg_writer_create(t->context, &options, &writer));
    OK(put(writer, 5));
    OK(eg_writer_close(&writer));
    eg_snapshot_set_destroy(&set);
    eg_snapshot *s = NULL;
    double *depth = NULL;
    OK(eg_snapshot_open(t->context, path_of(t, 0, "fields-000000.vtkhdf"), &s));
    OK(eg_snapshot_read_field(s, 0, &depth));
    for (int i = 0; i < 240; i++)
        assert_true(depth[i] == 5 + i);
    eg_free(t->context, &depth);
    eg_snapshot_close(&s);
}

/* Conversions wait until the test lets them begin, and tell how many buffers the run had got by the end of
 * each. */
typedef struct gate {
    recipe how; /* first */
    sem_t open;
    atomic_int acquired;
    int ahead; /* most buffers got beyond those converted */
} gate;

static eg_status convert_behind_gate(eg_writer_source *self, const void *state, eg_snapshot_stamp *stamp,
                                     double *const *values)
{
    gate *g = (gate *)self;
    while (sem_wait(&g->open) != 0)
        continue;
    eg_status status = convert(&g->how.source, state, stamp, values);
    int ahead = atomic_load(&g->acquired) - (int)stamp->step;
    g->ahead = ahead > g->ahead ? ahead : g->ahead;
    return status;
}

/* `second`: there is memory for a second buffer, which is made when the first is in use where states are
 * large; else each step waits for the one before. */
static void wait_for_slow_disk(test *t, int64_t bytes, bool second)
{
    gate g = {.how = recipe_of(t, 20, -1)};
    assert_int_equal(sem_init(&g.open, 0, 0), 0);
    eg_writer_options options = options_of(&g.how, NULL);
    options.buffers = 2;
    options.bytes = bytes > 0 ? bytes : options.bytes;
    g.how.source.convert = convert_behind_gate;
    g.how.source.after = count_snapshot;
    eg_writer *writer = NULL;
    OK(eg_writer_create(t->context, &options, &writer));
    /* Two buffers are free at once, though nothing is converted; each of the other eight has to be waited
     * for: while the k-th is converted none but k and k + 1 are in use, however long the conversion takes. */
    double begin = eg_clock();
    eg_writer_statistics s;
    for (int step = 0; step < 10; step++) {
        if (step == 1 && !second)
            eg_memory_fail_at(t->context, 1);
        for (int i = 0; step == (second ? 2 : 1) && i < 10; i++)
            sem_post(&g.open);
        OK(put(writer, step));
        atomic_fetch_add(&g.acquired, 1);
        eg_writer_describe(writer, &s);
        assert_true(step >= 2 || !second || s.waited_seconds == 0);
    }
    assert_true(s.waited_seconds > 0);
    OK(eg_writer_finish(writer));
    eg_writer_describe(writer, &s);
    assert_true(s.waited_seconds <= eg_clock() - begin);
    assert_int_equal(s.written, 10);
    assert_int_equal(g.ahead, second ? 2 : 1);
    assert_true(s.busy_seconds > 0.19);
    OK(eg_writer_close(&writer));
    assert_int_equal(g.how.seen, 10);
    sem_destroy(&g.open);
}

static void a_slow_disk_is_waited_for(void **state)
{
    wait_for_slow_disk(*state, 0, true);
}

static void large_buffers_are_made_as_they_are_needed(void **state)
{
    enum { LARGE = (1 << 24) + 8 };
    wait_for_slow_disk(*state, LARGE, true);
    wait_for_slow_disk(*state, LARGE, false);
}

/* With one buffer, each acquire waits for the only job there is. */
static void one_buffer_is_enough(void **state)
{
    test *t = *state;
    recipe how = recipe_of(t, 1, -1);
    how.source.after = count_snapshot;
    eg_writer_options options = options_of(&how, NULL);
    options.buffers = 1;
    eg_writer *writer = NULL;
    OK(eg_writer_create(t->context, &options, &writer));
    for (int step = 0; step < 50; step++)
        OK(put(writer, step));
    OK(eg_writer_close(&writer));
    assert_int_equal(how.seen, 50);
    assert_true(how.in_order);
}

static void close_writes_what_was_submitted(void **state)
{
    test *t = *state;
    recipe how = recipe_of(t, 20, -1);
    how.source.after = count_snapshot;
    eg_writer_options options = options_of(&how, NULL);
    options.buffers = 4;
    eg_writer *writer = NULL;
    OK(eg_writer_create(t->context, &options, &writer));
    for (int step = 0; step < 4; step++)
        OK(put(writer, step));
    OK(eg_writer_close(&writer));
    assert_int_equal(how.seen, 4);
    OK(eg_writer_close(&writer));
}

static void a_failure_is_told_with_its_text(void **state)
{
    test *t = *state;
    recipe how = recipe_of(t, 0, 1);
    eg_snapshot_set *set = make_set(t);
    eg_writer_options options = options_of(&how, set);
    eg_writer *writer = NULL;
    OK(eg_writer_create(t->context, &options, &writer));
    OK(put(writer, 0));
    OK(eg_writer_finish(writer));
    void *buffer[2] = {NULL, NULL};
    OK(eg_writer_acquire(writer, &buffer[0]));
    OK(eg_writer_acquire(writer, &buffer[1]));
    eg_status status = eg_writer_submit(writer, buffer[0], NULL, &(eg_snapshot_stamp){.step = 1});
    assert_true(status == EG_OK || status == EG_DIVERGED);
    /* What was submitted after the failure is still written. */
    status = eg_writer_submit(writer, buffer[1], NULL, &(eg_snapshot_stamp){.step = 2});
    assert_true(status == EG_OK || status == EG_DIVERGED);
    FAILS(eg_writer_finish(writer), EG_DIVERGED, "step 1 cannot be converted");
    eg_fail(t->context, EG_IO, "something else");
    FAILS(eg_writer_acquire(writer, &buffer[0]), EG_DIVERGED, "step 1 cannot be converted");
    eg_writer_statistics s;
    eg_writer_describe(writer, &s);
    assert_int_equal(s.written, 2);
    eg_fail(t->context, EG_IO, "something else");
    FAILS(eg_writer_close(&writer), EG_DIVERGED, "step 1 cannot be converted");
    assert_null(writer);
    assert_int_equal(eg_snapshot_set_count(set), 2);
    eg_snapshot_set_destroy(&set);
}

/* Field by field. */
static eg_status fill(eg_writer_source *self, const void *state, int field, double *values)
{
    double other[48];
    (void)self;
    fill_fields(24, ((const raw *)state)->shift, field == 0 ? values : other, field == 1 ? values : other);
    return EG_OK;
}

static eg_status convert_rest(eg_writer_source *self, const void *state, eg_snapshot_stamp *stamp,
                              double *const *values)
{
    double depth[24], velocity[48], *own[2] = {depth, velocity};
    assert_null(values);
    return convert(self, state, stamp, own);
}

/* A vector of the plane has three components in the file. */
static void check_field(test *t, eg_snapshot *snapshot, int field, const double *expected, int columns)
{
    double *found = NULL;
    int stored = columns == 1 ? 1 : 3;
    OK(eg_snapshot_read_field(snapshot, field, &found));
    for (int i = 0; i < 24; i++)
        for (int c = 0; c < columns; c++)
            assert_true(found[i * stored + c] == expected[i * columns + c]);
    eg_free(t->context, &found);
}

static void fields_are_put_while_others_are_filled(void **state)
{
    test *t = *state;
    recipe how = recipe_of(t, 0, 4);
    how.source.after = count_snapshot;
    eg_snapshot_set *set = make_set(t);
    eg_writer_options options = options_of(&how, set);
    how.source.fill = fill;
    how.source.convert = convert_rest;
    eg_writer *writer = NULL;
    OK(eg_writer_create(t->context, &options, &writer));
    for (int step = 0; step < 4; step++)
        OK(put(writer, step));
    OK(eg_writer_finish(writer));
    put(writer, 4);
    FAILS(eg_writer_close(&writer), EG_DIVERGED, "step 4 cannot be converted");
    assert_int_equal(how.seen, 4);
    assert_true(how.in_order);
    assert_int_equal(eg_snapshot_set_count(set), 4);
    assert_int_equal(files_with(t->folder, "tmp"), 0);
    eg_snapshot_set_destroy(&set);
    double depth[24], velocity[48];
    fill_fields(24, 3, depth, velocity);
    eg_snapshot *last = NULL;
    OK(eg_snapshot_open(t->context, path_of(t, 0, "fields-000003.vtkhdf"), &last));
    check_field(t, last, 0, depth, 1);
    check_field(t, last, 1, velocity, 2);
    eg_snapshot_close(&last);
}

/* The first snapshot waits for `open`, the four after it for each other. */
typedef struct crowd {
    recipe how; /* first */
    sem_t begun, open;
    pthread_barrier_t together;
} crowd;

static eg_status fill_together(eg_writer_source *self, const void *state, int field, double *values)
{
    crowd *c = (crowd *)self;
    double step = ((const raw *)state)->shift;
    if (field == 0 && step == 0) {
        sem_post(&c->begun);
        sem_wait(&c->open);
    }
    if (field == 0 && step >= 1 && step <= 4)
        pthread_barrier_wait(&c->together);
    return fill(self, state, field, values);
}

/* `steps` snapshots, of which the second to the fifth are made at once; that of `failing_step` fails. Gives
 * what close gives. */
static eg_status write_crowd(test *t, crowd *c, int steps, int64_t failing_step, eg_snapshot_set *set)
{
    c->how = recipe_of(t, 0, failing_step);
    c->how.source.after = count_snapshot;
    c->how.source.fill = fill_together;
    c->how.source.convert = convert_rest;
    assert_int_equal(sem_init(&c->begun, 0, 0), 0);
    assert_int_equal(sem_init(&c->open, 0, 0), 0);
    assert_int_equal(pthread_barrier_init(&c->together, NULL, 4), 0);
    eg_writer_options options = options_of(&c->how, set);
    eg_writer *writer = NULL;
    OK(eg_writer_create(t->context, &options, &writer));
    OK(put(writer, 0));
    sem_wait(&c->begun);
    for (int step = 1; step < steps; step++)
        OK(put(writer, step));
    sem_post(&c->open);
    eg_status status = eg_writer_close(&writer);
    pthread_barrier_destroy(&c->together);
    sem_destroy(&c->open);
    sem_destroy(&c->begun);
    return status;
}

static void what_waits_is_written_at_once_and_in_order(void **state)
{
    test *t = *state;
    crowd c;
    eg_snapshot_set *set = make_set(t);
    OK(write_crowd(t, &c, 6, -1, set));
    assert_int_equal(c.how.seen, 6);
    assert_true(c.how.in_order);
    assert_int_equal(eg_snapshot_set_count(set), 6);
    assert_int_equal(files_with(t->folder, "tmp"), 0);
    eg_snapshot_set_destroy(&set);
    double depth[24], velocity[48];
    char name[64];
    for (int step = 0; step < 6; step++) {
        fill_fields(24, step, depth, velocity);
        eg_snapshot *snapshot = NULL;
        snprintf(name, sizeof name, "fields-%06d.vtkhdf", step);
        OK(eg_snapshot_open(t->context, path_of(t, 0, name), &snapshot));
        assert_int_equal(snapshot->stamp.step, step);
        assert_int_equal(snapshot->stamp.state_hash, 1000 + step);
        check_field(t, snapshot, 0, depth, 1);
        check_field(t, snapshot, 1, velocity, 2);
        eg_snapshot_close(&snapshot);
    }
    eg_snapshot_list *list = NULL;
    OK(eg_snapshot_list_create(t->context, t->folder, &list));
    assert_int_equal(list->count, 6);
    eg_snapshot_list_destroy(&list);
}

/* Of those that are made at once the ones before the failure are written, the others are not. */
static void one_that_fails_ends_those_after_it(void **state)
{
    test *t = *state;
    crowd c;
    eg_snapshot_set *set = make_set(t);
    eg_status status = write_crowd(t, &c, 5, 3, set);
    assert_int_equal(status, EG_DIVERGED);
    assert_non_null(strstr(eg_context_error(t->context), "step 3 cannot be converted"));
    assert_true(c.how.in_order);
    assert_int_equal(c.how.seen, 3);
    assert_int_equal(eg_snapshot_set_count(set), 3);
    assert_int_equal(files_with(t->folder, "tmp"), 0);
    assert_int_equal(files_with(t->folder, "fields-000003"), 0);
    eg_snapshot_set_destroy(&set);
}

/* The failure is of the thread that puts, in a file that may not become longer. */
static void a_field_that_cannot_be_put_is_told(void **state)
{
    test *t = *state;
    recipe how = recipe_of(t, 0, -1);
    eg_snapshot_set *set = make_set(t);
    eg_writer_options options = options_of(&how, set);
    how.source.fill = fill;
    how.source.convert = convert_rest;
    eg_writer *writer = NULL;
    OK(eg_writer_create(t->context, &options, &writer));
    struct rlimit before, low;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    low = before;
    low.rlim_cur = 64;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &low);
    put(writer, 0);
    eg_status status = eg_writer_finish(writer);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(status, EG_IO);
    FAILS(eg_writer_close(&writer), EG_IO, "fields-000000.vtkhdf");
    assert_int_equal(eg_snapshot_set_count(set), 0);
    assert_int_equal(files_with(t->folder, "tmp"), 0);
    eg_snapshot_set_destroy(&set);
}

static eg_status conclude(eg_writer_source *self, eg_snapshot_stamp *stamp)
{
    const recipe *r = (const recipe *)self;
    if (stamp->step == 3)
        return eg_fail(r->context, EG_DIVERGED, "step 3 cannot be concluded");
    stamp->state_hash = 2000u + (uint64_t)stamp->step;
    return EG_OK;
}

/* What concludes a snapshot comes behind its values and before its file; where it fails there is none. */
static void a_snapshot_is_concluded_before_it_is_a_file(void **state)
{
    test *t = *state;
    recipe how = recipe_of(t, 0, -1);
    eg_snapshot_set *set = make_set(t);
    eg_writer_options options = options_of(&how, set);
    how.source.conclude = conclude;
    eg_writer *writer = NULL;
    OK(eg_writer_create(t->context, &options, &writer));
    OK(put(writer, 0));
    OK(eg_writer_finish(writer));
    put(writer, 3);
    FAILS(eg_writer_close(&writer), EG_DIVERGED, "step 3 cannot be concluded");
    assert_int_equal(eg_snapshot_set_count(set), 1);
    assert_int_equal(files_with(t->folder, "tmp"), 0);
    eg_snapshot_set_destroy(&set);
    eg_snapshot *s = NULL;
    OK(eg_snapshot_open(t->context, path_of(t, 0, "fields-000000.vtkhdf"), &s));
    assert_int_equal(s->stamp.state_hash, 2000);
    eg_snapshot_close(&s);
}

/* Of several ranks a snapshot stops between its phases until the second begins; one that is dropped has no
 * second phase. */
static void halves_wait_for_each_other(void **state)
{
    test *t = *state;
    recipe how = recipe_of(t, 5, -1);
    how.source.after = count_snapshot;
    eg_writer_options options = options_of(&how, NULL);
    options.two_phase = true;
    eg_writer *writer = NULL;
    eg_snapshot_stamp stamp;
    OK(eg_writer_create(t->context, &options, &writer));
    for (int step = 0; step < 3; step++) {
        OK(put(writer, step));
        OK(eg_writer_wait_first_phase(writer, &stamp));
        assert_true(eg_writer_first_phase_done(writer));
        assert_int_equal(stamp.state_hash, 1000 + step);
        assert_int_equal(how.seen, step);
        OK(eg_writer_finish(writer)); /* of what was passed */
        eg_writer_begin_second_phase(writer, &stamp);
        OK(eg_writer_finish(writer));
        assert_false(eg_writer_first_phase_done(writer));
        assert_int_equal(how.seen, step + 1);
    }
    OK(put(writer, 3));
    OK(eg_writer_wait_first_phase(writer, &stamp));
    eg_writer_drop(writer);
    OK(put(writer, 4)); /* the buffer is free again */
    OK(eg_writer_wait_first_phase(writer, &stamp));
    OK(eg_writer_close(&writer)); /* nobody passes it any more */
    assert_int_equal(how.seen, 3);
    assert_true(how.in_order);
}

static void a_half_that_fails_is_told(void **state)
{
    test *t = *state;
    recipe how = recipe_of(t, 0, 1);
    eg_writer_options options = options_of(&how, NULL);
    options.two_phase = true;
    eg_writer *writer = NULL;
    eg_snapshot_stamp stamp;
    OK(eg_writer_create(t->context, &options, &writer));
    eg_status status = put(writer, 1);
    assert_true(status == EG_OK || status == EG_DIVERGED);
    eg_fail(t->context, EG_IO, "something else");
    FAILS(eg_writer_wait_first_phase(writer, &stamp), EG_DIVERGED, "step 1 cannot be converted");
    eg_writer_drop(writer);
    FAILS(eg_writer_finish(writer), EG_DIVERGED, "step 1 cannot be converted");
    FAILS(eg_writer_close(&writer), EG_DIVERGED, "step 1 cannot be converted");
}

static void a_folder_that_goes_away_is_told(void **state)
{
    test *t = *state;
    recipe how = recipe_of(t, 0, -1);
    eg_snapshot_set *set = make_set(t);
    eg_writer_options options = options_of(&how, set);
    eg_writer *writer = NULL;
    OK(eg_writer_create(t->context, &options, &writer));
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", t->folder);
    assert_int_equal(system(command), 0);
    eg_status status = put(writer, 0);
    assert_true(status == EG_OK || status == EG_IO);
    FAILS(eg_writer_close(&writer), EG_IO, "fields-000000.vtkhdf");
    eg_snapshot_set_destroy(&set);
}

static eg_status create_and_close(void *what)
{
    test *t = what;
    recipe how = recipe_of(t, 0, -1);
    eg_writer_options options = options_of(&how, NULL);
    eg_writer *writer = NULL;
    eg_status status = eg_writer_create(t->context, &options, &writer);
    assert_int_equal(status == EG_OK, writer != NULL);
    return status == EG_OK ? eg_writer_close(&writer) : status;
}

static void every_failed_allocation_is_survived(void **state)
{
    test *t = *state;
    assert_in_range(fail_each(t->context, create_and_close, t, 1), 4, 48);
}

/* The whole way: device buffer, copy beside the run, event, staging memory, thread, file. */
static void states_come_from_a_device(void **state)
{
    test *t = *state;
    recipe how = recipe_of(t, 0, -1);
    how.source.after = count_snapshot;
    eg_device *device = NULL;
    OK(eg_device_open(t->context, "host:1", &device));
    eg_buffer *held = NULL;
    OK(eg_buffer_create(device, sizeof(raw), "state", &held));
    eg_writer_options options = options_of(&how, NULL);
    options.device = device;
    eg_writer *writer = NULL;
    OK(eg_writer_create(t->context, &options, &writer));
    for (int step = 0; step < 6; step++) {
        const raw now = {.shift = step};
        OK(eg_buffer_write(held, 0, &now, sizeof now));
        void *staging = NULL;
        OK(eg_writer_acquire(writer, &staging));
        eg_event *event = NULL;
        OK(eg_buffer_read_begin(held, 0, staging, sizeof now, &event));
        OK(eg_writer_submit(writer, staging, event, &(eg_snapshot_stamp){.step = step}));
    }
    OK(eg_writer_close(&writer));
    assert_int_equal(how.seen, 6);
    assert_true(how.in_order);
    eg_buffer_destroy(&held);
    eg_device_close(&device);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(everything_is_written_in_order),
        TEST(point_data_are_written),
        TEST(a_slow_disk_is_waited_for),
        TEST(large_buffers_are_made_as_they_are_needed),
        TEST(one_buffer_is_enough),
        TEST(close_writes_what_was_submitted),
        TEST(a_failure_is_told_with_its_text),
        TEST(fields_are_put_while_others_are_filled),
        TEST(what_waits_is_written_at_once_and_in_order),
        TEST(one_that_fails_ends_those_after_it),
        TEST(a_field_that_cannot_be_put_is_told),
        TEST(a_snapshot_is_concluded_before_it_is_a_file),
        TEST(halves_wait_for_each_other),
        TEST(a_half_that_fails_is_told),
        TEST(a_folder_that_goes_away_is_told),
        TEST(states_come_from_a_device),
        TEST(every_failed_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
