/* Entries of a case from files of shapes. */
#ifndef EG_RUN_SHAPES_H
#define EG_RUN_SHAPES_H

#include "io/case/rows.h"

/* Reads the points or lines of a file (eg_case_shapes_reader). */
eg_status eg_given_read_shapes(eg_context *context, const char *path, bool points, const char *const *names,
                               int texts, eg_case_shapes *shapes);

#endif
