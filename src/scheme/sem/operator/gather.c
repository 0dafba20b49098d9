/* The lists by which the parts of elements are summed: kernels/sem/gather.c has what they hold. */
#include "scheme/sem/internal.h"

#include "base/buckets.h"

#include <string.h>

enum { RUN = 4 }; /* numbers of a run */

/* Lists while they are made. A node that is inside an element has no contributions, and is in no run. */
typedef struct lists {
    const eg_sem *sem;
    int32_t *surface;    /* [volume] the number on the surface of a node of an element; -1: it is inside */
    int32_t *begin;      /* [nodes + 1] of its contributions in by_node */
    int32_t *by_node;    /* in ascending order of elements; then, chunk by chunk, as runs have them */
    int32_t *first;      /* [chunks + 1] runs */
    int32_t *first_node; /* [chunks + 1] nodes in runs */
    int32_t *run, *node;
    int64_t chunks;
} lists;

/* Of element number `at` of those that the operator is applied to: where it leaves what it adds to the first
 * node of its surface; the next ones follow `interleaved` behind each other. */
static int64_t part_of_row(const eg_sem *sem, int64_t at)
{
    int kind = 0;
    while (kind + 1 < EG_HEX_KINDS && at >= sem->cells[kind].first + sem->cells[kind].count)
        kind++;
    int64_t slot = sem->slot[at], lanes = sem->interleaved;
    return sem->cells[kind].first_part + slot / lanes * sem->surface * lanes + slot % lanes;
}

/* The nodes of an element's surface, and where it leaves what it adds to them. */
static int list_row_entries(const void *with, int64_t at, int32_t *key, int32_t *index)
{
    const lists *l = with;
    const eg_sem *sem = l->sem;
    int32_t room[SEM_VOLUME], part = (int32_t)part_of_row(sem, at);
    const int32_t *node = eg_hex_nodes_of(sem->mesh, sem->nodes, sem->element[at], room);
    int count = 0;
    for (int i = 0; i < sem->volume; i++) {
        if (l->surface[i] < 0 || node[i] >= sem->nodes->own)
            continue;
        key[count] = node[i];
        index[count++] = part + l->surface[i] * sem->interleaved;
    }
    return count;
}

/* That of node (i, j, k) of an element of this degree. */
static int surface_number(int degree, int i, int j, int k)
{
    bool x = i > 0 && i<degree, y = j> 0 && j<degree, z = k> 0 && k < degree;
    int inside = degree - 1, face = inside * inside, plane = (degree + 1) * (degree + 1);
    int right = i > 0, back = j > 0, edge = right + 2 * back;
    if (x && y && z)
        return -1;
    if (z)
        return plane + (y   ? right * face + (k - 1) * inside + j - 1
                        : x ? (2 + back) * face + (k - 1) * inside + i - 1
                            : 4 * face + edge * inside + k - 1);
    return (k > 0 ? plane + 4 * face + 4 * inside : 0) + (x && y ? (j - 1) * inside + i - 1
                                                          : x    ? face + back * inside + i - 1
                                                          : y    ? face + (2 + right) * inside + j - 1
                                                                 : face + 4 * inside + edge);
}

void eg_sem_number_surface(const eg_sem *sem, int32_t *surface)
{
    int n = sem->side;
    for (int i = 0; i < sem->volume; i++)
        surface[i] = surface_number(sem->degree, i % n, i / n % n, i / (n * n));
}

/* ---- runs */

static int64_t end_of_chunk(const lists *l, int64_t chunk)
{
    return eg_min_i64(l->sem->nodes->own, (chunk + 1) * EG_CHUNK);
}

/* The nodes of run 2 many + given have so many contributions, and all or none of them a given value; -1:
 * none. */
static int run_of_node(const lists *l, int64_t i)
{
    int many = l->begin[i + 1] - l->begin[i];
    return many == 0 ? -1 : 2 * many + l->sem->given[i];
}

/* Most nodes have few contributions: these are found in one pass over a chunk. */
enum { FEW = 32 };

/* count[which] nodes of a chunk are in each run below FEW; the highest run. */
static int count_few(const lists *l, int64_t chunk, int32_t count[FEW])
{
    int most = -1;
    memset(count, 0, FEW * sizeof *count);
    for (int64_t i = chunk * EG_CHUNK; i < end_of_chunk(l, chunk); i++) {
        int which = run_of_node(l, i);
        if (which >= 0 && which < FEW)
            count[which]++;
        most = which > most ? which : most;
    }
    return most;
}

/* Puts them one group behind the other into node[]. */
static void list_few(const lists *l, int64_t chunk, const int32_t count[FEW], int32_t *node)
{
    int32_t next[FEW], before = 0;
    for (int which = 0; which < FEW; which++) {
        next[which] = before;
        before += count[which];
    }
    for (int64_t i = chunk * EG_CHUNK; i < end_of_chunk(l, chunk); i++) {
        int which = run_of_node(l, i);
        if (which >= 0 && which < FEW)
            node[next[which]++] = (int32_t)i;
    }
}

/* The nodes of a chunk in a run, FEW or above; into node[] unless it is NULL. */
static int32_t find_run(const lists *l, int64_t chunk, int which, int32_t *node)
{
    int32_t count = 0;
    for (int64_t i = chunk * EG_CHUNK; i < end_of_chunk(l, chunk); i++) {
        if (run_of_node(l, i) != which)
            continue;
        if (node)
            node[count] = (int32_t)i;
        count++;
    }
    return count;
}

/* Runs and nodes of the chunks into first[chunk + 1] and first_node[chunk + 1]. */
static eg_status count_runs(void *with, int part, int64_t from, int64_t to)
{
    lists *l = with;
    (void)part;
    for (int64_t chunk = from; chunk < to; chunk++) {
        int32_t few[FEW];
        int most = count_few(l, chunk, few);
        for (int which = 0; which <= most; which++) {
            int32_t count = which < FEW ? few[which] : find_run(l, chunk, which, NULL);
            l->first[chunk + 1] += count > 0;
            l->first_node[chunk + 1] += count;
        }
    }
    return EG_OK;
}

/* Puts the nodes of a chunk into runs, and what adds to those of a run into columns; was[] is room for what
 * adds to the chunk. */
static void fill_chunk(lists *l, int64_t chunk, int32_t *was)
{
    int32_t *run = &l->run[(int64_t)l->first[chunk] * RUN];
    int32_t nodes = l->first_node[chunk], indices = l->begin[chunk * EG_CHUNK];
    int32_t few[FEW], start = indices, end = l->begin[end_of_chunk(l, chunk)];
    int most = count_few(l, chunk, few);
    memcpy(was, &l->by_node[start], (size_t)(end - start) * sizeof *was);
    list_few(l, chunk, few, &l->node[nodes]);
    for (int which = 0; which <= most; which++) {
        int32_t *node = &l->node[nodes];
        int32_t count = which < FEW ? few[which] : find_run(l, chunk, which, node);
        int many = which / 2;
        const int32_t made[RUN] = {which % 2 ? -many : many, count, nodes, indices};
        if (count == 0)
            continue;
        memcpy(run, made, sizeof made);
        for (int c = 0; c < many; c++)
            for (int32_t k = 0; k < count; k++)
                l->by_node[indices + c * count + k] = was[l->begin[node[k]] - start + c];
        run += RUN;
        nodes += count;
        indices += many * count;
    }
}

static eg_status fill_chunks(void *with, int part, int64_t from, int64_t to)
{
    lists *l = with;
    EG_SCRATCH int32_t *was = NULL;
    int64_t most = 0;
    (void)part;
    for (int64_t chunk = from; chunk < to; chunk++)
        most = eg_max_i64(most, l->begin[end_of_chunk(l, chunk)] - l->begin[chunk * EG_CHUNK]);
    EG_TRY(eg_alloc(l->sem->context, most, sizeof *was, &was));
    for (int64_t chunk = from; chunk < to; chunk++)
        fill_chunk(l, chunk, was);
    return EG_OK;
}

static eg_status make_runs(lists *l, eg_owner *owner)
{
    eg_context *context = l->sem->context;
    int64_t chunks = l->chunks;
    int parts = eg_parts(context, chunks, 1);
    EG_TRY(eg_owner_alloc(owner, chunks + 1, sizeof *l->first, &l->first));
    EG_TRY(eg_owner_alloc(owner, chunks + 1, sizeof *l->first_node, &l->first_node));
    EG_TRY(eg_in_parts(context, parts, chunks, count_runs, l));
    for (int64_t chunk = 0; chunk < chunks; chunk++) {
        l->first[chunk + 1] += l->first[chunk];
        l->first_node[chunk + 1] += l->first_node[chunk];
    }
    EG_TRY(eg_owner_alloc(owner, (int64_t)l->first[chunks] * RUN, sizeof *l->run, &l->run));
    EG_TRY(eg_owner_alloc(owner, l->first_node[chunks], sizeof *l->node, &l->node));
    return eg_in_parts(context, parts, chunks, fill_chunks, l);
}

static eg_status make_gather(lists *l, eg_owner *owner)
{
    const eg_sem *sem = l->sem;
    const eg_bucket_source source = {.item = list_row_entries,
                                     .with = l,
                                     .items = sem->elements,
                                     .keys = sem->nodes->own,
                                     .most = sem->surface};
    EG_TRY(eg_owner_alloc(owner, sem->volume, sizeof *l->surface, &l->surface));
    eg_sem_number_surface(sem, l->surface);
    EG_TRY(eg_owner_add(owner, EG_OWNED_ARRAY, &l->begin));
    EG_TRY(eg_owner_add(owner, EG_OWNED_ARRAY, &l->by_node));
    EG_TRY(eg_buckets_make(sem->context, &source, &l->begin, &l->by_node));
    return make_runs(l, owner);
}

static eg_status upload_gather(eg_sem *sem, lists *l)
{
    int64_t runs = l->first[l->chunks], indices = l->begin[sem->nodes->own];
    sem->contributions = 0; /* that the operator reads */
    for (int64_t r = 0; r < runs; r++)
        sem->contributions += eg_max_i64(l->run[RUN * r], 0) * l->run[RUN * r + 1];
    sem->common = l->first_node[l->chunks];
    EG_TRY(eg_sem_take(sem, "first runs", (l->chunks + 1) * 4, &l->first, &sem->first));
    EG_TRY(eg_sem_take(sem, "runs", runs * RUN * 4, &l->run, &sem->run));
    EG_TRY(eg_sem_take(sem, "nodes of runs", sem->common * 4, &l->node, &sem->node));
    return eg_sem_take(sem, "contributions", indices * 4, &l->by_node, &sem->index);
}

eg_status eg_sem_build_gather(eg_sem *sem)
{
    lists l = {.sem = sem, .chunks = eg_ceil_div(sem->nodes->own, EG_CHUNK)};
    EG_OWNER(owner, sem->context);
    EG_TRY(make_gather(&l, &owner));
    return upload_gather(sem, &l);
}
