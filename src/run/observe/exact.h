/* exact: exact solutions of a case, and what sets the state of a model apart from them. */
#ifndef EG_RUN_OBSERVE_EXACT_H
#define EG_RUN_OBSERVE_EXACT_H

#include "run/given/columns.h"
#include "run/model.h"

/* Whether the case gives an exact solution for entry `id` of the model's outputs, and that one. */
bool eg_exact_find(const eg_case *loaded, const eg_output *output, int id, eg_exact *exact);

/* Rows of the error of a state at a moment (s) in the own cells of a mesh, from a copy of it. The caller
 * frees them, also after a failure. EG_MEMORY; EG_DIVERGED, or EG_CASE at time 0, where the exact solution or
 * its gradient is not finite, with place and time; a state that is not is told elsewhere. Not collective. */
eg_status eg_exact_rows(const eg_exact *exact, eg_case *loaded, const eg_mesh *mesh, const eg_model *model,
                        const void *memory, double time, eg_error_rows *rows);

/* ---- plane_points.c: eg_model_class.error_points of cells of the plane */
eg_status eg_plane_points_create(const eg_mesh *mesh, const eg_model *model, const void *memory,
                                 const eg_exact *exact, eg_cell_points **points);

#endif
