/* The arrays and programs of each kind of elements (kernels/sem/element.h has what they hold). */
#include "scheme/sem/internal.h"

#include "sem/groups.h" /* kernels/sem/groups.h */
#include "sem/kinds.h"  /* kernels/sem/kinds.h */

/* ---- what each kind takes */

/* A tensor at every node, and a curved map, need the metric of every node. */
static int geometry_of_kind(const eg_sem_options *options, eg_hex_kind kind)
{
    bool tensor = options->kappa_values > 1;
    if (kind == EG_HEX_CURVED || (tensor && !eg_sem_is_constant(&options->kappa)))
        return GEOMETRY_STORED;
    if (kind == EG_HEX_PARALLELEPIPED)
        return GEOMETRY_AFFINE;
    return options->store_metric ? GEOMETRY_STORED : GEOMETRY_TRILINEAR;
}

static void choose_kind(eg_sem_cells *cells, const eg_sem_options *options, eg_hex_kind kind, int volume)
{
    bool tensor = options->kappa_values > 1, constant = eg_sem_is_constant(&options->kappa);
    bool massless = eg_sem_is_zero(&options->c);
    cells->geometry = geometry_of_kind(options, kind);
    bool stored = cells->geometry == GEOMETRY_STORED;
    cells->kappa_kind = stored                                            ? KAPPA_ELEMENT
                        : !constant                                       ? KAPPA_NODE
                        : tensor && cells->geometry == GEOMETRY_TRILINEAR ? KAPPA_TENSOR
                                                                          : KAPPA_ELEMENT;
    cells->mass_kind = massless                                    ? MASS_NONE
                       : stored || eg_sem_is_constant(&options->c) ? MASS_ELEMENT
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

/* ---- arrays of a kind */

/* A field's rows, which host and device have. */
typedef struct field_rows {
    eg_sem_rows *rows;
    int64_t count;
    double *values; /* [count] */
} field_rows;

/* All elements of a kind. */
typedef struct filling {
    eg_sem_element_builders *builders;
    const eg_sem_cells *cells;
    int32_t *node; /* NULL: not wanted, or listed */
    int32_t *element;
    field_rows kappa, c, source;
} filling;

/* Where each value of a field is. */
static void lay_rows(const eg_sem *sem, const eg_sem_field *field, int components, eg_sem_rows *rows)
{
    rows->components = components;
    rows->of_node = eg_sem_is_constant(field) ? 0 : components;
    rows->of_block = !field->function ? 0 : rows->of_node > 0 ? sem->volume * components : components;
}

/* Copies a block's row for each lane where the field has one value everywhere. */
static eg_status allocate_rows(const filling *f, const eg_sem_field *field, eg_owner *taken, field_rows *to)
{
    const eg_sem *sem = f->builders->sem;
    eg_sem_rows *rows = to->rows;
    int components = rows->components;
    int64_t all = rows->of_block > 0 ? f->cells->array_blocks * rows->of_block : components;
    to->count = all * sem->interleaved;
    EG_TRY(eg_owner_alloc(taken, to->count, sizeof(double), &to->values));
    for (int v = 0; v < components * sem->interleaved && rows->of_block == 0; v++)
        to->values[v] = field->constant[v / sem->interleaved];
    return EG_OK;
}

/* Where the kappa of the kind comes from: a sem that knows it may have the same elements in the same slots. */
static eg_sem_kappa_source find_kappa(const filling *f, bool own)
{
    const eg_sem *sem = f->builders->sem, *known = f->builders->builder[0].options->known;
    int64_t kinds = 0, blocks = 0;
    if (!known || known->mesh != sem->mesh || known->degree != sem->degree || !eg_sem_has_kappa(known))
        return EG_SEM_EVALUATED;
    for (int kind = 0; kind < EG_HEX_KINDS; kind++) {
        kinds += known->cells[kind].count > 0;
        blocks += known->cells[kind].array_blocks;
    }
    if (!own && kinds == 1 && blocks == f->cells->array_blocks && known->interleaved == sem->interleaved)
        return EG_SEM_LENT;
    return eg_sem_has_kappa_here(known) ? EG_SEM_COPIED : EG_SEM_EVALUATED;
}

/* The rows of the only kind that a sem has. */
static eg_buffer *lent_rows(const eg_sem *known)
{
    int kind = 0;
    while (known->cells[kind].count == 0)
        kind++;
    return known->cells[kind].kappa;
}

static void put_in_rows(const field_rows *to, const double *from, int lanes, int volume, int64_t slot)
{
    const eg_sem_rows *rows = to->rows;
    int count = rows->of_node > 0 ? volume * rows->components : rows->components;
    for (int v = 0; v < count && rows->of_block > 0 && to->values; v++)
        to->values[(slot / lanes * rows->of_block + v) * lanes + slot % lanes] = from[v];
}

static void put_in_slot(const filling *f, const eg_sem_builder *builder, int64_t slot, int64_t element)
{
    const eg_sem *sem = builder->sem;
    int lanes = sem->interleaved, volume = sem->volume;
    int32_t room[SEM_VOLUME];
    f->element[slot] = (int32_t)element;
    if (f->node) {
        const int32_t *node = eg_hex_nodes_of(sem->mesh, sem->nodes, element, room);
        int32_t *to = &f->node[slot / lanes * volume * lanes + slot % lanes];
        for (int i = 0; i < volume; i++)
            to[i * lanes] = node[i];
    }
    put_in_rows(&f->kappa, builder->kappa, lanes, volume, slot);
    put_in_rows(&f->c, builder->c, lanes, volume, slot);
    put_in_rows(&f->source, builder->source, lanes, volume, slot);
}

static eg_status fill_slots(void *with, int part, int64_t from, int64_t to)
{
    const filling *f = with;
    const eg_sem_cells *cells = f->cells;
    const eg_sem *sem = f->builders->sem;
    eg_sem_builder *builder = &f->builders->builder[part];
    const int32_t *element = &sem->element[cells->first];
    int64_t rest = cells->partition_boundary_blocks * sem->lanes, slots = cells->blocks * sem->lanes;
    for (int64_t i = from; i < to; i++) {
        int64_t slot = sem->slot[cells->first + i], end = slot + 1;
        EG_TRY(eg_sem_builder_evaluate(builder, element[i]));
        /* slots behind the last element repeat it: they write what it writes */
        if (end == cells->partition_boundary)
            end = rest;
        else if (end == rest + cells->count - cells->partition_boundary)
            end = slots;
        for (; slot < end; slot++)
            put_in_slot(f, builder, slot, element[i]);
    }
    return EG_OK;
}

/* The rows of a field for the kernels of the set-up; and unless NULL the operator's own reals, where it has
 * the field at nodes, else one real that nobody reads. */
static eg_status upload_field(eg_sem *sem, const char *label, bool at_nodes, field_rows *from,
                              eg_owner *owner, eg_buffer **of_operator)
{
    if (at_nodes && sem->precision == EG_F64) {
        EG_TRY(eg_sem_take(sem, label, from->count * 8, &from->values, of_operator));
        from->rows->values = *of_operator;
        return EG_OK;
    }
    if (of_operator)
        EG_TRY(eg_sem_upload_reals(sem, label, at_nodes ? from->count : 1, from->values, of_operator));
    EG_TRY(eg_owner_add(owner, EG_OWNED_BUFFER, &from->rows->values));
    return eg_buffer_take(sem->device, from->count * 8, label, &from->values, &from->rows->values);
}

/* Whether the operator has the nodes of elements as the mesh lists them, so that nothing is copied on the
 * host. */
static bool is_listed(const eg_sem *sem)
{
    return sem->interleaved == 1 && sem->nodes->list;
}

/* The nodes of slots from the mesh's list: those of elements that follow each other at once. */
static eg_status write_listed_nodes(eg_sem *sem, const int32_t *element, int64_t slots, eg_buffer **node)
{
    int64_t volume = sem->volume, bytes = volume * (int64_t)sizeof(int32_t);
    EG_TRY(eg_owner_buffer(&sem->owned, sem->device, "numbers of nodes", slots * bytes, node));
    for (int64_t from = 0, to; from < slots; from = to) {
        for (to = from + 1; to < slots && element[to] == element[to - 1] + 1; to++)
            continue;
        EG_TRY(eg_buffer_write(*node, from * bytes, &sem->nodes->list[element[from] * volume],
                               (to - from) * bytes));
    }
    return EG_OK;
}

/* With `own` what the operator keeps, too. */
static eg_status upload_kind(eg_sem *sem, eg_sem_cells *cells, bool own, filling *f, eg_sem_coefficients *of,
                             eg_owner *owner)
{
    int64_t slots = cells->blocks * sem->lanes;
    bool kappa_at_nodes = own && cells->kappa_kind == KAPPA_NODE;
    bool c_at_nodes = own && cells->mass_kind == MASS_NODE;
    if (own && is_listed(sem))
        EG_TRY(write_listed_nodes(sem, f->element, slots, &cells->node));
    else if (own)
        EG_TRY(eg_sem_take(sem, "numbers of nodes", slots * sem->volume * 4, &f->node, &cells->node));
    EG_TRY(eg_owner_add(owner, EG_OWNED_BUFFER, &of->element));
    EG_TRY(eg_buffer_take(sem->device, slots * 4, "numbers of elements", &f->element, &of->element));
    if (f->kappa.values)
        EG_TRY(upload_field(sem, "kappa", kappa_at_nodes, &f->kappa, owner, own ? &cells->kappa : NULL));
    EG_TRY(upload_field(sem, "c", c_at_nodes, &f->c, owner, own ? &cells->mass : NULL));
    EG_TRY(upload_field(sem, "source", false, &f->source, owner, NULL));
    if (!own)
        return EG_OK;
    return eg_owner_buffer(&sem->owned, sem->device, "shapes",
                           slots * cells->values * (int64_t)eg_real_size(sem->precision), &cells->shape);
}

static eg_status fill_kind(eg_sem_element_builders *builders, eg_sem_cells *cells, bool own, eg_owner *owner,
                           eg_sem_coefficients *of)
{
    eg_sem *sem = builders->sem;
    const eg_sem_options *options = builders->builder[0].options;
    int64_t slots = cells->blocks * sem->lanes;
    int parts = (int)eg_min_i64(builders->parts, cells->count);
    filling f = {.builders = builders,
                 .cells = cells,
                 .kappa.rows = &of->kappa,
                 .c.rows = &of->c,
                 .source.rows = &of->source};
    EG_OWNER(taken, sem->context);
    EG_TRY(eg_owner_alloc(&taken, slots, sizeof *f.element, &f.element));
    if (own && !is_listed(sem))
        EG_TRY(eg_owner_alloc(&taken, slots * sem->volume, sizeof *f.node, &f.node));
    lay_rows(sem, &options->kappa, eg_sem_kappa_values(options), &of->kappa);
    lay_rows(sem, &options->c, 1, &of->c);
    lay_rows(sem, &options->source, 1, &of->source);
    eg_sem_kappa_source kappa = find_kappa(&f, own);
    for (int p = 0; p < builders->parts; p++)
        builders->builder[p].kappa_source = kappa;
    if (kappa == EG_SEM_LENT)
        of->kappa.values = lent_rows(options->known);
    else
        EG_TRY(allocate_rows(&f, &options->kappa, &taken, &f.kappa));
    EG_TRY(allocate_rows(&f, &options->c, &taken, &f.c));
    EG_TRY(allocate_rows(&f, &options->source, &taken, &f.source));
    EG_TRY(eg_in_parts(sem->context, parts, cells->count, fill_slots, &f));
    return upload_kind(sem, cells, own, &f, of, owner);
}

eg_status eg_sem_fill_cells(eg_sem_element_builders *builders, bool own, eg_owner *owner,
                            eg_sem_coefficients *of)
{
    for (int kind = 0; kind < EG_HEX_KINDS; kind++) {
        eg_sem_cells *cells = &builders->sem->cells[kind];
        if (cells->count > 0)
            EG_TRY(fill_kind(builders, cells, own, owner, &of[kind]));
    }
    return EG_OK;
}

/* ---- programs */

static eg_status build_sem_program(eg_sem *sem, eg_sem_cells *cells, bool in_range)
{
    int elements = sem->columns ? sem->lanes : 0, threads = sem->lanes * sem->side * sem->side;
    const eg_program_options options = {
        .file = "sem/operator.c",
        .precision = sem->precision,
        .lanes = sem->interleaved,
        .items = sem->columns ? elements * sem->side * sem->side : 1,
        .generated = sem->columns ? sem->line_matrices : NULL,
        EG_DEFINES({"DEGREE", sem->degree}, {"GEOMETRY", cells->geometry}, {"KAPPA", cells->kappa_kind},
                   {"MASS", cells->mass_kind}, {"ELEMENTS", elements}, {"SLAB", sem->slab},
                   {"IN_RANGE", in_range},
                   {"RESIDENT", sem->slab ? 1 : eg_sem_resident(sem->precision, sem->degree, threads)})};
    EG_TRY(eg_owner_program(&sem->owned, sem->device, &options, &cells->program));
    return eg_kernel_get(cells->program,
                         sem->slab      ? "sem_apply_slab"
                         : sem->columns ? "sem_apply_columns"
                                        : "sem_apply_lanes",
                         &cells->apply);
}

eg_status eg_sem_build_programs(eg_sem *sem, const bool *in_range)
{
    for (int kind = 0; kind < EG_HEX_KINDS; kind++)
        if (sem->cells[kind].count > 0)
            EG_TRY(build_sem_program(sem, &sem->cells[kind], in_range[kind]));
    return EG_OK;
}
