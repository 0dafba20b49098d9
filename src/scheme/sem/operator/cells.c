/* The arrays and programs of each kind of elements (kernels/sem/element.h has what they hold). */
#include "scheme/sem/internal.h"

#include <math.h>
#include <string.h>

#include "sem/kinds.h" /* kernels/sem/kinds.h */

enum { MAP_VALUES = 21, ELEMENT_VALUES = MAP_VALUES + 6 + 1 };

static bool is_constant_on_element(const eg_sem_field *field)
{
    return !field->function || field->by_element;
}

/* ---- what each kind takes */

/* A tensor at every node, and a curved map, need the metric of every node. */
static int geometry_of_kind(const eg_sem_options *options, eg_hex_kind kind)
{
    bool tensor = options->kappa_values > 1;
    if (kind == EG_HEX_CURVED || (tensor && !is_constant_on_element(&options->kappa)))
        return GEOMETRY_STORED;
    if (kind == EG_HEX_PARALLELEPIPED)
        return GEOMETRY_AFFINE;
    return options->store_metric ? GEOMETRY_STORED : GEOMETRY_TRILINEAR;
}

static void choose_kind(eg_sem_cells *cells, const eg_sem_options *options, eg_hex_kind kind, int volume)
{
    bool tensor = options->kappa_values > 1, constant = is_constant_on_element(&options->kappa);
    bool massless = !options->c.function && options->c.constant[0] == 0;
    cells->geometry = geometry_of_kind(options, kind);
    bool stored = cells->geometry == GEOMETRY_STORED;
    cells->kappa_kind = stored                                            ? KAPPA_ELEMENT
                        : !constant                                       ? KAPPA_NODE
                        : tensor && cells->geometry == GEOMETRY_TRILINEAR ? KAPPA_TENSOR
                                                                          : KAPPA_ELEMENT;
    cells->mass_kind = massless                                        ? MASS_NONE
                       : stored || is_constant_on_element(&options->c) ? MASS_ELEMENT
                                                                       : MASS_NODE;
    cells->values = stored ? (massless ? 6 : 7) * volume
                    : cells->geometry == GEOMETRY_AFFINE
                        ? 7
                        : MAP_VALUES + (cells->kappa_kind == KAPPA_TENSOR ? 6 : 1) + 1;
}

/* Whether the element has a node of another rank. */
static bool reads_ghosts(const eg_sem *sem, int64_t element, int32_t *node)
{
    if (sem->nodes->own == sem->nodes->nodes)
        return false;
    eg_hex_element_nodes(sem->mesh, sem->nodes, element, node);
    for (int i = 0; i < sem->volume; i++)
        if (node[i] >= sem->nodes->own)
            return true;
    return false;
}

/* slot[] is so far the place within the partition boundary, or -1 - the place within the rest. */
static void list_elements_of_kind(eg_sem *sem, int32_t *node)
{
    const eg_hexes *mesh = sem->mesh;
    for (int64_t e = 0; e < mesh->base.held; e++) {
        eg_sem_cells *cells = &sem->cells[eg_hexes_kind(mesh, e)];
        if (eg_hexes_ghost_layer(mesh, e) != 0)
            continue;
        bool partition_boundary = reads_ghosts(sem, e, node);
        sem->slot[sem->elements] =
            (int32_t)(partition_boundary ? cells->partition_boundary
                                         : -1 - (cells->count - cells->partition_boundary));
        sem->element[sem->elements++] = (int32_t)e;
        cells->count++;
        cells->partition_boundary += partition_boundary;
    }
}

eg_status eg_sem_list_elements(eg_sem *sem)
{
    EG_SCRATCH int32_t *node = NULL;
    EG_TRY(eg_owner_alloc(&sem->owned, sem->mesh->base.held, sizeof *sem->element, &sem->element));
    EG_TRY(eg_owner_alloc(&sem->owned, sem->mesh->base.held, sizeof *sem->slot, &sem->slot));
    EG_TRY(eg_alloc(sem->context, sem->volume, sizeof *node, &node));
    list_elements_of_kind(sem, node);
    return EG_OK;
}

void eg_sem_choose(eg_sem *sem, const eg_sem_options *options)
{
    int64_t first = 0, part = 0;
    for (int kind = 0; kind < EG_HEX_KINDS; kind++) {
        eg_sem_cells *cells = &sem->cells[kind];
        choose_kind(cells, options, (eg_hex_kind)kind, sem->volume);
        cells->first = first;
        cells->partition_boundary_blocks = eg_ceil_div(cells->partition_boundary, sem->lanes);
        cells->blocks = cells->partition_boundary_blocks +
                        eg_ceil_div(cells->count - cells->partition_boundary, sem->lanes);
        for (int64_t i = first; i < first + cells->count; i++)
            if (sem->slot[i] < 0)
                sem->slot[i] = (int32_t)(cells->partition_boundary_blocks * sem->lanes - 1 - sem->slot[i]);
        cells->array_blocks = cells->blocks * sem->lanes / sem->interleaved;
        cells->first_part = part;
        first += cells->count;
        part += cells->blocks * sem->lanes * sem->surface;
    }
    sem->part_values = part;
}

/* ---- constants of an element */

/* The map's coefficients of xi, eta, zeta, xi eta, eta zeta, zeta xi, xi eta zeta, from the corners. */
static void map_values(const eg_hexes *mesh, int64_t element, double *values)
{
    static const uint8_t monomial[7] = {1, 2, 4, 3, 6, 5, 7};
    int n = mesh->base.degree, side = n + 1;
    for (int v = 0; v < 7; v++)
        for (int d = 0; d < 3; d++) {
            double sum = 0;
            for (int corner = 0; corner < EG_HEX_VERTICES; corner++) {
                int at = (corner & 1) * n + (corner >> 1 & 1) * n * side + (corner >> 2) * n * side * side;
                int32_t point = mesh->point[element * side * side * side + at];
                /* from the centroid, so that little is lost far from the origin */
                double x = mesh->x[point][d] - mesh->base.centroid[element][d];
                bool minus = __builtin_popcount(monomial[v] & ~corner) & 1;
                sum += minus ? -x : x;
            }
            values[3 * v + d] = 0.125 * sum;
        }
}

/* The constants of an element; metric and coefficients are the builder's, of its first node. */
static void element_values(const eg_sem_builder *builder, const eg_sem_cells *cells, int64_t element,
                           double *values)
{
    double weight = builder->weight[0] * builder->weight[0] * builder->weight[0];
    bool by_node = cells->kappa_kind == KAPPA_NODE;
    double c = cells->mass_kind == MASS_ELEMENT ? builder->c[0] : 1;
    if (cells->geometry == GEOMETRY_AFFINE) {
        for (int m = 0; m < 6; m++)
            values[m] =
                builder->metric[m * builder->sem->volume] / (by_node ? weight * builder->kappa[0] : weight);
        values[6] = c * builder->determinant[0];
        return;
    }
    map_values(builder->sem->mesh, element, values);
    int at = MAP_VALUES;
    if (cells->kappa_kind == KAPPA_TENSOR) {
        const double *k = builder->kappa;
        bool full = builder->options->kappa_values == 6;
        const double tensor[6] = {
            k[0], full ? k[1] : 0, full ? k[2] : 0, full ? k[3] : k[1], full ? k[4] : 0, full ? k[5] : k[2]};
        memcpy(&values[at], tensor, sizeof tensor);
        at += 6;
    } else {
        values[at++] = builder->kappa[0];
    }
    values[at] = c;
}

/* ---- arrays of a kind */

typedef struct arrays {
    int32_t *node;
    double *shape, *kappa, *mass;
} arrays;

static void put_in_slot(const eg_sem_builder *builder, const eg_sem_cells *cells, int64_t slot,
                        int64_t element, const arrays *to)
{
    const eg_sem *sem = builder->sem;
    int lanes = sem->interleaved, volume = sem->volume;
    int64_t block = slot / lanes, lane = slot % lanes;
    double values[ELEMENT_VALUES];
    for (int i = 0; i < volume; i++) {
        int64_t at = (block * volume + i) * lanes + lane;
        to->node[at] = builder->node[i];
        if (cells->kappa_kind == KAPPA_NODE)
            to->kappa[at] = builder->kappa[i];
        if (cells->mass_kind == MASS_NODE)
            to->mass[at] = builder->c[i];
    }
    if (cells->geometry == GEOMETRY_STORED) {
        for (int v = 0; v < cells->values; v++)
            to->shape[(block * cells->values + v) * lanes + lane] = builder->metric[v];
        return;
    }
    element_values(builder, cells, element, values);
    for (int v = 0; v < cells->values; v++)
        to->shape[(block * cells->values + v) * lanes + lane] = values[v];
}

/* All elements of a kind. */
typedef struct filling {
    eg_sem_element_builders *builders;
    const eg_sem_cells *cells;
    const arrays *to;
} filling;

static eg_status fill_slots(void *with, int part, int64_t from, int64_t to)
{
    const filling *f = with;
    const eg_sem_cells *cells = f->cells;
    const eg_sem *sem = f->builders->sem;
    eg_sem_builder *builder = &f->builders->builder[part];
    eg_deferred_sums *deferred = &f->builders->deferred[part];
    const int32_t *element = &sem->element[cells->first];
    int64_t rest = cells->partition_boundary_blocks * sem->lanes, slots = cells->blocks * sem->lanes;
    eg_deferred_sums_begin(deferred, part, element[from]);
    for (int64_t i = from; i < to; i++) {
        int64_t slot = sem->slot[cells->first + i], end = slot + 1;
        EG_TRY(eg_sem_builder_visit(builder, deferred, element[i]));
        /* slots behind the last element repeat it: they write what it writes */
        if (end == cells->partition_boundary)
            end = rest;
        else if (end == rest + cells->count - cells->partition_boundary)
            end = slots;
        for (; slot < end; slot++)
            put_in_slot(builder, cells, slot, element[i], f->to);
    }
    return EG_OK;
}

static eg_status fill_elements_of_kind(eg_sem_element_builders *builders, const eg_sem_cells *cells,
                                       const arrays *to)
{
    filling f = {.builders = builders, .cells = cells, .to = to};
    int parts = (int)eg_min_i64(builders->parts, cells->count);
    for (int p = parts; p < builders->parts; p++)
        builders->deferred[p].count = 0;
    EG_TRY(eg_in_parts(builders->sem->context, parts, cells->count, fill_slots, &f));
    eg_sem_add_deferred(builders);
    return EG_OK;
}

static eg_status upload_cells_of_kind(eg_sem *sem, eg_sem_cells *cells, arrays *from, int64_t values)
{
    int64_t slots = cells->blocks * sem->lanes;
    EG_TRY(eg_sem_take(sem, "numbers of nodes", values * 4, &from->node, &cells->node));
    EG_TRY(eg_sem_take_reals(sem, "shapes", slots * cells->values, &from->shape, &cells->shape));
    EG_TRY(eg_sem_take_reals(sem, "kappa", cells->kappa_kind == KAPPA_NODE ? values : 1, &from->kappa,
                             &cells->kappa));
    return eg_sem_take_reals(sem, "c", cells->mass_kind == MASS_NODE ? values : 1, &from->mass, &cells->mass);
}

static eg_status build_element_arrays(eg_sem_element_builders *builders, eg_sem_cells *cells)
{
    eg_sem *sem = builders->sem;
    eg_context *context = sem->context;
    int64_t slots = cells->blocks * sem->lanes, values = slots * sem->volume;
    arrays made = {0};
    EG_OWNER(taken, context);
    EG_TRY(eg_owner_alloc(&taken, values, sizeof *made.node, &made.node));
    EG_TRY(eg_owner_alloc(&taken, slots * cells->values, sizeof(double), &made.shape));
    EG_TRY(eg_owner_alloc(&taken, cells->kappa_kind == KAPPA_NODE ? values : 1, sizeof(double), &made.kappa));
    EG_TRY(eg_owner_alloc(&taken, cells->mass_kind == MASS_NODE ? values : 1, sizeof(double), &made.mass));
    EG_TRY(fill_elements_of_kind(builders, cells, &made));
    return upload_cells_of_kind(sem, cells, &made, values);
}

/* Whether the kernel's division may be DIVIDE of the dialect. */
static bool divides_in_range(const eg_sem_element_builders *builders)
{
    double limit = builders->sem->precision == EG_F64 ? 0x1p1000 : 0x1p100;
    double least[2] = {1, 1}, most[2] = {1, 1};
    for (int p = 0; p < builders->parts; p++)
        for (int i = 0; i < 2; i++) {
            least[i] = fmin(least[i], builders->builder[p].least[i]);
            most[i] = fmax(most[i], builders->builder[p].most[i]);
        }
    return least[0] >= 1 / limit && least[1] >= 1 / limit && most[0] <= limit && most[1] <= limit &&
           least[0] / most[1] >= 1 / limit && most[0] / least[1] <= limit;
}

static eg_status build_sem_program(eg_sem_element_builders *builders, eg_sem_cells *cells)
{
    eg_sem *sem = builders->sem;
    int elements = sem->columns ? sem->lanes : 0, threads = sem->lanes * sem->side * sem->side;
    const eg_program_options options = {
        .file = "sem/operator.c",
        .precision = sem->precision,
        .lanes = sem->interleaved,
        .items = sem->columns ? elements * sem->side * sem->side : 1,
        .generated = sem->columns ? sem->line_matrices : NULL,
        EG_DEFINES({"DEGREE", sem->degree}, {"GEOMETRY", cells->geometry}, {"KAPPA", cells->kappa_kind},
                   {"MASS", cells->mass_kind}, {"ELEMENTS", elements}, {"SLAB", sem->slab},
                   {"IN_RANGE", divides_in_range(builders)},
                   {"RESIDENT", sem->slab ? 1 : eg_sem_resident(sem->precision, sem->degree, threads)})};
    EG_TRY(eg_owner_program(&sem->owned, sem->device, &options, &cells->program));
    return eg_kernel_get(cells->program,
                         sem->slab      ? "sem_apply_slab"
                         : sem->columns ? "sem_apply_columns"
                                        : "sem_apply_lanes",
                         &cells->apply);
}

eg_status eg_sem_build_cells(eg_sem_element_builders *builders)
{
    for (int kind = 0; kind < EG_HEX_KINDS; kind++) {
        eg_sem_cells *cells = &builders->sem->cells[kind];
        if (cells->count == 0)
            continue;
        EG_TRY(build_element_arrays(builders, cells));
        EG_TRY(build_sem_program(builders, cells));
    }
    return EG_OK;
}
