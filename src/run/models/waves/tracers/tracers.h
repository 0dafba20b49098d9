/* tracers: several tracers of model advection, which a case names, and their decay and exchange
 * (docs/theory/tracers.md).
 *
 *     keys.c       the keys
 *     adapt.c      the model of one case: its tracers are outputs
 *     exchange.c   the matrix E; which bounds it keeps */
#ifndef EG_RUN_WAVES_TRACERS_H
#define EG_RUN_WAVES_TRACERS_H

#include "run/models/waves/names.h"

/* The keys of tracers; and those in which `*` stands for one of their names, of no case alone. */
extern const eg_case_part eg_tracers_keys, eg_tracers_named_keys;

/* eg_case_model.adapt and .complete of model advection. */
eg_status eg_tracers_adapt(eg_case *loaded, const eg_case_model *any, const eg_case_model **adapted);
eg_status eg_tracers_complete(eg_case *loaded);

/* Reads E into the model, where the case gives one. EG_MEMORY. */
eg_status eg_tracers_open_exchange(eg_waves_model *model);
/* EG_CASE where it leads out of the limiter's bounds. */
eg_status eg_tracers_check_bounds(const eg_waves_model *model);
/* The integrals that closed boundaries leave of those at time 0, [variables]. */
void eg_tracers_expect(const eg_waves_model *model, const double *first, double t, double *expected);

#endif
