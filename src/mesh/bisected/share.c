/* Leaves that rank 0 has, dealt to all. */
#include "mesh/bisected/deal.h"

typedef struct dealt {
    eg_bisected_range range;
    int64_t own;
    uint64_t *id;       /* [own] */
    int32_t (*link)[3]; /* [own] */
} dealt;

static void send_all(const eg_bisected *b, eg_bisected_range range)
{
    int64_t first, last;
    for (int r = 1; r < eg_comm_size(range.comm); r++) {
        eg_bisected_find_range(range, r, &first, &last);
        eg_comm_send(range.comm, r, &b->id[first], (last - first) * (int64_t)sizeof *b->id);
        eg_comm_send(range.comm, r, &b->link[first], (last - first) * (int64_t)sizeof *b->link);
    }
}

/* Rank 0 has the first of all already. */
static eg_status deal(const eg_bisected *roots, const eg_comm *comm, eg_bisected **bisected)
{
    eg_context *context = roots->context;
    bool is_first = eg_comm_rank(comm) == 0;
    int64_t first, last;
    dealt d = {.range = {comm, *bisected ? (*bisected)->leaves : 0}};
    eg_bisected *own;
    eg_comm_broadcast(comm, 0, &d.range.all, sizeof d.range.all);
    eg_bisected_find_range(d.range, eg_comm_rank(comm), &first, &last);
    d.own = last - first;
    eg_status status = is_first ? EG_OK : eg_alloc(context, d.own, sizeof *d.id, &d.id);
    if (status == EG_OK && !is_first)
        status = eg_alloc(context, d.own, sizeof *d.link, &d.link);
    status = eg_comm_agree(comm, status);
    if (status == EG_OK && is_first) {
        send_all(*bisected, d.range);
    } else if (status == EG_OK) {
        eg_comm_receive(comm, 0, d.id, d.own * (int64_t)sizeof *d.id);
        eg_comm_receive(comm, 0, d.link, d.own * (int64_t)sizeof *d.link);
    }
    if (status == EG_OK)
        status = eg_bisected_assemble(roots, d.range, is_first ? (*bisected)->id : d.id,
                                      (const int32_t(*)[3])(is_first ? (*bisected)->link : d.link),
                                      EG_OK, &own);
    if (status == EG_OK) {
        eg_bisected_destroy(bisected);
        *bisected = own;
    }
    eg_free(context, &d.id);
    eg_free(context, &d.link);
    return status;
}

eg_status eg_bisected_share(eg_context *context, const eg_comm *comm, eg_bisected **bisected)
{
    eg_plane *macro = NULL;
    eg_bisected *roots = NULL;
    EG_TRY(eg_plane_broadcast(context, comm, *bisected ? (*bisected)->macro : NULL, &macro));
    eg_status status = macro ? eg_bisected_create(context, macro, &roots) : EG_OK;
    status = eg_comm_agree(comm, status);
    if (status == EG_OK)
        status = deal(*bisected ? *bisected : roots, comm, bisected);
    eg_bisected_destroy(&roots);
    eg_plane_destroy(&macro);
    return status;
}
