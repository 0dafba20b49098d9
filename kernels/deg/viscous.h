/* Artificial viscosity beside deg/stage.h: div(mu rho grad u) in the momentum and div(mu rho grad theta') in
 * rho theta, Block 2012, (3), by local discontinuous Galerkin: on each face one cell takes the other one's
 * trace for its gradients, and fluxes take its gradients (Cockburn and Shu, SIAM Journal on Numerical
 * Analysis 35 (1998) 2440). It is the one that lies ahead in one direction for all faces, so that each cell
 * takes some traces and gives some (Cockburn and Dong, Journal of Scientific Computing 32 (2007) 233): with
 * cells chosen by their numbers orders are 3.4 to 3.8 at degree 3. Nothing goes through boundaries. Two
 * kernels a stage: deg_gradient before deg_stage, deg_viscous behind it, which adds
 *
 *   b dt ( - sum_q lift_iq . (mu rho G)(x_q) + sum_f sum_j lift_ifj (mu rho G_taking . n)_fj )
 *
 * to the state that deg_stage has left. Constants and arrays as there, and
 *   gradient    [pack][u, w, theta'][x, z][NODES][lane of the pack] G at nodes, of ghosts too
 *   derivative  [NODES][NODES][2] derivatives along the axes of the reference cell, at nodes
 *   jump_lift   [NODES][3 * EDGE] values at nodes of faces to nodes
 *   mu          m2/s; spread is what the square of a cell's factor of speeds gives the rate by viscosity,
 *               m2/s */
#define S(row) s[(row)*LANES + (l)]
enum { GRADIENTS = 6 };
#define GRADIENT_VALUES (GRADIENTS * NODES)
#define SPREAD_PLACE(slot)                                                                                   \
    ((long)((slot) >> PACK_BITS) * (GRADIENT_VALUES * PACK_LANES) + ((slot) & (PACK_LANES - 1)))

/* What viscosity acts on. */
typedef struct viscous_point {
    real u, w, theta;
} viscous_point;

FUNCTION viscous_point viscous_at(GLOBAL CONST real *from, long place, GLOBAL CONST real *air, long at,
                                  int node)
{
    const real rest = air[at + (long)node * LANES], heat = air[at + (long)(NODES + node) * LANES];
    const real rho = from[place + (long)node * PACK_LANES];
    const real mx = from[place + (long)(NODES + node) * PACK_LANES];
    const real mz = from[place + (long)(2 * NODES + node) * PACK_LANES];
    const real change = from[place + (long)(3 * NODES + node) * PACK_LANES];
    const real density = rest + rho;
    viscous_point p;
    p.u = mx / density;
    p.w = mz / density;
    p.theta = (change - rho * (heat / rest)) / density;
    return p;
}

/* 1 where the cell takes the trace of the one across a face, whose left cell has the normal n; else 0. */
FUNCTION real takes_trace(real nx, real nz, real right)
{
    return FMA(R(0.8), nx, R(0.61) * nz) > R(0.0) ? right : R(1.0) - right;
}

#define POINTS_AT (GRADIENTS * NODES)    /* [3][NODES] */
#define JUMPS_AT (POINTS_AT + 3 * NODES) /* [3 EDGE][GRADIENTS] */
#define GRADIENT_ROWS (JUMPS_AT + 3 * EDGE * GRADIENTS)

KERNEL_SHAPE(LANES *NODES, 1)
KERNEL deg_gradient(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *second,
                    GLOBAL CONST real *RESTRICT air, GLOBAL CONST real *RESTRICT cell,
                    GLOBAL CONST real *RESTRICT face, GLOBAL CONST int *RESTRICT there,
                    GLOBAL CONST int *RESTRICT side, GLOBAL CONST real *RESTRICT derivative,
                    GLOBAL CONST real *RESTRICT jump_lift, GLOBAL CONST long *RESTRICT count,
                    GLOBAL real *RESTRICT gradient, int number, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real s[GRADIENT_ROWS * LANES];
    GLOBAL CONST real *start = count[COUNT_PARITY] ? q1 : q0;
    GLOBAL CONST real *next = count[COUNT_PARITY] ? q0 : q1;
    GLOBAL CONST real *from = number == 1 ? start : (number == 2 ? next : second);
    GLOBAL CONST real *own_cell = cell + (long)b * (DEG_CELL_VALUES * LANES);
    GLOBAL CONST real *own_face = face + (long)b * (3 * DEG_FACE_VALUES * LANES);
    GLOBAL CONST int *own_there = there + (long)b * (3 * LANES);
    GLOBAL CONST int *own_side = side + (long)b * (3 * LANES);

    FOR_ITEMS (i, NODES) {
        FOR_LANES (l) {
            const viscous_point p =
                viscous_at(from, PLACE_IN_BLOCK(b, l), air, (long)b * (EULER_AIR * NODES * LANES) + l, i);
            S(POINTS_AT + i) = p.u;
            S(POINTS_AT + NODES + i) = p.w;
            S(POINTS_AT + 2 * NODES + i) = p.theta;
        }
    }
    BARRIER;

    FOR_ITEMS (i, 3 * EDGE) {
        const int f = i / EDGE, j = i % EDGE, node = node_of_face(f, j);
        FOR_LANES (l) {
            const int slot = own_there[f * LANES + l];
            const int turned = own_side[f * LANES + l] >> DEG_FACE_SHIFT;
            const viscous_point other =
                viscous_at(from, place_of(slot), air, air_of(slot), node_of_face(turned, DEGREE - j));
            const real nx = own_face[(f * DEG_FACE_VALUES) * LANES + l];
            const real nz = own_face[(f * DEG_FACE_VALUES + 1) * LANES + l];
            const real length = own_face[(f * DEG_FACE_VALUES + 2) * LANES + l];
            const real right = own_face[(f * DEG_FACE_VALUES + 3) * LANES + l];
            const real kind = own_face[(f * DEG_FACE_VALUES + 4) * LANES + l];
            const real takes = kind == R(DEG_INSIDE) ? takes_trace(nx, nz, right) : R(0.0);
            /* the outward normal of the right cell is the other way */
            const real scale = takes * (right > R(0.0) ? -length : length);
            const real u = scale * (other.u - S(POINTS_AT + node));
            const real w = scale * (other.w - S(POINTS_AT + NODES + node));
            const real theta = scale * (other.theta - S(POINTS_AT + 2 * NODES + node));
            S(JUMPS_AT + i * GRADIENTS) = nx * u;
            S(JUMPS_AT + i * GRADIENTS + 1) = nz * u;
            S(JUMPS_AT + i * GRADIENTS + 2) = nx * w;
            S(JUMPS_AT + i * GRADIENTS + 3) = nz * w;
            S(JUMPS_AT + i * GRADIENTS + 4) = nx * theta;
            S(JUMPS_AT + i * GRADIENTS + 5) = nz * theta;
        }
    }
    FOR_ITEMS (i, NODES) {
        GLOBAL CONST real *row = derivative + i * (2 * NODES);
        FOR_LANES (l) {
            real ua = R(0.0), ub = R(0.0), wa = R(0.0), wb = R(0.0), ta = R(0.0), tb = R(0.0);
            int k = 0;
            do {
                const real x = row[2 * k], z = row[2 * k + 1];
                ua = FMA(x, S(POINTS_AT + k), ua);
                ub = FMA(z, S(POINTS_AT + k), ub);
                wa = FMA(x, S(POINTS_AT + NODES + k), wa);
                wb = FMA(z, S(POINTS_AT + NODES + k), wb);
                ta = FMA(x, S(POINTS_AT + 2 * NODES + k), ta);
                tb = FMA(z, S(POINTS_AT + 2 * NODES + k), tb);
            } while (++k < NODES);
            const real ax = own_cell[l], az = own_cell[LANES + l];
            const real bx = own_cell[2 * LANES + l], bz = own_cell[3 * LANES + l];
            S(i) = FMA(ax, ua, bx * ub);
            S(NODES + i) = FMA(az, ua, bz * ub);
            S(2 * NODES + i) = FMA(ax, wa, bx * wb);
            S(3 * NODES + i) = FMA(az, wa, bz * wb);
            S(4 * NODES + i) = FMA(ax, ta, bx * tb);
            S(5 * NODES + i) = FMA(az, ta, bz * tb);
        }
    }
    BARRIER;
    FOR_ITEMS (i, GRADIENT_VALUES) {
        const int p = i / NODES;
        GLOBAL CONST real *row = jump_lift + (i % NODES) * (3 * EDGE);
        FOR_LANES (l) {
            real sum = S(i);
            int k = 0;
            do {
                sum = FMA(row[k], S(JUMPS_AT + k * GRADIENTS + p), sum);
            } while (++k < 3 * EDGE);
            gradient[SPREAD_PLACE((int)b * LANES + l) + (long)i * PACK_LANES] = sum;
        }
    }
    END_GROUPS
}

#define SPREAD_AT 0 /* [GRADIENTS + density][NODES] */
#define VISCOUS_ROW (GRADIENTS + 1)
#define EVEN_AT (VISCOUS_ROW * NODES)                /* [3][HALF][GRADIENTS + density] sums */
#define ODD_AT (EVEN_AT + 3 * HALF * VISCOUS_ROW)    /* differences */
#define VISCOUS_AT (ODD_AT + 3 * HALF * VISCOUS_ROW) /* [ROWS][3] fluxes */
#define FADED_AT SPREAD_AT                           /* [3][NODES] at the end */
#define VISCOUS_ROWS (VISCOUS_AT + ROWS * 3 + VISCOUS_ROW)

KERNEL_SHAPE(LANES *NODES, 1)
KERNEL deg_viscous(GLOBAL real *q0, GLOBAL real *q1, GLOBAL real *second, GLOBAL CONST real *RESTRICT air,
                   GLOBAL CONST real *RESTRICT cell, GLOBAL CONST real *RESTRICT face,
                   GLOBAL CONST int *RESTRICT there, GLOBAL CONST int *RESTRICT side,
                   GLOBAL CONST real *RESTRICT value, GLOBAL CONST real *RESTRICT along,
                   GLOBAL CONST real *RESTRICT lift, GLOBAL CONST double *RESTRICT clock,
                   GLOBAL CONST long *RESTRICT count, GLOBAL CONST real *RESTRICT gradient,
                   GLOBAL real *RESTRICT part, GLOBAL CONST int *RESTRICT order, real gamma, real mu,
                   real spread, real weight, int number, int from_group, long blocks)
{
    FOR_PARTITION_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real s[VISCOUS_ROWS * LANES];
    GLOBAL CONST real *start = count[COUNT_PARITY] ? q1 : q0;
    GLOBAL real *next = count[COUNT_PARITY] ? q0 : q1;
    GLOBAL CONST real *from = number == 1 ? start : (number == 2 ? next : second);
    GLOBAL real *to = number == 2 ? second : next;
    const double dt64 = clock[CLOCK_DT];
    const real dt = R(dt64);
    GLOBAL CONST real *own_air = air + (long)b * (EULER_AIR * NODES * LANES);
    GLOBAL CONST real *own_cell = cell + (long)b * (DEG_CELL_VALUES * LANES);
    GLOBAL CONST real *own_face = face + (long)b * (3 * DEG_FACE_VALUES * LANES);
    GLOBAL CONST int *own_there = there + (long)b * (3 * LANES);
    GLOBAL CONST int *own_side = side + (long)b * (3 * LANES);

    FOR_ITEMS (i, GRADIENT_VALUES) {
        FOR_LANES (l) {
            S(SPREAD_AT + i) = gradient[SPREAD_PLACE((int)b * LANES + l) + (long)i * PACK_LANES];
        }
    }
    FOR_ITEMS (i, NODES) {
        FOR_LANES (l) {
            S(SPREAD_AT + GRADIENT_VALUES + i) =
                own_air[i * LANES + l] + from[PLACE_IN_BLOCK(b, l) + (long)i * PACK_LANES];
        }
    }
    BARRIER;

    /* of the cell that takes traces the gradients, of both the density: the same numbers for both cells */
    FOR_ITEMS (i, 3 * HALF) {
        const int f = i / HALF, j = i % HALF;
        const int near = node_of_face(f, j), far = node_of_face(f, DEGREE - j);
        FOR_LANES (l) {
            const int slot = own_there[f * LANES + l];
            const int turned = own_side[f * LANES + l] >> DEG_FACE_SHIFT;
            const int first = node_of_face(turned, DEGREE - j), last = node_of_face(turned, j);
            const real takes = takes_trace(own_face[(f * DEG_FACE_VALUES) * LANES + l],
                                           own_face[(f * DEG_FACE_VALUES + 1) * LANES + l],
                                           own_face[(f * DEG_FACE_VALUES + 3) * LANES + l]);
            const long place = SPREAD_PLACE(slot), state = place_of(slot), at = air_of(slot);
            for (int p = 0; p < GRADIENTS; p++) {
                const real a = takes > R(0.0) ? S(SPREAD_AT + p * NODES + near)
                                              : gradient[place + (long)(p * NODES + first) * PACK_LANES];
                const real c = takes > R(0.0) ? S(SPREAD_AT + p * NODES + far)
                                              : gradient[place + (long)(p * NODES + last) * PACK_LANES];
                S(EVEN_AT + i * VISCOUS_ROW + p) = a + c;
                S(ODD_AT + i * VISCOUS_ROW + p) = a - c;
            }
            const real a = S(SPREAD_AT + GRADIENT_VALUES + near) +
                           (air[at + (long)first * LANES] + from[state + (long)first * PACK_LANES]);
            const real c = S(SPREAD_AT + GRADIENT_VALUES + far) +
                           (air[at + (long)last * LANES] + from[state + (long)last * PACK_LANES]);
            S(EVEN_AT + i * VISCOUS_ROW + GRADIENTS) = R(0.5) * (a + c);
            S(ODD_AT + i * VISCOUS_ROW + GRADIENTS) = R(0.5) * (a - c);
        }
    }

    /* fluxes inside */
    FOR_ITEMS (i, POINTS) {
        GLOBAL CONST real *row = value + i * NODES;
        FOR_LANES (l) {
            real ux = R(0.0), uz = R(0.0), wx = R(0.0), wz = R(0.0), tx = R(0.0), tz = R(0.0);
            real density = R(0.0);
            int k = 0;
            do {
                const real x = row[k];
                ux = FMA(x, S(SPREAD_AT + k), ux);
                uz = FMA(x, S(SPREAD_AT + NODES + k), uz);
                wx = FMA(x, S(SPREAD_AT + 2 * NODES + k), wx);
                wz = FMA(x, S(SPREAD_AT + 3 * NODES + k), wz);
                tx = FMA(x, S(SPREAD_AT + 4 * NODES + k), tx);
                tz = FMA(x, S(SPREAD_AT + 5 * NODES + k), tz);
                density = FMA(x, S(SPREAD_AT + 6 * NODES + k), density);
            } while (++k < NODES);
            const real scale = -(dt * mu) * density;
            const real ax = scale * own_cell[l], az = scale * own_cell[LANES + l];
            const real bx = scale * own_cell[2 * LANES + l], bz = scale * own_cell[3 * LANES + l];
            S(VISCOUS_AT + 6 * i) = FMA(ax, ux, az * uz);
            S(VISCOUS_AT + 6 * i + 1) = FMA(ax, wx, az * wz);
            S(VISCOUS_AT + 6 * i + 2) = FMA(ax, tx, az * tz);
            S(VISCOUS_AT + 6 * i + 3) = FMA(bx, ux, bz * uz);
            S(VISCOUS_AT + 6 * i + 4) = FMA(bx, wx, bz * wz);
            S(VISCOUS_AT + 6 * i + 5) = FMA(bx, tx, bz * tz);
        }
    }
    BARRIER;

    /* fluxes through faces */
    FOR_ITEMS (i, 3 * ALONG) {
        const int f = i / ALONG, first = f * (HALF * VISCOUS_ROW);
        GLOBAL CONST real *row = along + (i % ALONG) * (2 * HALF);
        FOR_LANES (l) {
            real ux = R(0.0), uz = R(0.0), wx = R(0.0), wz = R(0.0), tx = R(0.0), tz = R(0.0);
            real density = R(0.0);
            UNROLL
            for (int k = 0; k < HALF; k++) {
                const real even = row[k], odd = row[HALF + k];
                const int at = first + k * VISCOUS_ROW;
                ux = FMA(odd, S(ODD_AT + at), FMA(even, S(EVEN_AT + at), ux));
                uz = FMA(odd, S(ODD_AT + at + 1), FMA(even, S(EVEN_AT + at + 1), uz));
                wx = FMA(odd, S(ODD_AT + at + 2), FMA(even, S(EVEN_AT + at + 2), wx));
                wz = FMA(odd, S(ODD_AT + at + 3), FMA(even, S(EVEN_AT + at + 3), wz));
                tx = FMA(odd, S(ODD_AT + at + 4), FMA(even, S(EVEN_AT + at + 4), tx));
                tz = FMA(odd, S(ODD_AT + at + 5), FMA(even, S(EVEN_AT + at + 5), tz));
                density = FMA(odd, S(ODD_AT + at + 6), FMA(even, S(EVEN_AT + at + 6), density));
            }
            const real nx = own_face[(f * DEG_FACE_VALUES) * LANES + l];
            const real nz = own_face[(f * DEG_FACE_VALUES + 1) * LANES + l];
            const real length = own_face[(f * DEG_FACE_VALUES + 2) * LANES + l];
            const real right = own_face[(f * DEG_FACE_VALUES + 3) * LANES + l];
            const real kind = own_face[(f * DEG_FACE_VALUES + 4) * LANES + l];
            const real flux = (dt * mu) * density;
            const real scale = kind == R(DEG_INSIDE) ? (right > R(0.0) ? -flux : flux) * length : R(0.0);
            S(VISCOUS_AT + (2 * POINTS + i) * 3) = scale * FMA(nx, ux, nz * uz);
            S(VISCOUS_AT + (2 * POINTS + i) * 3 + 1) = scale * FMA(nx, wx, nz * wz);
            S(VISCOUS_AT + (2 * POINTS + i) * 3 + 2) = scale * FMA(nx, tx, nz * tz);
        }
    }
    BARRIER;

    FOR_ITEMS (i, NODES) {
        GLOBAL CONST real *row = lift + i * ROWS;
        FOR_LANES (l) {
            real u = R(0.0), w = R(0.0), theta = R(0.0);
            int k = 0;
            do {
                const real x = row[k];
                u = FMA(x, S(VISCOUS_AT + 3 * k), u);
                w = FMA(x, S(VISCOUS_AT + 3 * k + 1), w);
                theta = FMA(x, S(VISCOUS_AT + 3 * k + 2), theta);
            } while (++k < ROWS);
            S(FADED_AT + i) = u;
            S(FADED_AT + NODES + i) = w;
            S(FADED_AT + 2 * NODES + i) = theta;
        }
    }
    FOR_ITEMS (i, NODES) {
        FOR_LANES (l) {
            const real u = S(FADED_AT + i), w = S(FADED_AT + NODES + i);
            const real theta = S(FADED_AT + 2 * NODES + i);
            const long at = PLACE_IN_BLOCK(b, l) + (long)i * PACK_LANES;
            const real mx = to[at + (long)NODES * PACK_LANES];
            const real mz = to[at + (long)(2 * NODES) * PACK_LANES];
            const real heat = to[at + (long)(3 * NODES) * PACK_LANES];
            to[at + (long)NODES * PACK_LANES] = dt > R(0.0) ? FMA(weight, u, mx) : mx;
            to[at + (long)(2 * NODES) * PACK_LANES] = dt > R(0.0) ? FMA(weight, w, mz) : mz;
            to[at + (long)(3 * NODES) * PACK_LANES] = dt > R(0.0) ? FMA(weight, theta, heat) : heat;
        }
    }
    BARRIER;
    FIND_RATES(number == DEG_STAGES, FMA(spread * own_cell[4 * LANES + l], own_cell[4 * LANES + l], rate))
    END_GROUPS
}

#undef S
