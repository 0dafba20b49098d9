/* The temperature of another run, by position: its polynomials at the nodes of this one. docs/theory/heat.md,
 * "From another run". */
#include "run/models/elliptic/heat.h"
#include "run/restart/transfer.h"

/* The other run's elements. */
typedef struct other {
    eg_transfer transfer;
    eg_hexes *mesh;
    int64_t nodes; /* an element */
} other;

static eg_status open_other(const eg_setup *setup, other *o)
{
    static const char *const fields[] = {"temperature", NULL};
    EG_TRY(eg_transfer_open(setup, fields, true, &o->transfer));
    const eg_snapshot *snapshot = o->transfer.snapshot;
    o->nodes = snapshot->values / snapshot->hexahedra;
    return eg_hexes_of_points(setup->context, snapshot->degree, snapshot->hexahedra,
                              (const double(*)[3])o->transfer.mesh->x, &o->mesh);
}

/* The rank's own nodes, each at its place in the first element that has it: so ranks find the same. */
static eg_status fill_own(eg_elliptic *p, const other *o)
{
    eg_sem_element_geometry *geometry = p->geometry;
    eg_outside outside = {0};
    for (int64_t e = 0; e < p->mesh->base.held; e++) {
        if (eg_hexes_ghost_layer(p->mesh, e) > 0)
            continue;
        eg_sem_geometry_at_element(geometry, e);
        for (int k = 0; k < geometry->volume; k++) {
            int64_t node = geometry->node[k];
            double reference[3];
            if (node >= p->nodes->own || !eg_hex_is_first(p->nodes, e, node))
                continue;
            int64_t element = eg_hexes_locate(o->mesh, geometry->x[k], reference);
            if (element < 0)
                eg_outside_add(&outside, geometry->x[k], 3);
            else
                p->u[node] = eg_hex_points_value(o->transfer.snapshot->degree,
                                                 &o->transfer.field[0][element * o->nodes], reference);
        }
    }
    return eg_outside_refuse(&o->transfer, &outside, "nodes", 3);
}

/* From the other run's checkpoint, where there is one that fits. */
static eg_status take_exact(eg_elliptic *p, const eg_setup *setup, bool *taken)
{
    eg_checkpoint *from = NULL;
    int64_t size = (int64_t)sizeof *p->u;
    eg_status status = eg_transfer_checkpoint(setup, &from);
    *taken = from != NULL;
    if (status == EG_OK && from)
        status = eg_checkpoint_read(from, "temperature", p->nodes->first * size, p->u, p->nodes->own * size);
    eg_checkpoint_close(&from);
    return status;
}

static eg_status take(eg_elliptic *p, const eg_setup *setup)
{
    other o = {.mesh = NULL};
    bool taken = false;
    eg_status status = open_other(setup, &o);
    if (status == EG_OK)
        status = take_exact(p, setup, &taken);
    if (status == EG_OK && !taken)
        status = fill_own(p, &o);
    eg_hexes_destroy(&o.mesh);
    eg_transfer_close(&o.transfer);
    return status;
}

eg_status eg_heat_transfer(eg_elliptic *p)
{
    eg_run *run = p->run;
    const eg_setup setup = {.context = run->context,
                            .loaded = run->loaded,
                            .mesh_hash = run->whole.hash,
                            .notes = eg_run_is_first(run) ? &run->notes : NULL};
    return eg_elliptic_fill_ghosts(p, p->u, take(p, &setup));
}
