/* The solver's inside, shared by the files of this folder. */
#ifndef EG_SCHEME_DG_INTERNAL_H
#define EG_SCHEME_DG_INTERNAL_H

#include "element/line.h"
#include "field/halo.h"
#include "scheme/dg/dg.h"

enum { EG_DG_STAGES = 5 };

/* The numbers of one stage (kernels/dg/sizes.h); c: the time at which it begins, as a part of the step. */
typedef struct eg_dg_stage {
    double a, b, c;
} eg_dg_stage;

struct eg_dg {
    eg_context *context;
    eg_device *device;
    const eg_comm *comm; /* NULL of one process */
    eg_link *link;       /* NULL: through the host */
    const eg_forest *mesh;
    const eg_linear *system;
    eg_flux flux;
    eg_dg_steps steps;
    int dimension, edge, nodes, values; /* nodes of an edge, of a cell; variables times nodes */
    int geometry;                       /* kernels/dg/sizes.h */
    bool columns;                       /* a thread has a column of nodes */
    double cfl;
    eg_layout layout;
    double point[EG_LINE_NODES], weight[EG_LINE_NODES]; /* of the Gauss-Lobatto nodes */
    double *material; /* [held][materials] at the centres of cells */
    double *rate;     /* [own] 1/s: the stable step is CFL over it */
    eg_buffer *q[2], *second, *aside;
    eg_buffer *matrix, *cell, *face, *there, *turn, *side, *part, *stop;
    eg_buffer *quadrature, *determinant, *content, *sums, *where, *samples;
    eg_partition_boundary partition_boundary;
    char *constants; /* dialect source of the derivative's matrix */
    eg_program *program, *sum_program;
    eg_kernel *stage, *find_content, *gather, *sum;
    eg_time *time;
    int64_t blocks, chunks, sample_room, device_bytes;
};

/* The affine map of a cell: x = centre + jacobian r. */
typedef struct eg_dg_map {
    double centre[3], jacobian[3][3];
    double inverse[3][3]; /* d r_e / d x_d */
    double determinant;   /* m^dimension */
} eg_dg_map;

/* ---- dg.c */
int eg_dg_stages(const eg_dg *dg);

/* ---- geometry.c: what the kernels know of cells and faces */
void eg_dg_map_of(const eg_dg *dg, int64_t cell, eg_dg_map *map);
/* Materials at the centres, [held]. Collective. */
eg_status eg_dg_find_material(eg_dg *dg, const eg_dg_options *options);
eg_status eg_dg_build_cells(eg_dg *dg, const eg_dg_options *options);

/* ---- initial.c: the state at time 0, and the buffers that go with it */
eg_status eg_dg_build_state(eg_dg *dg, const eg_dg_options *options);

/* ---- content.c: what sums and samples need */
eg_status eg_dg_build_content(eg_dg *dg);

/* ---- observe.c */
/* eg_time_first_pass(), whose failure names a cell. */
eg_status eg_dg_first_pass(eg_dg *dg);
/* Which of q[] is the state: after a refused step the last one whose values are finite. Waits. */
eg_status eg_dg_current(const eg_dg *dg, int *index);
void eg_dg_set_costs(const eg_dg *dg);

/* ---- upload.c: constants on the device; reals are rounded to the precision of the state */
eg_status eg_dg_upload(eg_dg *dg, const char *label, int64_t bytes, const void *data,
                       eg_buffer **buffer);
eg_status eg_dg_upload_reals(eg_dg *dg, const char *label, int64_t count, const double *data,
                             eg_buffer **buffer);

#endif
