/* What ranks have of each other: leaves across faces of own ones, and who exchanges them. */
#include <string.h>

#include "mesh/forest/octrees.h"

static eg_status take_partition(eg_forest *forest, int ranks, const forest_ghosts *ghosts)
{
    eg_context *context = forest->base.context;
    EG_TRY(eg_alloc(context, 1, sizeof *forest->base.partition, &forest->base.partition));
    eg_partition *p = forest->base.partition;
    /* Ranks that cells are exchanged with. */
    EG_TRY(EG_ALLOC(context, EG_BLOCK(ranks, p->rank_of), EG_BLOCK(ranks + 1, p->ghost_first),
                    EG_BLOCK(ranks + 1, p->send_first)));
    for (int r = 0; r < ranks; r++) {
        if (ghosts->first[r + 1] == ghosts->first[r] &&
            ghosts->mirror_first[r + 1] == ghosts->mirror_first[r])
            continue;
        p->rank_of[p->neighbours++] = r;
        p->ghost_first[p->neighbours] = ghosts->first[r + 1];
        p->send_first[p->neighbours] = ghosts->mirror_first[r + 1];
    }
    int64_t sent = ghosts->mirror_first[ranks];
    EG_TRY(eg_alloc(context, sent, sizeof *p->send_cell, &p->send_cell));
    forest->topology->library->mirrors(forest->topology->octrees, p->send_cell);
    return EG_OK;
}

eg_status eg_forest_take_ghosts(eg_forest *forest, const eg_comm *comm)
{
    struct eg_forest_topology *topology = forest->topology;
    eg_mesh *base = &forest->base;
    forest_ghosts ghosts;
    topology->library->ghosts(topology->octrees, &ghosts);
    base->held = base->own + ghosts.count;
    EG_TRY(eg_resize(base->context, base->held, sizeof *forest->leaf, &forest->leaf));
    EG_TRY(eg_alloc(base->context, ghosts.count, sizeof *topology->ghost_number, &topology->ghost_number));
    topology->library->ghost_leaves(topology->octrees, &forest->leaf[base->own], topology->ghost_number);
    return take_partition(forest, eg_comm_size(comm), &ghosts);
}
