/* Reading results: the snapshots of a run, with their fields and cells. The files are VTKHDF. The largest
 * values (maxima.vtkhdf) are one snapshot. The run may still be in progress; every listed snapshot is
 * complete.
 *
 * Only one thread at a time may call functions with one context. */
#ifndef EAGRE_RESULTS_H
#define EAGRE_RESULTS_H

#include <stdbool.h>
#include <stdint.h>

#include "eagre/context.h"
#include "eagre/state.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct eg_results eg_results;

/* Opens `path`: the folder of a run, its folder fields/, an index (.series) or one snapshot. EG_INPUT if it
 * is none of these. The caller owns *results. */
EG_API eg_status eg_results_open(eg_context *context, const char *path, eg_results **results);
/* Closes the results and sets *results to NULL. *results may be NULL. */
EG_API void eg_results_close(eg_results **results);

/* Number of snapshots. They are in order of time. */
EG_API int64_t eg_results_count(const eg_results *results);

/* Description of a snapshot. The texts are valid until another snapshot is described. */
typedef struct eg_result_snapshot {
    double time; /* s */
    int64_t step;
    uint64_t state_hash; /* of the whole state at that time; 0 in a file of another program */
    int64_t cells;
    int degree; /* degree of the polynomials, with values at the nodes of each cell; 0: one value per cell */
    int64_t values; /* number of values of a component: the cells, or the nodes of all cells */
    int fields;
    const char *path;
    const char *version; /* version of eagre that wrote it; "" in a file of another program */
} eg_result_snapshot;

/* Describes snapshot `i`, from 0. EG_USAGE if there is no such snapshot, EG_INPUT if the file is damaged or
 * missing. */
EG_API eg_status eg_results_snapshot(eg_results *results, int64_t i, eg_result_snapshot *snapshot);

/* The date of time 0 in ISO 8601 with its zone, such as 2021-07-14T06:00:00+02:00, as the case has it
 * (time.start); "" where it has none. The text is valid until the next call. EG_INPUT as above. */
EG_API eg_status eg_results_start(eg_results *results, const char **start);

typedef struct eg_result_field {
    const char *name, *unit; /* "depth", "m"; "1" of a number */
    int components;
} eg_result_field;

/* Describes field `field` of snapshot `i`; fields are in order of their names. EG_USAGE if there is no such
 * field, EG_INPUT as above. */
EG_API eg_status eg_results_field(eg_results *results, int64_t i, int field, eg_result_field *described);

/* Reads a field: values[snapshot.values][components], with the cells in canonical order. `room` is the number
 * of doubles that `values` can hold. EG_USAGE, EG_INPUT. */
EG_API eg_status eg_results_read(eg_results *results, int64_t i, int field, double *values, int64_t room);

/* Geometry of the cells of snapshot `i`. If fields have values at nodes, x[] are these nodes in the order of
 * the values, and cells share no nodes. The caller frees it with eg_geometry_free(). EG_INPUT, EG_MEMORY. */
EG_API eg_status eg_results_geometry(eg_results *results, int64_t i, eg_geometry **geometry);

#ifdef __cplusplus
}
#endif
#endif
