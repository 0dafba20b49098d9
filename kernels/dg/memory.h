/* Media that remember: relaxing bodies beside a spring, as in docs/theory/attenuation.md. A stage computes
 * what the stresses would lose in a medium without memory, R, by the unrelaxed moduli, with volume and faces
 * in it. Of R a body has its share of the shear modulus of what deforms, and its share of the bulk modulus of
 * what swells, so that with its stress m_l and its frequency w_l
 *
 *   s_t = -R - sum_l w_l m_l,   (m_l)_t = -shares_l(R) - w_l m_l :
 *
 * nothing but the node itself takes part. A header of kernels/physics has STRESSES, the first variables,
 * SHARES of a body, phys_remembered() and phys_spring_energy().
 *
 *   state     behind the variables of a node: [BODIES][STRESSES] m_l
 *   material  behind that of the waves: [BODIES][SHARES]
 *   DG_RELAXING  {w_1, ...}, 1/s */
#if BODIES
CONSTANTS(relaxing, BODIES, DG_RELAXING)
#if MEDIUM
#define SHARE_AT(body, k) own_medium[((long)(MATERIALS + (body)*SHARES + (k)) * NODES + (i)) * LANES + l]
#define SHARES_OF_RUN MEDIUM_OF_RUN
#else
#define SHARE_AT(body, k) own_cell[(METRIC + MATERIALS + (body)*SHARES + (k)) * LANES + l]
#define SHARES_OF_RUN GLOBAL CONST real *own_cell = cell + (long)block * (CELL_CONSTANTS * LANES);
#endif
#define REMEMBERED_AT(body, p) (own + ((long)(VARS + (body)*STRESSES + (p)) * NODES + i) * LANES + l)

/* In front of the update of a node: brings its bodies to the next stage, and adds what they take to what the
 * stresses lose. */
#define KEEP_LOST(p) lost.v##p = LOSS_BESIDE_LAYER(p);
#define TAKE_SHARE(k) share.v##k = SHARE_AT(body, k);
#define AS_IT_IS(value) (value)
#define RELAX(p)                                                                                             \
    {                                                                                                        \
        const long at = REMEMBERED_AT(body, p);                                                              \
        const real remembered = from[at], relaxes = relaxing[body];                                          \
        ADVANCE(remembered, FMA(relaxes, remembered, taken.v##p), second[at], AS_IT_IS, AS_IT_IS)            \
        LOSS(p) = FMA(relaxes, remembered, LOSS(p));                                                         \
    }
#define MEMORY_OF_LANE                                                                                       \
    {                                                                                                        \
        phys_state lost = phys_nothing();                                                                    \
        EACH_STRESS(KEEP_LOST)                                                                               \
        UNROLL                                                                                               \
        for (int body = 0; body < BODIES; body++) {                                                          \
            phys_share share;                                                                                \
            EACH_SHARE(TAKE_SHARE)                                                                           \
            const phys_state taken = phys_remembered(share, lost);                                           \
            EACH_STRESS(RELAX)                                                                               \
        }                                                                                                    \
    }
#define MEMORY_OF_NODE                                                                                       \
    FOR_LANES (l) {                                                                                          \
        MEMORY_OF_LANE                                                                                       \
    }

/* The energy of a node with the variables u, J/m^DIM: of its motion, of all bodies, and of the spring that
 * they leave. */
#define CLEAR_STRESS(p) moves.v##p = R(0.0);
#define WHOLE_SPRING(k) spring.v##k = 1.0;
#define LOAD_REMEMBERED(p) held.v##p = from[REMEMBERED_AT(body, p)];
#define LEAVE_STRESS(p) left.v##p = left.v##p - held.v##p;
#define LEAVE_SHARE(k)                                                                                       \
    of_body.v##k = (double)SHARE_AT(body, k);                                                                \
    spring.v##k = spring.v##k - of_body.v##k;
#define ENERGY_OF_NODE                                                                                       \
    const phys_material m = MATERIAL_AT(i);                                                                  \
    phys_state moves = u, left = u;                                                                          \
    phys_parts spring;                                                                                       \
    EACH_STRESS(CLEAR_STRESS)                                                                                \
    EACH_SHARE(WHOLE_SPRING)                                                                                 \
    double energy = phys_energy(m, moves);                                                                   \
    for (int body = 0; body < BODIES; body++) {                                                              \
        phys_state held = phys_nothing();                                                                    \
        phys_parts of_body;                                                                                  \
        EACH_STRESS(LOAD_REMEMBERED)                                                                         \
        EACH_STRESS(LEAVE_STRESS)                                                                            \
        EACH_SHARE(LEAVE_SHARE)                                                                              \
        energy = energy + phys_spring_energy(m, of_body, held);                                              \
    }                                                                                                        \
    energy = energy + phys_spring_energy(m, spring, left);
#else
#define ENERGY_OF_NODE const double energy = phys_energy(MATERIAL_AT(i), u);
#define SHARES_OF_RUN (void)cell, (void)medium;
#define MEMORY_OF_LANE
#define MEMORY_OF_NODE
#endif
