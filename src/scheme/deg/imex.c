/* Steps that take sound and gravity implicitly: additive Runge-Kutta methods around kernels/deg/imex.h.
 *
 * A stage has the increment d of the state since the step's beginning. Where the rows of both tableaus have
 * the same sums, L q of that beginning cancels, and (1 - gamma dt L) d_i = sum_j a_ij dt N_j + sum_j (a'_ij -
 * a_ij) dt L d_j, where gamma dt L d_j = d_j - r_j is known when stage j has been solved. The step ends with
 * q + sum_j b_j dt N_j: what it conserves does not depend on how well the stages are solved. */
#include "scheme/deg/internal.h"

#include <string.h>

#include "deg/faces.h"
#include "scheme/linear/gmres.h"
#include "time/clock.h" /* kernels/time/clock.h */

enum { STAGES = 4, TRACE_CHUNK = 64, SUM_GROUP = 256 };
_Static_assert(EG_PLANE_CHUNK % TRACE_CHUNK == 0, "ranks are cut between chunks of traces");

/* ahead[stage]: how far it is into the step, as a part of it. weights[stage][0]: of dt N of the stages so far
 * in what comes behind the stage, [1] of dt L d. */
typedef struct tableau {
    int stages;
    double gamma, ahead[STAGES], weights[STAGES][2][STAGES];
} tableau;

/* A caller's operator. */
typedef struct traces_operator {
    eg_operator base;
    eg_deg_imex *imex;
} traces_operator;

struct eg_deg_imex {
    eg_deg *deg;
    tableau table;
    double tolerance, ratio;
    int traces; /* of a cell */
    int64_t values, groups;
    eg_kernel *find_tau, *made, *invert, *respond, *leave, *mean, *solve, *add, *rate, *scale;
    eg_buffer *weak, *strong, *raise, *weights, *tau;
    eg_buffer *inverse, *response, *leaving, *lambda, *rhs;
    eg_buffer *from, *euler, *slopes, *r; /* the state of a stage; and after a step of Euler */
    eg_halo *stage_halo, *leaving_halo;   /* of several ranks */
    traces_operator operator;
    eg_gmres *gmres;
    int64_t iterations;
};

/* ---- tableaus */

/* From the tableaus of explicit and implicit stages and the common last row: what comes behind each stage. */
static void fill_tableau(tableau *t, double explicit_[STAGES][STAGES], double implicit[STAGES][STAGES],
                         const double *last)
{
    for (int i = 0; i < t->stages; i++)
        for (int j = 0; j <= i; j++) {
            t->ahead[i] += implicit[i][j];
            bool ends = i + 1 == t->stages;
            t->weights[i][0][j] = ends ? last[j] : explicit_[i + 1][j];
            t->weights[i][1][j] = ends ? 0 : implicit[i + 1][j] - explicit_[i + 1][j];
        }
}

/* Giraldo, Kelly and Constantinescu, SIAM Journal on Scientific Computing 35 (2013) B1162, (3.10). */
static void fill_ark2(tableau *t)
{
    const double root = 1.41421356237309504880, w = 1 / (2 * root), g = 1 - 1 / root;
    const double a = (3 + 2 * root) / 6;
    double explicit_[STAGES][STAGES] = {{0}, {2 * g}, {1 - a, a}};
    double implicit[STAGES][STAGES] = {{0}, {g, g}, {w, w, g}};
    *t = (tableau){.stages = 3, .gamma = g};
    fill_tableau(t, explicit_, implicit, implicit[2]);
}

/* Kennedy and Carpenter, Applied Numerical Mathematics 44 (2003) 139, ARK3(2)4L[2]SA. */
static void fill_ark3(tableau *t)
{
    const double g = 1767732205903.0 / 4055673282236.0;
    double explicit_[STAGES][STAGES] = {
        {0},
        {1767732205903.0 / 2027836641118.0},
        {5535828885825.0 / 10492691773637.0, 788022342437.0 / 10882634858940.0},
        {6485989280629.0 / 16251701735622.0, -4246266847089.0 / 9704473918619.0,
         10755448449292.0 / 10357097424841.0}};
    double implicit[STAGES][STAGES] = {
        {0},
        {g, g},
        {2746238789719.0 / 10658868560708.0, -640167445237.0 / 6845629431997.0, g},
        {1471266399579.0 / 7840856788654.0, -4482444167858.0 / 7529755066697.0,
         11266239266428.0 / 11593286722821.0, g}};
    *t = (tableau){.stages = 4, .gamma = g};
    fill_tableau(t, explicit_, implicit, implicit[3]);
}

/* ---- matrices of the reference triangle */

/* Value at point j of a face of node k of it. */
static double along_face(const eg_triangle *t, int j, int k)
{
    int half = (t->degree + 2) / 2, mirror = t->degree - k;
    bool lower = k <= mirror;
    const double *even = &t->pairs[2 * j * half + (lower ? k : mirror)], *odd = even + half;
    return k == mirror ? 2 * *even : lower ? *even + *odd : *even - *odd;
}

static int node_of_face(const eg_triangle *t, int f, int j)
{
    return j == 0 ? f : j == t->degree ? (f + 1) % 3 : 2 + f * (t->degree - 1) + j;
}

static void fill_weak(const eg_triangle *t, double *weak)
{
    for (int i = 0; i < t->nodes; i++)
        for (int k = 0; k < t->nodes; k++)
            for (int e = 0; e < 2; e++) {
                double sum = 0;
                for (int q = 0; q < t->points; q++)
                    sum += t->slope[(i * t->points + q) * 2 + e] * t->value[q * t->nodes + k];
                weak[(i * t->nodes + k) * 2 + e] = sum;
            }
}

static void fill_raise(const eg_triangle *t, double *raise)
{
    int edge = t->degree + 1;
    for (int i = 0; i < t->nodes; i++)
        for (int f = 0; f < 3; f++)
            for (int k = 0; k < edge; k++) {
                double sum = 0;
                for (int j = 0; j < t->along; j++)
                    sum += t->lift[(i * 3 + f) * t->along + j] * along_face(t, j, k);
                raise[(i * 3 + f) * edge + k] = sum;
            }
}

/* Integration by parts: what goes through the faces less the weak derivative. */
static void fill_strong(const eg_triangle *t, const double *weak, const double *raise, double *strong)
{
    static const double normal[3][2] = {{0, -1}, {1, 1}, {-1, 0}}; /* times length */
    int edge = t->degree + 1;
    for (int i = 0; i < 2 * t->nodes * t->nodes; i++)
        strong[i] = -weak[i];
    for (int i = 0; i < t->nodes; i++)
        for (int v = 0; v < 3 * edge; v++)
            for (int e = 0; e < 2; e++)
                strong[(i * t->nodes + node_of_face(t, v / edge, v % edge)) * 2 + e] +=
                    normal[v / edge][e] * raise[i * 3 * edge + v];
}

static eg_status build_imex_matrices(eg_deg_imex *m)
{
    const eg_triangle *t = &m->deg->element;
    enum { SQUARE = 2 * EG_TRIANGLE_NODES * EG_TRIANGLE_NODES };
    EG_SCRATCH double *weak = NULL;
    double *strong, *raise;
    int64_t square = 2 * t->nodes * t->nodes, lifts = t->nodes * m->traces;
    EG_TRY(eg_alloc(m->deg->context, 3 * SQUARE, sizeof *weak, &weak));
    strong = weak + SQUARE;
    raise = strong + SQUARE;
    fill_weak(t, weak);
    fill_raise(t, raise);
    fill_strong(t, weak, raise, strong);
    return EG_UPLOAD_REALS(&m->deg->base, {"weak derivative", square, weak, &m->weak},
                           {"derivative at nodes", square, strong, &m->strong},
                           {"lift of nodes", lifts, raise, &m->raise});
}

/* ---- the operator of lambda */

static eg_status apply_traces(const eg_operator *self, const eg_buffer *p, eg_buffer *y, eg_buffer *sums,
                              const eg_buffer *count)
{
    const eg_deg_imex *m = ((const traces_operator *)self)->imex;
    (void)sums;
    EG_TRY(EG_LAUNCH(m->leave, m->deg->blocks, EG_BUFFER("lambda", p), EG_BUFFER("count", count)));
    if (m->leaving_halo)
        EG_TRY(eg_halo_exchange(m->leaving_halo, eg_time_count(m->deg->time)));
    return EG_LAUNCH(m->mean, m->deg->blocks, EG_BUFFER("from", p), EG_BUFFER("to", y),
                     EG_BUFFER("count", count), EG_INT("start", 0));
}

/* ---- building */

static eg_status build_imex_buffers(eg_deg_imex *m)
{
    eg_deg *deg = m->deg;
    int64_t size = (int64_t)eg_real_size(deg->layout.precision), state = m->values * size;
    int64_t slots = deg->blocks * deg->layout.lanes, nodes = deg->element.nodes;
    int64_t rows = m->operator.base.size * size;
    return EG_UPLOAD(&deg->base, {"weights of stages", sizeof m->table.weights, NULL, &m->weights},
                     {"implicit step", 16, NULL, &m->tau},
                     {"inverses", slots * nodes * nodes * size, NULL, &m->inverse},
                     {"responses", slots * m->traces * m->traces * size, NULL, &m->response},
                     {"what leaves cells", eg_layout_bytes(&deg->layout, m->traces), NULL, &m->leaving},
                     {"pressure at faces", rows, NULL, &m->lambda}, {"right-hand side", rows, NULL, &m->rhs},
                     {"state of a stage", state, NULL, &m->from}, {"stage by Euler", state, NULL, &m->euler},
                     {"slopes", 2 * m->table.stages * state, NULL, &m->slopes},
                     {"right-hand side of a stage", state, NULL, &m->r});
}

static eg_status upload_weights(eg_deg_imex *m)
{
    double flat[STAGES * 2 * STAGES];
    const double never[2] = {0, -1};
    int n = m->table.stages;
    for (int i = 0; i < n; i++)
        for (int kind = 0; kind < 2; kind++)
            memcpy(&flat[(i * 2 + kind) * n], m->table.weights[i][kind], (size_t)n * sizeof *flat);
    EG_TRY(eg_buffer_write(m->weights, 0, flat, 2 * n * n * (int64_t)sizeof *flat));
    return eg_buffer_write(m->tau, 0, never, sizeof never);
}

static eg_status bind_imex(eg_deg_imex *m)
{
    EG_TRY(EG_BIND_ALL(m->deg->program, EG_BUFFER("weak", m->weak), EG_BUFFER("strong", m->strong),
                       EG_BUFFER("raise", m->raise), EG_BUFFER("tau", m->tau),
                       EG_BUFFER("inverse", m->inverse), EG_BUFFER("response", m->response),
                       EG_BUFFER("leaving", m->leaving), EG_BUFFER("lambda", m->lambda),
                       EG_BUFFER("slopes", m->slopes)));
    EG_TRY(EG_BIND(m->find_tau, EG_DOUBLE("gamma", m->table.gamma)));
    EG_TRY(EG_BIND(m->solve, EG_BUFFER("r", m->r), EG_BUFFER("next", m->from),
                   EG_REAL("by_gamma", 1 / m->table.gamma)));
    EG_TRY(EG_BIND(m->add, EG_BUFFER("weights", m->weights), EG_INT("stages", m->table.stages),
                   EG_LONG("values", m->values), EG_LONG("groups", m->groups)));
    return EG_BIND(m->rate, EG_REAL("ratio", m->ratio));
}

static eg_status build_halos(eg_deg_imex *m)
{
    eg_deg *deg = m->deg;
    eg_buffer *const stage[2] = {m->from, m->from}, *const leaving[2] = {m->leaving, m->leaving};
    EG_TRY(eg_stepper_halo_of_cells(&deg->base, deg->values, stage, &m->stage_halo));
    return eg_stepper_halo_of_cells(&deg->base, m->traces, leaving, &m->leaving_halo);
}

static eg_status build_imex(eg_deg_imex *m, const eg_deg_options *options)
{
    eg_deg *deg = m->deg;
    EG_TRY(build_imex_buffers(m));
    EG_TRY(upload_weights(m));
    EG_TRY(build_imex_matrices(m));
    EG_TRY(EG_KERNELS(m->deg->program, {"imex_tau", &m->find_tau}, {"imex_made", &m->made},
                      {"imex_invert", &m->invert}, {"imex_respond", &m->respond}, {"imex_leave", &m->leave},
                      {"imex_mean", &m->mean}, {"imex_solve", &m->solve}, {"imex_add", &m->add},
                      {"imex_rate", &m->rate}, {"imex_scale", &m->scale}));
    EG_TRY(bind_imex(m));
    EG_TRY(build_halos(m));
    const eg_mesh *mesh = &deg->mesh->base;
    const eg_gmres_options solver = {.precision = options->precision,
                                     .chunk = eg_mesh_chunk(mesh->class, mesh->all) * m->traces,
                                     .watch = {.stops = options->stops, .with = options->user}};
    EG_TRY(eg_gmres_create(deg->context, deg->device, &m->operator.base, &solver, &m->gmres));
    deg->beside += eg_gmres_device_bytes(m->gmres);
    return EG_OK;
}

eg_status eg_deg_build_imex(eg_deg *deg, const eg_deg_options *options)
{
    eg_deg_imex *m;
    int64_t size = (int64_t)eg_real_size(options->precision);
    if (options->integrator == EG_DEG_SSP_RK3)
        return EG_OK;
    EG_TRY(eg_owner_alloc(&deg->owned, 1, sizeof *m, &deg->imex));
    m = deg->imex;
    m->deg = deg;
    if (deg->before && deg->before->imex)
        m->iterations = deg->before->imex->iterations;
    m->tolerance = options->tolerance > 0 ? options->tolerance : 1e-3;
    m->ratio = deg->cfl / (options->flow_cfl > 0 ? options->flow_cfl : 0.9);
    m->traces = 3 * (deg->element.degree + 1);
    m->values = eg_layout_bytes(&deg->layout, deg->values) / size;
    m->groups = eg_ceil_div(m->values, SUM_GROUP);
    m->operator=(traces_operator){
        .base = {.apply = apply_traces,
                 .size = eg_ceil_div(deg->mesh->base.own, TRACE_CHUNK) * TRACE_CHUNK * m->traces,
                 .comm = deg->comm},
        .imex = m};
    if (options->integrator == EG_DEG_ARK2)
        fill_ark2(&m->table);
    else
        fill_ark3(&m->table);
    return build_imex(m, options);
}

int eg_deg_imex_stages(const eg_deg_imex *imex)
{
    return imex->table.stages;
}

int64_t eg_deg_imex_iterations(const eg_deg_imex *imex)
{
    return imex->iterations;
}

eg_status eg_deg_persist_imex(eg_deg_imex *imex, const eg_persist *persist)
{
    return persist->array(persist, "iterations", &imex->iterations, sizeof imex->iterations);
}

void eg_deg_destroy_imex(eg_deg *deg)
{
    if (deg->imex)
        eg_gmres_destroy(&deg->imex->gmres);
}

/* ---- steps */

/* Where the solve begins: at b, or from the stage before, whose increment has come as far as its time. */
static eg_status queue_guess(eg_deg_imex *m, int number)
{
    int64_t rows = m->operator.base.size;
    if (number == 0)
        return eg_buffer_copy(m->lambda, 0, m->rhs, 0, eg_buffer_bytes(m->rhs));
    return EG_LAUNCH(m->scale, eg_ceil_div(rows, SUM_GROUP),
                     EG_REAL("factor", m->table.ahead[number + 1] / m->table.ahead[number]),
                     EG_LONG("rows", rows), EG_LONG("groups", eg_ceil_div(rows, SUM_GROUP)));
}

/* lambda of r; a state that is no gas is left to the clock, which refuses it. */
static eg_status solve_traces(eg_deg_imex *m, int number)
{
    eg_gmres_result result;
    const eg_deg *deg = m->deg;
    const eg_gmres_goal goal = {.relative = m->tolerance, .of_rhs = true};
    const eg_buffer *count = eg_time_count(deg->time);
    EG_TRY(EG_LAUNCH(m->solve, deg->blocks, EG_BUFFER("q", deg->q[0]), EG_LONG("slope_at", 0),
                     EG_INT("start", 1)));
    if (m->leaving_halo)
        EG_TRY(eg_halo_exchange(m->leaving_halo, count));
    EG_TRY(EG_LAUNCH(m->mean, deg->blocks, EG_BUFFER("from", m->lambda), EG_BUFFER("to", m->rhs),
                     EG_BUFFER("count", count), EG_INT("start", 1)));
    EG_TRY(queue_guess(m, number));
    eg_status status = eg_gmres_solve(m->gmres, m->rhs, m->lambda, goal, &result);
    m->iterations += result.iterations;
    if (status == EG_DIVERGED && result.end == EG_GMRES_NOT_FINITE)
        return EG_OK;
    if (status != EG_DIVERGED)
        return status;
    return eg_fail(deg->context, EG_DIVERGED,
                   "the implicit part of a step has not converged: after %d iterations of GMRES the residual "
                   "is %.3g of the first, above numerics.tolerance = %g; use a smaller time.acoustic_cfl, or "
                   "a larger numerics.tolerance",
                   result.iterations, result.last / result.first, m->tolerance);
}

/* Matrices of the cells for this step's length, where those there are for another. */
static eg_status queue_matrices(eg_deg_imex *m)
{
    EG_TRY(eg_kernel_launch(m->find_tau, 1, NULL, 0));
    EG_TRY(eg_kernel_launch(m->invert, m->deg->blocks, NULL, 0));
    EG_TRY(eg_kernel_launch(m->respond, m->deg->blocks, NULL, 0));
    return eg_kernel_launch(m->made, 1, NULL, 0);
}

/* A step of Euler from a state into another: the stage that reads `next` and writes `second`. */
static eg_status queue_euler(eg_deg_imex *m, eg_buffer *state)
{
    eg_deg *deg = m->deg;
    const eg_arg q0 = EG_BUFFER("q0", state), q1 = EG_BUFFER("q1", state),
                 second = EG_BUFFER("second", m->euler), weight = EG_REAL("weight", 1),
                 number = EG_INT("number", 2), first = EG_INT("from_group", 0);
    bool viscous = deg->viscosity > 0;
    if (viscous)
        EG_TRY(EG_LAUNCH(deg->find_gradient, deg->blocks, q0, q1, number));
    if (viscous && deg->gradient_halo)
        EG_TRY(eg_halo_exchange(deg->gradient_halo, eg_time_count(deg->time)));
    EG_TRY(EG_LAUNCH(deg->stage, deg->blocks, q0, q1, second, weight, number, first));
    return viscous ? EG_LAUNCH(deg->viscous, deg->blocks, q0, q1, second, weight, number, first) : EG_OK;
}

static eg_status queue_add(eg_deg_imex *m, int number, eg_buffer *q, eg_buffer *from, const eg_buffer *euler,
                           eg_buffer *to, bool last)
{
    return EG_LAUNCH(m->add, m->groups, EG_BUFFER("q", q), EG_BUFFER("from", from), EG_BUFFER("euler", euler),
                     EG_BUFFER("to", to), EG_INT("number", number), EG_INT("last", last));
}

/* From the state of stage `number` to that of the next. */
static eg_status queue_implicit_stage(eg_deg_imex *m, int number, eg_buffer *q)
{
    const eg_deg *deg = m->deg;
    eg_buffer *from = number == 0 ? q : m->from;
    EG_TRY(queue_euler(m, from));
    EG_TRY(queue_add(m, number, q, from, m->euler, m->r, false));
    EG_TRY(solve_traces(m, number));
    EG_TRY(EG_LAUNCH(m->solve, deg->blocks, EG_BUFFER("q", q), EG_INT("start", 0),
                     EG_LONG("slope_at", (m->table.stages + number + 1) * m->values)));
    return m->stage_halo ? eg_halo_exchange(m->stage_halo, eg_time_count(deg->time)) : EG_OK;
}

static eg_status queue_stages(eg_deg_imex *m, eg_buffer *q, eg_buffer *next)
{
    int last = m->table.stages - 1;
    EG_TRY(queue_matrices(m));
    for (int number = 0; number < last; number++)
        EG_TRY(queue_implicit_stage(m, number, q));
    EG_TRY(queue_euler(m, m->from));
    return queue_add(m, last, q, m->from, m->euler, next, true);
}

static eg_status queue_imex_step(eg_deg *deg, const int64_t *count)
{
    eg_deg_imex *m = deg->imex;
    eg_buffer *q = deg->q[count[COUNT_PARITY]], *next = deg->q[!count[COUNT_PARITY]];
    EG_TRY(count[COUNT_FIRST_PASS] ? queue_add(m, 0, q, q, q, next, true) : queue_stages(m, q, next));
    EG_TRY(EG_LAUNCH(m->rate, deg->blocks, EG_BUFFER("q", next)));
    return deg->halo[0] ? eg_halo_exchange(deg->halo[0], eg_time_count(deg->time)) : EG_OK;
}

eg_status eg_deg_step_imex(eg_stepper *stepper)
{
    int64_t count[COUNT_SLOTS];
    eg_deg_imex *m = eg_deg_of(stepper)->imex;
    int64_t before = m->iterations;
    EG_TRY(eg_buffer_read(eg_time_count(stepper->time), 0, count, sizeof count));
    if (count[COUNT_PAUSE] != PAUSE_NONE)
        return EG_OK;
    eg_status status = queue_imex_step(eg_deg_of(stepper), count);
    if (status == EG_STOPPED) /* the step is taken anew by who goes on */
        m->iterations = before;
    return eg_time_queue(stepper->time, status);
}
