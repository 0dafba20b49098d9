/* Macro meshes for tests of bisection, random wishes, and passes on a device. Include behind cmocka.h. */
#ifndef EG_TEST_BISECTED_MESHES_H
#define EG_TEST_BISECTED_MESHES_H

#include "scheme/bisect/bisect.h"
#include "mesh_join.h"

typedef enum macro_kind { MACRO_SQUARE, MACRO_SHAKEN, MACRO_PERIODIC, MACRO_CHANNEL, MACROS } macro_kind;

/* A square of two triangles; an unstructured mesh; one that is periodic both ways, two squares wide; one that
 * is periodic along x alone. */
static inline eg_plane *make_macro(eg_context *context, macro_kind kind)
{
    static const eg_box_options options[MACROS] = {
        {.size = {1, 1}, .cells = {1, 1}, .element = EG_BOX_TRIANGLE},
        {.size = {2, 1},
         .cells = {7, 4},
         .element = EG_BOX_TRIANGLE,
         .jitter = 0.25,
         .shuffle = true,
         .seed = 5},
        {.size = {3, 2}, .cells = {2, 2}, .element = EG_BOX_TRIANGLE},
        {.origin = {0.1, 0.7}, .size = {0.3, 0.1}, .cells = {3, 1}, .element = EG_BOX_TRIANGLE}};
    eg_plane *macro;
    assert_int_equal(eg_plane_box(context, &options[kind], &macro), EG_OK);
    if (kind == MACRO_PERIODIC)
        must_join(macro, "bottom", "top", 0, 2);
    if (kind == MACRO_PERIODIC)
        must_join(macro, "left", "right", 3, 0);
    if (kind == MACRO_CHANNEL)
        must_join(macro, "left", "right", 0.3, 0);
    return macro;
}

static inline uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005ull + 1442695040888963407ull;
    return *state >> 33;
}

/* Of a hundred leaves so many wish to be finer and coarser; leaves of a level of at least `highest` never
 * finer. */
static inline uint8_t *random_wishes(const eg_bisected *b, uint64_t *state, int finer, int coarser,
                                     int highest)
{
    uint8_t *wish = malloc((size_t)b->leaves);
    for (int64_t i = 0; i < b->leaves; i++) {
        int dice = (int)(next_random(state) % 100);
        wish[i] = EG_BISECTED_KEEP;
        if (dice < finer && eg_bisected_level(b->id[i]) < highest)
            wish[i] = EG_BISECTED_FINER;
        else if (dice >= 100 - coarser)
            wish[i] = EG_BISECTED_COARSER;
    }
    return wish;
}

/* Wishes as a pass takes them. */
static inline eg_status upload_wishes(eg_bisect *there, const uint8_t *wish, eg_buffer **buffer)
{
    int32_t *wide = calloc((size_t)there->held + 1, sizeof *wide);
    for (int64_t i = 0; i < there->leaves; i++)
        wide[i] = wish[i];
    eg_status status = eg_buffer_upload(there->device, there->held * 4, "wishes", wide, buffer);
    free(wide);
    return status;
}

/* One pass; *next is NULL where nothing changes. */
static inline eg_status pass_on(eg_device *device, const eg_bisected *b, const uint8_t *wish,
                                eg_bisected **next, eg_bisected_transfer **transfer)
{
    eg_bisect *there;
    eg_buffer *wishes = NULL;
    bool changed = false;
    *next = NULL;
    *transfer = NULL;
    eg_status status = eg_bisect_create(device, b, &there);
    if (status == EG_OK)
        status = upload_wishes(there, wish, &wishes);
    if (status == EG_OK)
        status = eg_bisect_adapt(there, wishes, &changed);
    if (status == EG_OK && changed)
        status = eg_bisect_read(there, b, next, transfer);
    eg_buffer_destroy(&wishes);
    eg_bisect_destroy(&there);
    return status;
}

/* The same on a device of its own. */
static inline eg_status pass_by(const eg_bisected *b, const uint8_t *wish, eg_bisected **next,
                                eg_bisected_transfer **transfer)
{
    eg_device *device;
    assert_int_equal(eg_device_open(b->context, "host:1", &device), EG_OK);
    eg_status status = pass_on(device, b, wish, next, transfer);
    eg_device_close(&device);
    return status;
}

static inline eg_status refine(eg_bisected **b, int level)
{
    eg_device *device;
    assert_int_equal(eg_device_open((*b)->context, "host:1", &device), EG_OK);
    eg_status status = eg_bisect_refine(device, level, b);
    eg_device_close(&device);
    return status;
}

/* Replaces the leaves; false where nothing changes. */
static inline bool adapt(eg_bisected **b, const uint8_t *wish)
{
    eg_bisected *next;
    eg_bisected_transfer *transfer;
    if (pass_by(*b, wish, &next, &transfer) != EG_OK)
        fail_msg("%s", eg_context_error((*b)->context));
    eg_bisected_transfer_destroy(&transfer);
    if (!next)
        return false;
    eg_bisected_destroy(b);
    *b = next;
    return true;
}

/* Leaves after so many random changes. */
static inline eg_bisected *random_leaves(const eg_plane *macro, uint64_t seed, int passes, int highest)
{
    eg_bisected *b;
    assert_int_equal(eg_bisected_create(macro->base.context, macro, &b), EG_OK);
    for (int i = 0; i < passes; i++) {
        uint8_t *wish = random_wishes(b, &seed, 25, 45, highest);
        adapt(&b, wish);
        free(wish);
    }
    return b;
}

#endif
