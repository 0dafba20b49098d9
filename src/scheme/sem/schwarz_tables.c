/* The subdomains: their nodes, what is beyond their ends, their shape; and the coarse matrix. */
#include "scheme/sem/schwarz_internal.h"

#include <string.h>

enum { CORNERS = SCHWARZ_CORNERS, PAIRS = CORNERS * CORNERS };

/* What is needed on the way. */
typedef struct maker {
    eg_schwarz *schwarz;
    eg_sem_builder builder;
    eg_schwarz_tables *to;
    uint8_t *owned;  /* [nodes] an element before has it */
    int32_t *row;    /* [vertices of the mesh] of the coarse matrix, or -1 */
    int32_t *corner; /* [elements][CORNERS] the same by elements */
    int32_t *layer;  /* [side side] of a neighbour, by the indices of the face */
    double hat[2][SEM_NODES];
    double mass; /* the integral of c */
} maker;

/* ---- nodes of a subdomain */

static int32_t *place_of(const maker *m, int32_t *array, int values, int64_t element, int value)
{
    int lanes = m->schwarz->lanes;
    return &array[(element / lanes * values + value) * lanes + element % lanes];
}

/* The number of a node with indices `across` along the direction of face `side`, and a, b along the others; n nodes a line. */
static int number_of(int side, int n, int across, int a, int b)
{
    const int at[3][3] = {{across, a, b}, {a, across, b}, {a, b, across}};
    const int *i = at[side / 2];
    return (i[2] * n + i[1]) * n + i[0];
}

/* layer[] = the nodes of the neighbour one layer from the face that it has as its `side`, in the frame of the face. */
static void find_layer(maker *m, int64_t element, int side)
{
    const eg_sem *sem = m->schwarz->sem;
    int degree = sem->degree, n = sem->side, turn = sem->mesh->face_turn[element][side];
    int depth = side % 2 ? degree - 1 : 1;
    for (int b = 0; b < n; b++)
        for (int a = 0; a < n; a++) {
            const int from[2] = {a, b};
            int to[2], local = number_of(side, n, depth, a, b);
            eg_hex_turn_indices(turn, degree, from, to);
            m->layer[to[1] * n + to[0]] = eg_hex_node(sem->mesh, sem->nodes, element, local % n,
                                                      local / n % n, local / (n * n));
        }
}

/* Enters the neighbour's layer beyond face `side`; whether there is one. */
static bool put_layer(maker *m, int64_t element, int side)
{
    const eg_sem *sem = m->schwarz->sem;
    const eg_hexes *mesh = sem->mesh;
    int32_t face = mesh->face[element][side];
    int degree = sem->degree, n = sem->side, wide = m->schwarz->side;
    int self = mesh->face_element[face][0] == element && mesh->face_side[face][0] == side ? 0 : 1;
    int32_t neighbour = mesh->face_element[face][1 - self];
    if (neighbour < 0)
        return false;
    find_layer(m, neighbour, mesh->face_side[face][1 - self]);
    for (int b = 0; b < n; b++)
        for (int a = 0; a < n; a++) {
            const int from[2] = {a, b};
            int to[2], local = number_of(side, wide, side % 2 ? wide - 1 : 0, a + 1, b + 1);
            eg_hex_turn_indices(mesh->face_turn[element][side], degree, from, to);
            int32_t node = m->layer[to[1] * n + to[0]];
            *place_of(m, m->to->node, m->schwarz->cube, element, local) =
                sem->given[node] ? -1 : node;
        }
    return true;
}

static bool face_is_given(const maker *m, int side)
{
    const eg_sem *sem = m->schwarz->sem;
    int n = sem->side;
    for (int i = 0; i < n * n; i++)
        if (!sem->given[m->builder.node[number_of(side, n, side % 2 ? n - 1 : 0, i % n, i / n)]])
            return false;
    return true;
}

static void put_ends(maker *m, int64_t element)
{
    for (int direction = 0; direction < 3; direction++) {
        eg_schwarz_end end[2];
        for (int high = 0; high < 2; high++) {
            int side = 2 * direction + high;
            end[high] = put_layer(m, element, side) ? SCHWARZ_NEIGHBOUR
                        : face_is_given(m, side)    ? SCHWARZ_GIVEN
                                                    : SCHWARZ_NATURAL;
        }
        *place_of(m, m->to->end, SCHWARZ_ENDS, element, direction) = (int32_t)(3 * end[0] + end[1]);
    }
}

/* ---- the element itself */

/* The functions that are 1 at a corner, at a node; and their derivatives in the reference element. */
static double corner_at(const maker *m, int corner, int node)
{
    int n = m->schwarz->sem->side;
    return m->hat[corner & 1][node % n] * m->hat[corner >> 1 & 1][node / n % n] *
           m->hat[corner >> 2][node / (n * n)];
}

static void slopes_at(const maker *m, int corner, int node, double slope[3])
{
    int n = m->schwarz->sem->side;
    double x = m->hat[corner & 1][node % n], y = m->hat[corner >> 1 & 1][node / n % n],
           z = m->hat[corner >> 2][node / (n * n)];
    slope[0] = (corner & 1 ? 0.5 : -0.5) * y * z;
    slope[1] = (corner & 2 ? 0.5 : -0.5) * x * z;
    slope[2] = (corner & 4 ? 0.5 : -0.5) * x * y;
}

/* Adds a node of quadrature to the element's coarse matrix, with `factor` of boundary conditions. */
static void add_node(const maker *m, int node, double factor, double *values)
{
    const double *g = m->builder.metric[node];
    double value[CORNERS], slope[CORNERS][3];
    for (int i = 0; i < CORNERS; i++) {
        value[i] = corner_at(m, i, node);
        slopes_at(m, i, node, slope[i]);
    }
    for (int i = 0; i < CORNERS; i++) {
        const double *s = slope[i];
        const double flux[3] = {g[0] * s[0] + g[1] * s[1] + g[2] * s[2],
                                g[1] * s[0] + g[3] * s[1] + g[4] * s[2],
                                g[2] * s[0] + g[4] * s[1] + g[5] * s[2]};
        for (int j = 0; j < CORNERS; j++)
            values[i * CORNERS + j] += flux[0] * slope[j][0] + flux[1] * slope[j][1] +
                                       flux[2] * slope[j][2] +
                                       (g[6] + factor) * (value[i] * value[j]);
    }
}

/* Means over the reference element, of volume 8, of the metric's diagonal and of c |J|. */
static void put_shape(maker *m, int64_t element)
{
    static const int entry[SCHWARZ_SHAPE] = {0, 3, 5, 6};
    int lanes = m->schwarz->lanes;
    for (int v = 0; v < SCHWARZ_SHAPE; v++) {
        double sum = 0;
        for (int i = 0; i < m->schwarz->sem->volume; i++)
            sum += m->builder.metric[i][entry[v]];
        m->to->shape[(element / lanes * SCHWARZ_SHAPE + v) * lanes + element % lanes] = sum / 8;
        m->mass += v == 3 ? sum : 0;
    }
}

static void put_element(maker *m, int64_t element)
{
    const eg_sem *sem = m->schwarz->sem;
    int n = sem->side, wide = m->schwarz->side;
    double values[PAIRS] = {0};
    for (int i = 0; i < sem->volume; i++) {
        int32_t node = m->builder.node[i];
        int at = ((i / (n * n) + 1) * wide + i / n % n + 1) * wide + i % n + 1;
        bool first = !m->owned[node];
        if (!sem->given[node]) {
            *place_of(m, m->to->node, m->schwarz->cube, element, at) = node;
            *place_of(m, m->to->own, sem->volume, element, i) = first ? node : -1;
        }
        add_node(m, i, first && sem->factor ? sem->factor[node] : 0, values);
        m->owned[node] = 1;
    }
    const int32_t *row = &m->corner[element * CORNERS];
    for (int i = 0; i < CORNERS; i++)
        *place_of(m, m->to->vertex, CORNERS, element, i) = row[i];
    eg_sparse_add(&m->to->matrix, 1, CORNERS, row, values);
    put_shape(m, element);
}

/* ---- all of them */

/* Rows of the coarse matrix: vertices without a given value. */
static void number_rows(maker *m)
{
    const eg_sem *sem = m->schwarz->sem;
    int32_t rows = 0;
    for (int64_t v = 0; v < sem->mesh->vertices; v++)
        m->row[v] = sem->given[sem->nodes->of_vertex[v]] ? -1 : rows++;
    m->schwarz->vertices = rows;
    for (int64_t e = 0; e < sem->mesh->elements; e++)
        for (int i = 0; i < CORNERS; i++)
            m->corner[e * CORNERS + i] = m->row[sem->mesh->vertex[e][i]];
}

static eg_status allocate(maker *m)
{
    const eg_sem *sem = m->schwarz->sem;
    eg_schwarz_tables *to = m->to;
    eg_context *context = m->schwarz->context;
    int64_t slots = m->schwarz->blocks * m->schwarz->lanes;
    EG_TRY(eg_alloc(context, slots * m->schwarz->cube, sizeof *to->node, &to->node));
    EG_TRY(eg_alloc(context, slots * sem->volume, sizeof *to->own, &to->own));
    EG_TRY(eg_alloc(context, slots * CORNERS, sizeof *to->vertex, &to->vertex));
    EG_TRY(eg_alloc(context, slots * SCHWARZ_ENDS, sizeof *to->end, &to->end));
    EG_TRY(eg_alloc(context, slots * SCHWARZ_SHAPE, sizeof *to->shape, &to->shape));
    memset(to->node, 0xff, (size_t)(slots * m->schwarz->cube) * sizeof *to->node);
    memset(to->own, 0xff, (size_t)(slots * sem->volume) * sizeof *to->own);
    memset(to->vertex, 0xff, (size_t)(slots * CORNERS) * sizeof *to->vertex);
    EG_TRY(eg_alloc(context, sem->nodes->nodes, 1, &m->owned));
    EG_TRY(eg_alloc(context, sem->mesh->vertices, sizeof *m->row, &m->row));
    EG_TRY(eg_alloc(context, sem->mesh->elements * CORNERS, sizeof *m->corner, &m->corner));
    return eg_alloc(context, sem->side * sem->side, sizeof *m->layer, &m->layer);
}

static bool is_singular(const maker *m)
{
    const eg_sem *sem = m->schwarz->sem;
    for (int64_t i = 0; i < sem->nodes->nodes; i++)
        if (sem->given[i] || (sem->factor && sem->factor[i] > 0))
            return false;
    return !(m->mass > 0);
}

static eg_status fill(maker *m)
{
    eg_schwarz *schwarz = m->schwarz;
    const eg_sem *sem = schwarz->sem;
    EG_TRY(allocate(m));
    number_rows(m);
    EG_TRY(eg_sparse_pattern(schwarz->context, (int32_t)schwarz->vertices, sem->mesh->elements,
                             CORNERS, m->corner, &m->to->matrix));
    for (int i = 0; i < sem->side; i++) {
        m->hat[0][i] = 0.5 * (1 - m->builder.place[i]);
        m->hat[1][i] = 0.5 * (1 + m->builder.place[i]);
    }
    for (int64_t e = 0; e < sem->mesh->elements; e++) {
        EG_TRY(eg_sem_builder_look(&m->builder, e));
        put_element(m, e);
        put_ends(m, e);
    }
    schwarz->singular = is_singular(m);
    return EG_OK;
}

eg_status eg_schwarz_fill_tables(eg_schwarz *schwarz, const eg_sem_options *coefficients,
                                 eg_schwarz_tables *tables)
{
    maker m = {.schwarz = schwarz, .to = tables};
    eg_sem_options without = *coefficients;
    without.source = (eg_sem_field){0};
    tables->matrix.context = schwarz->context;
    eg_status status = eg_sem_builder_create(schwarz->sem, &without, &m.builder);
    if (status == EG_OK)
        status = fill(&m);
    eg_sem_builder_destroy(&m.builder);
    eg_free(schwarz->context, &m.owned);
    eg_free(schwarz->context, &m.row);
    eg_free(schwarz->context, &m.corner);
    eg_free(schwarz->context, &m.layer);
    return status;
}

void eg_schwarz_free_tables(eg_context *context, eg_schwarz_tables *tables)
{
    eg_free(context, &tables->node);
    eg_free(context, &tables->own);
    eg_free(context, &tables->vertex);
    eg_free(context, &tables->end);
    eg_free(context, &tables->shape);
    eg_sparse_free(&tables->matrix);
}
