/* Triangles that are halved on as many ranks as have been started: each has its own leaves alone, and all
 * together have those that one process has; the part that a rank makes of their mesh is, byte by byte, the
 * one that is cut out of the mesh of all. Started by bisected.sh. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/device.h"
#include "comm/comm.h"

static const eg_comm *comm;
static eg_device *host;

#define MUST(condition)                                                                                      \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "rank %d, line %d: %s\n", eg_comm_rank(comm), __LINE__, #condition);             \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)
#define assert_true(condition) MUST(condition)
#define assert_int_equal(a, b) MUST((int64_t)(a) == (int64_t)(b))
#define assert_in_range(a, low, high) MUST((int64_t)(a) >= (low) && (int64_t)(a) <= (high))
#define assert_memory_equal(a, b, bytes) MUST(memcmp(a, b, bytes) == 0)
#define assert_string_equal(a, b) MUST(strcmp(a, b) == 0)
#define assert_null(pointer) MUST(!(pointer))
#define fail_msg(...) MUST(!"a call fails")
#include "unit/bisected_meshes.h"

/* ---- what is compared */

static int refused;        /* for edges that are not whole */
static int64_t straddling; /* pairs of siblings of two ranks that were joined */
static double largest;     /* part of many leaves that a rank holds */

static void check_leaves(const eg_bisected *own, const eg_bisected *all)
{
    int64_t first, last;
    const eg_bisected_range range = {comm, all->leaves};
    eg_bisected_find_range(range, eg_comm_rank(comm), &first, &last);
    MUST(own->all == all->leaves && own->before == first && own->leaves == last - first);
    if (own->all > 4096)
        largest = own->held > largest * own->all ? (double)own->held / own->all : largest;
    MUST(memcmp(own->id, all->id + first, (size_t)own->leaves * sizeof *own->id) == 0);
    for (int64_t i = 0; i < own->held; i++)
        MUST(own->id[i] == all->id[eg_bisected_number(own, i)]);
    for (int64_t h = 0; h < 3 * own->leaves; h++) {
        int32_t across = own->link[h / 3][h % 3], wanted = all->link[first + h / 3][h % 3];
        MUST((across < 0) == (wanted < 0));
        MUST(across < 0 || 3 * eg_bisected_number(own, across / 3) + across % 3 == wanted);
    }
}

static void check_transfer(const eg_bisected *old, const eg_bisected *own, const eg_bisected_transfer *part,
                           const eg_bisected_transfer *all)
{
    MUST(part->leaves == own->leaves);
    MUST(memcmp(part->from, all->from + own->before, (size_t)own->leaves * sizeof *part->from) == 0);
    MUST(memcmp(part->origin, all->origin + own->before, (size_t)own->leaves) == 0);
    for (int r = 0; r < eg_comm_size(comm); r++) {
        int64_t first, last;
        eg_bisected_find_range((eg_bisected_range){comm, old->all}, r, &first, &last);
        for (int64_t i = 0; i < all->leaves; i++)
            straddling += all->origin[i] >= EG_BISECTED_JOINED && all->from[i] + 1 == last;
    }
}

static void check_part(const eg_bisected *own, const eg_bisected *all, bool vertices)
{
    eg_plane *whole, *part;
    eg_mesh *cut;
    char *bytes, *wanted;
    int64_t length, wanted_length;
    const eg_mesh_cut how = {.vertices = vertices};
    MUST(eg_bisected_plane(all, false, &whole) == EG_OK);
    MUST(eg_mesh_cut_part(&whole->base, eg_comm_ranks(comm), eg_comm_rank(comm), &how, &cut) == EG_OK);
    MUST(eg_bisected_plane(own, vertices, &part) == EG_OK);
    MUST(eg_mesh_pack(&part->base, &bytes, &length) == EG_OK);
    MUST(eg_mesh_pack(cut, &wanted, &wanted_length) == EG_OK);
    MUST(length == wanted_length && memcmp(bytes, wanted, (size_t)length) == 0);
    eg_free(own->context, &bytes);
    eg_free(own->context, &wanted);
    eg_plane_destroy(&part);
    eg_mesh_destroy(&cut);
    eg_plane_destroy(&whole);
}

/* ---- passes */

/* Some places become much finer than others, so that marks go through several ranks. */
static void fill_wishes(const eg_bisected *all, uint64_t *seed, int pass, uint8_t *wish)
{
    int64_t from = (int64_t)(next_random(seed) % (uint64_t)all->leaves);
    for (int64_t i = 0; i < all->leaves; i++) {
        int dice = (int)(next_random(seed) % 100), level = eg_bisected_level(all->id[i]);
        bool inside = i >= from && i < from + 12;
        wish[i] = pass % 3 == 2                       ? (dice < 90 ? EG_BISECTED_COARSER : EG_BISECTED_KEEP)
                  : inside && level < 24              ? EG_BISECTED_FINER
                  : dice < 20 && level < 9 + pass % 2 ? EG_BISECTED_FINER
                  : dice > 60                         ? EG_BISECTED_COARSER
                                                      : EG_BISECTED_KEEP;
    }
}

static void pass(eg_bisected **own, eg_bisected **all, const uint8_t *wish)
{
    eg_bisected *next, *wanted;
    eg_bisected_transfer *moved, *all_moved;
    MUST(pass_on(host, *all, wish, &wanted, &all_moved) == EG_OK);
    MUST(pass_on(host, *own, wish + (*own)->before, &next, &moved) == EG_OK);
    MUST(!next == !wanted);
    if (!next)
        return;
    check_leaves(next, wanted);
    check_transfer(*own, next, moved, all_moved);
    eg_bisected_transfer_destroy(&moved);
    eg_bisected_transfer_destroy(&all_moved);
    eg_bisected_destroy(own);
    eg_bisected_destroy(all);
    *own = next;
    *all = wanted;
}

static void deal(eg_context *context, const eg_plane *macro, eg_bisected **own)
{
    bool is_first = eg_comm_rank(comm) == 0;
    MUST(eg_bisected_create_dealt(context, comm, is_first ? macro : NULL, own) == EG_OK);
}

/* The same of all ranks, which have uneven parts of the levels, as of one process; also where they are
 * refused. */
static eg_status check_levels(const eg_bisected *whole, const eg_bisected *roots, int64_t count,
                              const uint8_t *level)
{
    int64_t ranks = eg_comm_size(comm), rank = eg_comm_rank(comm);
    int64_t first = count * rank * rank / ranks / ranks;
    int64_t last = count * (rank + 1) * (rank + 1) / ranks / ranks;
    eg_bisected *all, *own;
    char text[256];
    eg_status wanted = eg_bisected_create_levels(whole, count, level, &all);
    snprintf(text, sizeof text, "%s", eg_context_error(whole->context));
    MUST(eg_bisected_create_levels(roots, last - first, level + first, &own) == wanted);
    if (wanted == EG_OK)
        check_leaves(own, all);
    else
        MUST(!own && strcmp(text, eg_context_error(whole->context)) == 0);
    eg_bisected_destroy(&all);
    eg_bisected_destroy(&own);
    return wanted;
}

/* Levels that leave a part out, or triangles that do not meet along whole edges, are refused. */
static void check_all_levels(eg_context *context, const eg_plane *macro, const eg_bisected *all)
{
    uint8_t *level = malloc((size_t)all->leaves + 1);
    eg_bisected *roots, *whole;
    deal(context, macro, &roots);
    MUST(eg_bisected_create(context, macro, &whole) == EG_OK);
    for (int64_t i = 0; i < all->leaves; i++)
        level[i] = (uint8_t)eg_bisected_level(all->id[i]);
    MUST(check_levels(whole, roots, all->leaves, level) == EG_OK);
    for (int64_t i = 1; i < all->leaves; i *= 7) {
        level[i]++;
        MUST(check_levels(whole, roots, all->leaves, level) == EG_CHECKPOINT);
        memmove(&level[i + 1], &level[i], (size_t)(all->leaves - i));
        refused += check_levels(whole, roots, all->leaves + 1, level) == EG_CHECKPOINT;
        memmove(&level[i], &level[i + 1], (size_t)(all->leaves - i));
        level[i]--;
    }
    eg_bisected_destroy(&whole);
    eg_bisected_destroy(&roots);
    free(level);
}

static void change_at_random(eg_context *context, int kind, uint64_t seed)
{
    eg_plane *macro = make_macro(context, (macro_kind)kind);
    eg_bisected *all, *own;
    MUST(eg_bisected_create(context, macro, &all) == EG_OK);
    MUST(eg_bisect_refine(host, kind == MACRO_SHAKEN ? 3 : 6, &all) == EG_OK);
    deal(context, macro, &own);
    MUST(eg_bisect_refine(host, kind == MACRO_SHAKEN ? 3 : 6, &own) == EG_OK);
    check_leaves(own, all);
    for (int i = 0; i < 12; i++) {
        uint8_t *wish = malloc((size_t)all->leaves);
        fill_wishes(all, &seed, i, wish);
        pass(&own, &all, wish);
        free(wish);
        check_part(own, all, i % 2 == 0);
    }
    check_all_levels(context, macro, all);
    eg_bisected_destroy(&own);
    eg_bisected_destroy(&all);
    eg_plane_destroy(&macro);
}

/* All ranks say the same of a level that is too high, and go on. */
static void check_failure(eg_context *context)
{
    eg_plane *macro = make_macro(context, MACRO_SQUARE);
    eg_bisected *own = NULL, *next;
    eg_bisected_transfer *moved;
    eg_status status = EG_OK;
    deal(context, macro, &own);
    while (status == EG_OK) {
        uint8_t *wish = calloc((size_t)own->leaves + 1, 1);
        if (own->before == 0 && own->leaves > 0)
            wish[0] = EG_BISECTED_FINER;
        status = pass_on(host, own, wish, &next, &moved);
        free(wish);
        eg_bisected_transfer_destroy(&moved);
        if (status == EG_OK)
            eg_bisected_destroy(&own);
        own = status == EG_OK ? next : own;
    }
    MUST(status == EG_MESH && strstr(eg_context_error(context), "a triangle would be of level 33"));
    eg_bisected_destroy(&own);
    eg_plane_destroy(&macro);
}

int main(void)
{
    eg_context *context;
    eg_comm *made;
    MUST(eg_context_create(NULL, &context) == EG_OK);
    MUST(eg_comm_create(context, &made) == EG_OK);
    comm = made;
    MUST(eg_device_open(context, "host:1", &host) == EG_OK);
    for (int kind = 0; kind < MACROS; kind++)
        for (uint64_t seed = 1; seed <= 3; seed++)
            change_at_random(context, kind, 7 * seed);
    check_failure(context);
    MUST(straddling > 0 && refused > 20 && largest > 0 && largest < 1.3 / eg_comm_size(comm));
    eg_device_close(&host);
    eg_comm_destroy(&made);
    MUST(eg_context_blocks_held(context) == 0);
    eg_context_destroy(&context);
    return 0;
}
