/* The subdomains: what is beyond their ends, their shape; and the coarse matrix. */
#include "scheme/sem/schwarz/internal.h"

#include <string.h>

/* What is needed on the way, of one thread. */
typedef struct maker {
    eg_schwarz *schwarz;
    eg_schwarz_tables *to;
    int part;
    eg_sem_builder *builder;
    double shape[SCHWARZ_SHAPE];
    int64_t shape_version; /* of the builder's metric that the shape is of; 0: none */
} maker;

/* All threads. */
typedef struct making {
    eg_schwarz *schwarz;
    eg_schwarz_tables *to;
    eg_sem_element_builders builders;
} making;

/* ---- ends */

static bool has_neighbour(const eg_hexes *mesh, int64_t element, int side)
{
    return mesh->face_element[mesh->face[element][side]][1] >= 0;
}

/* The number of node (a, b) of a face, n nodes a line. */
static int on_block_face(int side, int n, int a, int b)
{
    int across = side % 2 ? n - 1 : 0;
    const int at[3][3] = {{across, a, b}, {a, across, b}, {a, b, across}};
    const int *i = at[side / 2];
    return (i[2] * n + i[1]) * n + i[0];
}

static bool face_is_given(const maker *m, int side)
{
    const eg_sem *sem = m->schwarz->sem;
    int n = sem->side;
    for (int i = 0; i < n * n; i++)
        if (!sem->given[m->builder->node[on_block_face(side, n, i % n, i / n)]])
            return false;
    return true;
}

static void put_ends(maker *m, int64_t slot, int64_t element)
{
    int lanes = m->schwarz->lanes;
    for (int direction = 0; direction < 3; direction++) {
        eg_schwarz_end end[2];
        for (int high = 0; high < 2; high++) {
            int side = 2 * direction + high;
            end[high] = has_neighbour(m->schwarz->sem->mesh, element, side) ? SCHWARZ_NEIGHBOUR
                        : face_is_given(m, side)                            ? SCHWARZ_GIVEN
                                                                            : SCHWARZ_NATURAL;
        }
        m->to->end[(slot / lanes * SCHWARZ_ENDS + direction) * lanes + slot % lanes] =
            (int32_t)(3 * end[0] + end[1]);
    }
}

/* ---- the element itself */

/* Means over the reference element, of volume 8, of the metric's diagonal and of c |J|. Elements of a box
 * have one metric, where their places are exact: its means are found once. */
static void find_shape(maker *m)
{
    static const int entry[SCHWARZ_SHAPE] = {0, 3, 5, 6};
    int volume = m->schwarz->sem->volume;
    if (m->shape_version == m->builder->version)
        return;
    m->shape_version = m->builder->version;
    for (int v = 0; v < SCHWARZ_SHAPE; v++) {
        double sum = 0;
        for (int i = 0; i < volume; i++)
            sum += m->builder->metric[entry[v] * volume + i];
        m->shape[v] = sum / 8;
    }
}

static void put_size(maker *m, int64_t element)
{
    find_shape(m);
    memcpy(&m->to->size[element * 3], m->shape, 3 * sizeof *m->shape);
}

static void put_shape(maker *m, int64_t slot, int64_t element)
{
    int lanes = m->schwarz->lanes;
    put_size(m, element);
    for (int v = 0; v < SCHWARZ_SHAPE; v++)
        m->to->shape[(slot / lanes * SCHWARZ_SHAPE + v) * lanes + slot % lanes] = m->shape[v];
}

/* ---- all of them */

static eg_status allocate_tables(making *m)
{
    eg_schwarz_tables *to = m->to;
    int64_t slots = m->schwarz->slots;
    return EG_ALLOC(m->schwarz->context, EG_BLOCK(slots * SCHWARZ_ENDS, to->end),
                    EG_BLOCK(slots * SCHWARZ_SHAPE, to->shape),
                    EG_BLOCK(m->schwarz->sem->mesh->base.held * 3, to->size));
}

static maker maker_of(making *m, int part)
{
    return (maker){.schwarz = m->schwarz, .to = m->to, .part = part, .builder = &m->builders.builder[part]};
}

static eg_status fill_slots_part(void *with, int part, int64_t from, int64_t to)
{
    maker m = maker_of(with, part);
    const eg_schwarz *s = m.schwarz;
    if (s->coarse && from < to)
        eg_trilinear_open(&m.to->coarse, part, s->element[from]);
    for (int64_t slot = from; slot < to; slot++) {
        int64_t e = s->element[slot];
        EG_TRY(eg_sem_builder_look(m.builder, e));
        put_shape(&m, slot, e);
        put_ends(&m, slot, e);
        if (s->coarse)
            EG_TRY(eg_trilinear_add(&m.to->coarse, part, m.builder, e));
    }
    return EG_OK;
}

/* Elements that are no more than neighbours, whose subdomains are no work of the rank, have a size. */
static eg_status size_part(void *with, int part, int64_t from, int64_t to)
{
    maker m = maker_of(with, part);
    for (int64_t e = from; e < to; e++) {
        if (eg_schwarz_solves(m.schwarz, e))
            continue;
        EG_TRY(eg_sem_builder_look(m.builder, e));
        put_size(&m, e);
    }
    return EG_OK;
}

static eg_status fill_block_elements(making *m)
{
    const eg_schwarz *s = m->schwarz;
    int parts = (int)eg_max_i64(1, eg_min_i64(m->builders.parts, s->solved));
    if (s->coarse)
        EG_TRY(eg_trilinear_begin(&m->to->coarse, parts));
    EG_TRY(eg_in_parts(s->context, parts, s->solved, fill_slots_part, m));
    EG_TRY(eg_in_parts(s->context, parts, s->sem->mesh->base.held, size_part, m));
    return eg_schwarz_number_cases(s, m->to);
}

/* Collective; all agree on the status. */
static eg_status fill_tables_of_blocks(making *m, eg_status status)
{
    eg_schwarz *schwarz = m->schwarz;
    eg_trilinear *coarse = &m->to->coarse;
    if (status == EG_OK)
        status = allocate_tables(m);
    EG_TRY(eg_trilinear_number(schwarz->sem, coarse, status));
    schwarz->vertices = coarse->rows;
    schwarz->rows = coarse->own_rows;
    EG_TRY(eg_trilinear_end(coarse, fill_block_elements(m)));
    schwarz->singular = coarse->singular;
    return EG_OK;
}

eg_status eg_schwarz_fill_tables(eg_schwarz *schwarz, const eg_sem_options *coefficients, eg_status status,
                                 eg_schwarz_tables *tables)
{
    making m = {.schwarz = schwarz, .to = tables};
    eg_sem_options without = *coefficients;
    without.source = (eg_sem_field){0};
    if (status == EG_OK)
        status = eg_sem_element_builders_create(schwarz->sem, &without, schwarz->solved, &m.builders);
    status = fill_tables_of_blocks(&m, status);
    eg_sem_element_builders_destroy(&m.builders);
    return status;
}

void eg_schwarz_free_tables(eg_schwarz_tables *tables)
{
    eg_element_lists_destroy(&tables->lists);
    eg_hex_steps_destroy(&tables->steps);
    EG_FREE(&tables->end, &tables->shape, &tables->size, &tables->line);
    eg_trilinear_free(&tables->coarse);
}
