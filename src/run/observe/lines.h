/* lines: the last state sampled along the lines of the case (output.lines), a file lines/NAME.csv each. */
#ifndef EG_RUN_OBSERVE_LINES_H
#define EG_RUN_OBSERVE_LINES_H

#include "run/observe/points.h"

/* What is sampled along lines. A caller's own begins with this struct and has further members behind it. */
typedef struct eg_line_source {
    const eg_mesh *mesh;
    eg_text columns; /* a line for each column of values */
    int values;      /* columns */
    /* Fills values[points][columns] at the points that this rank owns. Not collective. */
    eg_status (*sample)(const struct eg_line_source *self, const eg_points *points, double *values);
} eg_line_source;

/* Writes all of the case's lines; of a point outside the mesh the values are not numbers. Collective; all agree. */
eg_status eg_lines_write(eg_run *run, const eg_line_source *source);

/* All outputs along the lines of the case. Collective; all agree. */
eg_status eg_run_lines(eg_run *run);

#endif
