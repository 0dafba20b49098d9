/* Constants, programs and what is kept beside the state, on the device. */
#include "scheme/fv/internal.h"

#include <math.h>

eg_status eg_fv_program(eg_fv *fv, const char *file, int lanes, const eg_define *defines, int count,
                        const char *generated, eg_program **program)
{
    const eg_program_options options = {.file = file,
                                        .precision = fv->layout.precision,
                                        .lanes = lanes,
                                        .defines = defines,
                                        .define_count = count,
                                        .generated = generated};
    return eg_stepper_program(&fv->base, &options, program);
}

eg_status eg_fv_keep_beside(eg_fv *fv, eg_precision precision, const char *name, int values, double start,
                            eg_running_extrema *kept)
{
    eg_layout layout = fv->layout;
    layout.state_lanes = layout.lanes;
    layout.state_bits = layout.lane_bits;
    EG_TRY(eg_owner_add(&fv->owned, EG_OWNED_BUFFER, &kept->buffer));
    return eg_running_extrema_create(fv->context, fv->device, &layout, precision, name, values, start, kept);
}

double eg_fv_inverse_root(const eg_fv *fv)
{
    double root = sqrt(fv->gravity);
    return fv->layout.precision == EG_F64 ? 1 / root : (double)(1 / (float)root);
}
