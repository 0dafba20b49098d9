/* The lists by which the parts of elements are summed: kernels/sem/gather.c has what they hold. */
#include "scheme/sem/internal.h"

#include <string.h>

enum { RUN = 4 }; /* numbers of a run */

/* Lists while they are made. A node that is inside an element has none of it. */
typedef struct lists {
    const eg_sem *sem;
    uint8_t *common;  /* [nodes] whether the node is on the surface of an element */
    int32_t *begin;   /* [nodes + 1] of its contributions in by_node */
    int32_t *by_node; /* in ascending order of elements */
    int32_t *next;    /* [nodes] */
    int32_t *local;   /* [volume] */
    int32_t *first;   /* [pieces + 1] */
    int32_t *run, *node, *place;
    int64_t pieces, runs, run_room, nodes, places;
} lists;

/* Calls for each node on the surface of each element, ascending: counts (by_node NULL) or enters. */
static void each_contribution(lists *l)
{
    const eg_sem *sem = l->sem;
    int n = sem->side, lanes = sem->abreast;
    for (int kind = 0; kind < EG_HEX_KINDS; kind++) {
        const eg_sem_cells *cells = &sem->cells[kind];
        for (int64_t slot = 0; slot < cells->count; slot++) {
            eg_hex_element_nodes(sem->mesh, sem->nodes, sem->element[cells->first + slot],
                                 l->local);
            for (int i = 0; i < sem->volume; i++) {
                int a = i % n, b = i / n % n, c = i / (n * n), target = l->local[i];
                if (eg_sem_is_inside(sem->degree, a, b, c) || target >= sem->nodes->own)
                    continue;
                l->common[target] = 1;
                if (sem->given[target])
                    continue;
                if (l->by_node)
                    l->by_node[l->next[target]] = (int32_t)(cells->first_part +
                                                            (slot / lanes * sem->surface +
                                                             eg_sem_surface(sem->degree, a, b, c)) *
                                                                lanes +
                                                            slot % lanes);
                l->next[target]++;
            }
        }
    }
}

/* The contributions of each node, in order. */
static eg_status list_by_node(lists *l)
{
    int64_t nodes = l->sem->nodes->own, sum = 0;
    each_contribution(l);
    for (int64_t i = 0; i < nodes; i++) {
        l->begin[i] = (int32_t)sum;
        sum += l->next[i];
        l->next[i] = l->begin[i];
    }
    l->begin[nodes] = (int32_t)sum;
    l->places = sum;
    EG_TRY(eg_alloc(l->sem->context, sum, sizeof *l->by_node, &l->by_node));
    each_contribution(l);
    return EG_OK;
}

/* Puts the nodes of a piece with `many` contributions into a run, and those into columns. */
static eg_status add_run(lists *l, int64_t from, int64_t to, int many, int64_t *places)
{
    int32_t *node = &l->node[l->nodes];
    int64_t count = 0;
    for (int64_t i = from; i < to; i++)
        if (l->common[i] && l->begin[i + 1] - l->begin[i] == many)
            node[count++] = (int32_t)i;
    if (count == 0)
        return EG_OK;
    EG_TRY(eg_reserve(l->sem->context, (l->runs + 1) * RUN, &l->run_room, sizeof *l->run, &l->run));
    const int32_t run[RUN] = {many, (int32_t)count, (int32_t)l->nodes, (int32_t)*places};
    memcpy(&l->run[l->runs++ * RUN], run, sizeof run);
    for (int c = 0; c < many; c++)
        for (int64_t k = 0; k < count; k++)
            l->place[*places + c * count + k] = l->by_node[l->begin[node[k]] + c];
    l->nodes += count;
    *places += many * count;
    return EG_OK;
}

static eg_status add_piece(lists *l, int64_t piece, int64_t *places)
{
    int64_t from = piece * EG_PIECE, to = eg_min_i64(l->sem->nodes->own, from + EG_PIECE);
    int most = 0;
    for (int64_t i = from; i < to; i++)
        most = l->begin[i + 1] - l->begin[i] > most ? l->begin[i + 1] - l->begin[i] : most;
    l->first[piece] = (int32_t)l->runs;
    for (int many = 0; many <= most; many++)
        EG_TRY(add_run(l, from, to, many, places));
    return EG_OK;
}

static eg_status allocate(lists *l)
{
    eg_context *context = l->sem->context;
    int64_t nodes = l->sem->nodes->own;
    EG_TRY(eg_alloc(context, nodes, sizeof *l->common, &l->common));
    EG_TRY(eg_alloc(context, nodes + 1, sizeof *l->begin, &l->begin));
    EG_TRY(eg_alloc(context, nodes, sizeof *l->next, &l->next));
    EG_TRY(eg_alloc(context, nodes, sizeof *l->node, &l->node));
    EG_TRY(eg_alloc(context, l->sem->volume, sizeof *l->local, &l->local));
    return eg_alloc(context, l->pieces + 1, sizeof *l->first, &l->first);
}

static eg_status make(lists *l)
{
    int64_t places = 0;
    EG_TRY(allocate(l));
    EG_TRY(list_by_node(l));
    EG_TRY(eg_alloc(l->sem->context, l->places, sizeof *l->place, &l->place));
    for (int64_t piece = 0; piece < l->pieces; piece++)
        EG_TRY(add_piece(l, piece, &places));
    l->first[l->pieces] = (int32_t)l->runs;
    return EG_OK;
}

static eg_status upload(eg_sem *sem, const lists *l)
{
    sem->contributions = l->places;
    sem->common = l->nodes;
    EG_TRY(eg_sem_upload(sem, "first runs", (l->pieces + 1) * 4, l->first, &sem->first));
    EG_TRY(eg_sem_upload(sem, "runs", l->runs * RUN * 4, l->run, &sem->run));
    EG_TRY(eg_sem_upload(sem, "nodes of runs", l->nodes * 4, l->node, &sem->node));
    return eg_sem_upload(sem, "contributions", l->places * 4, l->place, &sem->place);
}

eg_status eg_sem_build_gather(eg_sem *sem)
{
    eg_context *context = sem->context;
    lists l = {.sem = sem, .pieces = eg_ceil_div(sem->nodes->own, EG_PIECE)};
    eg_status status = make(&l);
    if (status == EG_OK)
        status = upload(sem, &l);
    int32_t **arrays[] = {&l.begin, &l.by_node, &l.next, &l.local,
                          &l.first, &l.run,     &l.node, &l.place};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        eg_free(context, arrays[i]);
    eg_free(context, &l.common);
    return status;
}
