/* Variables that a case names with their units, {p: Pa, vx: m/s}: what models make of such a map before the
 * case is checked; and the tracers of model advection, which are such variables. Arrays and texts are the
 * tree's. What is wrong is added to the errors of the case. */
#ifndef EG_RUN_WAVES_NAMES_H
#define EG_RUN_WAVES_NAMES_H

#include "io/case/tree.h"
#include "run/models/waves/internal.h"

/* Whether the map names 1 to `most` things (of parameters 0, too), each with a unit of SI or one that the
 * program does not know; `what` they are, "variables". */
bool eg_variables_check_names(eg_case *loaded, const eg_node *map, const char *what, int most,
                              bool parameter);
/* Whether no two of them have one column in tables; of gauges, after the check. EG_MEMORY. */
bool eg_variables_columns_differ(eg_case *loaded, const eg_node *variables);
eg_status eg_variables_check_gauges(eg_case *loaded, const eg_linear *system);
/* Whether the text is a unit that the program knows: its size and dimension. */
bool eg_variables_read_unit(eg_context *context, const char *unit, double *size, eg_dimension *dimension,
                            eg_unit_error *error);

/* The variables as those of the system, as outputs and as the state of the model, with the sentence in front
 * of a name and behind it; and the largest values of the first ones, as many as are kept. EG_MEMORY. */
eg_status eg_variables_make_outputs(eg_tree *tree, const eg_node *variables, bool is_signed,
                                    const char *const sentence[2], eg_linear *system, eg_case_model *keys);
eg_status eg_variables_make_maxima(eg_tree *tree, const eg_linear *system, eg_case_model *keys,
                                   const eg_ader_maximum **maximum_of);
/* An output of such a model: eg_waves_kind.evaluate. */
void eg_variables_evaluate(int output, const double *u, double *value);
/* The row of the variables that receivers tell. EG_MEMORY. */
eg_status eg_variables_make_receiver_row(eg_tree *tree, const eg_case_model *keys, eg_case_part *part);

/* ---- tracers/: several tracers, their decay and exchange (docs/theory/tracers.md)
 *
 *     keys.c       the keys
 *     adapt.c      the model of one case: its tracers are outputs
 *     exchange.c   the matrix E; which bounds it keeps
 *     wind.c       a velocity that depends on t (docs/theory/moving-winds.md) */

/* The keys of tracers; and those in which `*` stands for one of their names, of no case alone. */
extern const eg_case_part eg_tracers_keys, eg_tracers_named_keys;

/* eg_case_model.adapt and .complete of model advection. */
eg_status eg_tracers_adapt(eg_case *loaded, const eg_case_model *any, const eg_case_model **adapted);
eg_status eg_tracers_complete(eg_case *loaded);

/* Reads E into the model, where the case gives one. EG_MEMORY. */
eg_status eg_tracers_open_exchange(eg_waves_model *model);
/* EG_CASE where it leads out of the limiter's bounds. */
eg_status eg_tracers_check_bounds(const eg_waves_model *model);
/* A velocity that depends on t, by its expressions in the model (wind.c). EG_CASE where it does not go with
 * something else of the case. */
eg_status eg_tracers_open_wind(eg_waves_model *model);
/* No step in such a velocity is longer, s. */
double eg_tracers_longest_step(const eg_waves_model *model);
/* `status` where it is not finite at time t, s, at the centroid of a cell. */
eg_status eg_tracers_check_wind(const eg_waves_model *model, double t, eg_status status);
/* The integrals that closed boundaries leave of those at time 0, [variables]. */
void eg_tracers_expect(const eg_waves_model *model, const double *first, double t, double *expected);

#endif
