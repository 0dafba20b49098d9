/* Forests on as many ranks as have been started. Prints hash, cells and a hash of all faces of each forest,
 * which are to be the same on any number. Started by forest.sh. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/forest/forest.h"

static const eg_comm *comm_of_all;

#define MUST(condition)                                                                                      \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "rank %d, line %d: %s\n", eg_comm_rank(comm_of_all), __LINE__, #condition);      \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)
#define assert_true(condition) MUST(condition)
#define assert_int_equal(a, b) MUST((int64_t)(a) == (int64_t)(b))
#define assert_in_range(a, low, high) MUST((int64_t)(a) >= (low) && (int64_t)(a) <= (high))
#include "unit/forest_check.h"

/* ---- macro meshes, on rank 0 */

static void join(eg_mesh *mesh, const char *a, const char *b)
{
    double shift[3];
    MUST(mesh->class->join(mesh, eg_mesh_boundary_index(mesh, a), eg_mesh_boundary_index(mesh, b), shift) ==
         EG_OK);
}

static eg_mesh *macro_of(eg_context *context, int dimension, bool periodic)
{
    eg_plane *plane = NULL;
    eg_hexes *hexes = NULL;
    const eg_box_options flat = {
        .size = {3, 2}, .cells = {5, 3}, .element = EG_BOX_QUADRANGLE, .jitter = 0.2};
    const eg_distorted_map bent = eg_smoothly_distorted_cube();
    const eg_hexes_box_options solid = {.size = {1, 1, 1},
                                        .cells = {3, 2, 2},
                                        .degree = periodic ? 1 : 2,
                                        .map = periodic ? NULL : &bent.map};
    if (eg_comm_rank(comm_of_all) > 0)
        return NULL;
    if (dimension == 2)
        MUST(eg_plane_box(context, &flat, &plane) == EG_OK);
    else
        MUST(eg_hexes_box(context, &solid, &hexes) == EG_OK);
    eg_mesh *mesh = dimension == 2 ? &plane->base : &hexes->base;
    if (periodic) {
        join(mesh, "left", "right");
        join(mesh, "bottom", "top");
    }
    return mesh;
}

/* ---- levels by where a leaf is */

static int wanted_anyhow(const eg_forest_levels *self, const eg_forest *forest, const eg_leaf *leaf,
                         const double low[3], const double high[3])
{
    (void)self, (void)forest, (void)low, (void)high;
    return eg_hash64(leaf, sizeof *leaf, 7) % 5 == 0 && leaf->level < 5 ? leaf->level + 1 : 0;
}

/* ---- what holds on each rank */

static void check_partition(const eg_forest *f)
{
    const eg_mesh *mesh = &f->base;
    const eg_partition *p = mesh->partition;
    int64_t first, last, ghosts = eg_mesh_ghosts(mesh);
    eg_partition_range(mesh->all, eg_mesh_chunk(mesh->class, mesh->all), eg_comm_ranks(comm_of_all),
                       eg_comm_rank(comm_of_all), &first, &last);
    MUST(mesh->before == first && mesh->own == last - first && mesh->own_first == 0);
    MUST((p != NULL) == (eg_comm_size(comm_of_all) > 1));
    for (int64_t i = 0; i < mesh->own; i++)
        MUST(eg_mesh_whole_number(mesh, i) == first + i);
    for (int n = 0; p && n < p->neighbours; n++) {
        MUST(p->rank_of[n] != eg_comm_rank(comm_of_all));
        for (int64_t g = p->ghost_first[n]; g < p->ghost_first[n + 1]; g++) {
            int64_t number = eg_mesh_whole_number(mesh, mesh->own + g);
            MUST(eg_partition_owner(mesh->all, eg_mesh_chunk(mesh->class, mesh->all),
                                    eg_comm_ranks(comm_of_all), number) == p->rank_of[n]);
            MUST(g == 0 || number > eg_mesh_whole_number(mesh, mesh->own + g - 1));
        }
        for (int64_t s = p->send_first[n]; s < p->send_first[n + 1]; s++)
            MUST(p->send_cell[s] < mesh->own &&
                 (s == p->send_first[n] || p->send_cell[s] > p->send_cell[s - 1]));
    }
    MUST(!p || p->ghost_first[p->neighbours] == ghosts);
}

/* Leaves that are sent are the ghosts there, in their order. */
static void check_ghosts(eg_context *context, const eg_forest *f)
{
    const eg_partition *p = f->base.partition;
    eg_message message[16];
    eg_exchange *exchange;
    eg_leaf *sent, *got;
    if (!p)
        return;
    MUST(p->neighbours <= 16);
    MUST(eg_alloc(context, p->send_first[p->neighbours], sizeof *sent, &sent) == EG_OK);
    MUST(eg_alloc(context, eg_mesh_ghosts(&f->base), sizeof *got, &got) == EG_OK);
    for (int64_t s = 0; s < p->send_first[p->neighbours]; s++)
        sent[s] = f->leaf[p->send_cell[s]];
    for (int n = 0; n < p->neighbours; n++) {
        int64_t s = p->send_first[n], g = p->ghost_first[n];
        message[n] = (eg_message){.rank = p->rank_of[n],
                                  .send = &sent[s],
                                  .receive = &got[g],
                                  .send_bytes = (p->send_first[n + 1] - s) * (int64_t)sizeof *sent,
                                  .receive_bytes = (p->ghost_first[n + 1] - g) * (int64_t)sizeof *got};
    }
    MUST(eg_exchange_create(comm_of_all, message, p->neighbours, &exchange) == EG_OK);
    eg_exchange_begin(exchange);
    eg_exchange_end(exchange);
    eg_exchange_destroy(&exchange);
    MUST(memcmp(got, &f->leaf[f->base.own], (size_t)eg_mesh_ghosts(&f->base) * sizeof *got) == 0);
    eg_free(context, &sent);
    eg_free(context, &got);
}

/* ---- what is the same on any number of ranks */

/* One number for what the leaf sees across its faces, by numbers in the whole forest. */
static uint64_t faces_of(const eg_forest *f, int64_t cell)
{
    uint64_t hash = eg_hash64(f->base.centroid[cell], sizeof *f->base.centroid, 1);
    for (int face = 0; face < 2 * f->base.dimension; face++) {
        const eg_leaf_face *here = eg_forest_face(f, cell, face);
        int64_t seen[8] = {here->side, here->face, here->orientation, here->part, here->across};
        if (here->side == EG_SIDE_EQUAL || here->side == EG_SIDE_COARSE)
            seen[4] = eg_mesh_whole_number(&f->base, here->across);
        for (int p = 0; here->side == EG_SIDE_FINE && p < 1 << (f->base.dimension - 1); p++)
            seen[4 + p] = eg_mesh_whole_number(&f->base, f->finer[here->across][p]);
        hash = eg_hash64(seen, sizeof seen, hash);
    }
    return hash;
}

static uint64_t hash_of_faces(eg_context *context, const eg_forest *f)
{
    uint64_t *faces, hash = 0;
    int64_t bytes_of[64];
    MUST(eg_alloc(context, f->base.all, sizeof *faces, &faces) == EG_OK);
    for (int64_t cell = 0; cell < f->base.own; cell++)
        faces[f->base.before + cell] = faces_of(f, cell);
    for (int r = 0; r < eg_comm_size(comm_of_all); r++) {
        int64_t first, last;
        eg_partition_range(f->base.all, eg_mesh_chunk(f->base.class, f->base.all), eg_comm_ranks(comm_of_all),
                           r, &first, &last);
        bytes_of[r] = (last - first) * (int64_t)sizeof *faces;
    }
    eg_comm_allgather(comm_of_all, faces, bytes_of);
    hash = eg_hash64(faces, f->base.all * (int64_t)sizeof *faces, 0);
    eg_free(context, &faces);
    return hash;
}

/* Points are found by one rank, and all know by whom. */
static void check_locations(const eg_forest *f)
{
    double x[2][3] = {{0.3, 0.4, f->base.dimension == 3 ? 0.7 : 0}, {50, 0, 0}};
    eg_location found[2];
    MUST(eg_mesh_locate(&f->base, comm_of_all, 2, (const double(*)[3])x, found, EG_OK) == EG_OK);
    MUST(found[0].owner >= 0 && found[1].owner < 0);
    if (found[0].owner != eg_comm_rank(comm_of_all))
        return;
    double back[3];
    f->base.class->map(&f->base, found[0].held, found[0].reference, back, NULL);
    for (int d = 0; d < 3; d++)
        MUST(fabs(back[d] - x[0][d]) < 1e-9);
}

static void report(eg_context *context, const eg_mesh *forest)
{
    const eg_forest *f = eg_forest_of(forest);
    uint64_t faces = hash_of_faces(context, f);
    if (eg_comm_rank(comm_of_all) == 0)
        printf("%s: %lld leaves, levels %d to %d, hash %016llx, faces %016llx\n", forest->class->name,
               (long long)forest->all, f->lowest, f->highest, (unsigned long long)f->hash,
               (unsigned long long)faces);
}

static void check_forest(eg_context *context, const eg_mesh *forest, const double *period)
{
    const eg_forest *f = eg_forest_of(forest);
    check_partition(f);
    check_ghosts(context, f);
    check_faces(f, period);
    check_locations(f);
    report(context, forest);
}

static void one_forest(eg_context *context, int dimension, bool periodic, bool graded, int level)
{
    static const double period[2][3] = {{3, 2, 0}, {1, 0, 1}};
    const eg_forest_levels anyhow = {.wanted = wanted_anyhow};
    eg_forest_options options = {.level = level, .levels = graded ? &anyhow : NULL};
    eg_mesh *forest, *macro = macro_of(context, dimension, periodic);
    MUST(eg_forest_create(context, comm_of_all, macro, &options, &forest, EG_OK) == EG_OK);
    MUST(!graded || eg_forest_of(forest)->highest > eg_forest_of(forest)->lowest);
    check_forest(context, forest, periodic ? period[dimension - 2] : NULL);
    eg_mesh_destroy(&macro);
    int64_t origins[3] = {0};
    for (int time = 0; graded && time < 3; time++) {
        MUST(adapt_forest(context, comm_of_all, &forest, time, origins));
        check_forest(context, forest, periodic ? period[dimension - 2] : NULL);
    }
    eg_mesh_destroy(&forest);
}

/* All ranks learn of what one has failed at. */
static void no_forest_of_one_failure(eg_context *context)
{
    eg_forest_options options = {.level = 1};
    int last = eg_comm_size(comm_of_all) - 1;
    eg_mesh *forest, *macro = macro_of(context, 3, false);
    for (int nth = 1; nth < 40; nth++) {
        if (eg_comm_rank(comm_of_all) == last)
            eg_memory_fail_at(context, nth);
        eg_status status = eg_forest_create(context, comm_of_all, macro, &options, &forest, EG_OK);
        eg_memory_fail_at(context, 0);
        MUST((status == EG_OK) == (forest != NULL));
        MUST(nth > 5 || status == EG_MEMORY);
        eg_mesh_destroy(&forest);
    }
    MUST(eg_forest_create(context, comm_of_all, macro, &options, &forest,
                          eg_comm_rank(comm_of_all) == last ? EG_INPUT : EG_OK) == EG_INPUT);
    eg_mesh_destroy(&macro);
}

int main(void)
{
    eg_context *context;
    eg_comm *comm;
    if (eg_context_create(NULL, &context) != EG_OK || eg_comm_create(context, &comm) != EG_OK)
        return 1;
    comm_of_all = comm;
    for (int dimension = 2; dimension <= 3; dimension++) {
        one_forest(context, dimension, false, false, 0);
        one_forest(context, dimension, false, false, dimension == 2 ? 5 : 3);
        one_forest(context, dimension, true, false, dimension == 2 ? 5 : 3);
        one_forest(context, dimension, false, true, dimension == 2 ? 4 : 2);
        one_forest(context, dimension, true, true, dimension == 2 ? 4 : 2);
    }
    no_forest_of_one_failure(context);
    eg_comm_destroy(&comm);
    if (eg_context_blocks_held(context) != 0)
        return 1;
    eg_context_destroy(&context);
    return 0;
}
