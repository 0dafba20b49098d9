/* parallel, buckets: parts cover a range, the first failure wins with its text, numbers by key come in one
 * order, meshes and nodes are the same, for any number of threads; tasks beside the caller. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdatomic.h>
#include <stdio.h>

#include "base/buckets.h"
#include "base/parallel.h"
#include "hexes_check.h"

static const int threads[] = {1, 2, 3, 8};
enum { THREADS = sizeof threads / sizeof *threads };

/* ---- parts */

static void parts_cover_a_range(void **state)
{
    (void)state;
    for (int parts = 1; parts < 9; parts++)
        for (int64_t count = 0; count < 40; count++) {
            assert_int_equal(eg_part_begin(parts, count, 0), 0);
            assert_int_equal(eg_part_begin(parts, count, parts), count);
            for (int p = 0; p < parts; p++) {
                int64_t size = eg_part_begin(parts, count, p + 1) - eg_part_begin(parts, count, p);
                assert_in_range(size, count / parts, eg_ceil_div(count, parts));
            }
        }
}

static void parts_have_their_least(void **state)
{
    eg_context *context = open_context();
    (void)state;
    eg_context_use_threads(context, 8);
    assert_int_equal(eg_parts(context, 0, 10), 1);
    assert_int_equal(eg_parts(context, 39, 10), 3);
    assert_int_equal(eg_parts(context, 1000, 10), 8);
    eg_context_use_threads(context, 0);
    assert_true(eg_parts(context, INT64_MAX, 1) >= 1);
    eg_context_destroy(&context);
}

typedef struct work {
    eg_context *context;
    uint8_t *done;
    int64_t bad[2]; /* things that fail */
    int64_t mended; /* one that fails, and is mended */
    atomic_int calls;
} work;

static eg_status do_part(void *with, int part, int64_t from, int64_t to)
{
    work *w = with;
    (void)part;
    w->calls++;
    for (int64_t i = from; i < to; i++) {
        w->done[i] = 1;
        if (i == w->mended)
            eg_fail(w->context, EG_IO, "thing %lld is mended", (long long)i);
        if (i == w->bad[0] || i == w->bad[1])
            return eg_fail(w->context, i % 2 ? EG_INPUT : EG_MESH, "thing %lld is bad", (long long)i);
    }
    return EG_OK;
}

static void all_is_done(void **state)
{
    enum { COUNT = 1000 };
    uint8_t done[COUNT];
    work w = {.context = open_context(), .done = done, .bad = {-1, -1}, .mended = -1};
    (void)state;
    for (int t = 0; t < THREADS; t++) {
        memset(done, 0, sizeof done);
        assert_int_equal(eg_in_parts(w.context, threads[t], COUNT, do_part, &w), EG_OK);
        for (int i = 0; i < COUNT; i++)
            assert_int_equal(done[i], 1);
    }
    eg_context_destroy(&w.context);
}

static void first_failure_wins(void **state)
{
    enum { COUNT = 1000 };
    static const int64_t bad[][2] = {{999, 0}, {401, 400}, {997, 301}, {500, 999}};
    uint8_t done[COUNT];
    work w = {.context = open_context(), .done = done};
    (void)state;
    for (size_t b = 0; b < sizeof bad / sizeof *bad; b++)
        for (int t = 0; t < THREADS; t++) {
            int64_t first = bad[b][0] < bad[b][1] ? bad[b][0] : bad[b][1];
            char text[64];
            memcpy(w.bad, bad[b], sizeof w.bad);
            snprintf(text, sizeof text, "thing %lld is bad", (long long)first);
            for (int again = 0; again < 20; again++) {
                w.calls = 0;
                w.mended = again % 2 ? 0 : first / 2;
                assert_int_equal(eg_in_parts(w.context, threads[t], COUNT, do_part, &w),
                                 first % 2 ? EG_INPUT : EG_MESH);
                assert_string_equal(eg_context_error(w.context), text);
                assert_int_equal(w.calls, threads[t]);
            }
        }
    eg_context_destroy(&w.context);
}

/* A text longer than what a part has room for. */
static eg_status fail_at_length(void *with, int part, int64_t from, int64_t to)
{
    (void)from, (void)to;
    return eg_fail(with, EG_INPUT, "part %d: %01000d", part, part);
}

static void long_texts_are_whole(void **state)
{
    eg_context *context = open_context();
    char text[1100];
    (void)state;
    snprintf(text, sizeof text, "part 0: %01000d", 0);
    for (int t = 0; t < THREADS; t++) {
        assert_int_equal(eg_in_parts(context, threads[t], 8, fail_at_length, context), EG_INPUT);
        assert_string_equal(eg_context_error(context), text);
    }
    eg_context_destroy(&context);
}

static void bytes_are_copied(void **state)
{
    enum { BYTES = (3 << 20) + 5 };
    eg_context *context = open_context();
    uint8_t *from, *to;
    (void)state;
    eg_context_use_threads(context, 3);
    assert_int_equal(eg_alloc(context, BYTES, 1, &from), EG_OK);
    assert_int_equal(eg_alloc(context, BYTES + 1, 1, &to), EG_OK);
    for (int i = 0; i < BYTES; i++)
        from[i] = (uint8_t)(i * 7 + i / 251);
    to[BYTES] = 9;
    eg_copy(context, to, from, BYTES);
    assert_memory_equal(to, from, BYTES);
    assert_int_equal(to[BYTES], 9);
    eg_free(context, &from);
    eg_free(context, &to);
    eg_context_destroy(&context);
}

/* ---- buckets */

enum { ITEMS = 5000, KEYS = 700, MOST = 6 };

/* 0 to MOST keys, most of them near each other for items near each other, some far away. */
static int item_keys(const void *with, int64_t item, int32_t *key, int32_t *value)
{
    int spread = *(const int *)with, count = (int)(item * 7919 % (MOST + 1));
    for (int i = 0; i < count; i++) {
        int64_t near = item * KEYS / ITEMS, away = (item * 31 + i * 17) % spread;
        key[i] = (int32_t)((near + away) % KEYS);
        value[i] = (int32_t)(item * MOST + i);
    }
    return count;
}

static void check_buckets(const int32_t *first, const int32_t *value, int spread)
{
    int32_t key[MOST], expected[MOST], *next = calloc(KEYS, sizeof *next);
    memcpy(next, first, KEYS * sizeof *next);
    assert_int_equal(first[0], 0);
    for (int64_t item = 0; item < ITEMS; item++) {
        int count = item_keys(&spread, item, key, expected);
        for (int i = 0; i < count; i++)
            assert_int_equal(value[next[key[i]]++], expected[i]);
    }
    for (int k = 0; k < KEYS; k++)
        assert_int_equal(next[k], first[k + 1]);
    free(next);
}

static void buckets_keep_the_order(void **state)
{
    static const int spreads[] = {1, 5, KEYS};
    eg_context *context = open_context();
    (void)state;
    for (int s = 0; s < 3; s++)
        for (int t = 0; t < 2 * THREADS; t++) {
            const eg_bucket_source source = {.item = item_keys,
                                             .with = &spreads[s],
                                             .items = ITEMS,
                                             .keys = KEYS,
                                             .most = MOST,
                                             .low_keys = t >= THREADS};
            int32_t *first, *value;
            eg_context_use_threads(context, threads[t % THREADS]);
            assert_int_equal(eg_buckets_make(context, &source, &first, &value), EG_OK);
            check_buckets(first, value, spreads[s]);
            eg_free(context, &first);
            eg_free(context, &value);
        }
    assert_int_equal(eg_context_blocks_held(context), 0);
    eg_context_destroy(&context);
}

static void buckets_without_memory(void **state)
{
    static const int spread = KEYS;
    const eg_bucket_source source = {
        .item = item_keys, .with = &spread, .items = ITEMS, .keys = KEYS, .most = MOST};
    eg_context *context = open_context();
    eg_status status = EG_MEMORY;
    int32_t *first, *value;
    (void)state;
    eg_context_use_threads(context, 3);
    for (int nth = 1; status != EG_OK; nth++) {
        eg_memory_fail_at(context, nth);
        status = eg_buckets_make(context, &source, &first, &value);
        eg_memory_fail_at(context, 0);
        assert_true(status == EG_OK || (status == EG_MEMORY && !first && !value));
        eg_free(context, &first);
        eg_free(context, &value);
        assert_int_equal(eg_context_blocks_held(context), 0);
    }
    eg_context_destroy(&context);
}

/* ---- meshes */

static void compare_nodes(eg_context *context, const eg_hexes *mesh, int most)
{
    eg_hex_nodes *a, *b;
    eg_context_use_threads(context, 1);
    assert_int_equal(eg_hex_nodes_create(mesh, 4, &a), EG_OK);
    eg_context_use_threads(context, most);
    assert_int_equal(eg_hex_nodes_create(mesh, 4, &b), EG_OK);
    SAME_ARRAY(a, b, of_vertex, mesh->vertices);
    SAME_ARRAY(a, b, of_edge, mesh->edges);
    SAME_ARRAY(a, b, of_face, mesh->faces);
    SAME_ARRAY(a, b, of_element, mesh->base.held);
    SAME_ARRAY(a, b, begin, mesh->base.held);
    eg_hex_nodes_destroy(&a);
    eg_hex_nodes_destroy(&b);
}

static void meshes_are_the_same(void **state)
{
    const eg_distorted_map map = eg_smoothly_distorted_cube();
    (void)state;
    for (int degree = 1; degree < 3; degree++)
        for (int t = 1; t < THREADS; t++) {
            const eg_hexes_box_options options = {.size = {1, 1, 1},
                                                  .cells = {14, 13, 12},
                                                  .degree = degree,
                                                  .map = &map.map,
                                                  .shuffle = t != 2,
                                                  .seed = 5};
            eg_context *context = open_context();
            eg_context_use_threads(context, 1);
            eg_hexes *one = make_box(context, &options);
            eg_context_use_threads(context, threads[t]);
            eg_hexes *many = make_box(context, &options);
            check_equal(one, many);
            compare_nodes(context, one, threads[t]);
            eg_hexes_destroy(&one);
            close_context(&context, &many);
        }
}

/* ---- beside the caller */

typedef struct errand {
    eg_task task; /* first */
    eg_status status;
    atomic_bool begun, go;
} errand;

static eg_status run_errand(eg_task *self)
{
    errand *e = (errand *)self;
    e->begun = true;
    while (!e->go)
        ;
    return e->status == EG_OK ? EG_OK
                              : eg_fail(self->context, e->status, "an errand of %s failed", self->what);
}

/* It runs while the caller does; its status and text come with the join, and a failure of the caller comes
 * first. */
static void a_task_runs_beside(void **state)
{
    eg_context *context = open_context();
    errand e = {.task = {.work = run_errand, .what = "the test"}};
    (void)state;
    assert_int_equal(eg_task_join(&e.task, EG_MESH), EG_MESH); /* not started */
    assert_int_equal(eg_task_start(context, &e.task), EG_OK);
    while (!e.begun)
        ;
    e.go = true;
    assert_int_equal(eg_task_join(&e.task, EG_OK), EG_OK);
    e.status = EG_IO;
    assert_int_equal(eg_task_start(context, &e.task), EG_OK);
    assert_int_equal(eg_task_join(&e.task, EG_OK), EG_IO);
    assert_string_equal(eg_context_error(context), "an errand of the test failed");
    assert_int_equal(eg_task_start(context, &e.task), EG_OK);
    assert_int_equal(eg_task_join(&e.task, eg_fail(context, EG_MESH, "the caller's")), EG_MESH);
    assert_string_equal(eg_context_error(context), "the caller's");
    assert_int_equal(eg_task_join(&e.task, EG_OK), EG_OK); /* joined already */
    eg_context_destroy(&context);
}

/* ---- lists of numbers */

static bool is_of_seven(const void *with, int64_t number)
{
    return number % 7 == *(const int *)with;
}

static void numbers_are_listed(void **state)
{
    (void)state;
    for (int t = 0; t < THREADS; t++) {
        eg_context *context = open_context();
        eg_context_use_threads(context, threads[t]);
        for (int64_t count = 0; count <= 10 * EG_LOOP_LEAST; count += 5 * EG_LOOP_LEAST - 3) {
            int32_t *list;
            int64_t found;
            const int rest = 5;
            assert_int_equal(eg_list_numbers(context, count, is_of_seven, &rest, &list, &found), EG_OK);
            assert_int_equal(found, (count + 1) / 7);
            for (int64_t i = 0; i < found; i++)
                assert_int_equal(list[i], 7 * i + 5);
            eg_free(context, &list);
        }
        assert_int_equal(eg_context_blocks_held(context), 0);
        eg_context_destroy(&context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_cover_a_range),
        cmocka_unit_test(parts_have_their_least),
        cmocka_unit_test(all_is_done),
        cmocka_unit_test(first_failure_wins),
        cmocka_unit_test(long_texts_are_whole),
        cmocka_unit_test(bytes_are_copied),
        cmocka_unit_test(numbers_are_listed),
        cmocka_unit_test(buckets_keep_the_order),
        cmocka_unit_test(buckets_without_memory),
        cmocka_unit_test(meshes_are_the_same),
        cmocka_unit_test(a_task_runs_beside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
