/* Artificial viscosity: kernels/deg/viscous.h. */
#include "scheme/deg/internal.h"

#include "element/line.h"
#include "element/modal.h"

enum { GRADIENTS = 6 }; /* of u, w, theta' along x and z */

/* What the rate by viscosity is, in parts of mu times the square of the factor of speeds, 1 / (S h): measured
 * (theory page, "Artificial viscosity"). */
static const double spread_of[EG_TRIANGLE_DEGREE + 1] = {0, 2.0, 2.3, 2.7, 2.9, 3.2, 3.5};

eg_status eg_deg_upload_derivative(eg_deg *deg, eg_buffer **buffer)
{
    const eg_triangle *t = &deg->element;
    int n = t->nodes;
    EG_SCRATCH double *derivative = NULL;
    double gradient[EG_TRIANGLE_NODES][2];
    EG_TRY(eg_alloc(deg->context, 2 * n * n, sizeof *derivative, &derivative));
    for (int i = 0; i < n; i++) {
        eg_modal_gradients(EG_TRIANGLE, t->degree + 1, t->node[i], gradient);
        for (int k = 0; k < n; k++)
            for (int d = 0; d < 2; d++) {
                double sum = 0;
                for (int m = 0; m < n; m++)
                    sum += gradient[m][d] * t->modes[m * n + k];
                derivative[(i * n + k) * 2 + d] = sum;
            }
    }
    return eg_stepper_upload_reals(&deg->base, "derivatives", 2 * n * n, derivative, buffer);
}

/* From nodes of faces, by their points, to nodes: [nodes][3][degree + 1]. */
static eg_status upload_jump_lift(eg_deg *deg)
{
    const eg_triangle *t = &deg->element;
    int edge = t->degree + 1;
    EG_SCRATCH double *lift = NULL;
    double matrix[EG_LINE_NODES * EG_LINE_NODES];
    EG_TRY(eg_alloc(deg->context, t->nodes * 3 * edge, sizeof *lift, &lift));
    eg_line_interpolation((eg_line){EG_LINE_GLL, t->degree}, (eg_line){EG_LINE_GLL, t->along - 1}, matrix);
    for (int i = 0; i < 3 * t->nodes; i++)
        for (int k = 0; k < edge; k++)
            for (int j = 0; j < t->along; j++)
                lift[i * edge + k] += t->lift[i * t->along + j] * matrix[j * edge + k];
    return eg_stepper_upload_reals(&deg->base, "lifts of jumps", t->nodes * 3 * edge, lift, &deg->jump_lift);
}

double eg_deg_spread(const eg_deg *deg)
{
    double gain = eg_deg_gain(deg), spread = spread_of[deg->element.degree] * gain * gain;
    return deg->viscosity * spread;
}

static eg_status bind_viscous(eg_deg *deg)
{
    EG_TRY(EG_KERNELS(deg->program, {"deg_gradient", &deg->find_gradient}, {"deg_viscous", &deg->viscous}));
    EG_TRY(EG_BIND(deg->find_gradient, EG_BUFFER("derivative", deg->derivative),
                   EG_BUFFER("jump_lift", deg->jump_lift), EG_BUFFER("gradient", deg->gradient)));
    return EG_BIND(deg->viscous, EG_BUFFER("gradient", deg->gradient), EG_REAL("mu", deg->viscosity));
}

static eg_status build_viscous_matrices(eg_deg *deg)
{
    if (!deg->before) {
        EG_TRY(eg_deg_upload_derivative(deg, &deg->derivative));
        return upload_jump_lift(deg);
    }
    EG_TRY(eg_deg_hand_over(deg, &deg->before->derivative, &deg->derivative));
    return eg_deg_hand_over(deg, &deg->before->jump_lift, &deg->jump_lift);
}

eg_status eg_deg_build_viscous(eg_deg *deg)
{
    int values = GRADIENTS * deg->element.nodes;
    if (deg->viscosity <= 0)
        return EG_OK;
    EG_TRY(eg_deg_renew(deg, deg->before ? &deg->before->gradient : NULL, "gradients",
                        eg_layout_bytes(&deg->layout, values), &deg->gradient));
    EG_TRY(build_viscous_matrices(deg));
    EG_TRY(bind_viscous(deg));
    eg_buffer *const gradients[2] = {deg->gradient, deg->gradient};
    return eg_stepper_halo_of_cells(&deg->base, values, gradients, &deg->gradient_halo);
}

/* The exchange takes place after a failure too: other ranks wait for it. */
eg_status eg_deg_queue_gradient(eg_deg *deg, int stage, eg_status status)
{
    if (deg->viscosity <= 0)
        return status;
    if (status == EG_OK)
        status = EG_LAUNCH(deg->find_gradient, deg->blocks, EG_INT("number", stage + 1));
    eg_status exchanged = eg_halo_exchange(deg->gradient_halo, eg_time_count(deg->time));
    return status != EG_OK ? status : exchanged;
}

eg_status eg_deg_queue_viscous(eg_deg *deg, int stage, double weight, int64_t from, int64_t to)
{
    if (deg->viscosity <= 0)
        return EG_OK;
    return EG_LAUNCH(deg->viscous, to - from, EG_REAL("weight", weight), EG_INT("number", stage + 1),
                     EG_INT("from_group", (int32_t)from), EG_LONG("blocks", to - from));
}
