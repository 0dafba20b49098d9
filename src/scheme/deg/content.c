/* Integrals over the domain. */
#include "scheme/deg/internal.h"

eg_status eg_deg_build_content(eg_deg *deg)
{
    const eg_plane *mesh = deg->mesh;
    double *determinant, origin[2], jacobian[2][2], inverse[2][2];
    EG_TRY(eg_alloc(deg->context, mesh->base.own, sizeof *determinant, &determinant));
    for (int64_t c = 0; c < mesh->base.own; c++)
        determinant[c] = eg_deg_map(mesh, c, origin, jacobian, inverse);
    eg_status status =
        eg_deg_upload(deg, "determinants", mesh->base.own * 8, determinant, &deg->determinant);
    eg_free(deg->context, &determinant);
    EG_TRY(status);
    EG_TRY(
        eg_deg_upload(deg, "weights", deg->element.nodes * 8, deg->element.weight, &deg->weight));
    EG_TRY(eg_kernel_get(deg->program, "deg_content", &deg->integrate));
    return eg_stepper_build_sums(&deg->base, deg->variables,
                                 deg->before ? &deg->before->base : NULL);
}

eg_status eg_deg_queue_content(eg_stepper *stepper)
{
    const eg_deg *deg = eg_deg_of(stepper);
    int64_t cells = deg->mesh->base.own;
    return EG_LAUNCH(deg->integrate, deg->blocks, EG_BUFFER("q0", deg->q[0]),
                     EG_BUFFER("q1", deg->q[1]), EG_BUFFER("weight", deg->weight),
                     EG_BUFFER("determinant", deg->determinant), EG_BUFFER("content", deg->content),
                     EG_BUFFER("count", eg_time_count(deg->time)), EG_LONG("cells", cells),
                     EG_LONG("blocks", deg->blocks));
}
