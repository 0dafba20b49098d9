/* Launches of kernels/sem/vertices.c, and what they read. */
#include "scheme/sem/coarse/vertices.h"

#include "base/buckets.h"
#include "base/parallel.h"
#include "sem/groups.h" /* kernels/sem/groups.h */

enum { CORNERS = EG_HEX_VERTICES, PAIRS = EG_VERTEX_PAIRS, FUNCTION = 4 };

/* The functions that are 1 at a corner, at a node; and their derivatives in the reference element. */
static eg_status upload_functions(eg_vertices *v)
{
    const eg_sem *sem = v->sem;
    int n = sem->side;
    double place[SEM_NODES], (*function)[FUNCTION][CORNERS];
    EG_SCOPE(scope, sem->context);
    EG_TRY(eg_scope_alloc(&scope, sem->volume, sizeof *function, &function));
    eg_line_points_of((eg_line){EG_LINE_GLL, sem->degree}, place);
    for (int node = 0; node < sem->volume; node++) {
        const int at[3] = {node % n, node / n % n, node / (n * n)};
        for (int corner = 0; corner < CORNERS; corner++) {
            double hat[3];
            for (int d = 0; d < 3; d++)
                hat[d] = 0.5 * (corner >> d & 1 ? 1 + place[at[d]] : 1 - place[at[d]]);
            function[node][0][corner] = hat[0] * hat[1] * hat[2];
            function[node][1][corner] = (corner & 1 ? 0.5 : -0.5) * hat[1] * hat[2];
            function[node][2][corner] = (corner & 2 ? 0.5 : -0.5) * hat[0] * hat[2];
            function[node][3][corner] = (corner & 4 ? 0.5 : -0.5) * hat[0] * hat[1];
        }
    }
    return eg_owner_upload(&v->owned, sem->device, "trilinear functions",
                           sem->volume * (int64_t)sizeof *function, function, &v->function);
}

/* What the conditions at the boundary add at a node of an element, where no earlier element has the node. */
static double factor_at(const eg_sem *sem, int64_t element, int32_t node)
{
    return sem->factor[node] != 0 && eg_hex_is_first(sem->nodes, element, node) ? sem->factor[node] : 0;
}

static bool has_factors(const void *with, int64_t element)
{
    const eg_sem *sem = with;
    int32_t room[SEM_VOLUME];
    const int32_t *node = eg_hex_nodes_of(sem->mesh, sem->nodes, element, room);
    for (int i = 0; i < sem->volume; i++)
        if (factor_at(sem, element, node[i]) != 0)
            return true;
    return false;
}

static void fill_factors(const eg_sem *sem, int64_t element, double *factor)
{
    int32_t room[SEM_VOLUME];
    const int32_t *node = eg_hex_nodes_of(sem->mesh, sem->nodes, element, room);
    for (int i = 0; i < sem->volume; i++)
        factor[i] = factor_at(sem, element, node[i]);
}

static eg_status upload_factors(eg_vertices *v)
{
    const eg_sem *sem = v->sem;
    int64_t held = sem->factor ? sem->mesh->base.held : 0, sets, volume = sem->volume;
    EG_SCRATCH int32_t *element = NULL, *set = NULL;
    EG_SCRATCH double *factor = NULL;
    EG_TRY(eg_list_numbers(sem->context, held, has_factors, sem, &element, &sets));
    EG_TRY(EG_ALLOC(sem->context, EG_BLOCK(held, set), EG_BLOCK(sets * volume, factor)));
    v->sets = (int32_t)sets;
    EG_LOOP(sem->context, held)
    for (int64_t e = 0; e < held; e++)
        set[e] = -1;
    EG_LOOP(sem->context, sets)
    for (int64_t i = 0; i < sets; i++) {
        set[element[i]] = (int32_t)i;
        fill_factors(sem, element[i], &factor[i * volume]);
    }
    EG_TRY(eg_owner_upload(&v->owned, sem->device, "sets of factors", held * 4, set, &v->set));
    return eg_owner_upload(&v->owned, sem->device, "factors of elements", sets * volume * 8, factor,
                           &v->factor);
}

static eg_status upload_lattice(eg_vertices *v)
{
    double weight[EG_HEX_LATTICE][CORNERS];
    for (int point = 0; point < EG_HEX_LATTICE; point++)
        eg_hex_lattice_weights(point, weight[point]);
    return eg_owner_upload(&v->owned, v->sem->device, "functions of parents", sizeof weight, weight,
                           &v->weight);
}

eg_status eg_vertices_open(const eg_sem *sem, eg_vertices *v)
{
    const eg_program_options options = {
        .file = "sem/vertices.c", .precision = EG_F64, .lanes = CORNERS, .items = CORNERS};
    *v = (eg_vertices){.sem = sem, .owned = {.context = sem->context}};
    EG_TRY(eg_owner_program(&v->owned, sem->device, &options, &v->program));
    EG_TRY(EG_KERNELS(v->program, {"vertex_matrices", &v->matrices}, {"vertex_add", &v->add},
                      {"vertex_project", &v->project}));
    EG_TRY(upload_functions(v));
    EG_TRY(upload_factors(v));
    return upload_lattice(v);
}

void eg_vertices_close(eg_vertices *v)
{
    eg_owner_end(&v->owned);
}

/* Of a GPU many, since one thread adds to a row; of a processor what its caches keep. */
static eg_status make_room(const eg_vertices *v, int64_t elements, eg_vertex_batch *batch)
{
    enum { OF_GPU = 1 << 16, OF_THREAD = 1 << 9 };
    const eg_device_info *device = eg_device_describe(v->sem->device);
    int64_t most = device->gpu ? OF_GPU : (int64_t)device->threads * OF_THREAD;
    batch->room = eg_max_i64(elements, eg_min_i64(most, v->sem->mesh->base.held));
    return eg_buffer_create(v->sem->device, batch->room * PAIRS * 8, "matrices of elements", &batch->matrix);
}

eg_status eg_vertices_find(const eg_vertices *v, const eg_sem_terms *terms, bool reacts,
                           eg_vertex_batch *batch)
{
    int64_t elements = terms->to - terms->from, place = batch->to - batch->from;
    if (!batch->matrix)
        EG_TRY(make_room(v, elements, batch));
    assert(place + elements <= batch->room && (place == 0 || batch->to == terms->from));
    batch->from = terms->from - place;
    batch->to = terms->to;
    return EG_LAUNCH(v->matrices, elements, EG_BUFFER("terms", terms->values),
                     EG_BUFFER("function", v->function), EG_BUFFER("set", v->set),
                     EG_BUFFER("factor", v->factor), EG_BUFFER("matrix", batch->matrix),
                     EG_INT("volume", v->sem->volume), EG_INT("interleaved", terms->interleaved),
                     EG_INT("reacts", reacts), EG_INT("sets", v->sets), EG_LONG("from", terms->from),
                     EG_LONG("place", place), EG_LONG("elements", elements));
}

/* ---- sums */

eg_status eg_vertex_sums_begin(const eg_vertices *v, int32_t rows, int64_t elements, const int32_t *corner,
                               eg_sparse *matrix, eg_vertex_sums *s)
{
    eg_device *device = v->sem->device;
    eg_owner *owner = &s->owned;
    *s = (eg_vertex_sums){.owned = {.context = v->sem->context}};
    EG_TRY(eg_owner_add(owner, EG_OWNED_ARRAY, &s->of_row.first));
    EG_TRY(eg_owner_add(owner, EG_OWNED_ARRAY, &s->of_row.element));
    EG_TRY(eg_sparse_pattern(owner->context, rows, elements, CORNERS, corner, &s->of_row, matrix));
    int64_t listed = s->of_row.first[rows], entries = matrix->first[rows];
    EG_TRY(eg_owner_lend(owner, device, "rows of elements", elements * CORNERS * 4, corner, &s->corner));
    EG_TRY(eg_owner_lend(owner, device, "elements before rows", (rows + 1) * (int64_t)4, s->of_row.first,
                         &s->first));
    EG_TRY(eg_owner_lend(owner, device, "elements of rows", listed * 4, s->of_row.element, &s->element));
    EG_TRY(eg_owner_lend(owner, device, "entries before rows", (rows + 1) * (int64_t)8, matrix->first,
                         &s->begin));
    EG_TRY(eg_owner_lend(owner, device, "columns", entries * 4, matrix->column, &s->column));
    return eg_owner_upload(owner, device, "entries", entries * 8, NULL, &s->value);
}

eg_status eg_vertex_sums_add(const eg_vertices *v, const eg_vertex_sums *s, const eg_vertex_batch *batch)
{
    int64_t groups = eg_ceil_div((batch->to - batch->from) * CORNERS, ROWS_OF_GROUP);
    return EG_LAUNCH(v->add, groups, EG_BUFFER("matrix", batch->matrix), EG_BUFFER("corner", s->corner),
                     EG_BUFFER("first", s->first), EG_BUFFER("element", s->element),
                     EG_BUFFER("begin", s->begin), EG_BUFFER("column", s->column),
                     EG_BUFFER("value", s->value), EG_LONG("from", batch->from), EG_LONG("to", batch->to),
                     EG_LONG("groups", groups));
}

eg_status eg_vertex_sums_end(eg_vertex_sums *s, eg_sparse *matrix)
{
    return eg_buffer_give(&s->value, &matrix->value);
}

void eg_vertex_sums_free(eg_vertex_sums *s)
{
    eg_owner_end(&s->owned);
}

/* ---- parents */

/* children[parents][CORNERS], ascending, -1: no more. */
static void list_children(const eg_hex_coarsening *from, int64_t elements, int32_t *children)
{
    for (int64_t i = 0; i < from->parents * CORNERS; i++)
        children[i] = -1;
    for (int64_t e = 0; e < elements; e++) {
        int32_t *of = &children[(int64_t)from->parent[e] * CORNERS];
        while (*of >= 0)
            of++;
        *of = (int32_t)e;
    }
}

eg_status eg_vertex_parents_begin(const eg_vertices *v, int64_t elements, const int32_t *corner,
                                  const eg_hex_coarsening *from, eg_vertex_parents *p)
{
    eg_device *device = v->sem->device;
    eg_owner *owner = &p->owned;
    *p = (eg_vertex_parents){.owned = {.context = v->sem->context}};
    EG_TRY(eg_owner_alloc(owner, from->parents * CORNERS, sizeof *p->children, &p->children));
    list_children(from, elements, p->children);
    EG_TRY(eg_owner_lend(owner, device, "rows of children", elements * CORNERS * 4, corner, &p->corner));
    EG_TRY(eg_owner_lend(owner, device, "parents", elements * 4, from->parent, &p->parent));
    EG_TRY(eg_owner_lend(owner, device, "children", from->parents * CORNERS * 4, p->children, &p->child));
    EG_TRY(eg_owner_lend(owner, device, "places in parents", elements * CORNERS, from->lattice, &p->lattice));
    return eg_owner_upload(owner, device, "matrices of parents", from->parents * PAIRS * 8, NULL, &p->value);
}

eg_status eg_vertex_parents_add(const eg_vertices *v, const eg_vertex_parents *p,
                                const eg_vertex_batch *batch)
{
    return EG_LAUNCH(v->project, batch->to - batch->from, EG_BUFFER("matrix", batch->matrix),
                     EG_BUFFER("corner", p->corner), EG_BUFFER("parent", p->parent),
                     EG_BUFFER("child", p->child), EG_BUFFER("lattice", p->lattice),
                     EG_BUFFER("weight", v->weight), EG_BUFFER("to", p->value), EG_LONG("from", batch->from),
                     EG_LONG("elements", batch->to - batch->from));
}

void eg_vertex_parents_free(eg_vertex_parents *p)
{
    eg_owner_end(&p->owned);
}
