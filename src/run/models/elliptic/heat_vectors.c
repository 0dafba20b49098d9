/* Heat on its device: the solutions, the load, what becomes of them in a step. Nothing of the size of the
 * mesh goes to the host, or comes from it, unless something is to be written. */
#include "run/models/elliptic/heat.h"

#include <math.h>

/* ---- making */

static eg_status upload_nodes(eg_elliptic *p, const char *label, const double *values, eg_buffer **buffer)
{
    int64_t bytes = p->nodes->nodes * (int64_t)eg_real_size(p->run->precision);
    EG_TRY(eg_owner_buffer(&p->stepper->owned, p->run->device, label, bytes, buffer));
    return eg_sem_write(p->sem, values, *buffer);
}

/* The capacity of nodes whose value is not given. */
static void free_capacity(const eg_elliptic *p, int64_t i, const void *with, double *terms)
{
    (void)with;
    terms[0] = eg_sem_dirichlet(p->sem)[i] ? 0 : p->capacity[i];
}

static eg_status write_capacity(eg_elliptic *p)
{
    EG_SCRATCH double *free = NULL;
    EG_TRY(eg_alloc(p->run->context, p->nodes->nodes, sizeof *free, &free));
    for (int64_t i = 0; i < p->nodes->nodes; i++)
        free_capacity(p, i, NULL, &free[i]);
    return eg_sem_write(p->sem, free, p->stepper->capacity);
}

eg_status eg_heat_set_capacity(eg_elliptic *p)
{
    if (!eg_coefficient_depends_on_time(&p->reaction))
        return EG_OK;
    EG_TRY(eg_elliptic_fill_capacity(p));
    EG_TRY(eg_run_agree(p->run, write_capacity(p)));
    return eg_elliptic_sum_nodes(p, free_capacity, NULL, 1, &p->stepper->heat_capacity);
}

static eg_status build_given(eg_elliptic *p, const int32_t *node)
{
    eg_heat *heat = p->stepper;
    eg_device *device = p->run->device;
    int64_t size = (int64_t)eg_real_size(p->run->precision);
    EG_SCRATCH double *value = NULL;
    if (heat->given == 0)
        return EG_OK;
    EG_TRY(eg_alloc(p->run->context, heat->given, sizeof *value, &value));
    for (int64_t k = 0; k < heat->given; k++) {
        value[k] = p->dirichlet[node[k]];
        if (size == 4)
            ((float *)value)[k] = (float)p->dirichlet[node[k]];
    }
    EG_TRY(
        eg_owner_upload(&heat->owned, device, "given values", heat->given * size, value, &heat->given_value));
    return eg_owner_upload(&heat->owned, device, "nodes with given values", heat->given * 4, node,
                           &heat->given_node);
}

static eg_status build_heat_vectors(eg_elliptic *p, int32_t *node)
{
    eg_heat *heat = p->stepper;
    eg_device *device = p->run->device;
    const eg_program_options options = {.file = "linear/heat.c", .precision = p->run->precision, .lanes = 1};
    int64_t bytes = p->nodes->nodes * (int64_t)eg_real_size(p->run->precision);
    heat->chunks = eg_ceil_div(p->nodes->own, EG_CHUNK);
    EG_TRY(eg_owner_program(&heat->owned, device, &options, &heat->program));
    EG_TRY(EG_KERNELS(heat->program, {"heat_prepare", &heat->prepare}, {"heat_difference", &heat->difference},
                      {"heat_clear", &heat->clear}, {"heat_give", &heat->give}));
    EG_TRY(eg_owner_buffer(&heat->owned, device, "capacity", bytes, &heat->capacity));
    EG_TRY(write_capacity(p));
    EG_TRY(eg_owner_alloc(&heat->owned, heat->chunks, sizeof *heat->sum, &heat->sum));
    EG_TRY(eg_owner_upload(&heat->owned, device, "sums of chunks", heat->chunks * 8, NULL, &heat->sums));
    EG_TRY(eg_heat_moving_create(p, node, &heat->given));
    EG_TRY(upload_nodes(p, "load", p->load, &heat->load));
    if (heat->moving.layers > 0)
        EG_TRY(upload_nodes(p, "load that does not move", p->load, &heat->fixed));
    EG_TRY(build_given(p, node));
    return upload_nodes(p, "matrix times given values", p->load, &heat->lift);
}

static eg_status set_lift(eg_elliptic *p);

eg_status eg_heat_create(eg_elliptic *p)
{
    eg_heat *heat = p->stepper;
    EG_SCRATCH int32_t *node = NULL;
    eg_status status = eg_alloc(p->run->context, p->nodes->nodes, sizeof *node, &node);
    EG_TRY(eg_run_agree(p->run, status == EG_OK ? build_heat_vectors(p, node) : status));
    /* whether given values are to be carried to the other side of the equation, and move, on any rank */
    double any[2] = {0, heat->moving.given_many > 0};
    for (int64_t k = 0; k < heat->given; k++)
        any[0] = any[0] > 0 || p->dirichlet[node[k]] != 0;
    eg_comm_max(p->run->comm, any, 2);
    heat->lift_moves = any[1] > 0;
    heat->lifts = any[0] > 0 || any[1] > 0;
    EG_TRY(eg_elliptic_sum_nodes(p, free_capacity, NULL, 1, &heat->heat_capacity));
    if (heat->lifts)
        return set_lift(p);
    eg_buffer_destroy(&heat->lift);
    return EG_OK;
}

void eg_heat_destroy(eg_elliptic *p)
{
    eg_heat *heat = p->stepper;
    if (!heat)
        return;
    eg_owner_end(&heat->owned);
    eg_text_free(&heat->moving.source);
    EG_FREE(&heat->signal, &p->stepper);
}

int64_t eg_heat_device_bytes(const eg_elliptic *p)
{
    return eg_owner_device_bytes(&p->stepper->owned) + (p->x ? eg_buffer_bytes(p->x) : 0) +
           (p->rhs ? eg_buffer_bytes(p->rhs) : 0);
}

/* ---- solutions */

eg_status eg_heat_upload(eg_elliptic *p)
{
    eg_heat *heat = p->stepper;
    EG_TRY(eg_sem_write(p->sem, p->u, p->x));
    EG_TRY(upload_nodes(p, "temperature before", p->before, &heat->before));
    EG_TRY(upload_nodes(p, "temperature earlier", p->earlier, &heat->earlier));
    return upload_nodes(p, "oldest temperature", heat->adapts ? p->oldest : p->earlier, &heat->oldest);
}

eg_status eg_heat_fetch(eg_elliptic *p)
{
    eg_heat *heat = p->stepper;
    if (!heat || !heat->stale)
        return EG_OK;
    EG_TRY(eg_elliptic_fill_ghosts(p, p->u, eg_sem_read(p->sem, p->x, p->u)));
    EG_TRY(eg_sem_read(p->sem, heat->before, p->before));
    EG_TRY(eg_sem_read(p->sem, heat->earlier, p->earlier));
    if (heat->adapts)
        EG_TRY(eg_sem_read(p->sem, heat->oldest, p->oldest));
    heat->stale = false;
    return EG_OK;
}

void eg_heat_rotate(eg_elliptic *p)
{
    eg_heat *heat = p->stepper;
    eg_buffer *last = heat->oldest;
    heat->oldest = heat->earlier;
    heat->earlier = heat->before;
    heat->before = p->x;
    p->x = last;
}

void eg_heat_rotate_back(eg_elliptic *p)
{
    eg_heat *heat = p->stepper;
    eg_buffer *solution = p->x;
    p->x = heat->before;
    heat->before = heat->earlier;
    heat->earlier = heat->oldest;
    heat->oldest = solution;
}

/* ---- a step */

/* `values` a node are moved. */
static void cost_nodes(const eg_elliptic *p, eg_kernel *kernel, int values)
{
    eg_kernel_cost(kernel, p->stepper->chunks,
                   (double)p->nodes->own * values * (double)eg_real_size(p->run->precision), 0);
}

static eg_status give_values(eg_elliptic *p, eg_buffer *vector)
{
    const eg_heat *heat = p->stepper;
    int64_t chunks = eg_ceil_div(heat->given, EG_CHUNK);
    if (heat->given == 0)
        return EG_OK;
    eg_kernel_cost(heat->give, chunks,
                   (double)heat->given * (4 + 2 * (double)eg_real_size(p->run->precision)), 0);
    return EG_LAUNCH(heat->give, chunks, EG_BUFFER("node", heat->given_node),
                     EG_BUFFER("value", heat->given_value), EG_BUFFER("vector", vector),
                     EG_LONG("count", heat->given), EG_LONG("chunks", chunks));
}

/* A times the given values; c does not count, which acts at a node alone. */
static eg_status set_lift(eg_elliptic *p)
{
    const eg_heat *heat = p->stepper;
    cost_nodes(p, heat->clear, 1);
    EG_TRY(EG_LAUNCH(heat->clear, heat->chunks, EG_BUFFER("vector", p->rhs), EG_LONG("nodes", p->nodes->own),
                     EG_LONG("chunks", heat->chunks)));
    EG_TRY(give_values(p, p->rhs));
    return eg_sem_apply(p->sem, p->rhs, heat->lift);
}

eg_status eg_heat_set_load(eg_elliptic *p, double time)
{
    const eg_heat *heat = p->stepper;
    bool other_matrix = heat->lifts && eg_coefficient_depends_on_time(&p->kappa);
    if (heat->moving.expressions == 0)
        return other_matrix ? set_lift(p) : EG_OK;
    if (heat->fixed)
        EG_TRY(eg_buffer_copy(heat->load, 0, heat->fixed, 0, eg_buffer_bytes(heat->fixed)));
    EG_TRY(eg_heat_moving_evaluate(p, time, heat->load, heat->given_value));
    return heat->lift_moves || other_matrix ? set_lift(p) : EG_OK;
}

static eg_status sum_heat_chunks(eg_elliptic *p, double *sum)
{
    const eg_heat *heat = p->stepper;
    EG_TRY(eg_buffer_read(heat->sums, 0, heat->sum, heat->chunks * 8));
    *sum = eg_comm_sum_chunks(p->run->comm, heat->sum, heat->chunks);
    return EG_OK;
}

eg_status eg_heat_prepare(eg_elliptic *p, eg_heat_weights w, eg_heat_line line, double *norm)
{
    const eg_heat *heat = p->stepper;
    bool three = line.oldest != 0;
    double sum;
    cost_nodes(p, heat->prepare, 6 + three + (heat->lift != NULL));
    EG_TRY(EG_LAUNCH(
        heat->prepare, heat->chunks, EG_BUFFER("load", heat->load), EG_BUFFER("capacity", heat->capacity),
        EG_BUFFER("lift", heat->lift ? heat->lift : heat->load), EG_BUFFER("before", heat->before),
        EG_BUFFER("earlier", heat->earlier), EG_BUFFER("oldest", three ? heat->oldest : heat->earlier),
        EG_BUFFER("right", p->rhs), EG_BUFFER("start", p->x), EG_BUFFER("sums", heat->sums),
        EG_DOUBLE("w1", w.before), EG_DOUBLE("w2", w.earlier), EG_DOUBLE("e1", line.before),
        EG_DOUBLE("e2", line.earlier), EG_DOUBLE("e3", line.oldest), EG_INT("three", three),
        EG_INT("lifted", heat->lift != NULL), EG_LONG("nodes", p->nodes->own),
        EG_LONG("chunks", heat->chunks)));
    EG_TRY(give_values(p, p->x));
    EG_TRY(sum_heat_chunks(p, &sum));
    *norm = sqrt(sum);
    return EG_OK;
}

eg_status eg_heat_difference(eg_elliptic *p, eg_heat_line line, double *difference)
{
    const eg_heat *heat = p->stepper;
    bool three = line.oldest != 0;
    double sum;
    cost_nodes(p, heat->difference, 4 + three);
    EG_TRY(EG_LAUNCH(
        heat->difference, heat->chunks, EG_BUFFER("solution", p->x), EG_BUFFER("capacity", heat->capacity),
        EG_BUFFER("before", heat->before), EG_BUFFER("earlier", heat->earlier),
        EG_BUFFER("oldest", three ? heat->oldest : heat->earlier), EG_BUFFER("sums", heat->sums),
        EG_DOUBLE("e1", line.before), EG_DOUBLE("e2", line.earlier), EG_DOUBLE("e3", line.oldest),
        EG_INT("three", three), EG_LONG("nodes", p->nodes->own), EG_LONG("chunks", heat->chunks)));
    EG_TRY(sum_heat_chunks(p, &sum));
    *difference = heat->heat_capacity > 0 ? sqrt(sum / heat->heat_capacity) : 0;
    return EG_OK;
}
