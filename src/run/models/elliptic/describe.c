/* What `check` tells of an elliptic model: mesh, unknowns, device, memory, steps. */
#include "run/models/elliptic/elliptic.h"

#include <math.h>
#include <string.h>

/* The element with the least scaled Jacobian. */
typedef struct worst_element {
    double least;
    int64_t number, source; /* in the whole mesh; in the file */
    double centroid[3];
} worst_element;

static eg_status find_own_worst(eg_elliptic *p, worst_element *found)
{
    const eg_hexes *mesh = p->mesh;
    eg_hex_grid *grid = NULL;
    int64_t worst;
    *found = (worst_element){.least = INFINITY, .number = -1};
    if (mesh->base.held == 0)
        return EG_OK;
    EG_TRY(eg_hex_grid_create(mesh, p->degree, &grid));
    found->least = eg_hexes_least_scaled_jacobian(mesh, grid, &worst);
    eg_hex_grid_destroy(&grid);
    found->number = eg_mesh_whole_number(&mesh->base, worst);
    found->source = mesh->base.source[worst];
    memcpy(found->centroid, mesh->base.centroid[worst], sizeof found->centroid);
    return EG_OK;
}

/* That of all ranks: of equals the first. */
static eg_status find_worst(eg_elliptic *p, worst_element *found)
{
    const eg_comm *comm = p->run->comm;
    EG_TRY(eg_run_agree(p->run, find_own_worst(p, found)));
    double least = -found->least;
    eg_comm_max(comm, &least, 1);
    bool is_least = -found->least == least;
    int rank = eg_comm_first_largest(comm, is_least ? -(double)found->number : -INFINITY);
    eg_comm_broadcast(comm, rank, found, sizeof *found);
    return EG_OK;
}

static eg_status describe_mesh(eg_elliptic *p, eg_text *text)
{
    const int64_t *of_kind = p->whole.elements_of_kind;
    worst_element worst;
    char place[EG_PLACE_ROOM];
    EG_TRY(find_worst(p, &worst));
    eg_text_add(
        text, "mesh       %s: %lld hexahedra (%lld parallelepipeds, %lld trilinear, %lld curved)\n",
        p->mesh->base.origin, (long long)p->mesh->base.all,
        (long long)of_kind[EG_HEX_PARALLELEPIPED], (long long)of_kind[EG_HEX_TRILINEAR],
        (long long)of_kind[EG_HEX_CURVED]);
    eg_text_add(text, "           least scaled Jacobian %.3f in element %lld at %s\n", worst.least,
                (long long)worst.source, eg_format_place(3, worst.centroid, place));
    return EG_OK;
}

const char *const eg_elliptic_updates_unit = "unknown iterations/s";

void eg_elliptic_cost(const eg_elliptic *p, eg_model_cost *cost)
{
    /* of conjugate gradients: x, r and p read and written, A p and the diagonal read, b once */
    enum { VECTORS = 9 };
    double size = (double)eg_real_size(p->run->precision);
    *cost =
        (eg_model_cost){.unknowns = p->unknowns,
                        .updates = (double)p->unknowns,
                        .updates_unit = eg_elliptic_updates_unit,
                        .bytes = (double)eg_sem_apply_bytes(p->sem) +
                                 (double)eg_sem_preconditioner_apply_bytes(p->preconditioner) +
                                 VECTORS * size * (double)p->nodes->own,
                        .device_bytes = eg_sem_device_bytes(p->sem) + eg_pcg_device_bytes(p->pcg) +
                                        eg_sem_preconditioner_device_bytes(p->preconditioner) +
                                        (p->stepper ? eg_heat_device_bytes(p) : 0)};
}

eg_status eg_elliptic_describe(eg_run *run, eg_text *text)
{
    eg_elliptic *p = run->elliptic;
    const eg_device_info *device = eg_device_describe(run->device);
    eg_model_cost cost;
    eg_elliptic_cost(p, &cost);
    EG_TRY(describe_mesh(p, text));
    eg_text_add(text, "unknowns   %lld, of %lld nodes of degree %d%s\n", (long long)p->unknowns,
                (long long)p->nodes->all, p->degree,
                p->mean_free ? "; nothing fixes the mean, which is made 0" : "");
    eg_text_add(text, "device     %s: %s, %s\n", device->spec, device->name,
                run->precision == EG_F64 ? "f64" : "f32");
    eg_run_describe_memory(run, cost.device_bytes, text);
    double values = (double)p->mesh->base.all * p->geometry->volume;
    eg_text_add(text, "disk       snapshots of %.4g MB\n",
                values * (double)eg_real_size(run->precision) / 1e6);
    if (p->oldest)
        eg_text_add(
            text,
            "time       steps of bdf2 that err by %.3g K in all to %.6g s, the first of %.6g "
            "s\n",
            eg_case_real(run->loaded, "time.tolerance", 0), run->schedule.t_end, p->dt);
    else if (p->heat)
        eg_text_add(text, "time       %lld steps of %.6g s to %.6g s, %s\n",
                    (long long)p->steps_end, p->dt, run->schedule.t_end,
                    p->bdf2 ? "bdf2" : "backward Euler");
    return EG_OK;
}
