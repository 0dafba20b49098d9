/* The solver's inside, shared by the files of this folder. */
#ifndef EG_SCHEME_ADER_INTERNAL_H
#define EG_SCHEME_ADER_INTERNAL_H

#include "scheme/ader/ader.h"

/* What a type of cell has on the device (kernels/ader/step.h). */
typedef struct eg_ader_cells {
    eg_modal modal;
    eg_buffer *derivative, *edge, *lift, *cell, *face, *there, *side;
    eg_program *program;
    eg_kernel *predict, *correct, *content, *gather;
    int64_t blocks;
    int64_t first_trace; /* where the traces of this type begin */
} eg_ader_cells;

struct eg_ader {
    eg_context *context;
    eg_device *device;
    const eg_mesh *mesh;
    const eg_linear *system;
    eg_flux flux;
    int order, modes, values; /* values of a cell: variables times modes */
    int trace_bits;
    double cfl;
    eg_layout layout;
    double *material; /* [cells][materials] means */
    eg_ader_cells cells[EG_CELL_TYPES];
    eg_buffer *q[2], *aside, *trace, *degree, *part;
    eg_buffer *determinant, *content, *sums, *where, *samples;
    eg_program *sum_program;
    eg_kernel *sum;
    eg_time *time;
    int64_t pieces, sample_room;
    int64_t device_bytes;
};

eg_status eg_ader_upload(eg_ader *ader, const char *label, int64_t bytes, const void *data,
                         eg_buffer **buffer);
/* Uploads doubles in the precision of the state. */
eg_status eg_ader_upload_reals(eg_ader *ader, const char *label, int64_t count, const double *data,
                               eg_buffer **buffer);

/* The affine map of a cell: x = origin + J (xi, eta); returns det J > 0 and the rows of the inverse of J,
 * (xi_x, xi_y), (eta_x, eta_y). */
double eg_ader_map(const eg_mesh *mesh, int64_t cell, double origin[2], double jacobian[2][2],
                   double inverse[2][2]);

/* Means of the material of each cell. */
eg_status eg_ader_find_material(eg_ader *ader, const eg_ader_options *options);
/* The state at time 0, [place] of the layout in doubles' precision. */
eg_status eg_ader_project(eg_ader *ader, const eg_ader_options *options, void *q);
/* Constants of cells and faces of each type. */
eg_status eg_ader_build_cells(eg_ader *ader, const eg_ader_options *options);
/* The least distance from the centroid of a cell to a face. */
double eg_ader_height(const eg_mesh *mesh, int64_t cell);
/* What sums and samples need. */
eg_status eg_ader_build_content(eg_ader *ader);

#endif
