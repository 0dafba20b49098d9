/* Constants and programs on the device, in the precision of the state. */
#include "scheme/fv/internal.h"

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
