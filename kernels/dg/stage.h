/* One stage of a Runge-Kutta step of nodal DG: volume term, fluxes and update in one pass, for any linear
 * system
 *
 *   u_t + A u_x + B u_y (+ C u_z) = 0
 *
 * whose point functions a header of kernels/physics has declared before (VARS, MATERIALS, TRACES,
 * FACE_CONSTANTS, phys_apply, phys_trace, phys_ghost, phys_crossing, phys_lift). docs/theory/octree-dg.md
 * derives every expression.
 *
 * Constants of the program: DIM, N Gauss-Lobatto nodes an edge, LANES, LANE_BITS, GEOMETRY, STEPS
 * (dg/sizes.h), MEDIUM, COLUMNS, DG_ROWS threads of a lane, DG_RESIDENT groups that share a multiprocessor.
 * Node (i, j, k) of a cell is i + N (j + N k). Face 2 d is at the lower, face 2 d + 1 at the upper end of
 * direction d; its nodes are counted by the remaining directions, the first fastest.
 *
 * Arrays (b block, l lane)
 *   q0, q1      state, taken in turn: [block][STORED][NODES][LANES]; with ONE_STATE the same array
 *               (dg/one_state.h)
 *   second      the same shape: what a step carries from stage to stage
 *   matrix      [N][N] derivative in the reference cell: u_xi(i) = sum_j matrix_ij u_j
 *   cell        [b][CELL_CONSTANTS][LANES] derivatives of the reference coordinates, 1/m (a brick's: xi_x,
 *               eta_y, zeta_z; else xi_x, xi_y, xi_z, eta_x, ...), material: MEDIA values
 *   curve       [b][DIM DIM + 1][NODES][LANES] of a curved cell: the derivatives of the reference coordinates
 *               at the nodes, as in cell, and the determinant of the map, m^DIM
 *   medium      [b][MEDIA][NODES][LANES] with MEDIUM: material at the nodes
 *   meeting     [b][2 DIM][FACE_CONSTANTS][FACE_NODES][LANES] with MEDIUM: constants of the flux at the nodes
 *               of faces
 *   face        [b][2 DIM][FACE_VALUES][LANES] outward unit normal (not of a brick), ratio of the face's
 *               Jacobian to the cell's over the weight of a node at the end, 1/m, constants of the flux with
 *               the own side left
 *   there       [b][2 DIM][LANES] where the neighbour's variable 0 at this face's node 0 stands in the state;
 *               of a boundary the own
 *   turn        [b][2 DIM][DIM - 1][LANES] how far it goes from there to the next node along each index of
 *               this face
 *   side        [b][2 DIM][LANES] kind of the face (ader/faces.h)
 *   part        [b] largest rate of the block; HUGE_VALUE where a value is not finite
 *   stop        the number of the first stage that left such a value, 0: none; later stages do nothing, so
 *               that what it began from is left
 *
 * A cell takes its side of a face alone, with its outward normal; both sides agree up to rounding. */
#include "dg/sizes.h"

#define HUGE_VALUE R(2e30)

#if GEOMETRY == DG_BRICK
#define METRIC DIM
#define NORMALS 0
#elif GEOMETRY == DG_CURVED
#define METRIC 0
#define NORMALS 0
#define NODE_METRIC (DIM * DIM + 1)
#else
#define METRIC (DIM * DIM)
#define NORMALS DIM
#endif
#define CELL_CONSTANTS (METRIC + MEDIA)
#define FACE_VALUES (NORMALS + 1 + FACE_CONSTANTS)

FUNCTION phys_material material_of(GLOBAL CONST real *cell, int l)
{
    return phys_load_material(cell + METRIC * LANES + l, LANES);
}

/* The material at a node, and constant p of the flux at a node of face f: with MEDIUM those of the node, else
 * those of the cell and of its face. */
#if MEDIUM
#define MATERIAL_AT(node) phys_load_material(own_medium + (node)*LANES + l, NODES * LANES)
#define MEETING(p, f, node) own_meeting[(((f)*FACE_CONSTANTS + (p)) * FACE_NODES + (node)) * LANES + l]
#else
#define MATERIAL_AT(node) material_of(own_cell, l)
#define MEETING(p, f, node) own_face[((f)*FACE_VALUES + NORMALS + 1 + (p)) * LANES + l]
#endif

/* A u_x + B u_y + C u_z from the derivatives in the reference cell. */
#if GEOMETRY == DG_CURVED
#define METRIC_AT(e, d) own_curve[((DIM * NUMBER_##e + NUMBER_##d) * NODES + (i)) * LANES + l]
#define DETERMINANT_AT(i) own_curve[(DIM * DIM * NODES + (i)) * LANES + l]
#elif GEOMETRY == DG_BRICK
#define METRIC_AT(d) cell[NUMBER_##d * LANES + l]
#define TO_SPACE(d) phys_scaled(METRIC_AT(d), along_##d)
#else
/* component d of the gradient: sum over directions e of the reference cell */
#define METRIC_AT(e, d) cell[(DIM * NUMBER_##e + NUMBER_##d) * LANES + l]
#endif
#if GEOMETRY != DG_BRICK
#define TO_SPACE(d) gradient(METRICS_OF(d), ALONG_EACH)
#if DIM == 3
#define ALONG_EACH along_x, along_y, along_z
#define METRICS_OF(d) METRIC_AT(x, d), METRIC_AT(y, d), METRIC_AT(z, d)
FUNCTION phys_state gradient(real gx, real gy, real gz, ALONG)
{
    return phys_add_scaled(gx, along_x, phys_combined(gy, along_y, gz, along_z));
}
#else
#define ALONG_EACH along_x, along_y
#define METRICS_OF(d) METRIC_AT(x, d), METRIC_AT(y, d)
FUNCTION phys_state gradient(real gx, real gy, ALONG)
{
    return phys_combined(gx, along_x, gy, along_y);
}
#endif
#endif
#if GEOMETRY == DG_CURVED
FUNCTION phys_state change_inside(GLOBAL CONST real *own_curve, int i, int l, phys_material m, ALONG,
                                  phys_weak divergence)
{
    return phys_apply_weak(m, DIRECTIONS(TO_SPACE), divergence);
}
#else
FUNCTION phys_state change_inside(GLOBAL CONST real *cell, int l, phys_material m, ALONG)
{
    return phys_apply(m, DIRECTIONS(TO_SPACE));
}
#endif
#undef TO_SPACE

/* The outward normal of a face of direction d, from where its values begin. */
#if GEOMETRY == DG_BRICK
#define NORMAL_x_OF_x (upper ? R(1.0) : R(-1.0))
#define NORMAL_y_OF_y NORMAL_x_OF_x
#define NORMAL_z_OF_z NORMAL_x_OF_x
#define NORMAL_x_OF_y R(0.0)
#define NORMAL_x_OF_z R(0.0)
#define NORMAL_y_OF_x R(0.0)
#define NORMAL_y_OF_z R(0.0)
#define NORMAL_z_OF_x R(0.0)
#define NORMAL_z_OF_y R(0.0)
#define NORMALS_OF_x DIRECTIONS(NORMAL_OF_x)
#define NORMALS_OF_y DIRECTIONS(NORMAL_OF_y)
#define NORMALS_OF_z DIRECTIONS(NORMAL_OF_z)
#define NORMAL_OF_x(e) NORMAL_##e##_OF_x
#define NORMAL_OF_y(e) NORMAL_##e##_OF_y
#define NORMAL_OF_z(e) NORMAL_##e##_OF_z
#else
#define NORMALS_OF_x DIRECTIONS(NORMAL_AT)
#define NORMALS_OF_y DIRECTIONS(NORMAL_AT)
#define NORMALS_OF_z DIRECTIONS(NORMAL_AT)
#if GEOMETRY == DG_CURVED
#define NORMAL_AT(e) normal_##e
#else
#define NORMAL_AT(e) own_face[at_face + NUMBER_##e * LANES]
#endif
#endif

/* What a curved cell finds at a node of its face 2 d + end: the gradient of the reference coordinate has the
 * direction of the normal, and its length is the ratio of the face's Jacobian to the cell's; over the weight
 * 2 / N (N - 1) of a node at the end. */
#if GEOMETRY == DG_CURVED
#if DIM == 3
#define SQUARE_OF_GRADIENT FMA(gradient_x, gradient_x, FMA(gradient_y, gradient_y, gradient_z *gradient_z))
#else
#define SQUARE_OF_GRADIENT FMA(gradient_x, gradient_x, gradient_y *gradient_y)
#endif
#define FACE_FRAME(d, end)                                                                                   \
    const real outward = (end) ? R(1.0) : R(-1.0);                                                           \
    const real gradient_x = METRIC_AT(d, x), gradient_y = METRIC_AT(d, y);                                   \
    IN_SPACE(const real gradient_z = METRIC_AT(d, z);)                                                       \
    const real length = SQRT(SQUARE_OF_GRADIENT), shortened = DIVIDE(outward, length);                       \
    const real normal_x = shortened * gradient_x, normal_y = shortened * gradient_y;                         \
    IN_SPACE(const real normal_z = shortened * gradient_z;)                                                  \
    const real lift = R(N * (N - 1) / 2) * length;
#else
#define FACE_FRAME(d, end) const real lift = LIFT_OF_FACE(2 * NUMBER_##d + (end));
#endif

/* What takes part in what crosses a face of direction d, and what it changes: of a brick not all
 * variables. */
#if GEOMETRY == DG_BRICK
#define EACH_TAKEN(d, m) EACH_ACROSS_##d(m)
#define EACH_GIVEN(d, m) EACH_CHANGED_##d(m)
#else
#define EACH_TAKEN(d, m) EACH_VAR(m)
#define EACH_GIVEN(d, m) EACH_VAR(m)
#endif

/* The trace beyond a node of face 2 d + end, `first`, `other` its indices on the face, with the outward
 * normal: leaves `across`. */
#define FACE_ACROSS(d, end, first, other)                                                                    \
    const int upper = end, f = 2 * NUMBER_##d + upper;                                                       \
    const int at_face = f * (FACE_VALUES * LANES) + l;                                                       \
    FACE_PLACE(first, other)                                                                                 \
    phys_state taken = phys_nothing();                                                                       \
    EACH_TRACED(d, FACE_LOAD)                                                                                \
    const phys_waves across = phys_trace(NORMALS_OF_##d, taken);

/* What crosses that face at node i, outward, less what the own side has there, from the trace v across:
 * leaves `crossing`, whose phys_lift() counts LIFT_OF_FACE(f) times. */
#define FACE_CROSSING(d, end, v, on_face) FACE_CROSSING_BY(FACE_CONSTANT, d, end, v, on_face)
#define FACE_CROSSING_BY(constant, d, end, v, on_face)                                                       \
    const int kind = own_side[(2 * NUMBER_##d + (end)) * LANES + l], face_node = on_face;                    \
    phys_face constants;                                                                                     \
    EACH_FACE_CONSTANT(constant)                                                                             \
    EACH_TAKEN(d, NODE_LOAD)                                                                                 \
    const phys_waves w = phys_trace(NORMALS_OF_##d, taken);                                                  \
    const phys_waves ghost = phys_ghost(NORMALS_OF_##d, kind, w);                                            \
    EACH_TRACE(FACE_CHOOSE)                                                                                  \
    const phys_waves crossing = phys_crossing(m, constants, NORMALS_OF_##d, w, v);
#define LIFT_OF_FACE(f) own_face[(f) * (FACE_VALUES * LANES) + NORMALS * LANES + l]
#if DIM == 3
#define OTHER(other) +(long)(other)*own_turn[(f * (DIM - 1) + 1) * LANES + l]
#else
#define OTHER(other)
#endif
#define PLACE_BEYOND(first, other)                                                                           \
    (own_there[f * LANES + l] + (long)(first)*own_turn[f * ((DIM - 1) * LANES) + l] OTHER(other))
#if !ONE_STATE
#define FACE_PLACE(first, other) const long place = PLACE_BEYOND(first, other);
#define FACE_LOAD(p) taken.v##p = from[place + (p)*NODES * LANES];
#define EACH_TRACED EACH_TAKEN
#endif
#define NODE_LOAD(p) taken.v##p = FROM_LINE(p, i);
#define FACE_CONSTANT(p) constants.v##p = MEETING(p, f, face_node);
#define FACE_CHOOSE(p) v.v##p = kind ? ghost.v##p : v.v##p;

/* The next state at a place, from the state there, what it loses per time and `held` of the second array,
 * which counts behind the first stage; leaves `next`. Layers (dg/pml.h) add to the next state and to what low
 * storage carries. */
#if !PML
#define WITH_LAYER(next) (next)
#define CARRIED_WITH_LAYER(carried) (carried)
#endif
#define UPDATE(value, loss, held) ADVANCE(value, loss, held, WITH_LAYER, CARRIED_WITH_LAYER)
#if STEPS == DG_LOW_STORAGE
#define ADVANCE(value, loss, held, with, carried_with)                                                       \
    const real change = minus_dt * (loss);                                                                   \
    const real carried = first_stage ? change : FMA(a, held, change);                                        \
    second[at] = carried_with(carried);                                                                      \
    const real next = with(FMA(b, carried, value));                                                          \
    to[at] = next;
#else
#define ADVANCE(value, loss, held, with, carried_with)                                                       \
    const real change = minus_dt * (loss);                                                                   \
    const real forward = value + change;                                                                     \
    const real begun = first_stage ? value : (held);                                                         \
    const real next = with(first_stage ? forward : FMA(a, begun, b * forward));                              \
    to[at] = next;                                                                                           \
    second[at] = begun;
#endif

#if MEDIUM
#define MEDIUM_OF_RUN GLOBAL CONST real *own_medium = medium + (long)block * (MEDIA * NODES * LANES);
#define MEETING_OF_RUN                                                                                       \
    GLOBAL CONST real *own_meeting = meeting + (long)block * (2 * DIM * FACE_CONSTANTS * FACE_NODES * LANES);
#else
#define MEDIUM_OF_RUN
#define MEETING_OF_RUN
#endif
#if GEOMETRY == DG_CURVED
#define CURVE_OF_RUN GLOBAL CONST real *own_curve = curve + (long)block * (NODE_METRIC * NODES * LANES);
#else
#define CURVE_OF_RUN
#endif
/* Of a run that streams, q0, q1 and second hold the blocks alone that stand from place `from_group` on in the
 * order of visits, of which order[] lists the blocks. */
#if STREAMED
#define HELD_BLOCK(block) held_##block
#define BLOCK_AT(place) (long)order[place]
#else
#define HELD_BLOCK(block) ((long)(block))
#define BLOCK_AT(place) ((void)order, (long)(place))
#endif
#if !ONE_STATE
#define TRACES_OF_RUN
#endif
/* What a kernel has of the run and of its block: the state it reads; the next one; the cells; their faces;
 * all of them. */
#define FROM_OF_RUN                                                                                          \
    GLOBAL CONST real *from = (count[COUNT_PARITY] ^ (number & 1)) ? q0 : q1;                                \
    const long own = HELD_BLOCK(block) * (VALUES * LANES);
#define TO_OF_RUN                                                                                            \
    GLOBAL real *to = (count[COUNT_PARITY] ^ (number & 1)) ? q1 : q0;                                        \
    const double minus_dt64 = -clock[CLOCK_DT];                                                              \
    const real minus_dt = R(minus_dt64);                                                                     \
    const int first_stage = number == 1;
#define CELL_OF_RUN                                                                                          \
    GLOBAL CONST real *own_cell = cell + (long)block * (CELL_CONSTANTS * LANES);                             \
    MEDIUM_OF_RUN                                                                                            \
    CURVE_OF_RUN
#define FACES_OF_RUN                                                                                         \
    TRACES_OF_RUN                                                                                            \
    GLOBAL CONST real *own_face = face + (long)block * (2 * DIM * FACE_VALUES * LANES);                      \
    MEETING_OF_RUN                                                                                           \
    GLOBAL CONST long *own_there = there + (long)block * (2 * DIM * LANES);                                  \
    GLOBAL CONST int *own_turn = turn + (long)block * (2 * DIM * (DIM - 1) * LANES);                         \
    GLOBAL CONST int *own_side = side + (long)block * (2 * DIM * LANES);
#define STAGE_OF_RUN FROM_OF_RUN TO_OF_RUN CELL_OF_RUN FACES_OF_RUN
/* Blocks that a stage works on: none while the run pauses, or where an earlier stage has gone wrong. */
#define STAGE_BLOCKS (count[COUNT_PAUSE] == PAUSE_NONE && (stop[0] == 0 || stop[0] >= number) ? blocks : 0)
/* Of a run with layers (LAYERS) dg_pml works on the blocks that have cells in one, the other kernels of a
 * stage on the others; `layer` is -1 along all axes of these. */
#if LAYERS
#if DIM == 3
#define AXES_OF_LAYER(b) (layer[(long)(b)*3] & layer[(long)(b)*3 + 1] & layer[(long)(b)*3 + 2])
#else
#define AXES_OF_LAYER(b) (layer[(long)(b)*2] & layer[(long)(b)*2 + 1])
#endif
#if PML
#define IS_OF_STAGE(b) (AXES_OF_LAYER(b) >= 0)
#else
#define IS_OF_STAGE(b) (AXES_OF_LAYER(b) < 0)
#endif
#define FOR_STAGE_GROUPS(b) FOR_CHOSEN_PARTITION_GROUPS(b, STAGE_BLOCKS, IS_OF_STAGE)
#else
#define FOR_STAGE_GROUPS(b) FOR_PARTITION_GROUPS(b, STAGE_BLOCKS)
#endif

/* The lanes one after the other, where what they do is no loop for vectors. */
#if WIDE_LOOPS
#define EACH_LANE(l) for (int l = 0; l < LANES; l++)
#else
#define EACH_LANE(l) FOR_LANES (l)
#endif
