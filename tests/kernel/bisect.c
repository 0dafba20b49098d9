/* Triangles that are halved, on every device: leaves, origins and vertices are those of one thread of the host, and links
 * those that follow from the numbers of leaves, to the last bit. */
#include "unit/device_fixture.h"

#include <math.h>

#include "scheme/bisect/bisect.h"
#include "unit/bisected_meshes.h"

/* A buffer has these bytes. */
static void check_buffer(const eg_buffer *buffer, const void *wanted, int64_t bytes)
{
    void *got = malloc((size_t)bytes);
    assert_int_equal(eg_buffer_read(buffer, 0, got, bytes), EG_OK);
    assert_memory_equal(got, wanted, (size_t)bytes);
    free(got);
}

static void check_origins(const eg_bisect *d, const eg_bisected_transfer *t)
{
    int32_t *origin = malloc((size_t)t->leaves * sizeof *origin);
    for (int64_t i = 0; i < t->leaves; i++)
        origin[i] = t->origin[i];
    check_buffer(d->from, t->from, t->leaves * 4);
    check_buffer(d->origins, origin, t->leaves * 4);
    free(origin);
}

/* One pass on one thread and on a device. */
static void pass(const fixture *f, eg_bisect *d, eg_bisected **b, const uint8_t *wish)
{
    eg_bisected *next;
    eg_bisected_transfer *transfer;
    bool changed;
    eg_buffer *wishes;
    assert_int_equal(upload_wishes(d, wish, &wishes), EG_OK);
    if (eg_bisect_adapt(d, wishes, &changed) != EG_OK)
        fail_msg("%s", eg_context_error(f->context));
    assert_int_equal(pass_by(*b, wish, &next, &transfer), EG_OK);
    eg_buffer_destroy(&wishes);
    assert_int_equal(changed, next != NULL);
    if (!next)
        return;
    eg_bisected_destroy(b);
    *b = next;
    assert_int_equal(d->leaves, next->leaves);
    check_buffer(d->id, next->id, next->leaves * 8);
    check_buffer(d->link, next->link, next->leaves * 12);
    check_origins(d, transfer);
    eg_bisected_transfer_destroy(&transfer);
}

/* ---- by numbers */

static const eg_bisect_choice choice = {
    .refine = 0.8, .coarsen = 0.5, .lowest = 2, .highest = 7, .layers = 2};

static int mark_of(const eg_bisected *b, int64_t leaf, const double *value)
{
    int level = eg_bisected_level(b->id[leaf]);
    if (value[leaf] >= choice.refine)
        return level + 1 + (level < choice.highest);
    return value[leaf] >= choice.coarsen ? level + 1 : 0;
}

static void spread_marks(const eg_bisected *b, int *mark)
{
    int *old = malloc((size_t)b->leaves * sizeof *old);
    memcpy(old, mark, (size_t)b->leaves * sizeof *old);
    for (int64_t i = 0; i < 3 * b->leaves; i++) {
        int32_t across = b->link[i / 3][i % 3];
        if (across >= 0 && old[across / 3] > mark[i / 3])
            mark[i / 3] = old[across / 3];
    }
    free(old);
}

/* The caller frees it. */
static uint8_t *wishes_of(const eg_bisected *b, const double *value)
{
    int *mark = malloc((size_t)b->leaves * sizeof *mark);
    uint8_t *wish = malloc((size_t)b->leaves);
    for (int64_t i = 0; i < b->leaves; i++)
        mark[i] = mark_of(b, i, value);
    for (int layer = 0; layer < choice.layers; layer++)
        spread_marks(b, mark);
    for (int64_t i = 0; i < b->leaves; i++) {
        int level = eg_bisected_level(b->id[i]), wanted = mark[i] - 1;
        wanted = wanted < choice.lowest ? choice.lowest : wanted;
        wish[i] = wanted > level   ? EG_BISECTED_FINER
                  : wanted < level ? EG_BISECTED_COARSER
                                   : EG_BISECTED_KEEP;
    }
    free(mark);
    return wish;
}

/* Numbers in (-1, 1], of which the one of leaf i is at 1 + i. */
static double *random_values(int64_t leaves, uint64_t *seed)
{
    double *value = malloc((size_t)(leaves + 1) * sizeof *value);
    for (int64_t i = 0; i <= leaves; i++) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        value[i] = (double)(*seed >> 33) / (1u << 30) - 1;
    }
    return value;
}

static void choose(const fixture *f, eg_bisect *d, eg_bisected **b, uint64_t *seed)
{
    eg_bisected *next, *read;
    eg_bisected_transfer *transfer;
    eg_buffer *there;
    bool changed, all_highest;
    double *value = random_values((*b)->leaves, seed);
    uint8_t *wish = wishes_of(*b, value + 1);
    assert_int_equal(eg_buffer_upload(d->device, ((*b)->leaves + 1) * 8, "values", value, &there), EG_OK);
    if (eg_bisect_choose(d, there, 1, &choice, &changed, &all_highest) != EG_OK)
        fail_msg("%s", eg_context_error(f->context));
    assert_int_equal(pass_by(*b, wish, &next, &transfer), EG_OK);
    assert_true(changed && next && !all_highest);
    assert_int_equal(eg_bisect_read(d, *b, &read, NULL), EG_OK);
    assert_int_equal(read->leaves, next->leaves);
    assert_int_equal(read->hash, next->hash);
    check_origins(d, transfer);
    eg_bisected_transfer_destroy(&transfer);
    eg_bisected_destroy(&read);
    eg_bisected_destroy(b);
    *b = next;
    eg_buffer_destroy(&there);
    free(value);
    free(wish);
}

/* One number for all leaves but leaf 5, which has another one. */
static bool choose_by(eg_bisect *d, double others, double fifth)
{
    eg_buffer *there;
    bool changed, all_highest;
    double *value = malloc((size_t)d->leaves * sizeof *value);
    for (int64_t i = 0; i < d->leaves; i++)
        value[i] = i == 5 ? fifth : others;
    assert_int_equal(eg_buffer_upload(d->device, d->leaves * 8, "values", value, &there), EG_OK);
    assert_int_equal(eg_bisect_choose(d, there, 0, &choice, &changed, &all_highest), EG_OK);
    eg_buffer_destroy(&there);
    free(value);
    return changed;
}

/* Leaves of the lowest level, looked at again and again, change as soon as one of them asks for something
 * else. */
static void check_looks(eg_bisect *d)
{
    while (choose_by(d, 0.1, 0.1))
        assert_true(d->leaves > 5);
    for (int look = 0; look < 3; look++)
        assert_false(choose_by(d, 0.1, 0.1));
    assert_true(choose_by(d, 0.1, 0.9));
    assert_true(choose_by(d, 0.1, 0.1));
    assert_false(choose_by(d, 0.1, 0.1));
}

static void numbers_choose_levels(void **state)
{
    const fixture *f = *state;
    for (int s = 0; s < f->specs; s++) {
        eg_device *device;
        eg_plane *macro = make_macro(f->context, MACRO_SHAKEN);
        eg_bisected *b = random_leaves(macro, 7, 3, 5);
        eg_bisect *d;
        uint64_t seed = 3;
        assert_int_equal(eg_device_open(f->context, f->spec[s], &device), EG_OK);
        assert_int_equal(eg_bisect_create(device, b, &d), EG_OK);
        for (int i = 0; i < 4; i++)
            choose(f, d, &b, &seed);
        check_looks(d);
        eg_bisect_destroy(&d);
        eg_device_close(&device);
        eg_bisected_destroy(&b);
        eg_plane_destroy(&macro);
    }
}

static void check_triangles(eg_bisect *d, const eg_bisected *b)
{
    double(*x)[3][2] = malloc((size_t)b->leaves * sizeof *x);
    int32_t(*face)[3] = malloc((size_t)b->leaves * sizeof *face);
    eg_buffer *x_there, *face_there;
    int64_t x_bytes = b->leaves * (int64_t)sizeof *x, face_bytes = b->leaves * (int64_t)sizeof *face;
    for (int64_t i = 0; i < b->leaves; i++) {
        eg_bisected_triangle t;
        eg_bisected_find_triangle(b, b->id[i], &t);
        memcpy(face[i], t.face, sizeof t.face);
        for (int k = 0; k < 3; k++)
            memcpy(x[i][k], t.x[k], sizeof x[i][k]);
    }
    assert_int_equal(eg_buffer_create(d->device, x_bytes, "vertices", &x_there), EG_OK);
    assert_int_equal(eg_buffer_create(d->device, face_bytes, "edges", &face_there), EG_OK);
    assert_int_equal(eg_bisect_triangles(d, x_there, face_there), EG_OK);
    check_buffer(x_there, x, x_bytes);
    check_buffer(face_there, face, face_bytes);
    eg_buffer_destroy(&x_there);
    eg_buffer_destroy(&face_there);
    free(x);
    free(face);
}

static void passes_are_those_of_one_thread(void **state)
{
    const fixture *f = *state;
    for (int s = 0; s < f->specs; s++)
        for (int kind = 0; kind < MACROS; kind++) {
            eg_device *device;
            eg_plane *macro = make_macro(f->context, kind);
            eg_bisected *b = random_leaves(macro, (uint64_t)kind + 1, 3, 5);
            eg_bisect *d;
            uint64_t seed = 42;
            assert_int_equal(eg_device_open(f->context, f->spec[s], &device), EG_OK);
            if (eg_bisect_create(device, b, &d) != EG_OK)
                fail_msg("%s: %s", f->spec[s], eg_context_error(f->context));
            for (int i = 0; i < 8; i++) {
                uint8_t *wish = random_wishes(b, &seed, i == 6 ? 0 : 25, i == 5 ? 0 : 60, 11);
                pass(f, d, &b, wish);
                free(wish);
            }
            check_triangles(d, b);
            eg_bisect_destroy(&d);
            eg_device_close(&device);
            eg_bisected_destroy(&b);
            eg_plane_destroy(&macro);
        }
}

/* Many groups, and marks that go far: all of a fine corner is halved again and again. */
static void long_closures_end(void **state)
{
    const fixture *f = *state;
    for (int s = 0; s < f->specs; s++) {
        eg_device *device;
        eg_plane *macro = make_macro(f->context, MACRO_SHAKEN);
        eg_bisected *b;
        eg_bisect *d;
        assert_int_equal(eg_bisected_create(f->context, macro, &b), EG_OK);
        assert_int_equal(refine(&b, 5), EG_OK);
        assert_int_equal(eg_device_open(f->context, f->spec[s], &device), EG_OK);
        assert_int_equal(eg_bisect_create(device, b, &d), EG_OK);
        for (int i = 0; i < 20; i++) {
            uint8_t *wish = calloc((size_t)b->leaves, 1);
            wish[b->leaves / 2] = EG_BISECTED_FINER;
            pass(f, d, &b, wish);
            free(wish);
        }
        eg_bisect_destroy(&d);
        eg_device_close(&device);
        eg_bisected_destroy(&b);
        eg_plane_destroy(&macro);
    }
}

static void a_level_beyond_the_highest_is_refused(void **state)
{
    const fixture *f = *state;
    eg_device *device;
    eg_plane *macro = make_macro(f->context, MACRO_SQUARE);
    eg_bisected *b;
    eg_bisect *d;
    bool changed = true;
    assert_int_equal(eg_bisected_create(f->context, macro, &b), EG_OK);
    assert_int_equal(eg_device_open(f->context, "host:1", &device), EG_OK);
    assert_int_equal(eg_bisect_create(device, b, &d), EG_OK);
    for (int level = 0; level <= EG_BISECTED_LEVEL; level++) {
        uint8_t *wish = calloc((size_t)b->leaves, 1);
        wish[0] = EG_BISECTED_FINER;
        if (level < EG_BISECTED_LEVEL) {
            pass(f, d, &b, wish);
        } else {
            eg_buffer *wishes;
            assert_int_equal(upload_wishes(d, wish, &wishes), EG_OK);
            assert_int_equal(eg_bisect_adapt(d, wishes, &changed), EG_MESH);
            assert_string_equal(eg_context_error(f->context),
                                "box: a triangle would be of level 33; the highest is 32");
            eg_buffer_destroy(&wishes);
        }
        free(wish);
    }
    eg_bisect_destroy(&d);
    eg_device_close(&device);
    eg_bisected_destroy(&b);
    eg_plane_destroy(&macro);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_are_those_of_one_thread),
        cmocka_unit_test(numbers_choose_levels),
        cmocka_unit_test(long_closures_end),
        cmocka_unit_test(a_level_beyond_the_highest_is_refused),
    };
    return cmocka_run_group_tests(tests, fixture_set_up_shared, fixture_tear_down);
}
