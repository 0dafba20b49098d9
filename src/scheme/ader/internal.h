/* The solver's inside, shared by the files of this folder. */
#ifndef EG_SCHEME_ADER_INTERNAL_H
#define EG_SCHEME_ADER_INTERNAL_H

#include "element/tiles.h"
#include "field/running_extrema.h"
#include "mesh/plane/side.h"
#include "scheme/ader/ader.h"

/* What a type of cell has on the device (kernels/ader/step.h). */
typedef struct eg_ader_cells {
    eg_modal modal;
    double *even; /* [order][order][modes] modes at (a, b) / (order - 1), where outputs stand: at [b][a] */
    eg_buffer *derivative, *edge, *tiles, *lift, *lift_tiles, *cell, *face, *there, *side;
    /* kernels/ader/variable.h */
    int points, rows;             /* of quadrature; filled up to a multiple of the block */
    int stage_points, stage_rows; /* the same of the stages before the last, where these have their own */
    double *at_points, *at_faces; /* [points][material modes]; [faces][edge_points][material modes] */
    eg_buffer *values, *tests, *material, *medium;
    eg_program *program;
    eg_kernel *predict, *correct, *content;
    eg_buffer *centre; /* kernels/ader/maxima.h */
    eg_kernel *maxima;
    eg_buffer *damped_list, *damping;
    eg_buffer *resolvent, *resolved; /* kernels/ader/implicit.h */
    eg_kernel *resolve;
    eg_buffer *bound_basis; /* kernels/ader/bounds.h */
    eg_kernel *bound_fluxes, *bound_values;
    eg_kernel *damp, *exchange;
    eg_program *wind_program; /* kernels/ader/moving */
    eg_kernel *find_wind;
    eg_buffer *wind, *flow, *history;
    eg_buffer *wind_point, *wind_place, *wind_faces, *wind_region, *wind_slowing;
    int64_t damped; /* blocks of damping layers */
    int64_t blocks;
    eg_partition_boundary partition_boundary;
    int64_t first_face; /* the first of this type in the order of traces */
} eg_ader_cells;

typedef struct eg_ader_sources eg_ader_sources;
typedef struct eg_ader_receivers eg_ader_receivers;

/* What a source of the whole domain has on the device, by types of cells (kernels/ader/body/body.c). */
typedef struct eg_ader_body {
    int points[EG_CELL_TYPES];
    eg_buffer *rule, *point[EG_CELL_TYPES], *tests[EG_CELL_TYPES], *place[EG_CELL_TYPES],
        *body[EG_CELL_TYPES];
    eg_program *program[EG_CELL_TYPES];
    eg_kernel *kernel[EG_CELL_TYPES];
} eg_ader_body;

struct eg_ader {
    EG_STEPPER;
    const eg_plane *mesh;
    const eg_linear *system;
    eg_flux flux;
    int order, modes;
    int terms; /* of the Taylor polynomial in time, or stages where implicit */
    bool implicit;
    eg_buffer *rational; /* kernels/ader/implicit.h */
    int trace_bits;
    bool tensor; /* products are taken by tensor cores */
    bool far;    /* places of traces have 64 bits (kernels/ader/places.h) */
    double cfl;
    double *material; /* [cells + ghosts][materials] means */
    bool variable;    /* kernels/ader/variable.h, else step.h */
    bool moving;      /* kernels/ader/moving/moving.h */
    bool conservative;
    int material_order, material_modes, edge_points;
    int block, tests; /* points or modes worked on at once; modes filled up to a multiple */
    double factor_most;
    double *polynomial; /* [cells + ghosts][materials][material modes] */
    eg_buffer *line, *rule, *factor, *moments;
    double rate_least; /* of a wind, 1/s */
    eg_program *factor_program;
    eg_kernel *find_factor;
    eg_ader_cells cells[EG_CELL_TYPES];
    eg_buffer *trace, *degrees, *part;  /* degrees: of the modes */
    int32_t *inflow_index;              /* [mesh faces] number of the inflow face, -1: none */
    int64_t inflow_faces, first_inflow; /* in the order of traces */
    int32_t *ghost_index; /* [ghosts][EG_CELL_VERTICES] number of the face among those of ghosts, -1: none */
    int64_t ghost_faces, first_ghost;
    eg_halo *halo; /* of several ranks */
    eg_buffer *inflow_offset, *inflow_normal, *inflow_of, *inflow_rule, *inflow_inside;
    eg_program *inflow_program;
    eg_kernel *inflow;
    eg_buffer *determinant;
    /* The largest sum of sizes of a row of the matrix of exchange, and what the rate of a cell has of it,
     * 1/s. */
    double exchange_size, exchange_rate;
    eg_buffer *exchange_matrix, *exchange_theta, *exchange; /* kernels/ader/exchange.c */
    eg_program *exchange_program;
    eg_kernel *find_exchange;
    double bound[EG_LINEAR_VARIABLES][2]; /* equal ones: none */
    int maximum_count, maximum_pairs;     /* kernels/ader/maxima.h */
    eg_buffer *maximum_weight;
    eg_running_extrema highest;
    eg_ader_body body;
    eg_ader_sources *sources;     /* NULL: none */
    eg_ader_receivers *receivers; /* NULL: none */
    eg_buffer *nothing;           /* where a kernel of theirs reads no such array */
};

/* The solver of a stepper. */
static inline eg_ader *eg_ader_of(const eg_stepper *stepper)
{
    return (eg_ader *)stepper;
}

/* ---- pairs.c: products by both derivatives ---- */

/* Both derivatives as tensor cores take them: [tile][16][modes], in a tile eight rows of the first and the
 * same of the second, zeros behind the last. `transposed`: the volume terms. The array is the scope's.
 * EG_MEMORY. */
eg_status eg_ader_join_derivatives(eg_scope *scope, const eg_modal *modal, bool transposed, double **joined);
/* Add the products of these tiles, at most EG_ADER_PAIR_TILES, without terms that are 0 for a whole tile: for
 * the derivatives of `rows` modes by modes below `end`; for the volume terms. */
enum { EG_ADER_PAIR_TILES = (EG_MODES_MOST + EG_PAIR_ROWS - 1) / EG_PAIR_ROWS };
void eg_ader_add_derivatives(const double *joined, int modes, int rows, int end, eg_tiles *product,
                             int *count);
void eg_ader_add_volume(const double *joined, int modes, eg_tiles *product, int *count);

/* ---- variable.c and factor.c: coefficients that vary in a cell, or in time ---- */

/* Form, orders and points that the options ask for. */
void eg_ader_choose_variable(eg_ader *ader, const eg_ader_options *options);
/* The material's polynomials, and the modes at the points where they are evaluated. */
eg_status eg_ader_find_polynomials(eg_ader *ader, const eg_ader_options *options);
/* ---- material.c. The material of a cell at a point of the reference cell, or where its modes have the
 * values `basis`. */
void eg_ader_material_of(const eg_ader *ader, int64_t cell, const double *basis, double *material);
void eg_ader_material_at(const eg_ader *ader, int64_t cell, const double point[2], double *material);
/* Largest speed of the cell times that of the factor, m/s. */
double eg_ader_speed(const eg_ader *ader, int64_t cell);
/* Arrays of one type for the device; the rule along faces and the factor of time. */
eg_status eg_ader_build_variable(eg_ader *ader, const eg_ader_options *options, int type);
eg_status eg_ader_build_factor(eg_ader *ader, const eg_ader_options *options);
/* The rule of kernels/ader/moving/in_time.h, [2 + 2 order][order]; that along faces. */
void eg_ader_interpolate_rule(int order, double *rule);
eg_status eg_ader_build_line(eg_ader *ader);
/* ---- wind.c: without a wind nothing happens. Form and points; arrays of a type and its kernels; the
 * launches, in front of all that takes the wind; values that a cell has of it, of its work array, and
 * operations of its step. */
void eg_ader_choose_wind(eg_ader *ader, const eg_ader_options *options);
eg_status eg_ader_build_wind(eg_ader *ader, const eg_ader_options *options, int type);
eg_status eg_ader_build_wind_program(eg_ader *ader, const eg_ader_options *options, int type);
eg_status eg_ader_build_moments(eg_ader *ader);
eg_status eg_ader_queue_wind(eg_ader *ader);
double eg_ader_wind_values(const eg_ader *ader, int type);
int64_t eg_ader_wind_work(const eg_ader *ader, int type);
void eg_ader_wind_flops(const eg_ader *ader, int type, double *predict, double *correct);
/* Values of the work array of a lane. */
int64_t eg_ader_work(const eg_ader *ader, int type);
eg_status eg_ader_queue_factor(eg_ader *ader);
/* Values that a cell of the type has beyond those of step.h, and operations of its step. */
double eg_ader_variable_values(const eg_ader *ader, int type);
void eg_ader_variable_flops(const eg_ader *ader, int type, double *predict, double *correct);

/* ---- observe.c: what the solver is to a run; eg_kernel_cost() of the kernels of a type */
extern const eg_stepper_class eg_ader_class;
eg_status eg_ader_fill_even(eg_ader *ader, int type);
void eg_ader_set_costs(const eg_ader *ader, int type);

/* ---- cell_map.c: what lies across ---- */

/* What a cell sees across its local face k: unit normal and length of the face that the side is `owner`
 * of. */
typedef struct eg_ader_across {
    eg_side side;
    eg_linear_boundary boundary; /* EG_LINEAR_INSIDE where a cell is across */
    int number;                  /* of the boundary; -1 there */
    double normal[2], length;
} eg_ader_across;
eg_ader_across eg_ader_look_across(const eg_ader *ader, const eg_ader_options *options, int64_t cell, int k);
/* The constants of the flux there, where the cell and what is across have these materials. */
void eg_ader_find_constants(const eg_ader *ader, const eg_ader_across *across, const double *own,
                            const double *other, double *constants);
/* variable.c: Material of both sides at point q of a face, as the face runs, and the constants of the flux:
 * what a cell keeps of it, medium[materials + face constants]. */
void eg_ader_fill_point(const eg_ader *ader, const eg_ader_across *across, int64_t cell, int face, int q,
                        double *medium);

/* ---- ader.c ---- */

/* The order of traces, [pack of faces][order * traces][lane of the pack]: the own cells' faces by type,
 * inflow, ghosts. All faces together fit into 31 bits, or EG_MESH says how many cells do; places of their
 * values need not. *faces is their number. */
eg_status eg_ader_order_traces(eg_ader *ader, const eg_ader_options *options, int64_t *faces);

/* ---- cell_map.c ---- */

/* Of a face: order times traces. */
int64_t eg_ader_trace_values(const eg_ader *ader);
/* Where the traces of face `face` begin, as kernels count places. */
int64_t eg_ader_trace_offset(const eg_ader *ader, int64_t face);
/* The number of a cell's local face; of a ghost where an own cell lies across. */
int64_t eg_ader_trace_face(const eg_ader *ader, int64_t cell, int k);
/* The number of a face of an inflow boundary. */
int64_t eg_ader_inflow_face(const eg_ader *ader, int64_t face);

/* A rule on the reference cell with the modes at its points, and these points in a cell. */
typedef struct eg_ader_rule {
    int count;
    double point[EG_QUADRATURE_ANY_POINTS][2], weight[EG_QUADRATURE_ANY_POINTS];
    double basis[EG_QUADRATURE_ANY_POINTS][EG_MODES_MOST];
    double x[EG_QUADRATURE_ANY_POINTS][2];
} eg_ader_rule;
void eg_ader_make_rule(eg_cell_type type, int degree, int order, eg_ader_rule *rule);
/* The point of face f of a type of cell, as the cell runs along it, at s in [0, 1]. */
void eg_ader_face_point(eg_cell_type type, int f, long double s, double point[2]);
void eg_ader_place_rule(const eg_plane *mesh, int64_t cell, eg_ader_rule *rule);

/* ---- geometry.c ---- */

/* Means of the material of each own cell. */
eg_status eg_ader_find_material(eg_ader *ader, const eg_ader_options *options);
/* The state at time 0, [place] of the layout in doubles' precision. */
eg_status eg_ader_project(eg_ader *ader, const eg_ader_options *options, void *q);
/* Constants of cells and faces of each type. */
eg_status eg_ader_build_cells(eg_ader *ader, const eg_ader_options *options);
/* The rate of a cell, 1/s: its stable step is CFL over it. */
double eg_ader_rate(const eg_ader *ader, int64_t cell);
/* The same by waves of this speed, m/s, alone. */
double eg_ader_rate_of_speed(const eg_ader *ader, int64_t cell, double speed);
/* What sums and samples need. */
eg_status eg_ader_build_content(eg_ader *ader);
eg_status eg_ader_queue_content(eg_stepper *stepper);

/* Sources: built when cells and programs are there. The launches stand between ader_predict and
 * ader_correct. */
eg_status eg_ader_sources_create(eg_ader *ader, const eg_ader_options *options);
void eg_ader_sources_destroy(eg_ader *ader);
eg_status eg_ader_sources_queue(eg_ader *ader);
/* The number of the cell among those with sources, -1: none. */
int64_t eg_ader_sources_in(const eg_ader *ader, int64_t cell);
/* What receivers read of ader/source.h; NULL where there are no sources. */
const eg_buffer *eg_ader_sources_response(const eg_ader *ader);
const eg_buffer *eg_ader_sources_awake(const eg_ader *ader);

/* ---- body.c: without such a source nothing happens. Built before the sources; the launch stands before
 * theirs. */
eg_status eg_ader_build_body(eg_ader *ader, const eg_ader_options *options);
eg_status eg_ader_queue_body(eg_ader *ader);

/* Receivers: built when there is a ring of samples; takes sample 0. The launch comes after that of the
 * sources and before the step ends. */
eg_status eg_ader_receivers_create(eg_ader *ader, const eg_ader_options *options);
void eg_ader_receivers_destroy(eg_ader *ader);
eg_status eg_ader_receivers_queue(eg_ader *ader);

/* ---- aim.c: receivers, behind the first pass. Collective. */
eg_status eg_ader_build_receivers(eg_ader *ader, const eg_ader_options *options);

/* ---- damping.c: damping[cells] 1/s, or NULL */
eg_status eg_ader_build_damping(eg_ader *ader, const double *damping);
eg_status eg_ader_queue_damping(eg_ader *ader);

/* ---- bounds.c: without them nothing happens. Builds them and bounds the initial state; the launches stand
 * behind what leaves traces, and at the end of the step. */
eg_status eg_ader_build_bounds(eg_ader *ader, const eg_ader_options *options);
eg_status eg_ader_queue_bounded_fluxes(eg_ader *ader);
eg_status eg_ader_queue_bounded_values(eg_ader *ader);

/* ---- exchange.c: without a matrix nothing happens. The launches stand in front of all, and at the end of
 * the step. */
void eg_ader_choose_exchange(eg_ader *ader, const eg_ader_options *options);
eg_status eg_ader_build_exchange(eg_ader *ader, const eg_ader_options *options);
eg_status eg_ader_queue_exchange_matrix(eg_ader *ader);
eg_status eg_ader_queue_exchange(eg_ader *ader);

/* ---- implicit.c: where E is not implicit nothing happens */
/* How many stages an order has. */
int eg_ader_stages(int order);
/* [1 + stages + stages^2] of kernels/ader/implicit.h. */
void eg_ader_fill_rational(int stages, double *rational);
eg_status eg_ader_build_implicit(eg_ader *ader);
/* The matrices of the step, in front of all. */
eg_status eg_ader_queue_implicit(eg_ader *ader);

/* ---- inflow.c: counts the faces and adds them to the order of traces, behind those of the cells */
eg_status eg_ader_list_inflow(eg_ader *ader, const eg_ader_options *options, int64_t *order);
eg_status eg_ader_build_inflow(eg_ader *ader, const eg_ader_options *options);
eg_status eg_ader_queue_inflow(eg_ader *ader);

/* ---- maxima.c: without any nothing happens */
eg_status eg_ader_build_maxima(eg_ader *ader, const eg_ader_options *options);
/* `at_pause`: nothing is queued, and the state that was reached last is taken in. */
eg_status eg_ader_queue_maxima(eg_ader *ader, bool at_pause);
eg_status eg_ader_persist_maxima(eg_ader *ader, const eg_persist *persist);

/* ---- step.c */
eg_status eg_ader_step(eg_stepper *stepper);

/* ---- ranks.c: of several ranks; counts the faces of ghosts and adds them behind */
eg_status eg_ader_list_ghosts(eg_ader *ader, int64_t *order);
eg_status eg_ader_build_halo(eg_ader *ader);

#endif
