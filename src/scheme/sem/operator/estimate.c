/* Runs the kernel of the estimate over all elements, some of them at a time: what the host knows of them goes
 * to the device, and their numbers come back. */
#include "element/modal.h"
#include "scheme/sem/estimate.h"
#include "scheme/sem/internal.h"

#include <math.h>

#include "sem/kinds.h" /* kernels/sem/kinds.h */

/* Nodes of elements that are looked at together: so that a GPU is busy, and a processor's caches are
 * enough. */
enum { NODES_OF_GPU = 1 << 21, NODES_OF_PROCESSOR = 1 << 16 };

struct eg_sem_estimator {
    eg_owner owned;
    eg_program *program[EG_HEX_KINDS];
    eg_kernel *kernel[EG_HEX_KINDS]; /* NULL: there are no such elements */
    eg_buffer *line;
};

/* Elements of one kind that go to the device together. */
typedef struct batch {
    const eg_sem_estimator *estimator;
    const eg_sem *sem;
    const eg_sem_estimate_options *options;
    const eg_sem_cells *cells;
    int outputs, source_nodes, volume_nodes; /* numbers of an element; 1 or all nodes, 0: not needed */
    int32_t *element;                        /* of each slot of the kind */
    int64_t first, slots;                    /* of the kind's slots these */
    double *source, *volume, *out;           /* [slots] as sem_estimate has them, and */
    int32_t *given;                          /* its bits */
    eg_buffer *source_there, *volume_there, *given_there, *out_there;
} batch;

/* ---- the program */

/* Rows of D, of w_i / w_m D_im, and of what values at nodes give to the highest degree. */
static eg_status upload_line(eg_sem_estimator *estimator, const eg_sem *sem,
                             const eg_sem_element_geometry *geometry)
{
    int n = sem->side;
    double values[(2 * SEM_NODES + 1) * SEM_NODES], point[SEM_NODES], legendre[SEM_NODES];
    const double *weight = geometry->line_weight;
    double *strong = &values[n * n], *highest = &values[2 * n * n];
    eg_line_points_of((eg_line){EG_LINE_GLL, sem->degree}, point);
    for (int i = 0; i < n; i++) {
        for (int m = 0; m < n; m++) {
            values[i * n + m] = geometry->derivative[i * n + m];
            strong[i * n + m] = weight[i] / weight[m] * geometry->derivative[i * n + m];
        }
        eg_legendre_values(n, 0.5 * (1 + point[i]), legendre);
        highest[i] = legendre[sem->degree] / sqrt(2 * sem->degree + 1) * weight[i] * sem->degree / 2;
    }
    return eg_owner_upload_reals(&estimator->owned, sem->device, sem->precision, "lines of the estimate",
                                 (2 * n + 1) * n, values, &estimator->line);
}

/* Of a node its number and u, four times the derivatives, and about nine times a flux; of an element what the
 * operator has of it. */
static void set_estimate_cost(const eg_sem *sem, const eg_sem_cells *cells, eg_kernel *kernel)
{
    double size = (double)eg_real_size(sem->precision), elements = (double)cells->count;
    double bytes = sem->volume * (4 + size) + cells->values * size + ESTIMATE_VALUES * 8;
    eg_kernel_cost(kernel, cells->array_blocks, elements * bytes,
                   elements * sem->volume * (24 * sem->side + 9 * 20));
}

static eg_status build_estimate_program(eg_sem_estimator *estimator, const eg_sem *sem, int kind)
{
    const eg_sem_cells *cells = &sem->cells[kind];
    /* two values of each node */
    bool near =
        !sem->columns || 2 * (int64_t)eg_real_size(sem->precision) * sem->volume <= (int64_t)SEM_SHARED;
    const eg_program_options options = {.file = "sem/estimate.c",
                                        .precision = sem->precision,
                                        .lanes = sem->interleaved,
                                        .items = sem->side * sem->side,
                                        EG_DEFINES({"DEGREE", sem->degree}, {"GEOMETRY", cells->geometry},
                                                   {"KAPPA", cells->kappa_kind}, {"MASS", cells->mass_kind},
                                                   {"NEAR", near})};
    EG_TRY(eg_owner_program(&estimator->owned, sem->device, &options, &estimator->program[kind]));
    EG_TRY(eg_kernel_get(estimator->program[kind], "sem_estimate", &estimator->kernel[kind]));
    set_estimate_cost(sem, cells, estimator->kernel[kind]);
    return EG_OK;
}

eg_status eg_sem_estimator_create(const eg_sem *sem, const eg_sem_geometries *geometries,
                                  eg_sem_estimator **estimator)
{
    EG_ENDS_WITH(eg_sem_estimator_destroy) eg_sem_estimator *made = NULL;
    *estimator = NULL;
    EG_TRY(eg_alloc(sem->context, 1, sizeof *made, &made));
    made->owned.context = sem->context;
    EG_TRY(upload_line(made, sem, geometries->element[0]));
    for (int kind = 0; kind < EG_HEX_KINDS; kind++)
        if (sem->cells[kind].count > 0)
            EG_TRY(build_estimate_program(made, sem, kind));
    return eg_hand_over(&made, estimator);
}

void eg_sem_estimator_destroy(eg_sem_estimator **address)
{
    if (!address || !*address)
        return;
    eg_owner_end(&(*address)->owned);
    EG_FREE(address);
}

/* ---- what the host knows of an element */

/* A bit for each side. */
static int32_t sides_with_flux(const batch *b, int64_t element)
{
    const eg_hexes *mesh = b->sem->mesh;
    int32_t bits = 0;
    for (int side = 0; side < EG_HEX_FACES; side++) {
        int boundary = mesh->face_boundary[mesh->face[element][side]];
        bits |= boundary >= 0 && b->options->has_flux[boundary] ? 1 << side : 0;
    }
    return bits;
}

/* Of a parallelepiped. */
static double determinant_of_edges(const eg_hexes *mesh, int64_t element)
{
    int n = mesh->base.degree, side = n + 1;
    const int32_t *point = &mesh->point[element * side * side * side];
    const int end[3] = {n, n * side, n * side * side};
    double jacobian[3][3];
    for (int d = 0; d < 3; d++)
        for (int a = 0; a < 3; a++)
            jacobian[a][d] = 0.5 * (mesh->x[point[end[d]]][a] - mesh->x[point[0]][a]);
    return eg_hex_determinant((const double(*)[3])jacobian);
}

/* values[nodes] of an element become those of its slot, lanes apart. */
static void put_apart(const batch *b, int64_t slot, int nodes, const double *values, double *to)
{
    int lanes = b->sem->interleaved;
    for (int i = 0; i < nodes; i++)
        to[(slot / lanes * nodes + i) * lanes + slot % lanes] = values[i];
}

static eg_status fill_slot(const batch *b, eg_sem_element_geometry *geometry, int64_t slot)
{
    const eg_sem *sem = b->sem;
    int64_t element = b->element[b->first + slot];
    double source[SEM_VOLUME];
    if (b->cells->mass_kind != MASS_NONE)
        b->given[slot] = sides_with_flux(b, element);
    if (b->source_nodes > 1 || b->volume_nodes > 1)
        eg_sem_geometry_weights(geometry, element);
    if (b->volume_nodes == 1)
        b->volume[slot] = determinant_of_edges(sem->mesh, element);
    else if (b->volume_nodes > 1)
        put_apart(b, slot, sem->volume, geometry->weight, b->volume);
    EG_TRY(eg_sem_evaluate(sem, &b->options->source, 1, element, b->source_nodes,
                           (const double(*)[3])geometry->x, source));
    put_apart(b, slot, b->source_nodes, source, b->source);
    return EG_OK;
}

static eg_status fill_slots(void *with, int part, int64_t from, int64_t to)
{
    const batch *b = with;
    for (int64_t slot = from; slot < to; slot++)
        EG_TRY(fill_slot(b, b->options->geometries->element[part], slot));
    return EG_OK;
}

/* Slots that are left over repeat the last element before them. */
static void list_slots(const batch *b)
{
    const eg_sem *sem = b->sem;
    const eg_sem_cells *cells = b->cells;
    int64_t slots = cells->blocks * sem->lanes;
    for (int64_t s = 0; s < slots; s++)
        b->element[s] = -1;
    for (int64_t i = cells->first; i < cells->first + cells->count; i++)
        b->element[sem->slot[i]] = sem->element[i];
    for (int64_t s = 1; s < slots; s++)
        b->element[s] = b->element[s] < 0 ? b->element[s - 1] : b->element[s];
}

/* ---- elements */

static void keep_values(const batch *b, double *values)
{
    enum { LEAST = 1024 };
    int64_t held = b->sem->mesh->base.held;
    const int32_t *element = &b->element[b->first];
    EG_LOOP_OF(b->sem->context, b->slots, LEAST)
    for (int64_t s = 0; s < b->slots; s++)
        for (int v = 0; v < b->outputs; v++)
            if (s == 0 || element[s] != element[s - 1])
                values[v * held + element[s]] = b->out[s * b->outputs + v];
}

static eg_status estimate_batch(batch *b, double *values)
{
    const eg_sem *sem = b->sem;
    const eg_sem_estimate_options *o = b->options;
    const eg_sem_cells *cells = b->cells;
    eg_kernel *kernel = b->estimator->kernel[cells - sem->cells];
    int64_t blocks = b->slots / sem->interleaved, doubles = b->slots * (int64_t)sizeof(double);
    bool timed = o->time > 0;
    assert(!timed || sem->c_factor > 0);
    EG_TRY(
        eg_in_parts(sem->context, eg_sem_geometries_parts(o->geometries, b->slots), b->slots, fill_slots, b));
    EG_TRY(eg_buffer_write(b->source_there, 0, b->source, b->source_nodes * doubles));
    EG_TRY(eg_buffer_write(b->volume_there, 0, b->volume, b->volume_nodes * doubles));
    EG_TRY(eg_buffer_write(b->given_there, 0, b->given, b->slots * (int64_t)sizeof *b->given));
    EG_TRY(EG_LAUNCH(
        kernel, blocks, EG_BUFFER("p", o->u), EG_BUFFER("rate", o->rate), EG_BUFFER("node", cells->node),
        EG_BUFFER("shape", cells->shape), EG_BUFFER("kappa", cells->kappa), EG_BUFFER("mass", cells->mass),
        EG_BUFFER("matrix", sem->matrices), EG_BUFFER("line", b->estimator->line),
        EG_BUFFER("source", b->source_there), EG_BUFFER("volume", b->volume_there),
        EG_BUFFER("given", b->given_there), EG_BUFFER("out", b->out_there), EG_REAL("mean", o->mean),
        EG_REAL("per_mass", timed ? 1 / sem->c_factor : 1), EG_REAL("in_time", timed ? 1 / o->time : 1),
        EG_INT("timed", timed), EG_INT("source_nodes", b->source_nodes),
        EG_LONG("first_block", b->first / sem->interleaved), EG_LONG("blocks", blocks)));
    EG_TRY(eg_buffer_read(b->out_there, 0, b->out, b->outputs * doubles));
    keep_values(b, values);
    return EG_OK;
}

static eg_status make_batch(batch *b, int64_t slots, eg_scope *scope, eg_owner *owner)
{
    const eg_sem *sem = b->sem;
    int64_t bytes = slots * (int64_t)sizeof(double);
    EG_TRY(EG_SCOPE_ALLOC(scope, EG_BLOCK(b->cells->blocks * sem->lanes, b->element),
                          EG_BLOCK(slots * b->source_nodes, b->source),
                          EG_BLOCK(slots * b->volume_nodes, b->volume), EG_BLOCK(slots, b->given),
                          EG_BLOCK(slots * b->outputs, b->out)));
    EG_TRY(eg_owner_upload(owner, sem->device, "sources", bytes * b->source_nodes, NULL, &b->source_there));
    EG_TRY(eg_owner_upload(owner, sem->device, "volumes", bytes * b->volume_nodes, NULL, &b->volume_there));
    EG_TRY(eg_owner_upload(owner, sem->device, "sides with fluxes", slots * (int64_t)sizeof *b->given, NULL,
                           &b->given_there));
    return eg_owner_upload(owner, sem->device, "estimates", bytes * b->outputs, NULL, &b->out_there);
}

/* All elements of a kind. */
static eg_status estimate_cells(batch *b, double *values)
{
    const eg_sem *sem = b->sem;
    EG_SCOPE(scope, sem->context);
    EG_OWNER(owner, sem->context);
    int64_t lanes = sem->interleaved, slots = b->cells->blocks * sem->lanes;
    int64_t nodes = eg_device_describe(sem->device)->gpu ? NODES_OF_GPU : NODES_OF_PROCESSOR;
    int64_t most = eg_min_i64(slots, eg_max_i64(1, nodes / (sem->volume * lanes)) * lanes);
    EG_TRY(make_batch(b, most, &scope, &owner));
    list_slots(b);
    for (b->first = 0; b->first < slots; b->first += most) {
        b->slots = eg_min_i64(most, slots - b->first);
        EG_TRY(estimate_batch(b, values));
    }
    return EG_OK;
}

eg_status eg_sem_estimate(eg_sem_estimator *estimator, const eg_sem *sem,
                          const eg_sem_estimate_options *options, double *values)
{
    const eg_sem_field *source = &options->source;
    for (int kind = 0; kind < EG_HEX_KINDS; kind++) {
        const eg_sem_cells *cells = &sem->cells[kind];
        batch b = {.estimator = estimator,
                   .sem = sem,
                   .options = options,
                   .cells = cells,
                   .outputs = sem->degree == 1 ? ESTIMATE_ALL_VALUES : ESTIMATE_VALUES,
                   .source_nodes = source->function && !source->by_element ? sem->volume : 1,
                   .volume_nodes = cells->geometry == GEOMETRY_AFFINE   ? 1
                                   : cells->geometry == GEOMETRY_STORED ? sem->volume
                                                                        : 0};
        if (cells->count > 0)
            EG_TRY(estimate_cells(&b, values));
    }
    return EG_OK;
}
