/* What a run has written: snapshots, one after the other, with their fields and cells. The files are VTKHDF; largest
 * values (maxima.vtkhdf) are one snapshot. A run may go on writing: what is listed is complete.
 *
 * All calls of one context come from one thread at a time. */
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

/* Lists what `path` names: a run's folder, the folder of its fields, an index (.series) or one snapshot. EG_INPUT
 * where it is none of these. The caller owns *results. */
EG_API eg_status eg_results_open(eg_context *context, const char *path, eg_results **results);
/* Frees it and sets *results to NULL; NULL is allowed. */
EG_API void eg_results_close(eg_results **results);

/* Number of snapshots, in the order of time. */
EG_API int64_t eg_results_count(const eg_results *results);

/* Snapshot `i` of them, from 0. Texts live until another snapshot is asked for. */
typedef struct eg_result_snapshot {
    double time; /* s */
    int64_t step;
    uint64_t state_hash; /* of the whole state at that moment; 0 in a foreign file */
    int64_t cells;
    int degree; /* of polynomials, of which each cell has values at its nodes; 0: one value a cell */
    int64_t values; /* of a component of a field: cells, or nodes of all cells */
    int fields;
    const char *path;
    const char *version; /* of the eagre that wrote it; "" of another program's */
} eg_result_snapshot;

/* Opens it. EG_USAGE where there is no such snapshot, EG_INPUT where the file is damaged or gone. */
EG_API eg_status eg_results_snapshot(eg_results *results, int64_t i, eg_result_snapshot *snapshot);

typedef struct eg_result_field {
    const char *name, *unit; /* "depth", "m"; "1" of a number */
    int components;
} eg_result_field;

/* Field `field` of snapshot `i`, in the order of names. EG_USAGE where there is none, and as above. */
EG_API eg_status eg_results_field(eg_results *results, int64_t i, int field,
                                  eg_result_field *described);

/* Reads it: values[values][components], in the canonical order of cells; `room` is the number of doubles that
 * `values` can hold. EG_USAGE, EG_INPUT. */
EG_API eg_status eg_results_read(eg_results *results, int64_t i, int field, double *values,
                                 int64_t room);

/* Cells of snapshot `i`. Where fields have values at nodes, x[] has these, in the order of the values; cells are
 * then joined by no common node. EG_INPUT, EG_MEMORY. The caller frees it by eg_geometry_free(). */
EG_API eg_status eg_results_geometry(eg_results *results, int64_t i, eg_geometry **geometry);

#ifdef __cplusplus
}
#endif
#endif
