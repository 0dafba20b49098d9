/* between: whether what a case gives over the domain has values between the points at which a scheme takes
 * it: layers, channels, walls, spots that are thinner than cells, or than nodes are apart.
 *
 * A cell is looked at by points that fill it evenly. The scheme takes the values at its centre or its nodes,
 * and those at the centres of cells around it: their range is what it sees there. Where a jump only crosses
 * cells, or the data vary smoothly, no value lies outside that range by much. The cells around are those of a
 * regular mesh of the same shape, in the box of the mesh. The points are those of an additive recurrence
 * (Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018), which goes on from cell to
 * cell: no two of them lie on a line along an axis, and a layer across some cells is met though it is thin.
 * Of a large mesh every so-manyth cell is looked at. */
#ifndef EG_RUN_BETWEEN_H
#define EG_RUN_BETWEEN_H

#include "run/core/run.h"
#include "run/given/given.h"

typedef enum eg_between_measure {
    /* the largest value's distance from the range, where that is more than half of the range */
    EG_BETWEEN_DISTANCE,
    /* of what is above zero: the mean over the cell of how many times values are above the range, or below
     * it, less 1. Of a layer of conductivity this is the part of the cell's resistance, or of its
     * conductance, that is lost; of speed that of the time of travel. */
    EG_BETWEEN_RATIO
} eg_between_measure;

typedef struct eg_between {
    eg_run *run;           /* NULL, of a bench: nothing is looked at */
    const eg_mesh *mesh;   /* NULL: the run's */
    const eg_given *given; /* [regions], or one for all cells; one without a node gives nothing */
    bool everywhere;       /* one for all */
    eg_between_measure measure;
    int degree;          /* of polynomials by nodes at which it is taken; 0: at the centres of cells */
    int exact;           /* by points of a quadrature of this degree in place of nodes; 0: nodes */
    double offset;       /* added to values, of a ratio: against it a value counts */
    int less;            /* 1 to 3: values are those less x, y or z; 0: as they are */
    double end;          /* of data that change: at times from 0 to it, s */
    const double *taken; /* [own] what the scheme has in a cell beside it; NULL */
    /* a smaller distance does not count in an own cell; any thread; NULL: 0 */
    double (*least)(const void *with, int64_t cell);
    const void *with;
    const eg_given *height; /* z of the points: one for each region; NULL: the mesh's */
    const int32_t *face;    /* [faces] of hexahedra: these in place of cells; NULL */
    int64_t faces;
} eg_between;

typedef struct eg_between_found {
    double worst;             /* by the measure; 0: nothing is outside */
    double x[3], time, value; /* where, m, s; what is there */
    double low, high;         /* what the scheme sees there */
    double least, largest;    /* of all data that were looked at */
    /* a distance that few cells are above, at least three, while hardly any have some less: not what rough
     * data have everywhere; 0: there is none */
    double gap;
} eg_between_found;

/* The worst of all ranks. Collective; all agree. EG_MEMORY. */
eg_status eg_between_find(const eg_between *between, eg_between_found *found);

/* Says the verdict `unresolved` where a ratio is above the bound that all have, or a distance is more than a
 * part of the range of the data that all have. Collective; all agree. `where`: "the nodes". */
eg_status eg_between_judge(const eg_between *between, const eg_node *about, const char *what,
                           const char *where);

#endif
