/* linear waves on forests, by nodal DG (scheme/dg).
 *
 *     forest.c         the table of functions
 *     forest_create.c  from the case to a solver
 *     forest_sources.c point sources, receivers, and their cells
 *     forest_values.c  values of outputs at all nodes of snapshots, and their errors
 *     forest_keys.c    keys of the case
 *     forest_bench.c   what `eagre bench --mesh forest` measures; memory before it is taken */
#ifndef EG_RUN_WAVES_FOREST_H
#define EG_RUN_WAVES_FOREST_H

#include "run/models/waves/internal.h"
#include "scheme/dg/spread.h"

/* What the solver asks of the case, at points of a cell. */
typedef struct eg_forest_field {
    eg_dg_field field; /* first */
    const struct eg_forest_waves *model;
} eg_forest_field;

typedef struct eg_forest_waves {
    EG_WAVES;
    const eg_forest *mesh;
    eg_forest_field material, initial_state;
    eg_dg_receiver *receiver; /* [receivers.own] as the solver takes them */
    int64_t own_parts, part_room;
    eg_dg_source *part;    /* [own_parts] of sources, as the solver takes them */
    eg_dg_spreads spreads; /* what own cells have of smooth ones */
    int degree;
    eg_dg_steps steps;
    double *pml; /* [mesh->base.boundaries] widths of layers, m */
    eg_dg *dg;
} eg_forest_waves;

static inline eg_forest_waves *eg_forest_waves_of(const eg_model *model)
{
    return (eg_forest_waves *)model;
}

/* Of a power: nodes of a cell with so many along an edge. */
static inline int eg_forest_waves_nodes(int dimension, int along)
{
    return dimension == 3 ? along * along * along : along * along;
}

/* ---- forest_create.c */
/* What the case says of them. */
eg_flux eg_forest_waves_flux(const eg_case *loaded);
eg_dg_storage eg_forest_waves_storage(const eg_case *loaded);
eg_status eg_forest_waves_build(eg_model *model, const eg_setup *setup);
void eg_forest_waves_end(eg_model *model);
/* eg_model_class.adapt */
eg_status eg_forest_waves_adapt(eg_model *model, eg_mesh *next, const struct eg_cell_transfer *transfer);

/* ---- forest_sources.c */
/* Shots, sources and receivers of the case, and which of them are this rank's, of the first shot. Collective,
 * also where `status` is a failure of this rank. EG_CASE, EG_INPUT where one is wrong or lies outside the
 * mesh. */
eg_status eg_forest_waves_open_sources(eg_forest_waves *model, eg_status status);
/* The same of the current shot. Collective; the same failures. */
eg_status eg_forest_waves_place_shot(eg_forest_waves *model);
/* The same in the mesh that the model has now, with the samples that there are. Collective. */
eg_status eg_forest_waves_relocate(eg_forest_waves *model);

/* ---- forest_values.c: nodal_values and error_points of the model's table */
eg_status eg_forest_waves_nodal_values(const eg_model *model, const void *memory, int output, int64_t count,
                                       const int32_t *cells, double *values);
eg_status eg_forest_waves_error_points(const eg_model *model, const void *memory, const eg_exact *exact,
                                       eg_cell_points **points);

/* ---- forest_bench.c */
extern const char *const eg_forest_waves_bench_parts[];
void eg_forest_waves_bench_case(const eg_model_kind *kind, const eg_bench_options *options, bool gpu,
                                int ranks, eg_text *text);
eg_status eg_forest_waves_bench_part(eg_model *model, int part, int64_t times, int64_t *done);
double eg_forest_waves_bench_bytes(const eg_model *model, int part);
void eg_forest_waves_need(const eg_model_kind *kind, const eg_case *loaded, const eg_mesh_counts *mesh,
                          eg_model_need *need);

#endif
