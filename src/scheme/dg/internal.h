/* The solver's inside, shared by the files of this folder. */
#ifndef EG_SCHEME_DG_INTERNAL_H
#define EG_SCHEME_DG_INTERNAL_H

#include "element/line.h"
#include "scheme/dg/dg.h"

enum { EG_DG_STAGES = 5, EG_DG_KERNELS = 3 };

/* The numbers of one stage (kernels/dg/sizes.h); c: the time at which it begins, as a part of the step. */
typedef struct eg_dg_stage {
    double a, b, c;
} eg_dg_stage;

/* How one walks over the nodes of a face by indices of one's own: node (a, b) of variable 0 stands at place +
 * a turn[0] + b turn[1] in the state. */
typedef struct eg_dg_view {
    int64_t place, turn[2];
} eg_dg_view;

/* Traces of their own order: N of them, a layer of nodes each, share a slot behind the cells. */
typedef struct eg_dg_traces {
    int64_t entries;
    int64_t all_received; /* those that come from other ranks are the first */
    int32_t *received;    /* [ghosts][faces] the number of a ghost's trace, -1: nobody sees it */
    int32_t *entry;       /* [own][faces] that of what a hanging face sees, -1: it does not hang */
    int64_t mortars;      /* kernels/dg/mortar.h */
    int64_t inner;        /* of these the first, which need nothing of ghosts */
    bool *late;           /* [own] cells that see what others leave; NULL of one process */
    eg_buffer *place, *turn, *frame, *split, *join;
    eg_buffer *scratch; /* of EG_DG_MORTARS at once; NULL: a group holds what it needs */
    eg_program *program;
    eg_kernel *mortar;
} eg_dg_traces;

/* Traces between ranks (ranks.c). */
typedef struct eg_dg_ranks {
    eg_halo *halo;
    int64_t sent;
    eg_buffer *items, *place, *turn, *came; /* kernels/dg/exchange.h */
    eg_kernel *send, *receive;
} eg_dg_ranks;

typedef struct eg_dg_sources eg_dg_sources;     /* sources.c */
typedef struct eg_dg_stream eg_dg_stream;       /* stream.c */
typedef struct eg_dg_receivers eg_dg_receivers; /* receivers.c */
/* Perfectly matched layers (pml.c, kernels/dg/pml.h). */
typedef struct eg_dg_pml {
    int layers;
    double width[EG_FOREST_FACES], at[EG_FOREST_FACES]; /* m, by the sides of the domain; width 0: none */
    int64_t blocks, entries;                            /* with cells in layers; these times axes */
    int32_t *entry;                                     /* [blocks][dimension], as on the device */
    eg_buffer *layer, *profile, *psi, *second;
    eg_program *program;
    eg_kernel *kernel;
} eg_dg_pml;

typedef struct eg_dg_move eg_dg_move; /* adapt.c */

/* The order in which blocks of a state out of core visit the device (visits.c); else empty. Layers follow
 * each other. */
typedef struct eg_dg_visits {
    int64_t layers;
    int64_t *first;         /* [layers + 1] the place of a layer's first block */
    int64_t *mortar;        /* [layers + 1] the first mortar that is due in front of a layer */
    int32_t *order, *place; /* [blocks] the block at a place, and the place of a block */
    int32_t *layer;         /* [blocks] */
    eg_buffer *ordered;     /* order[] on the device */
} eg_dg_visits;

/* What it takes to go on with other cells (adapt.c). */
typedef struct eg_dg_adaption {
    eg_buffer *split, *join, *top;
    eg_program *program; /* NULL: not built yet */
    eg_kernel *indicate, *move;
    const eg_dg_move *moving; /* while the state moves; else NULL */
} eg_dg_adaption;

/* EG_DG_THREADS: threads of a group's nodes at most; EG_DG_MORTARS: mortars at once whose groups cannot hold
 * what they need. */
enum { EG_DG_FILE = 64, EG_DG_THREADS = 512, EG_DG_MORTARS = 256 };

struct eg_dg {
    EG_STEPPER;
    const eg_forest *mesh;
    const eg_linear *system;
    eg_flux flux;
    eg_dg_steps steps;
    int dimension, edge, nodes; /* nodes of an edge, of a cell */
    int geometry;               /* kernels/dg/sizes.h */
    bool columns;               /* a thread has a column of nodes */
    bool parts;                 /* a stage is EG_DG_KERNELS kernels */
    double cfl;
    double point[EG_LINE_NODES], weight[EG_LINE_NODES]; /* of the Gauss-Lobatto nodes */
    double *material;                                   /* [held][materials] at the centres of cells */
    bool nodal;                                         /* the material is that of the nodes (medium.c) */
    double *speed;                                      /* [own] m/s, the largest of the cell */
    double *rate;                                       /* [own] 1/s: the stable step is CFL over it */
    int64_t memory; /* bytes of the device that may be taken; 0: what is free */
    eg_dg_storage storage;
    eg_dg_stream *stream; /* NULL: the state is on the device */
    eg_dg_visits visits;
    int stages_together; /* that a pass takes at most; 0: as many as there is room for */
    bool one_state;      /* q[1] is q[0]: kernels/dg/one_state.h */
    bool trace_all;      /* traces of all variables */
    int traced;          /* variables of a trace */
    eg_buffer *trace;
    eg_kernel *leave_traces;
    struct {
        int64_t from, blocks;
        int64_t layer; /* -1: no whole one */
    } held;            /* the blocks that q has; out of core from a place on */
    eg_buffer *second;
    bool waits, observed; /* snapshots wait: there is no room for `aside`; there was a snapshot */
    eg_buffer *loss;      /* with parts */
    eg_buffer *matrix, *cell, *face, *medium, *meeting, *curve, *there, *turn, *side, *part, *stop;
    eg_buffer *quadrature, *determinant;
    eg_dg_traces traces;
    eg_dg_ranks ranks;
    eg_dg_sources *sources;     /* NULL: none */
    eg_dg_receivers *receivers; /* NULL: none */
    eg_dg_pml pml;
    eg_dg_adaption adaption;
    eg_dg *before; /* while it is built: the solver that this one goes on from; else NULL */
    eg_partition_boundary partition_boundary;
    char *constants; /* dialect source of the derivative's matrix and of the frequencies of memory */
    eg_program *program;
    eg_kernel *stage;                  /* NULL with parts */
    eg_kernel *part_of[EG_DG_KERNELS]; /* with parts: volume, fluxes, update */
    eg_kernel *find_content;
    int64_t blocks;
};

/* The solver of a stepper. */
static inline eg_dg *eg_dg_of(const eg_stepper *stepper)
{
    return (eg_dg *)stepper;
}

/* Values of the variables of a cell, which come first; behind them are those that its medium remembers. */
static inline int64_t eg_dg_wave_values(const eg_dg *dg)
{
    return (int64_t)dg->nodes * dg->variables;
}

/* The affine map of a cell: x = centre + jacobian r. */
typedef struct eg_dg_map {
    double centre[3], jacobian[3][3];
    double inverse[3][3]; /* d r_e / d x_d */
    double determinant;   /* m^dimension */
} eg_dg_map;

/* ---- stages.c */
int eg_dg_stages(const eg_dg *dg);
/* 1: the first. */
const eg_dg_stage *eg_dg_stage_of(const eg_dg *dg, int stage);
/* The kernels' file of the system: fills and returns `file`. */
const char *eg_dg_file(const eg_dg *dg, char file[EG_DG_FILE]);
/* Threads of a lane in a group that takes nodes one by one. */
int eg_dg_node_rows(const eg_dg *dg);
/* How far the stable region of a step reaches along the negative real axis. */
double eg_dg_real_axis(const eg_dg *dg);
/* Bytes that a group may share on every GPU, less some that drivers of OpenCL take for themselves. */
int64_t eg_dg_shared_bytes(const eg_dg *dg);
/* Whether the cells of a group fit into it, with what columns have beside them. */
bool eg_dg_cells_fit(const eg_dg *dg, bool columns);

/* ---- blocks.c */
/* The kernels of a stage, with what stays the same in all stages. */
eg_status eg_dg_bind_stage(eg_dg *dg);
/* Blocks [from, to) in the order of the partition boundary. */
eg_status eg_dg_queue_blocks(eg_dg *dg, int stage, int64_t from, int64_t to);
/* Whether a stage goes by two launches, of which the first has the blocks that other ranks see. */
static inline bool eg_dg_is_split(const eg_dg *dg)
{
    return dg->partition_boundary.order != NULL;
}

/* ---- memory.c EG_CASE where the state cannot be stored so. */
eg_status eg_dg_check_storage(const eg_dg *dg, const eg_dg_options *options, eg_dg_storage storage);
/* Takes the storage that the options name, or the first that fits: EG_MEMORY, EG_CASE, on all ranks. Behind
 * the numbers of traces. Collective. */
eg_status eg_dg_choose_storage(eg_dg *dg, const eg_dg_options *options);
/* Lanes of a block; one state has to fit into what a group shares. */
int eg_dg_lanes(const eg_dg *dg, const eg_dg_options *options);
/* Whether what nodes of curved cells differentiate is found again for each node of a line: a group has no
 * room for it. */
bool eg_dg_weak_again(const eg_dg *dg, eg_precision precision);
/* Bytes that a mortar has outside of its group, where they do not fit in it; 0: they do. */
int64_t eg_dg_mortar_scratch(const eg_dg *dg, eg_precision precision);
/* Bytes of the device that may be taken yet. */
int64_t eg_dg_room(const eg_dg *dg);

/* ---- one_state.c; of two states nothing is built, and nothing happens
 * Where the trace of a slot's face begins; the end of all. */
int64_t eg_dg_own_trace(const eg_dg *dg, int64_t slot, int f);
int64_t eg_dg_own_traces(const eg_dg *dg);
eg_status eg_dg_build_traces(eg_dg *dg);
eg_status eg_dg_bind_traces(eg_dg *dg);
/* Leaves traces of the state anew: of all blocks that are held, or of those with slots that are `listed` in
 * where[]; behind stage `stage`, 0: while the run pauses. */
eg_status eg_dg_leave_traces(eg_dg *dg, int stage, const eg_buffer *where, int64_t listed);
eg_status eg_dg_leave_all_traces(eg_dg *dg, int stage);

/* ---- stream.c: a state out of core. While blocks visit, q, second and held are those of the visit. */
typedef eg_status eg_dg_work(eg_dg *dg, int stage);
typedef struct eg_dg_pass {
    eg_dg_work *work;
    /* Where the work takes several stages, in front of each, before the first layer: also after a failure,
     * which it returns. NULL: nothing. */
    eg_status (*before)(eg_dg *dg, int stage, eg_status status);
    int stage, stages;                          /* the first, and how many one after the other; 0: one */
    bool second_comes, second_goes, state_goes; /* what is copied beside the state that comes */
} eg_dg_pass;
/* EG_MEMORY with what host or device would have to have. */
eg_status eg_dg_build_stream(eg_dg *dg);
void eg_dg_destroy_stream(eg_dg *dg);
/* Frees all of it but the state, for the solver to come; without a stream nothing happens. Waits. */
void eg_dg_keep_host_state(eg_dg *dg);
/* Queues the work on all blocks in the order of visits, behind what was queued with `status`. */
eg_status eg_dg_stream_pass(eg_dg *dg, const eg_dg_pass *pass, eg_status status);
/* Work that only reads the state, on all blocks: at once, or visit by visit. */
eg_status eg_dg_visit_all(eg_dg *dg, eg_dg_work *work, int stage);
/* The state in the host's memory, where it is out of core, as all that is queued leaves it, block by block in
 * the order of visits. Waits. A block stands so many bytes from where the layout has it. */
eg_status eg_dg_stream_state(eg_dg *dg, void **state);
int64_t eg_dg_stream_shift(const eg_dg *dg, int64_t block);
/* Makes it 0. Waits. */
eg_status eg_dg_clear_stream(eg_dg *dg);

/* ---- visits.c; of a state on the device nothing is built, and places are blocks */
eg_status eg_dg_order_visits(eg_dg *dg);
int64_t eg_dg_place_of(const eg_dg *dg, int64_t block);
/* The slot of an own cell, by places. */
int32_t eg_dg_visit_slot(const eg_dg *dg, int64_t cell);
/* Blocks of the largest layer, 1 at least. */
int64_t eg_dg_largest_layer(const eg_dg *dg);
/* The first layer that sees what the mortar of a large own cell leaves. */
int64_t eg_dg_mortar_layer(const eg_dg *dg, int64_t large, int f);

/* ---- traces.c */
/* Where a node of a slot stands in the state, of variable 0. */
int64_t eg_dg_place(const eg_dg *dg, int64_t slot, int64_t node);
/* Counts the traces, before there is a layout. EG_MESH, EG_MEMORY. */
eg_status eg_dg_number_traces(eg_dg *dg);
/* A face whose node (a, b) by its own indices stands at base + a step[0] + b step[1], as one sees it whose
 * indices are what the orientation says in it. */
eg_dg_view eg_dg_seen(const eg_dg *dg, int64_t base, const int64_t step[2], int orientation);
/* Nodes of a trace of its own order stand so far from each other. */
int64_t eg_dg_trace_lanes(const eg_dg *dg);
eg_dg_view eg_dg_view_of_entry(const eg_dg *dg, int64_t entry, int orientation);
/* The face of a held cell: of a ghost the trace that comes from its owner. */
eg_dg_view eg_dg_view_of_face(const eg_dg *dg, int64_t cell, int face, int orientation);
/* What stands beyond face f of an own cell; at a boundary the cell's own face. */
eg_dg_view eg_dg_beyond(const eg_dg *dg, int64_t cell, int f);
/* A face of an own cell by its own indices; where a trace of its own order begins. */
eg_dg_view eg_dg_own_face(const eg_dg *dg, int64_t cell, int f);
int64_t eg_dg_entry_place(const eg_dg *dg, int64_t entry);

/* ---- mortars.c: hanging faces */
eg_status eg_dg_build_mortars(eg_dg *dg, const eg_dg_options *options);
eg_status eg_dg_bind_mortars(eg_dg *dg);
eg_status eg_dg_queue_mortars(eg_dg *dg, int stage, int64_t from, int64_t to);

/* ---- halves.c */
/* split[2][n][n], join[2][n][n] of mortar.h; lumped: the adjoint in the scheme's own norm. */
void eg_dg_split_matrices(int n, double *split);
void eg_dg_join_matrices(int n, bool lumped, const double *split, double *join);

/* ---- ranks.c; of one process nothing is built */
eg_status eg_dg_build_ranks(eg_dg *dg);
/* A stage of several ranks, behind what was queued with `status`; the exchange takes place after a failure
 * too: other ranks wait for it. */
eg_status eg_dg_queue_shared(eg_dg *dg, int stage, eg_status status);

/* ---- sources.c; without sources nothing happens */
eg_status eg_dg_build_sources(eg_dg *dg, const eg_dg_options *options);
/* What a delta function at t of an edge of n nodes on [-1,1] is tested with: Lagrange's polynomials, from
 * degree 2 on without their part in the highest Legendre polynomial; values[n]. */
void eg_dg_test_values(int n, const double *points, const double *weights, double t, double *values);
/* Before the first stage of a step. */
eg_status eg_dg_queue_pulses(eg_dg *dg);
/* Behind all blocks of a stage. */
eg_status eg_dg_queue_sources(eg_dg *dg, int stage);
void eg_dg_destroy_sources(eg_dg *dg);

/* ---- receivers.c; without receivers nothing happens */
/* Behind the first pass. Collective. */
eg_status eg_dg_build_receivers(eg_dg *dg, const eg_dg_options *options);
/* Behind the sources of a stage. */
eg_status eg_dg_queue_receivers(eg_dg *dg, int stage);
void eg_dg_destroy_receivers(eg_dg *dg);

/* ---- cell_map.c: the map of a cell */
void eg_dg_map_of(const eg_dg *dg, int64_t cell, eg_dg_map *map);
/* Fills inverse and determinant from the Jacobian. */
void eg_dg_map_invert(eg_dg_map *map);
/* That at a point of the reference cell, where the map is not affine; the reference point of a node. */
void eg_dg_map_at(const eg_dg *dg, int64_t cell, const double reference[3], eg_dg_map *map);
void eg_dg_node_reference(const eg_dg *dg, int node, double reference[3]);
/* The reference point of a node of a face, by the face's own indices, or of a part of it (-1: all of it). */
void eg_dg_face_reference(const eg_dg *dg, int face, int part, int node, double reference[3]);
/* The outward unit normal of a face; returns its Jacobian over the cell's, 1/m. */
double eg_dg_face_frame(const eg_dg *dg, const eg_dg_map *map, int face, double normal[3]);
/* The flux that a cell takes on a face: where smaller cells are across the mean of what mortar.h makes of
 * their star states. */
eg_flux eg_dg_flux_of(const eg_dg *dg, const eg_leaf_face *face);
eg_linear_boundary eg_dg_boundary_of(const eg_dg_options *options, const eg_leaf_face *face);

/* A thread's room for the nodes of a cell. */
typedef struct eg_dg_nodes {
    double (*x)[3];      /* [nodes] m */
    double *own, *other; /* [nodes][materials] */
} eg_dg_nodes;
eg_status eg_dg_nodes_create(const eg_dg *dg, eg_scope *scope, eg_dg_nodes *room);
/* The nodes of a cell; those of its face, by the face's own indices, or of a part of it (-1: all of it). */
void eg_dg_place_nodes(const eg_dg *dg, int64_t cell, double (*x)[3]);
void eg_dg_place_face(const eg_dg *dg, int64_t cell, int face, int part, double (*x)[3]);

/* ---- geometry.c: what the kernels know of cells and faces */
/* Materials at the centres, and the largest speeds. */
eg_status eg_dg_find_material(eg_dg *dg, const eg_dg_options *options);
eg_status eg_dg_build_cells(eg_dg *dg, const eg_dg_options *options);

/* ---- medium.c: the material at nodes */

/* Where two cells meet, at room->x[] of a face's nodes; constant k at node i goes to constants[(k nodes + i)
 * stride]. */
typedef struct eg_dg_meeting {
    int64_t cell[2], stride;
    eg_flux flux;
    eg_linear_boundary boundary;
    double normal[3];
} eg_dg_meeting;
eg_status eg_dg_find_meeting(const eg_dg *dg, const eg_dg_options *options, eg_dg_nodes *room,
                             const eg_dg_meeting *between, double *constants);
/* Materials at the nodes and constants at the nodes of faces, on the device. */
eg_status eg_dg_build_medium(eg_dg *dg, const eg_dg_options *options);

/* ---- pml.c: perfectly matched layers; where there are none nothing is built */
/* Where they are. EG_MESH. */
eg_status eg_dg_place_pml(eg_dg *dg, const eg_dg_options *options);
/* Own cells in layers, once for each axis along which they have one. */
double eg_dg_pml_cells(const eg_dg *dg);
/* The blocks with cells in layers, where there is a layout; then what they take of the device, bytes. */
eg_status eg_dg_list_pml(eg_dg *dg);
int64_t eg_dg_pml_bytes(const eg_dg *dg);
/* What they add to the rate of a cell, 1/s. */
double eg_dg_pml_rate(const eg_dg *dg, int64_t cell);
eg_status eg_dg_build_pml(eg_dg *dg);
/* What their memory moves in a stage, bytes. */
double eg_dg_pml_traffic(const eg_dg *dg);
/* Where the first value of an own cell's psi along an axis stands, the next ones a lane's stride behind; -1:
 * it has none. */
int64_t eg_dg_pml_at(const eg_dg *dg, int64_t cell, int axis);
/* The stage of those among the places [from, to) that have a layer. */
eg_status eg_dg_queue_pml(eg_dg *dg, int stage, int64_t from, int64_t to);
eg_status eg_dg_persist_pml(eg_dg *dg, const eg_persist *persist);
/* What the layers remember is that of a state at rest. */
eg_status eg_dg_clear_pml(eg_dg *dg);
/* pml_move.c: from the cells before to those of dg. Collective, also where `status` is a failure of this
 * rank. */
eg_status eg_dg_move_pml(eg_dg *dg, const eg_dg *before, const eg_cell_transfer *transfer, eg_status status);

/* ---- initial.c: the state at time 0, and the buffers that go with it */
eg_status eg_dg_build_state(eg_dg *dg, const eg_dg_options *options);

/* ---- dg.c: both halves of creation, without a first pass; `before` as above. Build is collective. */
eg_status eg_dg_begin(eg_device *device, const eg_forest *mesh, const eg_dg_options *options, eg_dg *before,
                      eg_dg **dg);
eg_status eg_dg_build(eg_dg *dg, const eg_dg_options *options);

/* ---- indicator.c */
eg_status eg_dg_build_adaption(eg_dg *dg);

/* ---- content.c: what sums and samples need */
eg_status eg_dg_build_content(eg_dg *dg);
eg_status eg_dg_queue_content(eg_stepper *stepper);

/* ---- step.c */
eg_status eg_dg_step(eg_stepper *stepper);

/* ---- observe.c: what the solver is to a run */
extern const eg_stepper_class eg_dg_class;
void eg_dg_set_costs(const eg_dg *dg);

#endif
