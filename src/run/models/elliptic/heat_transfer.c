/* The temperature of another run, by position: its polynomials at the nodes of this one. docs/theory/heat.md,
 * "From another run". */
#include "run/models/elliptic/heat.h"
#include "run/restart/transfer.h"

/* The other run's elements. */
typedef struct other_heat {
    eg_transfer transfer;
    eg_hexes *mesh;
    int64_t nodes; /* an element */
} other_heat;

static void close_other_heat(other_heat *o)
{
    eg_hexes_destroy(&o->mesh);
    eg_transfer_close(&o->transfer);
}

/* The rank's own nodes, each at its place in the first element that has it: so ranks find the same. */
static eg_status fill_own_heat(eg_elliptic *p, const other_heat *o)
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

static eg_status take_other_heat(eg_elliptic *p, const eg_setup *setup)
{
    static const char *const fields[] = {"temperature", NULL};
    EG_ENDS_WITH(close_other_heat) other_heat o = {.mesh = NULL};
    EG_ENDS_WITH(eg_checkpoint_close) eg_checkpoint *from = NULL; /* that fits */
    int64_t size = (int64_t)sizeof *p->u;
    EG_TRY(eg_transfer_open(setup, fields, true, &o.transfer));
    const eg_snapshot *snapshot = o.transfer.snapshot;
    o.nodes = snapshot->values / snapshot->hexahedra;
    EG_TRY(eg_hexes_of_points(setup->context, snapshot->degree, snapshot->hexahedra,
                              (const double(*)[3])o.transfer.mesh->x, &o.mesh));
    EG_TRY(eg_transfer_checkpoint(setup, &from));
    return from ? eg_checkpoint_read(from, "temperature", p->nodes->first * size, p->u, p->nodes->own * size)
                : fill_own_heat(p, &o);
}

eg_status eg_heat_transfer(eg_elliptic *p)
{
    eg_run *run = p->run;
    const eg_setup setup = {.context = run->context,
                            .loaded = run->loaded,
                            .mesh_hash = run->whole.hash,
                            .notes = eg_run_is_first(run) ? &run->notes : NULL};
    return eg_elliptic_fill_ghosts(p, p->u, take_other_heat(p, &setup));
}
