/* The subdomains: their nodes, what is beyond their ends, their shape; and the coarse matrix. */
#include "scheme/sem/schwarz/internal.h"

#include <stdlib.h>
#include <string.h>

enum { CORNERS = SCHWARZ_CORNERS };

/* Where an element beside another is: -1, 0 or 1 along each direction; 13 + beyond[0] + 3 beyond[1] + 9
 * beyond[2]. */
typedef struct place_round {
    int number, beyond[3];
} place_round;

/* What is needed on the way, of one thread. */
typedef struct maker {
    eg_schwarz *schwarz;
    eg_schwarz_tables *to;
    int part;
    eg_sem_builder *builder;
    const eg_hex_steps *steps;
    const place_round *round; /* [26] the nearest first */
} maker;

/* All threads. */
typedef struct making {
    eg_schwarz *schwarz;
    eg_schwarz_tables *to;
    eg_sem_element_builders builders;
    eg_hex_steps steps;
    place_round round[26];
} making;

/* ---- nodes of a subdomain */

/* The first of `values` values of the element in a slot; the others stand `lanes` behind each other. */
static int32_t *row_of_slot(const maker *m, int32_t *array, int values, int64_t slot)
{
    int lanes = m->schwarz->lanes;
    return &array[slot / lanes * values * lanes + slot % lanes];
}

/* Enters the nodes of the element of a view, seen from that in the slot, that are in its subdomain beyond its
 * ends: beyond[d] is -1 or 1 for a direction in which the view is beyond the lower or the upper end, else
 * 0. */
static void put_element_view(maker *m, int64_t slot, const eg_hex_view *view, const int beyond[3])
{
    const eg_sem *sem = m->schwarz->sem;
    const int stride[3] = {1, sem->side, sem->side * sem->side};
    int n = sem->side, wide = m->schwarz->side, layers = m->schwarz->overlap;
    int count[3], step[3], from = 0, to = 0;
    for (int d = 2; d >= 0; d--) {
        int first = beyond[d] < 0 ? n - 1 - layers : beyond[d] > 0 ? 1 : 0;
        int along = stride[view->axis[d]];
        count[d] = beyond[d] ? layers : n;
        step[d] = view->reversed[d] ? -along : along;
        from += along * (view->reversed[d] ? n - 1 - first : first);
        to = to * wide + (beyond[d] < 0 ? 0 : beyond[d] > 0 ? layers + n : layers);
    }
    int32_t room[SEM_VOLUME];
    const int32_t *node = eg_hex_nodes_of(sem->mesh, sem->nodes, view->element, room) + from;
    int32_t *row = row_of_slot(m, m->to->node, m->schwarz->cube, slot);
    int lanes = m->schwarz->lanes;
    for (int k = 0; k < count[2]; k++)
        for (int j = 0; j < count[1]; j++)
            for (int i = 0; i < count[0]; i++) {
                int32_t here = node[i * step[0] + j * step[1] + k * step[2]];
                row[(to + (k * wide + j) * wide + i) * lanes] = sem->given[here] ? -1 : here;
            }
}

/* The elements round one, as it sees them, by 13 + beyond[0] + 3 beyond[1] + 9 beyond[2]. */
typedef struct surroundings {
    eg_hex_view view[27];
    bool there[27];
} surroundings;

/* Every way to where `beyond` points, one step in each direction in any order, has to lead to the same
 * element, seen in the same way: else there are not four elements round an edge, or eight at a vertex. A step
 * can be taken back, so that ways which meet at a vertex have met at its edges; what is one step nearer is
 * known. */
static void find_view(const eg_hex_steps *steps, surroundings *round, int to, const int beyond[3])
{
    static const int stride[3] = {1, 3, 9};
    bool any = false;
    for (int d = 0; d < 3; d++) {
        int from = to - beyond[d] * stride[d];
        eg_hex_view end;
        if (beyond[d] == 0)
            continue;
        if (!round->there[from] || !eg_hex_steps_take(steps, &round->view[from], d, beyond[d] > 0, &end) ||
            (any && !eg_hex_view_equals(&round->view[to], &end)))
            return;
        round->view[to] = end;
        any = true;
    }
    round->there[to] = any;
}

/* Where the elements round one are, the nearest first. */
enum { ROUND = 26, MIDDLE = 13 };

static void list_directions(place_round round[ROUND])
{
    int count = 0;
    for (int steps = 1; steps <= 3; steps++)
        for (int i = 0; i < 27; i++) {
            const place_round to = {.number = i, .beyond = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1}};
            if (abs(to.beyond[0]) + abs(to.beyond[1]) + abs(to.beyond[2]) == steps)
                round[count++] = to;
        }
    assert(count == ROUND);
}

/* The nodes beyond faces, and beyond edges and corners where the mesh is like a box there: the nearest
 * elements first. */
static void put_surroundings(maker *m, int64_t slot, int64_t element)
{
    surroundings round;
    for (int i = 0; i < 27; i++)
        round.there[i] = false;
    round.view[MIDDLE] = eg_hex_view_of(element);
    round.there[MIDDLE] = true;
    for (int d = 0; d < ROUND; d++) {
        const place_round *to = &m->round[d];
        find_view(m->steps, &round, to->number, to->beyond);
        if (round.there[to->number])
            put_element_view(m, slot, &round.view[to->number], to->beyond);
    }
}

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
    int32_t *row = row_of_slot(m, m->to->end, SCHWARZ_ENDS, slot);
    for (int direction = 0; direction < 3; direction++) {
        eg_schwarz_end end[2];
        for (int high = 0; high < 2; high++) {
            int side = 2 * direction + high;
            end[high] = has_neighbour(m->schwarz->sem->mesh, element, side) ? SCHWARZ_NEIGHBOUR
                        : face_is_given(m, side)                            ? SCHWARZ_GIVEN
                                                                            : SCHWARZ_NATURAL;
        }
        row[direction * m->schwarz->lanes] = (int32_t)(3 * end[0] + end[1]);
    }
}

/* ---- the element itself */

/* Means over the reference element, of volume 8, of the metric's diagonal and of c |J|. */
static void find_shape(const maker *m, double shape[SCHWARZ_SHAPE])
{
    static const int entry[SCHWARZ_SHAPE] = {0, 3, 5, 6};
    for (int v = 0; v < SCHWARZ_SHAPE; v++) {
        double sum = 0;
        for (int i = 0; i < m->schwarz->sem->volume; i++)
            sum += m->builder->metric[entry[v] * m->schwarz->sem->volume + i];
        shape[v] = sum / 8;
    }
}

static void put_shape(maker *m, int64_t slot, int64_t element)
{
    int lanes = m->schwarz->lanes;
    double shape[SCHWARZ_SHAPE];
    find_shape(m, shape);
    memcpy(&m->to->size[element * 3], shape, 3 * sizeof *shape);
    for (int v = 0; v < SCHWARZ_SHAPE; v++)
        m->to->shape[(slot / lanes * SCHWARZ_SHAPE + v) * lanes + slot % lanes] = shape[v];
}

/* Whether an element that is its own neighbour has the node at a lower place too. */
static bool is_repeated(const int32_t *node, int n, int i)
{
    const int at[3] = {i % n, i / n % n, i / (n * n)}, stride[3] = {1, n, n * n};
    bool is = false;
    for (int d = 0; d < 3; d++)
        is = is || (at[d] == n - 1 && node[i - at[d] * stride[d]] == node[i]);
    return is;
}

/* The nodes of the element itself; those that no earlier element has are its own. */
static void put_nodes(maker *m, int64_t slot, int64_t element)
{
    const eg_sem *sem = m->schwarz->sem;
    int n = sem->side, wide = m->schwarz->side, layers = m->schwarz->overlap;
    int lanes = m->schwarz->lanes, i = 0;
    int32_t *row = row_of_slot(m, m->to->node, m->schwarz->cube, slot);
    int32_t *own = row_of_slot(m, m->to->own, sem->volume, slot);
    for (int z = 0; z < n; z++)
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++, i++) {
                int32_t node = m->builder->node[i];
                int at = ((z + layers) * wide + y + layers) * wide + x + layers;
                if (sem->given[node])
                    continue;
                row[at * lanes] = node;
                if (eg_hex_is_first(sem->nodes, element, node) && !is_repeated(m->builder->node, n, i))
                    own[i * lanes] = node;
            }
}

static eg_status put_element_in_block(maker *m, int64_t slot, int64_t element)
{
    const int32_t *corner = &m->to->coarse.corner[element * CORNERS];
    int32_t *vertex = row_of_slot(m, m->to->vertex, CORNERS, slot);
    put_nodes(m, slot, element);
    for (int i = 0; i < CORNERS; i++)
        vertex[i * m->schwarz->lanes] = corner[i];
    put_shape(m, slot, element);
    return m->schwarz->coarse ? eg_trilinear_add(&m->to->coarse, m->part, m->builder, element) : EG_OK;
}

/* ---- all of them */

static eg_status allocate_tables(making *m)
{
    const eg_sem *sem = m->schwarz->sem;
    eg_schwarz_tables *to = m->to;
    eg_context *context = m->schwarz->context;
    int64_t slots = m->schwarz->slots;
    return EG_ALLOC(context, EG_BLOCK(slots * m->schwarz->cube, to->node),
                    EG_BLOCK(slots * sem->volume, to->own), EG_BLOCK(slots * CORNERS, to->vertex),
                    EG_BLOCK(slots * SCHWARZ_ENDS, to->end), EG_BLOCK(slots * SCHWARZ_SHAPE, to->shape),
                    EG_BLOCK(sem->mesh->base.held * 3, to->size));
}

/* What no element fills says that nothing is there. */
static void clear(int32_t *table, int64_t values, int64_t first, int lanes)
{
    memset(&table[first * values], 0xff, (size_t)(lanes * values) * sizeof *table);
}

/* The block that begins with a slot, just before it is filled: so it is in the cache. */
static void clear_block_rows(const maker *m, int64_t first)
{
    const eg_schwarz *s = m->schwarz;
    clear(m->to->node, s->cube, first, s->lanes);
    clear(m->to->own, s->sem->volume, first, s->lanes);
    clear(m->to->vertex, CORNERS, first, s->lanes);
}

/* Elements that are no more than neighbours have a size. */
static eg_status find_size(const maker *m, int64_t element)
{
    double shape[SCHWARZ_SHAPE];
    EG_TRY(eg_sem_builder_look(m->builder, element));
    find_shape(m, shape);
    memcpy(&m->to->size[element * 3], shape, 3 * sizeof *shape);
    return EG_OK;
}

static maker maker_of(making *m, int part)
{
    return (maker){.schwarz = m->schwarz,
                   .to = m->to,
                   .part = part,
                   .builder = &m->builders.builder[part],
                   .steps = &m->steps,
                   .round = m->round};
}

/* Blocks of `lanes` slots from `from` to before `to`. */
static eg_status fill_blocks_part(void *with, int part, int64_t from, int64_t to)
{
    maker m = maker_of(with, part);
    const eg_schwarz *s = m.schwarz;
    int64_t begin = from * s->lanes, end = eg_min_i64(to * s->lanes, s->solved);
    if (s->coarse && begin < end)
        eg_trilinear_open(&m.to->coarse, part, s->element[begin]);
    for (int64_t slot = begin; slot < to * s->lanes; slot++) {
        if (slot % s->lanes == 0)
            clear_block_rows(&m, slot);
        if (slot >= end)
            continue;
        int64_t e = s->element[slot];
        EG_TRY(eg_sem_builder_look(m.builder, e));
        EG_TRY(put_element_in_block(&m, slot, e));
        put_surroundings(&m, slot, e);
        put_ends(&m, slot, e);
    }
    return EG_OK;
}

/* Elements of the mesh whose subdomains are no work of the rank. */
static eg_status size_part(void *with, int part, int64_t from, int64_t to)
{
    const maker m = maker_of(with, part);
    for (int64_t e = from; e < to; e++)
        if (!eg_schwarz_solves(m.schwarz, e))
            EG_TRY(find_size(&m, e));
    return EG_OK;
}

static eg_status fill_block_elements(making *m)
{
    const eg_schwarz *s = m->schwarz;
    int64_t blocks = s->slots / s->lanes;
    int parts = (int)eg_max_i64(1, eg_min_i64(m->builders.parts, blocks));
    if (s->coarse)
        EG_TRY(eg_trilinear_begin(&m->to->coarse, parts));
    EG_TRY(eg_hex_steps_create(s->sem->mesh, &m->steps));
    EG_TRY(eg_in_parts(s->context, parts, blocks, fill_blocks_part, m));
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
    list_directions(m.round);
    if (status == EG_OK)
        status = eg_sem_element_builders_create(schwarz->sem, &without, schwarz->solved, &m.builders);
    status = fill_tables_of_blocks(&m, status);
    eg_hex_steps_destroy(&m.steps);
    eg_sem_element_builders_destroy(&m.builders);
    return status;
}

void eg_schwarz_free_tables(eg_schwarz_tables *tables)
{
    EG_FREE(&tables->node, &tables->own, &tables->vertex, &tables->end, &tables->shape, &tables->size,
            &tables->line, &tables->many);
    eg_trilinear_free(&tables->coarse);
}
