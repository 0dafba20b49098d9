/* What every stepper and its space keep (scheme/stepper/stepper.h, field/space.h), over rows of a scheme: one
 * state and one step give the same bits again, on every device, with any lanes, from kept arrays on, and on
 * any number of ranks; steps of no length change nothing, and others end at events; what the scheme conserves
 * stays; both copies of a state are one, and points are seen alike in it and on the device; any allocation
 * may fail. The file that includes it has the rows, make_mesh(), make_stepper() and end_stepper(), and with
 * CONTRACT_SUMS sums_of().
 *     test-kernel-contract_NAME          all of it, on one process
 *     test-kernel-contract_NAME ranks    prints what the rows come to, on as many ranks as were started, for
 *                                        mpi/contract.sh */
#ifndef EG_TEST_CONTRACT_H
#define EG_TEST_CONTRACT_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "field/state_hash.h"
#include "kernel/shelf.h"
#include "kernel/there.h"
#include "steps.h"
#include "unit/world.h"

/* What a row of any scheme says; `struct row` of a scheme begins with it. */
typedef struct promise {
    const char *name;
    eg_precision precision; /* of the short form; the long one takes both */
    int steps;              /* two halves */
    bool alone;             /* not on several ranks */
    double stays[8];        /* by how much a sum may change in f64; 0: by anything */
} promise;
typedef struct row row;

/* How a row is run; `turn` chooses kernels and storage of the scheme. */
typedef struct manner {
    const char *device;
    eg_precision precision;
    int lanes, turn;
} manner;

/* Of the whole mesh: the part of the rank. */
static void make_mesh(const world *w, const row *r, eg_mesh **mesh);
/* *stepper is NULL after a failure. */
static eg_status make_stepper(const world *w, eg_device *device, const eg_mesh *mesh, const row *r,
                              const manner *how, eg_stepper **stepper);
static void end_stepper(eg_stepper **stepper);
static const row *row_at(int i);
static int row_count(void);

static const promise *promise_of(int i)
{
    return (const promise *)row_at(i);
}

/* ---- a solver */

typedef struct solver {
    world w;
    eg_device *device;
    eg_mesh *mesh;
    eg_stepper *stepper;
} solver;

static solver begin(int r, const manner *how)
{
    solver s = {.w = open_world()};
    if (eg_device_open(s.w.context, how->device, &s.device) != EG_OK)
        fail_msg("%s", eg_context_error(s.w.context));
    make_mesh(&s.w, row_at(r), &s.mesh);
    if (make_stepper(&s.w, s.device, s.mesh, row_at(r), how, &s.stepper) != EG_OK)
        fail_msg("%s on %s: %s", promise_of(r)->name, how->device, eg_context_error(s.w.context));
    return s;
}

static void end(solver *s)
{
    end_stepper(&s->stepper);
    eg_mesh_destroy(&s->mesh);
    eg_device_close(&s->device);
    close_world(&s->w);
}

/* ---- what a state comes to */

enum { SUMS = 16 };
static void sums_of(solver *s, double sum[SUMS]);
typedef struct result {
    uint64_t state, samples[2]; /* all, and those of the second half */
    double time, sum[SUMS];
    int64_t steps;
} result;

static uint64_t hash_of(solver *s, const void *copy)
{
    eg_state_hash *hash;
    assert_int_equal(eg_state_hash_create(&s->stepper->space, s->w.comm, &hash), EG_OK);
    assert_int_equal(eg_state_hash_begin(hash, copy), EG_OK);
    uint64_t number = eg_state_hash_end(hash);
    eg_state_hash_destroy(&hash);
    return number;
}

/* A point is seen in a copy as it is in the state itself, and cells one by one as all at once. */
static void check_points(solver *s, const void *copy)
{
    static const double point[1][3] = {{0.3, 0.25, -0.4}};
    eg_space *space = &s->stepper->space;
    double seen[EG_SPACE_VARIABLES], there[EG_SPACE_VARIABLES], all[EG_SPACE_VARIABLES];
    for (int64_t c = 0; c < s->mesh->own; c += 1 + s->mesh->own / 3) {
        eg_space_evaluate(space, copy, c, 1, point[0], seen);
        assert_int_equal(eg_space_sample(space, 1, &c, point, there), EG_OK);
        assert_memory_equal(seen, there, (size_t)space->variables * sizeof *seen);
        if (space->degree == 0 && space->reads->evaluate_cells) {
            eg_space_evaluate_cells(space, copy, c, c + 1, all);
            assert_memory_equal(seen, all, (size_t)space->variables * sizeof *seen);
        }
    }
}

/* The values of all cells are those of two parts of them. */
static void check_items(solver *s, const void *copy)
{
    const eg_space *space = &s->stepper->space;
    int64_t own = eg_space_own(space), bytes = eg_space_item_bytes(space), half = own / 2;
    char *all = malloc((size_t)(own * bytes) + 1), *parts = malloc((size_t)(own * bytes) + 1);
    eg_space_read(space, copy, 0, own, all);
    eg_space_read(space, copy, 0, half, parts);
    eg_space_read(space, copy, half, own, parts + half * bytes);
    assert_memory_equal(all, parts, (size_t)(own * bytes));
    free(all);
    free(parts);
}

#ifndef CONTRACT_SUMS
static void sums_of(solver *s, double sum[SUMS])
{
    assert_in_range(s->stepper->sum_columns, 1, SUMS);
    assert_int_equal(eg_stepper_content(s->stepper, s->w.comm, sum), EG_OK);
}
#endif

/* Those from number `first` on. */
static uint64_t samples_of(solver *s, double time, int64_t first)
{
    const eg_sample_ring *ring = &s->stepper->ring;
    int64_t count = ring->count > 0 ? eg_stepper_samples(s->stepper, time) - first : 0;
    int64_t values = ring->count * count * s->stepper->variables;
    if (count <= 0)
        return 0;
    double *value = calloc((size_t)values, sizeof *value);
    assert_int_equal(eg_stepper_samples_read(s->stepper, first, count, value), EG_OK);
    uint64_t hash = eg_hash64(value, values * (int64_t)sizeof *value, 0);
    free(value);
    return hash;
}

static result look(solver *s, eg_time_state now)
{
    result found = {.time = now.time, .steps = now.steps};
    void *copy = steps_copy(s->stepper), *other = steps_copy(s->stepper);
    found.state = hash_of(s, copy);
    assert_int_equal(eg_space_copy(&s->stepper->space, other), EG_OK);
    assert_true(hash_of(s, other) == found.state);
    check_points(s, copy);
    check_items(s, copy);
    steps_drop(s->stepper, &copy);
    steps_drop(s->stepper, &other);
    sums_of(s, found.sum);
    return found;
}

/* `all` samples, or the later ones. */
static void assert_same(int r, const manner *how, const char *what, const result *a, const result *b,
                        bool all)
{
    if (a->state != b->state || a->samples[!all] != b->samples[!all] || a->time != b->time ||
        a->steps != b->steps || memcmp(a->sum, b->sum, sizeof a->sum) != 0)
        fail_msg("%s, %s, %s with %d lanes, turn %d: %s: %016llx at %.17g s, not %016llx at %.17g s",
                 promise_of(r)->name, how->precision == EG_F32 ? "f32" : "f64", how->device, how->lanes,
                 how->turn, what, (unsigned long long)b->state, b->time, (unsigned long long)a->state,
                 a->time);
}

static void assert_kept(int r, const manner *how, const result *a, const result *b)
{
    const promise *p = promise_of(r);
    double factor = how->precision == EG_F32 ? 1e9 : 1;
    for (int i = 0; i < 8; i++)
        if (p->stays[i] > 0 && !(fabs(b->sum[i] - a->sum[i]) <= factor * p->stays[i]))
            fail_msg("%s: sum %d goes from %.17g to %.17g", p->name, i, a->sum[i], b->sum[i]);
}

/* ---- runs */

/* What was kept after half of the steps, and after all; and how many samples there were then. */
typedef struct record {
    shelf half, whole;
    int64_t samples;
} record;

static void keep(solver *s, shelf *to)
{
    assert_int_equal(eg_stepper_persist(s->stepper, shelf_hands(to, false)), EG_OK);
}

static result finish(int r, solver *s, record *kept)
{
    double event = 1.01 * steps_read(s->stepper).time; /* to which a step is cut */
    assert_true(steps_to(s->stepper, event, INT64_MAX).time == event);
    eg_time_state now = steps_to(s->stepper, INFINITY, promise_of(r)->steps);
    result last = look(s, now);
    last.samples[1] = samples_of(s, now.time, kept->samples);
    keep(s, &kept->whole);
    return last;
}

static result run_row(int r, const manner *how, record *kept)
{
    solver s = begin(r, how);
    int steps = promise_of(r)->steps;
    result first = look(&s, steps_to(s.stepper, 0, 0)), still = look(&s, steps_to(s.stepper, 0, 0));
    assert_same(r, how, "a step of no length", &first, &still, false);
    eg_time_state half = steps_to(s.stepper, INFINITY, steps / 2);
    kept->samples = s.stepper->ring.count > 0 ? eg_stepper_samples(s.stepper, half.time) : 0;
    keep(&s, &kept->half);
    result last = finish(r, &s, kept);
    last.samples[0] = samples_of(&s, last.time, 0);
    assert_true(last.state != first.state && last.steps == steps && last.time > 0);
    assert_kept(r, how, &first, &last);
    end(&s);
    return last;
}

static void assert_shelves(int r, const manner *how, const shelf *a, const shelf *b)
{
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++)
        if (a->array[i].bytes != b->array[i].bytes ||
            memcmp(a->array[i].data, b->array[i].data, (size_t)a->array[i].bytes) != 0)
            fail_msg("%s on %s: the array '%s' is kept otherwise", promise_of(r)->name, how->device,
                     a->array[i].name);
}

/* A solver that goes on from what was kept at half ends as the one that was not left. */
static void go_on(int r, const manner *how, record *kept, const result *first)
{
    solver s = begin(r, how);
    record other = {.samples = kept->samples};
    assert_int_equal(eg_stepper_persist(s.stepper, shelf_hands(&kept->half, true)), EG_OK);
    result last = finish(r, &s, &other);
    assert_same(r, how, "what goes on from kept arrays", first, &last, false);
    assert_shelves(r, how, &kept->whole, &other.whole);
    shelf_clear(&other.whole);
    end(&s);
}

static void clear(record *kept)
{
    shelf_clear(&kept->half);
    shelf_clear(&kept->whole);
}

/* Of these the short form takes some in turn. */
static const manner manners[] = {{"host:2", EG_F64, 4, 1},  {"checked", EG_F64, 8, 2},
                                 {"host:1", EG_F64, 16, 3}, {"opencl", EG_F64, 0, 2}, /* each device */
                                 {"host:2", EG_F64, 1, 4},  {"checked:3", EG_F64, 2, 5},
                                 {"cuda:0", EG_F64, 0, 6}};
enum { MANNERS = sizeof manners / sizeof *manners, PLATFORMS = 4 };

static void compare_on(int r, const manner *how, record *kept, const result *first)
{
    record other = {.samples = 0};
    result found = run_row(r, how, &other);
    assert_same(r, how, "a run", first, &found, true);
    assert_shelves(r, how, &kept->half, &other.half);
    assert_shelves(r, how, &kept->whole, &other.whole);
    go_on(r, how, kept, first);
    clear(&other);
}

/* On the devices of a manner that are there. */
static void compare_manner(int r, manner how, record *kept, const result *first)
{
    char name[32];
    bool each = strcmp(how.device, "opencl") == 0;
    for (int i = 0; i < (each ? PLATFORMS * PLATFORMS : 1); i++) {
        snprintf(name, sizeof name, "opencl:%d.%d", i / PLATFORMS, i % PLATFORMS);
        how.device = each ? name : how.device;
        if (is_there(how.device))
            compare_on(r, &how, kept, first);
    }
}

static void compare_row(int r, eg_precision precision)
{
    const manner plain = {"host:1", precision, 0, 0}, threads = {"host:2", precision, 0, 0};
    record kept = {.samples = 0};
    result first = run_row(r, &plain, &kept);
    go_on(r, &plain, &kept, &first);
    if (is_combined(r, 3, 4)) /* beside a device that is slow, or not there */
        compare_on(r, &threads, &kept, &first);
    for (int i = 0; i < MANNERS; i++)
        if (is_combined(r, i, is_slow(manners[i].device) ? 8 : 4)) {
            manner how = manners[i];
            how.precision = precision;
            compare_manner(r, how, &kept, &first);
        }
    clear(&kept);
}

static void bits_are_the_same_again_and_everywhere(void **state)
{
    (void)state;
    for (int r = 0; r < row_count(); r++)
        for (int precision = 0; precision < 2; precision++)
            if (is_long() || promise_of(r)->precision == (eg_precision)precision)
                compare_row(r, (eg_precision)precision);
}

/* ---- memory */

typedef struct making {
    const solver *s;
    int at;
} making;

static eg_status make_and_end(void *what)
{
    const making *m = what;
    const manner plain = {"host:1", promise_of(m->at)->precision, 0, 0};
    eg_stepper *stepper;
    eg_status status = make_stepper(&m->s->w, m->s->device, m->s->mesh, row_at(m->at), &plain, &stepper);
    assert_int_equal(status == EG_OK, stepper != NULL);
    end_stepper(&stepper);
    end_stepper(&stepper);
    return status;
}

static void any_allocation_may_fail(void **state)
{
    (void)state;
    for (int r = 0; r < row_count(); r++) {
        const manner plain = {"host:1", promise_of(r)->precision, 0, 0};
        solver s = begin(r, &plain); /* compiles, and the device keeps what it needs */
        end_stepper(&s.stepper);
        assert_true(fail_each(s.w.context, make_and_end, &(making){&s, r}, is_long() ? 1 : 11) > 4);
        end(&s);
    }
}

/* ---- ranks */

static int print_rows(void)
{
    for (int r = 0; r < row_count(); r++) {
        const manner plain = {"host:1", promise_of(r)->precision, 0, 0};
        if (promise_of(r)->alone)
            continue;
        solver s = begin(r, &plain);
        result found = look(&s, steps_to(s.stepper, INFINITY, promise_of(r)->steps));
        if (eg_comm_rank(s.w.comm) == 0) {
            printf("%s: %016llx %a", promise_of(r)->name, (unsigned long long)found.state, found.time);
            for (int i = 0; i < SUMS; i++)
                printf(" %a", found.sum[i]);
            printf("\n");
        }
        end(&s);
    }
    return 0;
}

int main(int count, char **words)
{
    if (count == 2 && strcmp(words[1], "ranks") == 0)
        return print_rows();
    const struct CMUnitTest tests[] = {cmocka_unit_test(bits_are_the_same_again_and_everywhere),
                                       cmocka_unit_test(any_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Behind the rows of a scheme. */
#define CONTRACT_ROWS(rows)                                                                                  \
    static const row *row_at(int i)                                                                          \
    {                                                                                                        \
        return &(rows)[i];                                                                                   \
    }                                                                                                        \
    static int row_count(void)                                                                               \
    {                                                                                                        \
        return (int)(sizeof(rows) / sizeof *(rows));                                                         \
    }

#endif
