/* Lists of nodes by elements: what kernels read on the way, and launches. */
#include "scheme/sem/operator/element_lists.h"

#include <stdlib.h>

#include "sem/groups.h" /* kernels/sem/groups.h */

_Static_assert(sizeof(eg_hex_neighbour) == 2 * sizeof(int32_t),
               "kernels/sem/lists.c reads it as two numbers");

static eg_status lend_list(eg_element_lists *lists, const char *label, int64_t bytes, const void *data,
                           eg_buffer **buffer)
{
    return eg_owner_lend(&lists->owned, lists->sem->device, label, bytes, data, buffer);
}

/* The numbers of the sem's nodes, which the mesh has listed or finds. */
static eg_status upload_nodes(eg_element_lists *lists)
{
    enum { LEAST = 256 };
    const eg_sem *sem = lists->sem;
    int64_t held = sem->mesh->base.held, count = held * sem->volume;
    EG_SCRATCH int32_t *found = NULL;
    if (!sem->nodes->list)
        EG_TRY(eg_alloc(sem->context, count, sizeof *found, &found));
    int64_t sought = found ? held : 0;
    EG_LOOP_OF(sem->context, sought, LEAST)
    for (int64_t e = 0; e < sought; e++)
        eg_hex_element_nodes(sem->mesh, sem->nodes, e, &found[e * sem->volume]);
    EG_TRY(eg_owner_upload(&lists->owned, sem->device, "nodes of elements", count * 4,
                           found ? found : sem->nodes->list, &lists->list));
    EG_TRY(lend_list(lists, "given nodes", sem->nodes->nodes, sem->given, &lists->given));
    int64_t groups = eg_ceil_div(count, ROWS_OF_GROUP);
    return EG_LAUNCH(lists->mask, groups, EG_BUFFER("list", lists->list), EG_BUFFER("given", lists->given),
                     EG_LONG("values", count), EG_LONG("groups", groups));
}

eg_status eg_element_lists_create(const eg_sem *sem, const int32_t *list, int values, const int32_t *element,
                                  int64_t elements, eg_element_lists *lists)
{
    const eg_program_options options = {.file = "sem/lists.c", .precision = EG_F64, .lanes = 1};
    int64_t held = sem->mesh->base.held;
    *lists = (eg_element_lists){
        .sem = sem, .owned = {.context = sem->context}, .values = values, .elements = elements};
    EG_TRY(eg_owner_program(&lists->owned, sem->device, &options, &lists->program));
    EG_TRY(EG_KERNELS(lists->program, {"list_mask", &lists->mask}, {"list_rows", &lists->rows},
                      {"list_own", &lists->own}, {"list_subdomains", &lists->subdomains}));
    EG_TRY(lend_list(lists, "elements of lists", elements * 4, element, &lists->element));
    return list ? lend_list(lists, "rows of elements", held * values * 4, list, &lists->list)
                : upload_nodes(lists);
}

void eg_element_lists_destroy(eg_element_lists *lists)
{
    eg_owner_end(&lists->owned);
}

eg_status eg_element_lists_rows(const eg_element_lists *lists, const eg_element_lists_target *target)
{
    return EG_LAUNCH(lists->rows, target->blocks, EG_BUFFER("list", lists->list),
                     EG_BUFFER("element", lists->element), EG_BUFFER("to", target->to),
                     EG_INT("values", lists->values), EG_INT("lanes", target->lanes),
                     EG_LONG("elements", lists->elements), EG_LONG("blocks", target->blocks));
}

eg_status eg_element_lists_own(eg_element_lists *lists, const eg_element_lists_target *target)
{
    const eg_sem *sem = lists->sem;
    const eg_hex_nodes *nodes = sem->nodes;
    EG_TRY(lend_list(lists, "nodes before elements", sem->mesh->base.held * 4, nodes->begin, &lists->begin));
    EG_TRY(
        lend_list(lists, "numbers of ghosts", (nodes->nodes - nodes->own) * 4, nodes->ghost, &lists->ghost));
    return EG_LAUNCH(lists->own, target->blocks, EG_BUFFER("list", lists->list),
                     EG_BUFFER("element", lists->element), EG_BUFFER("begin", lists->begin),
                     EG_BUFFER("ghost", lists->ghost), EG_BUFFER("to", target->to), EG_INT("side", sem->side),
                     EG_INT("lanes", target->lanes), EG_LONG("own", nodes->own),
                     EG_LONG("first_own", nodes->first), EG_LONG("elements", lists->elements),
                     EG_LONG("blocks", target->blocks));
}

/* The numbers of the elements round one, the nearest first. */
static void list_around(int32_t around[ROUND - 1])
{
    int count = 0;
    for (int steps = 1; steps <= 3; steps++)
        for (int i = 0; i < ROUND; i++)
            if (abs(i % 3 - 1) + abs(i / 3 % 3 - 1) + abs(i / 9 - 1) == steps)
                around[count++] = i;
    assert(count == ROUND_FACES + ROUND_EDGES + ROUND_CORNERS);
}

eg_status eg_element_lists_subdomains(eg_element_lists *lists, const eg_hex_steps *steps, int layers,
                                      const eg_element_lists_target *target)
{
    const eg_sem *sem = lists->sem;
    int64_t slots = target->blocks * target->lanes;
    int32_t around[ROUND - 1];
    list_around(around);
    EG_TRY(eg_owner_upload(&lists->owned, sem->device, "elements round one", sizeof around, around,
                           &lists->around));
    EG_TRY(lend_list(lists, "steps to neighbours", sem->mesh->base.held * (int64_t)sizeof *steps->of,
                     steps->of, &lists->across));
    return EG_LAUNCH(lists->subdomains, slots, EG_BUFFER("list", lists->list),
                     EG_BUFFER("element", lists->element), EG_BUFFER("across", lists->across),
                     EG_BUFFER("around", lists->around), EG_BUFFER("to", target->to),
                     EG_INT("side", sem->side), EG_INT("layers", layers), EG_INT("lanes", target->lanes),
                     EG_LONG("elements", lists->elements), EG_LONG("slots", slots));
}

eg_status eg_element_lists_halo(const eg_sem *sem, const eg_buffer *numbers, eg_status status, eg_halo **halo)
{
    int64_t bytes = numbers ? eg_buffer_bytes(numbers) : 0;
    EG_SCRATCH int32_t *node = NULL;
    if (status == EG_OK)
        status = eg_alloc(sem->context, bytes, 1, &node);
    if (status == EG_OK)
        status = eg_buffer_read(numbers, 0, node, bytes);
    return eg_sem_halo(sem, node, bytes / 4, status, halo);
}
