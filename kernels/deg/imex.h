/* Steps that take sound and gravity implicitly (docs/theory/atmosphere.md, "Semi-implicit integration"): with
 * the linear operator L of the air at rest, each stage solves (1 - tau L) d = r for the increment d of the
 * state, tau = gamma dt.
 *
 *   p = a T',  a = c^2 / theta              m = r_m + tau (W p - lift n lambda) - tau g rho e_z
 *   T' = r_T - tau (S theta m + lift theta (p - lambda) / c)        rho = r_rho + (T' - r_T) / theta
 *
 * S is the derivative at nodes, W that of the weak form, lambda the pressure of the acoustic Riemann problem
 * at the nodes of faces. In terms of lambda a cell is solved by itself: a matrix of NODES rows for p, whose
 * inverse is kept. What leaves it through a node of a face is w = p + c m.n; lambda is the mean of what
 * leaves both cells. So the unknowns that cells share are those lambda = T lambda + b: T maps lambda to w in
 * each cell (`response`) and takes means (Cockburn and others, SIAM J. Numer. Anal. 47 (2009) 1319).
 *
 * Arrays besides those of deg/stage.h (b block, l lane, TRACES = 3 EDGE nodes of faces)
 *   lambda      traces: [chunk of TRACE_CHUNK cells][TRACES][TRACE_CHUNK], the same order for any lanes; both
 *               cells of a face have a copy, of the same bits
 *   leaving     w: [pack][TRACES][lane of the pack], ghosts behind
 *   inverse     [b][NODES][NODES][LANES] of the matrix for p
 *   response    [b][TRACES][TRACES][LANES] w of each lambda
 *   weak, strong   [NODES][NODES][2] W and S of the reference triangle
 *   raise       [NODES][TRACES] lift of the reference triangle, from nodes of faces
 *   tau         [2] gamma dt of this step, rounded to 7 bits; and that of inverse and response
 *   slopes      [2 stages][state] of each stage dt N, then dt L d */
#define TRACES (3 * EDGE)
#define TRACE_CHUNK 64
#define OUTWARD(right) ((right) ? R(-1.0) : R(1.0))

/* Of lane l of block b, whose lanes stand side by side in a chunk. */
#define TRACE_PLACE(b, l, v)                                                                                 \
    (((long)(b)*LANES / TRACE_CHUNK * TRACES + (v)) * TRACE_CHUNK + (long)(b)*LANES % TRACE_CHUNK + (l))

FUNCTION long leaving_place(int slot, int v)
{
    return (long)(slot >> PACK_BITS) * (TRACES * PACK_LANES) + (long)v * PACK_LANES +
           (slot & (PACK_LANES - 1));
}
#define LEAVING_PLACE(b, l, v)                                                                               \
    (PACK_LANES == LANES ? ((long)(b)*TRACES + (v)) * LANES + (l) : leaving_place((int)(b)*LANES + (l), v))

/* Of the air at a node: T' to p; theta; the speed of sound. */
FUNCTION real pressure_of_heat(GLOBAL CONST real *air, int i, int l, real gamma)
{
    return gamma * air[(2 * NODES + i) * LANES + l] / air[(NODES + i) * LANES + l];
}
FUNCTION real theta_at(GLOBAL CONST real *air, int i, int l)
{
    return air[(NODES + i) * LANES + l] / air[i * LANES + l];
}
FUNCTION real sound_at(GLOBAL CONST real *air, int i, int l, real gamma)
{
    return SQRT(gamma * air[(2 * NODES + i) * LANES + l] / air[i * LANES + l]);
}

/* What the cells' matrices are made for. One group. */
KERNEL_SHAPE(LANES, 1)
KERNEL imex_tau(GLOBAL CONST double *RESTRICT clock, GLOBAL double *RESTRICT tau, double gamma)
{
    FOR_GROUPS(b, 1)
    FOR_FLAT (t, 1) {
        const double wide = gamma * clock[CLOCK_DT] * 70368744177665.0; /* 2^46 + 1 */
        tau[0] = wide - (wide - gamma * clock[CLOCK_DT]);
    }
    END_GROUPS
}
KERNEL_SHAPE(LANES, 1)
KERNEL imex_made(GLOBAL double *RESTRICT tau)
{
    FOR_GROUPS(b, 1)
    FOR_FLAT (t, 1) {
        tau[1] = tau[0];
    }
    END_GROUPS
}

/* The inverse of a cell's matrix for p, by Gauss and Jordan without pivots: its symmetric part is positive.
 * Nothing where it is made for this tau. */
KERNEL_SHAPE(LANES *NODES, 1)
KERNEL imex_invert(GLOBAL CONST real *RESTRICT air, GLOBAL CONST real *RESTRICT cell,
                   GLOBAL CONST real *RESTRICT face, GLOBAL CONST real *RESTRICT weak,
                   GLOBAL CONST real *RESTRICT strong, GLOBAL CONST real *RESTRICT raise,
                   GLOBAL CONST double *RESTRICT tau, GLOBAL real *inverse, real gravity, real gamma,
                   long blocks)
{
    FOR_GROUPS(b, tau[0] == tau[1] ? 0 : blocks)
    GLOBAL CONST real *own_air = air + (long)b * (EULER_AIR * NODES * LANES);
    GLOBAL CONST real *c = cell + (long)b * (DEG_CELL_VALUES * LANES);
    GLOBAL CONST real *own_face = face + (long)b * (3 * DEG_FACE_VALUES * LANES);
    GLOBAL real *m = inverse + (long)b * (NODES * NODES * LANES);
    const double tau64 = tau[0];
    const real t = R(tau64);
    FOR_ITEMS (i, NODES) {
        FOR_LANES (l) {
            const real xi_x = c[l], xi_z = c[LANES + l], eta_x = c[2 * LANES + l], eta_z = c[3 * LANES + l];
            for (int j = 0; j < NODES; j++) {
                real sum = R(0.0);
                for (int k = 0; k < NODES; k++) {
                    const real sound = sound_at(own_air, k, l, gamma);
                    const real w0 = weak[(k * NODES + j) * 2], w1 = weak[(k * NODES + j) * 2 + 1];
                    const real wx = FMA(w0, xi_x, w1 * eta_x);
                    const real wz = FMA(w0, xi_z, w1 * eta_z) - (j == k ? gravity / (sound * sound) : R(0.0));
                    const real theta = theta_at(own_air, k, l);
                    const real s0 = strong[(i * NODES + k) * 2], s1 = strong[(i * NODES + k) * 2 + 1];
                    const real along = FMA(s0, FMA(xi_x, wx, xi_z * wz), s1 * FMA(eta_x, wx, eta_z * wz));
                    sum = FMA(theta, along, sum);
                }
                real edges = R(0.0);
                for (int v = 0; v < TRACES; v++) {
                    const int node = node_of_face(v / EDGE, v % EDGE);
                    const real length = own_face[((v / EDGE) * DEG_FACE_VALUES + 2) * LANES + l];
                    const real by = raise[i * TRACES + v] * length * theta_at(own_air, node, l) /
                                    sound_at(own_air, node, l, gamma);
                    edges += node == j ? by : R(0.0);
                }
                const real diagonal = i == j ? R(1.0) / pressure_of_heat(own_air, i, l, gamma) : R(0.0);
                m[(i * NODES + j) * LANES + l] = FMA(t, FMA(t, sum, edges), diagonal);
            }
        }
    }
    BARRIER;
    for (int k = 0; k < NODES; k++) {
        FOR_ITEMS (i, NODES) {
            FOR_LANES (l) {
                const real factor = m[(i * NODES + k) * LANES + l] / m[(k * NODES + k) * LANES + l];
                for (int j = 0; i != k && j < NODES; j++) {
                    const real old = m[(i * NODES + j) * LANES + l];
                    m[(i * NODES + j) * LANES + l] =
                        j == k ? -factor : FMA(-factor, m[(k * NODES + j) * LANES + l], old);
                }
            }
        }
        BARRIER;
        FOR_FLAT (l, LANES) {
            const real pivot = R(1.0) / m[(k * NODES + k) * LANES + l];
            for (int j = 0; j < NODES; j++) {
                const real old = m[(k * NODES + j) * LANES + l];
                m[(k * NODES + j) * LANES + l] = j == k ? pivot : old * pivot;
            }
        }
        BARRIER;
    }
    END_GROUPS
}

/* Column by column what leaves the cell of each lambda. */
KERNEL_SHAPE(LANES *NODES, 1)
KERNEL imex_respond(GLOBAL CONST real *RESTRICT air, GLOBAL CONST real *RESTRICT cell,
                    GLOBAL CONST real *RESTRICT face, GLOBAL CONST int *RESTRICT side,
                    GLOBAL CONST real *RESTRICT weak, GLOBAL CONST real *RESTRICT strong,
                    GLOBAL CONST real *RESTRICT raise, GLOBAL CONST real *RESTRICT inverse,
                    GLOBAL CONST double *RESTRICT tau, GLOBAL real *RESTRICT response, real gravity,
                    real gamma, long blocks)
{
    FOR_GROUPS(b, tau[0] == tau[1] ? 0 : blocks)
    GLOBAL CONST real *own_air = air + (long)b * (EULER_AIR * NODES * LANES);
    GLOBAL CONST real *c = cell + (long)b * (DEG_CELL_VALUES * LANES);
    GLOBAL CONST real *own_face = face + (long)b * (3 * DEG_FACE_VALUES * LANES);
    GLOBAL CONST int *own_side = side + (long)b * (3 * LANES);
    GLOBAL CONST real *own = inverse + (long)b * (NODES * NODES * LANES);
    const double tau64 = tau[0];
    const real t = R(tau64);
    FOR_ITEMS (u, TRACES) {
        FOR_LANES (l) {
            real rhs[NODES], p[NODES];
            const int f = u / EDGE, at = node_of_face(f, u % EDGE);
            const real xi_x = c[l], xi_z = c[LANES + l], eta_x = c[2 * LANES + l], eta_z = c[3 * LANES + l];
            const real outward = OUTWARD(own_side[f * LANES + l] & DEG_RIGHT);
            const real nx = outward * own_face[(f * DEG_FACE_VALUES) * LANES + l];
            const real nz = outward * own_face[(f * DEG_FACE_VALUES + 1) * LANES + l];
            const real length = own_face[(f * DEG_FACE_VALUES + 2) * LANES + l];
            const real xi_n = FMA(xi_x, nx, xi_z * nz), eta_n = FMA(eta_x, nx, eta_z * nz);
            const real damp = theta_at(own_air, at, l) / sound_at(own_air, at, l, gamma);
            for (int i = 0; i < NODES; i++) {
                real sum = R(0.0);
                for (int k = 0; k < NODES; k++) {
                    const real along =
                        FMA(strong[(i * NODES + k) * 2], xi_n, strong[(i * NODES + k) * 2 + 1] * eta_n);
                    sum = FMA(along * theta_at(own_air, k, l), raise[k * TRACES + u], sum);
                }
                rhs[i] = t * length * FMA(t, sum, raise[i * TRACES + u] * damp);
            }
            for (int i = 0; i < NODES; i++) {
                p[i] = R(0.0);
                for (int k = 0; k < NODES; k++)
                    p[i] = FMA(own[(i * NODES + k) * LANES + l], rhs[k], p[i]);
            }
            for (int v = 0; v < TRACES; v++) {
                const int g = v / EDGE, i = node_of_face(g, v % EDGE);
                const real sign = OUTWARD(own_side[g * LANES + l] & DEG_RIGHT);
                const real ox = sign * own_face[(g * DEG_FACE_VALUES) * LANES + l];
                const real oz = sign * own_face[(g * DEG_FACE_VALUES + 1) * LANES + l];
                const real sound = sound_at(own_air, i, l, gamma);
                real d0 = R(0.0), d1 = R(0.0);
                for (int k = 0; k < NODES; k++) {
                    d0 = FMA(weak[(i * NODES + k) * 2], p[k], d0);
                    d1 = FMA(weak[(i * NODES + k) * 2 + 1], p[k], d1);
                }
                const real force = length * raise[i * TRACES + u];
                const real mx = t * (FMA(xi_x, d0, eta_x * d1) - nx * force);
                const real mz =
                    t * (FMA(xi_z, d0, eta_z * d1) - gravity / (sound * sound) * p[i] - nz * force);
                response[(((long)b * TRACES + v) * TRACES + u) * LANES + l] =
                    FMA(sound, FMA(ox, mx, oz * mz), p[i]);
            }
        }
    }
    END_GROUPS
}

/* What leaves cells of lambda alone: the costly half of a product with 1 - T. TRACES^2 + 2 TRACES values a
 * cell. */
KERNEL_SHAPE(LANES *NODES, 1)
KERNEL imex_leave(GLOBAL CONST real *RESTRICT lambda, GLOBAL CONST real *RESTRICT response,
                  GLOBAL real *RESTRICT leaving, GLOBAL CONST long *RESTRICT count, long blocks)
{
    FOR_GROUPS(b, count[SOLVE_END] == END_NONE ? blocks : 0)
    SHARED real s[TRACES * LANES];
    FOR_ITEMS (v, TRACES) {
        FOR_LANES (l) {
            s[v * LANES + l] = lambda[TRACE_PLACE(b, l, v)];
        }
    }
    BARRIER;
    FOR_ITEMS (v, TRACES) {
        FOR_LANES (l) {
            real sum = R(0.0);
            int u = 0;
            do {
                sum = FMA(response[(((long)b * TRACES + v) * TRACES + u) * LANES + l], s[u * LANES + l], sum);
            } while (++u < TRACES);
            leaving[LEAVING_PLACE(b, l, v)] = sum;
        }
    }
    END_GROUPS
}

/* to = from - means of what leaves both cells of a face, or with `start` these means alone. */
KERNEL_SHAPE(LANES *NODES, 1)
KERNEL imex_mean(GLOBAL CONST real *RESTRICT leaving, GLOBAL CONST int *RESTRICT there,
                 GLOBAL CONST int *RESTRICT side, GLOBAL CONST real *RESTRICT face,
                 GLOBAL CONST real *RESTRICT from, GLOBAL real *RESTRICT to,
                 GLOBAL CONST long *RESTRICT count, int start, long cells, long blocks)
{
    FOR_GROUPS(b, start || count[SOLVE_END] == END_NONE ? blocks : 0)
    FOR_ITEMS (v, TRACES) {
        FOR_LANES (l) {
            const long at = ((long)b * 3 + v / EDGE) * LANES + l, cell = (long)b * LANES + l;
            const int other = (side[at] >> DEG_FACE_SHIFT) * EDGE + DEGREE - v % EDGE;
            const real kind = face[(((long)b * 3 + v / EDGE) * DEG_FACE_VALUES + 4) * LANES + l];
            const real own = leaving[LEAVING_PLACE(b, l, v)];
            const real across = leaving[leaving_place(there[at], other)];
            const real beyond = kind == R(DEG_WALL) ? own : (kind == R(DEG_OPEN) ? R(0.0) : across);
            const real mean = R(0.5) * (own + beyond);
            const long place = TRACE_PLACE(b, l, v);
            const real result = start ? mean : from[place] - mean;
            to[place] = cell < cells ? result : R(0.0);
        }
    }
    END_GROUPS
}

/* A cell's increment d of r and lambda. With `start` lambda is left out, and what leaves the cell is stored;
 * else the slope L d = (d - r) / tau times dt, and the next stage's state q + d. */
#define RX_AT 0 /* [NODES] momentum */
#define RZ_AT NODES
#define RT_AT (2 * NODES) /* heat of r */
#define THETA_AT (3 * NODES)
#define SOUND_AT (4 * NODES)
#define ALONG_AT (5 * NODES) /* [2][NODES] along the reference coordinates */
#define RHS_AT (7 * NODES)
#define PRESSURE_AT (8 * NODES)
#define FORCE_AT (9 * NODES)            /* [2][TRACES] of lambda on the momentum */
#define DAMP_AT (FORCE_AT + 2 * TRACES) /* [TRACES] of lambda on the heat */
#define SOLVE_ROWS (DAMP_AT + TRACES)
#define W(row) s[(row)*LANES + (l)]
#define VALUE_AT(p) (PLACE_IN_BLOCK(b, l) + (long)((p)*NODES + i) * PACK_LANES)
KERNEL_SHAPE(LANES *NODES, 1)
KERNEL imex_solve(GLOBAL CONST real *RESTRICT air, GLOBAL CONST real *RESTRICT cell,
                  GLOBAL CONST real *RESTRICT face, GLOBAL CONST int *RESTRICT side,
                  GLOBAL CONST real *RESTRICT weak, GLOBAL CONST real *RESTRICT strong,
                  GLOBAL CONST real *RESTRICT raise, GLOBAL CONST real *RESTRICT inverse,
                  GLOBAL CONST double *RESTRICT tau, GLOBAL CONST real *RESTRICT lambda,
                  GLOBAL CONST real *RESTRICT r, GLOBAL CONST real *RESTRICT q, GLOBAL real *RESTRICT leaving,
                  GLOBAL real *RESTRICT slopes, GLOBAL real *RESTRICT next, long slope_at, real gravity,
                  real gamma, real by_gamma, int start, long blocks)
{
    FOR_GROUPS(b, blocks)
    SHARED real s[SOLVE_ROWS * LANES];
    GLOBAL CONST real *own_air = air + (long)b * (EULER_AIR * NODES * LANES);
    GLOBAL CONST real *c = cell + (long)b * (DEG_CELL_VALUES * LANES);
    GLOBAL CONST real *own_face = face + (long)b * (3 * DEG_FACE_VALUES * LANES);
    GLOBAL CONST int *own_side = side + (long)b * (3 * LANES);
    GLOBAL CONST real *own = inverse + (long)b * (NODES * NODES * LANES);
    const double tau64 = tau[0];
    const real t = R(tau64);
    FOR_ITEMS (i, NODES) {
        FOR_LANES (l) {
            const real theta = theta_at(own_air, i, l), heat = r[VALUE_AT(3)];
            W(THETA_AT + i) = theta;
            W(SOUND_AT + i) = sound_at(own_air, i, l, gamma);
            W(RX_AT + i) = r[VALUE_AT(1)];
            W(RZ_AT + i) = FMA(-(t * gravity), r[VALUE_AT(0)] - heat / theta, r[VALUE_AT(2)]);
            W(RT_AT + i) = heat;
        }
    }
    BARRIER;
    FOR_ITEMS (v, TRACES) {
        const int f = v / EDGE, node = node_of_face(f, v % EDGE);
        FOR_LANES (l) {
            const real outward = OUTWARD(own_side[f * LANES + l] & DEG_RIGHT);
            const real given = start ? R(0.0) : lambda[TRACE_PLACE(b, l, v)];
            const real force = own_face[(f * DEG_FACE_VALUES + 2) * LANES + l] * given;
            W(FORCE_AT + v) = -outward * force * own_face[f * DEG_FACE_VALUES * LANES + l];
            W(FORCE_AT + TRACES + v) = -outward * force * own_face[(f * DEG_FACE_VALUES + 1) * LANES + l];
            W(DAMP_AT + v) = force * W(THETA_AT + node) / W(SOUND_AT + node);
        }
    }
    BARRIER;
    /* the momentum of r and lambda */
    FOR_ITEMS (i, NODES) {
        GLOBAL CONST real *row = raise + i * TRACES;
        FOR_LANES (l) {
            real x = R(0.0), z = R(0.0), heat = R(0.0);
            int v = 0;
            do {
                x = FMA(row[v], W(FORCE_AT + v), x);
                z = FMA(row[v], W(FORCE_AT + TRACES + v), z);
                heat = FMA(row[v], W(DAMP_AT + v), heat);
            } while (++v < TRACES);
            W(RX_AT + i) = FMA(t, x, W(RX_AT + i));
            W(RZ_AT + i) = FMA(t, z, W(RZ_AT + i));
            W(RHS_AT + i) = heat;
        }
    }
    FOR_ITEMS (i, NODES) {
        FOR_LANES (l) {
            const real x = W(RX_AT + i), z = W(RZ_AT + i), theta = W(THETA_AT + i);
            W(ALONG_AT + i) = theta * FMA(c[l], x, c[LANES + l] * z);
            W(ALONG_AT + NODES + i) = theta * FMA(c[2 * LANES + l], x, c[3 * LANES + l] * z);
        }
    }
    BARRIER;
    FOR_ITEMS (i, NODES) {
        GLOBAL CONST real *row = strong + i * (2 * NODES);
        FOR_LANES (l) {
            real sum = R(0.0);
            int k = 0;
            do {
                sum = FMA(row[2 * k], W(ALONG_AT + k), sum);
                sum = FMA(row[2 * k + 1], W(ALONG_AT + NODES + k), sum);
            } while (++k < NODES);
            W(RHS_AT + i) = FMA(t, W(RHS_AT + i) - sum, W(RT_AT + i));
        }
    }
    BARRIER;
    FOR_ITEMS (i, NODES) {
        GLOBAL CONST real *row = own + i * (NODES * LANES);
        FOR_LANES (l) {
            real sum = R(0.0);
            int k = 0;
            do {
                sum = FMA(row[k * LANES + l], W(RHS_AT + k), sum);
            } while (++k < NODES);
            W(PRESSURE_AT + i) = sum;
        }
    }
    BARRIER;
    FOR_ITEMS (i, NODES) {
        GLOBAL CONST real *row = weak + i * (2 * NODES);
        FOR_LANES (l) {
            real d0 = R(0.0), d1 = R(0.0);
            int k = 0;
            do {
                d0 = FMA(row[2 * k], W(PRESSURE_AT + k), d0);
                d1 = FMA(row[2 * k + 1], W(PRESSURE_AT + k), d1);
            } while (++k < NODES);
            W(ALONG_AT + i) = d0;
            W(ALONG_AT + NODES + i) = d1;
        }
    }
    FOR_ITEMS (i, NODES) {
        FOR_LANES (l) {
            const real d0 = W(ALONG_AT + i), d1 = W(ALONG_AT + NODES + i), p = W(PRESSURE_AT + i);
            const real weight = gravity / (W(SOUND_AT + i) * W(SOUND_AT + i)) * p;
            W(RX_AT + i) = FMA(t, FMA(c[l], d0, c[2 * LANES + l] * d1), W(RX_AT + i));
            W(RZ_AT + i) = FMA(t, FMA(c[LANES + l], d0, c[3 * LANES + l] * d1) - weight, W(RZ_AT + i));
        }
    }
    BARRIER;
    FOR_ITEMS (v, start ? TRACES : 0) {
        const int f = v / EDGE, i = node_of_face(f, v % EDGE);
        FOR_LANES (l) {
            const real outward = OUTWARD(own_side[f * LANES + l] & DEG_RIGHT);
            const real nx = outward * own_face[f * DEG_FACE_VALUES * LANES + l];
            const real nz = outward * own_face[(f * DEG_FACE_VALUES + 1) * LANES + l];
            leaving[LEAVING_PLACE(b, l, v)] =
                FMA(W(SOUND_AT + i), FMA(nx, W(RX_AT + i), nz * W(RZ_AT + i)), W(PRESSURE_AT + i));
        }
    }
    FOR_ITEMS (i, start ? 0 : NODES) {
        FOR_LANES (l) {
            const real heat = W(PRESSURE_AT + i) / pressure_of_heat(own_air, i, l, gamma);
            euler_state d;
            d.v0 = r[VALUE_AT(0)] + (heat - W(RT_AT + i)) / W(THETA_AT + i);
            d.v1 = W(RX_AT + i);
            d.v2 = W(RZ_AT + i);
            d.v3 = heat;
#if TRACER
            d.v4 = r[VALUE_AT(4)];
#endif
#define STORE(p)                                                                                             \
    slopes[slope_at + VALUE_AT(p)] = by_gamma * (d.v##p - r[VALUE_AT(p)]);                                   \
    next[VALUE_AT(p)] = q[VALUE_AT(p)] + d.v##p;
            EACH_VAR(STORE)
#undef STORE
        }
    }
    END_GROUPS
}
#undef VALUE_AT
#undef W

#define SUM_GROUP 256 /* values of a group, one a thread */
/* lambda times a factor. */
KERNEL_SHAPE(SUM_GROUP, 1)
KERNEL imex_scale(GLOBAL real *lambda, real factor, long rows, long groups)
{
    FOR_GROUPS(g, groups)
    const long first = g * SUM_GROUP, left = rows - first;
    const int room = left < SUM_GROUP ? (int)left : SUM_GROUP;
    GLOBAL real *own = lambda + first;
    FOR_WIDE(i, room)
    {
        own[i] = factor * own[i];
    }
    END_GROUPS
}

/* Of stage `number`, 0 the first: dt N from the state and what a step of Euler makes of it, then what comes
 * of all slopes so far: the right-hand side of the next stage; with `last` the state after the step.
 * `weights` [2 stages] of this stage. Every value of a state's array by itself; 2 + slopes values. */
KERNEL_SHAPE(SUM_GROUP, 1)
KERNEL imex_add(GLOBAL CONST real *RESTRICT q, GLOBAL CONST real *RESTRICT from,
                GLOBAL CONST real *RESTRICT euler, GLOBAL real *slopes, GLOBAL CONST double *RESTRICT weights,
                GLOBAL real *RESTRICT to, int number, int stages, int last, long values, long groups)
{
    FOR_GROUPS(g, groups)
    const long first = g * SUM_GROUP, left = values - first;
    const int room = left < SUM_GROUP ? (int)left : SUM_GROUP;
    GLOBAL real *sum = to + first;
    GLOBAL real *mine = slopes + (number * values + first);
    FOR_WIDE(i, room)
    {
        mine[i] = euler[first + i] - from[first + i];
        sum[i] = R(0.0);
    }
    for (int k = 0; k <= number + stages; k++) {
        const int kind = k >= stages; /* of dt N, or of dt L d */
        const double weight64 = weights[(number * 2 + kind) * stages + (kind ? k - stages : k)];
        const real weight = R(weight64);
        GLOBAL CONST real *slope = slopes + (k * values + first);
        FOR_WIDE(i, weight != R(0.0) ? room : 0)
        {
            sum[i] = FMA(weight, slope[i], sum[i]);
        }
    }
    FOR_WIDE(i, last ? room : 0)
    {
        sum[i] = q[first + i] + sum[i];
    }
    END_GROUPS
}

/* The largest rate of each block: of |u| + c, or `ratio` times those of |u| and of viscosity, or of the
 * sponge, where that is more. */
KERNEL_SHAPE(LANES *NODES, 1)
KERNEL imex_rate(GLOBAL CONST real *RESTRICT q, GLOBAL CONST real *RESTRICT air,
                 GLOBAL CONST real *RESTRICT cell, GLOBAL CONST real *RESTRICT sponge,
                 GLOBAL real *RESTRICT part, real gamma, real ratio, real spread, long blocks)
{
    FOR_GROUPS(b, blocks)
    SHARED real s[NODES * LANES];
    SHARED real most[LANES];
    GLOBAL CONST real *own_air = air + (long)b * (EULER_AIR * NODES * LANES);
    GLOBAL CONST real *c = cell + (long)b * (DEG_CELL_VALUES * LANES);
    FOR_ITEMS (i, NODES) {
        FOR_LANES (l) {
            const long place = PLACE_IN_BLOCK(b, l) + (long)i * PACK_LANES;
            const euler_state u = phys_load(q + place, NODES * PACK_LANES);
            const euler_air at = euler_load_air(own_air + i * LANES + l, NODES * LANES);
            const real speed = euler_speed(at, u, gamma), density = at.density + u.v0;
            const real by = c[4 * LANES + l], flow = SQRT(FMA(u.v1, u.v1, u.v2 * u.v2)) / density;
            real slow = by * FMA(spread, by, flow);
#if SPONGE
            const real damping = sponge[((long)b * NODES + i) * LANES + l];
            slow = slow > damping ? slow : damping;
#endif
            slow = ratio * slow;
            const real fast = speed * by;
            s[i * LANES + l] = speed < R(1e30) ? (slow > fast ? slow : fast) : HUGE_RATE;
        }
    }
    BARRIER;
    FOR_FLAT (l, LANES) {
        real largest = R(0.0);
        for (int k = 0; k < NODES; k++)
            largest = s[k * LANES + l] > largest ? s[k * LANES + l] : largest;
        most[l] = largest;
    }
    BARRIER;
    (void)sponge;
    FOR_FLAT (i, 1) {
        real largest = R(0.0);
        for (int l = 0; l < LANES; l++)
            largest = most[l] > largest ? most[l] : largest;
        part[b] = largest;
    }
    END_GROUPS
}
