/* observe: what is made of a state: snapshots, tables, lines, pictures, the profile. */
#ifndef EG_RUN_OBSERVE_H
#define EG_RUN_OBSERVE_H

#include "device/profile.h"
#include "field/state_hash.h"
#include "io/picture/picture.h"
#include "io/snapshot/writer.h"
#include "io/table/csv_out.h"
#include "mesh/forest/forest.h"
#include "run/core/part.h"
#include "run/given/columns.h"
#include "run/state/points.h"

extern const eg_part_class eg_profile_class, eg_snapshots_class, eg_series_class, eg_maxima_class,
    eg_lines_class, eg_picture_class;

/* Outputs with an exact solution: more than any model has. */
enum { EG_EXACTS = 16, EG_NORMS = 4 };

/* What the writer's thread makes of a state. Only that thread changes it while the writer is open. */
typedef struct eg_diagnostics {
    eg_writer_source source; /* first */
    eg_context *context;
    eg_case *loaded;
    const eg_comm *comm;
    const eg_mesh *mesh; /* the cells of this rank */
    const eg_model *model;
    const eg_output *table; /* the model's outputs */
    int outputs;            /* their number */
    int fields;
    int field[EG_SNAPSHOT_FIELDS]; /* that snapshots hold: outputs, from `outputs` on what is told of cells */
    const struct eg_bisected *leaves; /* the cells, of adaptive triangles; NULL */
    int exacts;
    eg_exact exact[EG_EXACTS];
    bool all_threads;              /* the processors have nothing else to do: steps are taken on a GPU */
    eg_csv *errors;                /* NULL: not written */
    eg_error_rows rows[EG_EXACTS]; /* of the moment that is looked at, until all ranks synchronize */
    eg_state_hash *hash;           /* of the moment that is looked at, as the rows */
    uint64_t state_hash;
    eg_writer_statistics written; /* at the end */
    char *diverged; /* why there are no more errors: the text of what is not finite; else NULL */
} eg_diagnostics;

/* What is written at each record. */
typedef struct eg_time_series {
    char points_file[32]; /* "gauges.csv": what samples at points are called is the model's */
    eg_csv *points_csv, *balance_csv, *own_csv; /* the last one is the model's */
    eg_points points;
    eg_samples samples;
    int64_t *cell;   /* [points] that are sampled: held number, or 0 where another rank owns it */
    double (*at)[3]; /* [points] reference points in these */
    int balance_columns;
    eg_text balance_names; /* of the columns, each ended by 0 */
    int64_t steps;         /* of the last row of this process; -1: none */
    double *row;           /* of the longer table */
} eg_time_series;

/* What the devices of a run did while it advanced. */
enum { EG_RUN_DEVICES = 2 };
typedef struct eg_run_profile {
    bool is_begun, is_ended;
    bool is_counting;                        /* messages */
    eg_traffic traffic_before[EG_COMM_USES]; /* when the run began to advance */
    int rows;
    eg_summary_of_ranks row[EG_SUMMARY_OF_RANKS]; /* of all ranks, on rank 0 */
    eg_profile_view view[EG_RUN_DEVICES];         /* of device and beside */
} eg_run_profile;

/* ---- diagnostics.c */
eg_status eg_diagnostics_create(eg_run *run);
/* The name, unit and components of a field of snapshots. */
const eg_output *eg_diagnostics_field(const eg_diagnostics *diagnostics, int field);
/* The nodes that elements share, which snapshots then have once; NULL where elements are joined as periodic,
 * so that nodes have two places, and where elements share none. */
const eg_hex_nodes *eg_diagnostics_common(const eg_run *run);
/* When all ranks have: the hash of the state, and the errors. Of several ranks collective; all agree on the
 * status. */
eg_status eg_diagnostics_conclude(eg_writer_source *self, eg_snapshot_stamp *stamp);
/* After cells have changed, with nothing under way. EG_MEMORY. */
eg_status eg_diagnostics_change_mesh(eg_run *run);
eg_status eg_diagnostics_resume(eg_run *run);
void eg_diagnostics_destroy(eg_run *run);

/* ---- exact.c: what sets the state of a model apart from exact solutions */
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

/* ---- errors.c */
/* Exact solutions of the case. */
void eg_errors_create(eg_run *run);
void eg_errors_destroy(eg_diagnostics *diagnostics); /* the rows */
/* Makes the rows of the own cells; eg_errors_find() frees them. */
eg_status eg_errors_keep(eg_diagnostics *diagnostics, const void *memory, double time);
/* All norms of a moment, and their row. Collective. */
eg_status eg_errors_find(eg_diagnostics *diagnostics, double time);
/* After time 0 an exact solution that is not finite ends the run as a state does: there are no errors from
 * then on. */
eg_status eg_errors_keep_divergence(eg_diagnostics *diagnostics, eg_status status);

/* Norms of the moment observed last, to values[] or from it; gives their number: those of gradients only
 * where the case gives one. */
int eg_errors_persist(eg_diagnostics *diagnostics, double values[EG_NORMS * EG_EXACTS], bool restoring);

/* ---- output.c */
/* case.yaml: the case as resolved, then what was changed of it and when. Of rank 0. */
eg_status eg_output_case(eg_run *run);
/* Of several ranks: synchronizes about the snapshot that is under way, if all have written their part of it;
 * waits for that, and until the files are there. Where an exact solution was not finite in one of them,
 * settle ends the run: its outcome is EG_DIVERGED from then on. Collective; all agree. */
eg_status eg_output_poll(eg_run *run);
/* EG_DIVERGED, with the run's message, where that is its outcome. */
eg_status eg_output_is_good(const eg_run *run);
/* Opens a table of the folder whose column names are the lines of `names`, which it cuts. */
eg_status eg_output_table(eg_run *run, const char *file, eg_text *names, eg_csv **csv);
/* A table of the run by the name of its file, one of eg_run_tables; NULL: not written. Of rank 0. */
eg_csv *eg_run_table(const eg_run *run, const char *file);

/* ---- maxima_rasters.c: the same as rasters, where the case asks for them. By the first rank; what is asked
 * for can be told to be impossible before the run. EG_INPUT without GDAL, or of a raster that cannot be read;
 * EG_IO, EG_MEMORY. */
eg_status eg_run_check_maxima_rasters(eg_run *run);
eg_status eg_run_maxima_rasters(eg_run *run);

/* ---- picture.c, slice.c */
/* Draws the current state to picture.png, unless the case wants no pictures: the plane, or a slice through
 * hexahedra. Collective; all agree. */
bool eg_run_draws(const eg_run *run);
eg_status eg_run_slice_picture(eg_run *run);
/* EG_CASE where the slice lies outside the mesh, whose bounds all ranks know. */
eg_status eg_run_check_slice(eg_run *run);

/* ---- leaves.c: leaves of forests in pictures */
/* The corners of a leaf of the plane, counter-clockwise. */
void eg_leaf_corners(const eg_forest *forest, int64_t leaf, double x[4][3]);
/* (degree + 1)^3 points of a leaf of space, equidistant, the first index fastest. */
void eg_leaf_points(const eg_forest *forest, int64_t leaf, int degree, double (*x)[3]);
/* Which faces are outlined: those of the domain, and between regions, which one of the two leaves draws. */
void eg_leaf_outlines(const eg_forest *forest, int64_t leaf, bool outlined[EG_FOREST_FACES]);
/* The outlined faces of the own leaves of the plane, x and y of both ends; gives their number. NULL: that
 * alone. */
int64_t eg_leaf_segments(const eg_forest *forest, double (*segments)[4]);

/* ---- picture_marks.c: what a picture marks over its cells: places that the case names, and ends of
 * absorbing layers */

/* The plane that a picture shows. */
typedef struct eg_picture_view {
    int dimension, axis[2]; /* 2 or 3; 0 to 2: what goes right, and what goes up */
    int normal;             /* of a slice of space 0 to 2; -1: the plane itself */
    double at;              /* m: where on that axis the slice is */
    double low[3], high[3]; /* of the domain, m */
} eg_picture_view;

typedef struct eg_picture_points {
    double (*place)[2]; /* along the axes of the view, m */
    const char **name;
    eg_point_kind *kind;
    int count, room;
} eg_picture_points;

/* Gauges and probes, receivers, one by one, along lines and on grids, and sources of the plane, of space
 * those within a hundredth of the domain from the slice. Names are the case's. Zero-initialise; free in any
 * case. EG_MEMORY. */
eg_status eg_picture_points_find(eg_context *context, const eg_case *loaded, const eg_picture_view *view,
                                 eg_picture_points *points);
void eg_picture_points_free(eg_picture_points *points);

/* Where the layers before boundaries of the plane end that have a width in the case: each boundary's own
 * faces, as far inside. Returns how many; segments NULL: counts. */
int64_t eg_picture_layers(const eg_run *run, double (*segments)[4]);

/* Lines, x and y of both ends, m. */
typedef struct eg_picture_lines {
    double (*segment)[4];
    int64_t count, room;
} eg_picture_lines;

/* The width of the layer before a boundary, m; 0: it has none. */
double eg_picture_layer_width(const eg_case *loaded, const char *boundary);

/* ---- picture_media.c: appends, from the case alone. The caller frees lines->segment. EG_MEMORY. Layers
 * before the sides of a box; nothing of other meshes. */
eg_status eg_picture_box_layers(eg_context *context, const eg_case *loaded, const eg_picture_view *view,
                                eg_picture_lines *lines);
/* Where the speed of waves jumps, as expressions of a case of one material give it; layers thinner than a
 * 240th of the picture may be missed. */
eg_status eg_picture_interfaces(eg_context *context, const eg_case *loaded, const eg_picture_view *view,
                                eg_picture_lines *lines);

/* What a map of an output has of the case, the mesh and the moment; it is written with the contours that the
 * case asks for. Of vectors and tensors the magnitudes, in place. */
void eg_picture_describe(const eg_run *run, const eg_output *output, eg_map *map);
eg_status eg_picture_write(const eg_run *run, eg_map *map);
void eg_picture_take_magnitudes(int64_t count, int components, double *values);

/* ---- profile.c: without the option they do nothing */
/* What a step or a kernel comes nearest to, which moves `bytes` at a time: *moved and `computed` are parts of
 * the device's limits. Of data that stay in a cache a part of the memory's bandwidth says nothing: *moved
 * becomes NaN. */
const char *eg_run_limiter(const eg_device_info *device, double bytes, double computed, double *moved);

/* ---- traffic.c */
/* What ranks do from here on: messages, and kernels where they are profiled. */
void eg_run_traffic_begin(eg_run *run);
/* The table of all ranks. Collective; all agree. */
eg_status eg_run_traffic_end(eg_run *run);
void eg_run_traffic_summarise(eg_run *run, eg_summary *summary);
/* The devices of the run: its own, and where there is one, the coprocessor; their number. */
static inline int eg_run_devices(const eg_run *run, eg_device *device[EG_RUN_DEVICES])
{
    device[0] = run->device;
    device[1] = run->coprocessor;
    return run->coprocessor ? 2 : 1;
}

/* ---- profile_files.c: profile.csv and profile.png, of a profile that has ended */
eg_status eg_run_profile_write(eg_run *run);
/* "cuda:0", "host:2 beside" */
void eg_run_device_name(const eg_run *run, const eg_device *device, char name[EG_PROFILE_NAME]);

#endif
