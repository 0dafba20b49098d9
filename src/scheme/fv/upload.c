/* Constants and programs on the device, in the precision of the state. */
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
    return eg_program_create(fv->device, &options, program);
}

double eg_fv_inverse_root(const eg_fv *fv)
{
    double root = sqrt(fv->gravity);
    return fv->layout.precision == EG_F64 ? 1 / root : (double)(1 / (float)root);
}
