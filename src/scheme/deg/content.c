/* Integrals over the domain. */
#include "scheme/deg/internal.h"

/* Determinants, and heights of vertices [3][own]. */
static eg_status upload_content_cells(eg_deg *deg)
{
    const eg_plane *mesh = deg->mesh;
    int64_t own = mesh->base.own;
    EG_SCRATCH double *numbers = NULL;
    double *height;
    if (deg->generation) /* eg_deg_find_cells() */
        return EG_OK;
    EG_TRY(eg_alloc(deg->context, 4 * own, sizeof *numbers, &numbers));
    height = numbers + own;
    for (int64_t c = 0; c < own; c++) {
        const eg_affine map = eg_plane_map(mesh, c);
        numbers[c] = map.determinant;
        height[c] = map.origin[1];
        height[own + c] = map.origin[1] + map.jacobian[1][0];
        height[2 * own + c] = map.origin[1] + map.jacobian[1][1];
    }
    return EG_UPLOAD(&deg->base, {"determinants", own * 8, numbers, &deg->determinant},
                     {"heights", 3 * own * 8, height, &deg->height});
}

eg_status eg_deg_build_content(eg_deg *deg)
{
    EG_TRY(upload_content_cells(deg));
    EG_TRY(EG_KERNELS(deg->program, {"deg_content", &deg->integrate}, {"deg_energy", &deg->find_energy}));
    return eg_stepper_build_sums(&deg->base, deg->variables + EG_DEG_ENERGIES,
                                 deg->before ? &deg->before->base : NULL);
}

static eg_status queue_energy(eg_deg *deg)
{
    return EG_LAUNCH(deg->find_energy, deg->blocks, EG_BUFFER("rule", deg->rule),
                     EG_BUFFER("determinant", deg->determinant), EG_BUFFER("height", deg->height),
                     EG_BUFFER("content", deg->content), EG_DOUBLE("gamma", deg->gamma),
                     EG_DOUBLE("gravity", deg->gravity));
}

eg_status eg_deg_queue_content(eg_stepper *stepper)
{
    eg_deg *deg = eg_deg_of(stepper);
    EG_TRY(queue_energy(deg));
    return EG_LAUNCH(deg->integrate, deg->blocks, EG_BUFFER("weight", deg->weight),
                     EG_BUFFER("determinant", deg->determinant), EG_BUFFER("content", deg->content));
}
