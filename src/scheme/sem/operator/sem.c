/* Creation, application and destruction of the operator; its vectors. */
#include "scheme/sem/internal.h"

#include <string.h>

#include "linear/solve.h" /* kernels/linear/solve.h */

_Static_assert((int)EG_SEM_DEGREE == (int)EG_HEX_DEGREE, "nodes are numbered up to this degree");

enum {
    COLUMN_THREADS = 144,
    LARGE_SUMS = 3 /* the highest degree at which groups of 512 threads sum faster than of 256 (measured) */
};

/* ---- building */

/* By kernels/sem/lanes.h; a group of OpenCL on a processor has three values of each node in shared memory. */
static int lanes_of_nodes(const eg_sem *sem)
{
    int lanes = eg_device_lanes(sem->device, sem->precision, sem->volume);
    int64_t bytes =
        (3 * (int64_t)sem->volume + (int64_t)sem->side * sem->side) * (int64_t)eg_real_size(sem->precision);
    bool shares = eg_device_describe(sem->device)->max_group > 1;
    while (shares && lanes > 1 && lanes * bytes > SEM_SHARED_OF_PROCESSOR)
        lanes /= 2;
    return lanes;
}

static int lanes_of_elements(const eg_sem *sem, const eg_sem_options *options)
{
    if (options->lanes)
        return sem->slab ? 1 : options->lanes;
    if (!sem->columns)
        return lanes_of_nodes(sem);
    int plane = sem->side * sem->side;
    return sem->slab ? 1 : eg_sem_elements_of_group(plane, COLUMN_THREADS / plane);
}

/* Rows of D and of its transpose, split into what acts on the even and on the odd part of a line; nodes and
 * weights. */
static eg_status build_sem_matrices(eg_sem *sem, const eg_sem_builder *builder)
{
    int n = sem->side, half = n / 2, split = n - half, at = 0;
    double values[2 * SEM_NODES * SEM_NODES + 2 * SEM_NODES];
    for (int transposed = 0; transposed < 2; transposed++)
        for (int odd = 0; odd < 2; odd++)
            for (int i = 0; i < n; i++)
                for (int m = 0; m < (odd ? half : split); m++) {
                    int mirror = n - 1 - m;
                    const double *d = builder->derivative_matrix;
                    double here = transposed ? d[m * n + i] : d[i * n + m];
                    double there = transposed ? d[mirror * n + i] : d[i * n + mirror];
                    values[at++] = m == mirror ? here : 0.5 * (odd ? here - there : here + there);
                }
    memcpy(&values[at], builder->point, (size_t)n * sizeof *values);
    memcpy(&values[at + n], builder->weight, (size_t)n * sizeof *values);
    EG_TRY(eg_owner_add(&sem->owned, EG_OWNED_ARRAY, &sem->line_matrices));
    EG_TRY(eg_constants_source(sem->context, sem->precision, "LINE_MATRICES", at + 2 * n, values,
                               &sem->line_matrices));
    return eg_sem_upload_reals(sem, "matrices", at + 2 * n, values, &sem->matrices);
}

static eg_status allocate_sem(eg_sem *sem, bool matrix_only, bool reacts)
{
    int64_t nodes = sem->nodes->nodes;
    EG_TRY(eg_owner_alloc(&sem->owned, nodes, 1, &sem->given));
    if (!matrix_only)
        EG_TRY(eg_owner_alloc(&sem->owned, nodes, sizeof(double), &sem->given_value));
    if (reacts) {
        EG_TRY(eg_owner_alloc(&sem->owned, nodes, sizeof(double), &sem->diagonal));
        EG_TRY(eg_owner_alloc(&sem->owned, nodes, sizeof(double), &sem->reaction_mass));
    }
    return eg_sem_upload(sem, "parts of elements", sem->part_values * (int64_t)eg_real_size(sem->precision),
                         NULL, &sem->part);
}

/* 1 / diagonal, whose sums of elements are on the device. */
static eg_status build_inverse(eg_sem *sem, const eg_buffer *diagonal)
{
    int64_t nodes = sem->nodes->nodes, own = sem->nodes->own, chunks = eg_ceil_div(own, EG_CHUNK);
    eg_buffer *given = NULL, *factor = NULL;
    EG_OWNER(owner, sem->context);
    EG_TRY(eg_owner_upload(&owner, sem->device, "given nodes", nodes, sem->given, &given));
    EG_TRY(eg_owner_upload(&owner, sem->device, "factors of boundaries", sem->factor ? nodes * 8 : 0,
                           sem->factor, &factor));
    EG_TRY(eg_sem_upload(sem, "inverse diagonal", nodes * (int64_t)eg_real_size(sem->precision), NULL,
                         &sem->scale));
    sem->jacobi = (eg_preconditioner){.scale = sem->scale};
    EG_TRY(EG_LAUNCH(sem->inverse, chunks, EG_BUFFER("sum", diagonal), EG_BUFFER("factor", factor),
                     EG_BUFFER("given", given), EG_BUFFER("inverse", sem->scale), EG_LONG("nodes", own),
                     EG_LONG("chunks", chunks)));
    if (sem->diagonal)
        EG_TRY(eg_buffer_read(diagonal, 0, sem->diagonal, nodes * 8));
    for (int64_t i = 0; i < own && sem->diagonal && sem->factor; i++)
        sem->diagonal[i] += sem->factor[i];
    return eg_device_finish(sem->device);
}

/* Right-hand side, and what a solve needs besides. */
static eg_status build_vectors(eg_sem *sem, const double *rhs)
{
    const int64_t idle[SOLVE_COUNTS] = {0};
    const double none = 0;
    int64_t nodes = sem->nodes->nodes;
    if (rhs)
        EG_TRY(eg_sem_upload_reals(sem, "right-hand side", nodes, rhs, &sem->rhs));
    EG_TRY(eg_sem_upload_reals(sem, "factors of boundaries", sem->factor ? nodes : 1,
                               sem->factor ? sem->factor : &none, &sem->robin));
    return eg_sem_upload(sem, "no solve", sizeof idle, idle, &sem->idle);
}

static eg_status build_gather_program(eg_sem *sem, bool robin)
{
    const eg_program_options options = {
        .file = "sem/gather.c",
        .precision = sem->precision,
        .lanes = 1,
        EG_DEFINES({"DIAGONAL", robin}, {"THREADS", sem->columns && sem->degree <= LARGE_SUMS ? 512 : 256})};
    EG_TRY(eg_owner_program(&sem->owned, sem->device, &options, &sem->gather_program));
    return EG_KERNELS(sem->gather_program, {"sem_gather", &sem->gather},
                      {"sem_gather_smooth", &sem->gather_smooth}, {"sem_gather_sums", &sem->gather_sums},
                      {"sem_inverse", &sem->inverse});
}

/* Numbers of nodes and coefficients, lists, and by kernels all that follows from the places of the mesh. */
static eg_status build_elements(eg_sem_element_builders *builders, double *rhs, eg_buffer **diagonal)
{
    eg_sem *sem = builders->sem;
    const eg_sem_options *options = builders->builder[0].options;
    eg_sem_coefficients of[EG_HEX_KINDS] = {0};
    const eg_sem_sums sums = {.diagonal = diagonal,
                              .reaction = sem->reaction_mass,
                              .source = eg_sem_is_zero(&options->source) ? NULL : rhs};
    bool in_range[EG_HEX_KINDS];
    EG_OWNER(owner, sem->context);
    EG_TRY(eg_sem_fill_cells(builders, true, &owner, of));
    eg_sem_mark_given(sem, options->boundary);
    EG_TRY(eg_sem_build_gather(sem));
    EG_TRY(build_gather_program(sem, eg_sem_has_robin(sem->mesh, options->boundary)));
    EG_TRY(eg_sem_build_metric(builders, of, &sums, in_range));
    return eg_sem_build_programs(sem, in_range);
}

static eg_status build_sem_with(eg_sem *sem, eg_sem_element_builders *builders, double *rhs)
{
    EG_TRY(build_sem_matrices(sem, &builders->builder[0]));
    EG_ENDS_WITH(eg_buffer_destroy) eg_buffer *diagonal = NULL;
    EG_TRY(build_elements(builders, rhs, &diagonal));
    EG_TRY(eg_sem_build_boundary(sem, builders->builder[0].options->boundary, rhs));
    EG_TRY(build_inverse(sem, diagonal));
    return build_vectors(sem, rhs);
}

static eg_status build_sem(eg_sem *sem, const eg_sem_options *options)
{
    EG_ENDS_WITH(eg_sem_element_builders_destroy) eg_sem_element_builders builders = {0};
    EG_SCRATCH double *rhs = NULL;
    EG_TRY(eg_sem_list_elements(sem));
    eg_sem_choose(sem, options);
    if (sem->part_values >= INT32_MAX)
        return eg_fail(sem->context, EG_MESH,
                       "%s: %lld elements of degree %d have %lld values on faces, and at most %d "
                       "fit; take fewer elements or a lower degree",
                       sem->mesh->base.origin, (long long)sem->mesh->base.held, sem->degree,
                       (long long)sem->part_values, INT32_MAX);
    EG_TRY(allocate_sem(sem, options->matrix_only, !eg_sem_is_zero(&options->c)));
    if (!options->matrix_only)
        EG_TRY(eg_alloc(sem->context, sem->nodes->nodes, sizeof *rhs, &rhs));
    EG_TRY(eg_sem_element_builders_create(sem, options, sem->elements, &builders));
    return build_sem_with(sem, &builders, rhs);
}

static eg_status apply_sem(const eg_operator *self, const eg_buffer *p, eg_buffer *y, eg_buffer *sums,
                           const eg_buffer *count);

eg_status eg_sem_create(eg_device *device, const eg_hexes *mesh, const eg_hex_nodes *nodes,
                        const eg_sem_options *options, eg_sem **sem)
{
    assert(options->kappa_values == 0 || options->kappa_values == 1 || options->kappa_values == 3 ||
           options->kappa_values == 6);
    assert(!options->matrix_only || (!options->source.function && options->source.constant[0] == 0));
    *sem = NULL;
    EG_ENDS_WITH(eg_sem_destroy) eg_sem *made = NULL;
    EG_TRY(eg_alloc(mesh->base.context, 1, sizeof *made, &made));
    made->comm = eg_comm_size(options->comm) > 1 ? options->comm : NULL;
    made->ghosts = options->ghosts;
    made->link = options->link;
    made->matrix =
        (eg_operator){.apply = apply_sem, .size = nodes->own, .room = nodes->nodes, .comm = made->comm};
    made->context = made->owned.context = mesh->base.context;
    made->device = device;
    made->mesh = mesh;
    made->nodes = nodes;
    made->precision = options->precision;
    made->degree = nodes->degree;
    made->side = nodes->degree + 1;
    made->volume = made->side * made->side * made->side;
    int inside = nodes->degree - 1;
    made->surface = made->volume - inside * inside * inside;
    made->columns = options->variant == EG_SEM_AUTO ? eg_device_describe(device)->gpu
                                                    : options->variant == EG_SEM_COLUMNS;
    /* what kernels/sem/columns.h keeps of an element in shared memory */
    made->slab =
        made->columns &&
        2 * (int64_t)eg_real_size(made->precision) * made->side * made->side * (made->side | 1) > SEM_SHARED;
    made->lanes = lanes_of_elements(made, options);
    made->interleaved = made->columns ? 1 : made->lanes;
    eg_status status = build_sem(made, options);
    if (made->comm)
        status = eg_sem_connect(made, status);
    EG_TRY(status);
    return eg_hand_over(&made, sem);
}

void eg_sem_destroy(eg_sem **address)
{
    if (!address || !*address)
        return;
    eg_owner_end(&(*address)->owned);
    EG_FREE(address);
}

/* ---- the operator */

static eg_status apply_elements(const eg_sem *sem, const eg_sem_task *task)
{
    return sem->halo ? eg_sem_launch_shared(sem, task) : eg_sem_launch(sem, task, false);
}

static eg_status apply_sem(const eg_operator *self, const eg_buffer *p, eg_buffer *y, eg_buffer *sums,
                           const eg_buffer *count)
{
    const eg_sem *sem = (const eg_sem *)self;
    int64_t own = sem->nodes->own, chunks = eg_ceil_div(own, EG_CHUNK);
    eg_sem_set_costs(sem, false, sums != NULL);
    EG_TRY(apply_elements(sem, &(eg_sem_task){.p = p, .y = y, .count = count}));
    return EG_LAUNCH(sem->gather, chunks, EG_BUFFER("part", sem->part), EG_BUFFER("first", sem->first),
                     EG_BUFFER("run", sem->run), EG_BUFFER("node", sem->node), EG_BUFFER("index", sem->index),
                     EG_BUFFER("diagonal", sem->robin), EG_BUFFER("p", p), EG_BUFFER("y", y),
                     EG_BUFFER("sums", sums ? sums : y), EG_BUFFER("count", count),
                     EG_INT("products", sums != NULL), EG_LONG("nodes", own), EG_LONG("chunks", chunks));
}

const eg_operator *eg_sem_operator(const eg_sem *sem)
{
    return &sem->matrix;
}

eg_status eg_sem_apply(eg_sem *sem, const eg_buffer *p, eg_buffer *y)
{
    return apply_sem(&sem->matrix, p, y, NULL, sem->idle);
}

eg_status eg_sem_smooth(eg_sem *sem, double weight, const eg_buffer *b, const eg_buffer *x, eg_buffer *to)
{
    int64_t own = sem->nodes->own, chunks = eg_ceil_div(own, EG_CHUNK);
    const eg_sem_task task = {
        .p = x, .b = sem->columns ? b : NULL, .y = to, .count = sem->idle, .weight = weight};
    eg_sem_set_costs(sem, task.b, false);
    EG_TRY(apply_elements(sem, &task));
    return EG_LAUNCH(sem->gather_smooth, chunks, EG_BUFFER("part", sem->part), EG_BUFFER("first", sem->first),
                     EG_BUFFER("run", sem->run), EG_BUFFER("node", sem->node), EG_BUFFER("index", sem->index),
                     EG_BUFFER("diagonal", sem->robin), EG_BUFFER("inverse", sem->scale), EG_BUFFER("b", b),
                     EG_BUFFER("x", x), EG_BUFFER("to", to), EG_REAL("omega", weight),
                     EG_INT("all", !sem->columns), EG_LONG("nodes", own), EG_LONG("chunks", chunks));
}

eg_status eg_sem_apply_elements(eg_sem *sem, const eg_buffer *p, eg_buffer *y)
{
    eg_sem_set_costs(sem, false, false);
    return apply_elements(sem, &(eg_sem_task){.p = p, .y = y, .count = sem->idle});
}

/* ---- vectors */

const eg_buffer *eg_sem_rhs(const eg_sem *sem)
{
    return sem->rhs;
}

const eg_preconditioner *eg_sem_jacobi(const eg_sem *sem)
{
    return &sem->jacobi;
}

const uint8_t *eg_sem_dirichlet(const eg_sem *sem)
{
    return sem->given;
}

eg_status eg_sem_mass(eg_sem *sem, const double **mass)
{
    const eg_sem_field one = {.constant = {1}};
    eg_status status = EG_OK;
    if (!sem->mass) {
        EG_TRY(eg_owner_alloc(&sem->owned, sem->nodes->nodes, sizeof(double), &sem->mass));
        status = eg_sem_integrate(sem, &one, sem->mass, NULL);
        if (status != EG_OK)
            EG_FREE(&sem->mass);
    }
    *mass = sem->mass;
    return status;
}

eg_status eg_sem_start(eg_sem *sem, eg_buffer **x)
{
    int64_t bytes = sem->nodes->nodes * (int64_t)eg_real_size(sem->precision);
    EG_TRY(eg_buffer_upload(sem->device, bytes, "solution", NULL, x));
    return sem->given_value ? eg_sem_write(sem, sem->given_value, *x) : EG_OK;
}

eg_status eg_sem_read(const eg_sem *sem, const eg_buffer *vector, double *values)
{
    int64_t count = sem->nodes->nodes;
    EG_SCRATCH float *single = NULL;
    if (sem->precision == EG_F64)
        return eg_buffer_read(vector, 0, values, count * 8);
    EG_TRY(eg_alloc(sem->context, count, sizeof *single, &single));
    EG_TRY(eg_buffer_read(vector, 0, single, count * 4));
    for (int64_t i = 0; i < count; i++)
        values[i] = single[i];
    return EG_OK;
}

eg_status eg_sem_write(const eg_sem *sem, const double *values, eg_buffer *vector)
{
    int64_t count = sem->nodes->nodes;
    EG_SCRATCH float *rounded = NULL;
    if (sem->precision == EG_F64)
        return eg_buffer_write(vector, 0, values, count * 8);
    EG_TRY(eg_alloc(sem->context, count, sizeof *rounded, &rounded));
    EG_LOOP(sem->context, count)
    for (int64_t i = 0; i < count; i++)
        rounded[i] = (float)values[i];
    return eg_buffer_write(vector, 0, rounded, count * 4);
}

/* ---- costs */

int64_t eg_sem_device_bytes(const eg_sem *sem)
{
    return eg_owner_device_bytes(&sem->owned);
}
