/* Boxes: what their elements share follows from where they stand in the lattice of cells, by counting.
 *
 * Cell (i, j, k) is number i + cells[0] (j + cells[1] k), and the directions of its element are the axes.
 * Around it stand 26 others, of which a vertex is shared with seven, an edge with three, a face with one. The
 * lowest of them in canonical order is the first that uses it. */
#include "base/parallel.h"
#include "mesh/hexes/internal.h"

enum {
    LEAST = 256, /* elements worth a thread */
    AROUND = 27, /* cells around one; number (1 + dx) + 3 (1 + dy) + 9 (1 + dz) */
    FIRST_EDGE = EG_HEX_VERTICES,
    FIRST_FACE = FIRST_EDGE + EG_HEX_EDGES,
    SHARED = FIRST_FACE + EG_HEX_FACES, /* vertices, then edges, then faces */
    SHARE = 7
};

/* Who else has a vertex, an edge or a face of an element, and what it is there. */
typedef struct hex_sharing {
    uint32_t around; /* a bit for each of those around that have it */
    int count;
    uint8_t with[SHARE], local[SHARE];
} hex_sharing;

typedef struct hex_counts {
    int64_t vertices, edges, faces;
} hex_counts;

typedef struct counting {
    eg_hexes *mesh;
    const eg_hexes_input *input;
    const int32_t *order; /* [elements] the cell */
    int32_t *place;       /* [cells] the element */
    uint32_t *first;      /* [elements] a bit for each of SHARED that it is the first to use */
    hex_counts *before;   /* [parts + 1] first uses before a part */
    int64_t step[AROUND]; /* from a cell to those around it, inside the box */
    hex_sharing sharing[SHARED];
} counting;

/* ---- who shares what ---- */

/* Towards which neighbours a vertex, an edge or a face lies: -1, 0 or 1 along each direction. */
static void steps_of(int shared, int step[3])
{
    for (int d = 0; d < 3; d++)
        step[d] = 0;
    if (shared < FIRST_EDGE) {
        for (int d = 0; d < 3; d++)
            step[d] = (shared >> d & 1) ? 1 : -1;
    } else if (shared < FIRST_FACE) {
        int edge = shared - FIRST_EDGE, along = edge / 4;
        step[along == 0 ? 1 : 0] = (edge & 1) ? 1 : -1;
        step[along == 2 ? 1 : 2] = (edge >> 1 & 1) ? 1 : -1;
    } else {
        int face = shared - FIRST_FACE;
        step[face / 2] = face % 2 ? 1 : -1;
    }
}

static int shared_at(const int step[3])
{
    int found = 0, at[3];
    for (bool same = false; !same; found += !same) {
        steps_of(found, at);
        same = at[0] == step[0] && at[1] == step[1] && at[2] == step[2];
    }
    return found;
}

/* The neighbour over some of the steps sees the same on its other side along these. */
static void fill_sharing(int shared, hex_sharing *sharing)
{
    int step[3];
    steps_of(shared, step);
    *sharing = (hex_sharing){0};
    for (int over = 1; over < 8; over++) {
        int seen[3], around = 0;
        bool taken = true;
        for (int d = 2; d >= 0; d--) {
            bool crosses = over >> d & 1;
            taken = taken && !(crosses && step[d] == 0);
            seen[d] = crosses ? -step[d] : step[d];
            around = 3 * around + 1 + (crosses ? step[d] : 0);
        }
        if (!taken)
            continue;
        sharing->with[sharing->count] = (uint8_t)around;
        sharing->local[sharing->count++] = (uint8_t)shared_at(seen);
        sharing->around |= 1u << around;
    }
}

static void cell_of(const counting *c, int64_t element, int64_t at[3])
{
    const int64_t *cells = c->input->cells;
    int32_t cell = c->order[element], line = (int32_t)cells[0], plane = (int32_t)(cells[0] * cells[1]);
    at[0] = cell % line;
    at[1] = cell % plane / line;
    at[2] = cell / plane;
}

static void fill_steps(counting *c)
{
    const int64_t *cells = c->input->cells;
    for (int n = 0; n < AROUND; n++)
        c->step[n] = n % 3 - 1 + cells[0] * (n / 3 % 3 - 1 + cells[1] * (n / 9 - 1));
}

/* The elements around one; INT32_MAX beyond the box. */
static void look_around(const counting *c, int64_t element, int32_t around[AROUND])
{
    const int64_t *cells = c->input->cells;
    int64_t at[3];
    bool inside_all = true;
    cell_of(c, element, at);
    for (int d = 0; d < 3; d++)
        inside_all = inside_all && at[d] > 0 && at[d] < cells[d] - 1;
    if (inside_all) {
        for (int n = 0; n < AROUND; n++)
            around[n] = c->place[c->order[element] + c->step[n]];
        return;
    }
    for (int n = 0; n < AROUND; n++) {
        int64_t i = at[0] + n % 3 - 1, j = at[1] + n / 3 % 3 - 1, k = at[2] + n / 9 - 1;
        bool inside = i >= 0 && i < cells[0] && j >= 0 && j < cells[1] && k >= 0 && k < cells[2];
        around[n] = inside ? c->place[i + cells[0] * (j + cells[1] * k)] : INT32_MAX;
    }
}

/* ---- numbers by first use ---- */

static eg_status mark_first_uses(void *with, int part, int64_t from, int64_t to)
{
    const counting *c = with;
    hex_counts count = {0};
    for (int64_t e = from; e < to; e++) {
        int32_t around[AROUND];
        uint32_t earlier = 0, first = 0;
        look_around(c, e, around);
        for (int n = 0; n < AROUND; n++)
            earlier |= (uint32_t)(around[n] < e) << n;
        for (int s = 0; s < SHARED; s++)
            first |= (uint32_t)((earlier & c->sharing[s].around) == 0) << s;
        c->first[e] = first;
        for (int s = 0; s < FIRST_EDGE; s++)
            count.vertices += first >> s & 1;
        for (int s = FIRST_EDGE; s < FIRST_FACE; s++)
            count.edges += first >> s & 1;
        for (int s = FIRST_FACE; s < SHARED; s++)
            count.faces += first >> s & 1;
    }
    c->before[part + 1] = count;
    return EG_OK;
}

static void number_first_vertices(const counting *c, int64_t e, const int64_t at[3], int64_t *next)
{
    const int64_t *cells = c->input->cells;
    for (int v = 0; v < EG_HEX_VERTICES; v++) {
        if (!(c->first[e] >> v & 1))
            continue;
        int64_t i = at[0] + (v & 1), j = at[1] + (v >> 1 & 1), k = at[2] + (v >> 2);
        const double *x = c->input->x[i + (cells[0] + 1) * (j + (cells[1] + 1) * k)];
        for (int d = 0; d < 3; d++)
            c->mesh->x[*next][d] = x[d];
        c->mesh->vertex[e][v] = (int32_t)(*next)++;
    }
}

static void number_first_sides(const counting *c, int64_t e, const int64_t at[3], hex_counts *next)
{
    eg_hexes *mesh = c->mesh;
    uint32_t edges = c->first[e] >> FIRST_EDGE, faces = c->first[e] >> FIRST_FACE;
    for (int i = 0; i < EG_HEX_EDGES; i++)
        if (edges >> i & 1)
            mesh->edge[e][i] = (int32_t)next->edges++;
    for (int f = 0; f < EG_HEX_FACES; f++) {
        if (!(faces >> f & 1))
            continue;
        int64_t face = next->faces++, end = f % 2 ? c->input->cells[f / 2] - 1 : 0;
        mesh->face[e][f] = (int32_t)face;
        mesh->face_element[face][0] = (int32_t)e;
        mesh->face_element[face][1] = -1;
        mesh->face_side[face][0] = (uint8_t)f;
        mesh->face_boundary[face] = at[f / 2] == end ? f : -1;
    }
}

static eg_status number_first_uses(void *with, int part, int64_t from, int64_t to)
{
    const counting *c = with;
    hex_counts next = c->before[part];
    for (int64_t e = from; e < to; e++) {
        int64_t at[3];
        cell_of(c, e, at);
        number_first_vertices(c, e, at, &next.vertices);
        number_first_sides(c, e, at, &next);
    }
    return EG_OK;
}

/* ---- later uses ---- */

/* The first element that uses it: the lowest number, with what it is there behind it, without a branch. */
static int64_t first_user(const hex_sharing *sharing, const int32_t around[AROUND], int *local)
{
    enum { LOCAL = 256 };
    int64_t lowest = INT64_MAX;
    for (int i = 0; i < sharing->count; i++) {
        int64_t user = around[sharing->with[i]] * (int64_t)LOCAL + sharing->local[i];
        lowest = user < lowest ? user : lowest;
    }
    *local = (int)(lowest % LOCAL);
    return lowest / LOCAL;
}

static void take_number(const counting *c, int64_t e, int shared, const int32_t around[AROUND])
{
    eg_hexes *mesh = c->mesh;
    int local = 0;
    int64_t user = first_user(&c->sharing[shared], around, &local);
    if (shared < FIRST_EDGE) {
        mesh->vertex[e][shared] = mesh->vertex[user][local];
    } else if (shared < FIRST_FACE) {
        mesh->edge[e][shared - FIRST_EDGE] = mesh->edge[user][local - FIRST_EDGE];
    } else {
        int32_t face = mesh->face[user][local - FIRST_FACE];
        mesh->face[e][shared - FIRST_FACE] = face;
        mesh->face_element[face][1] = (int32_t)e;
        mesh->face_side[face][1] = (uint8_t)(shared - FIRST_FACE);
    }
}

static eg_status take_numbers(void *with, int part, int64_t from, int64_t to)
{
    const counting *c = with;
    (void)part;
    for (int64_t e = from; e < to; e++) {
        int32_t around[AROUND];
        look_around(c, e, around);
        for (int s = 0; s < SHARED; s++)
            if (!(c->first[e] >> s & 1))
                take_number(c, e, s, around);
    }
    return EG_OK;
}

/* ---- the box ---- */

static eg_status allocate_sides(eg_hexes *mesh)
{
    int64_t held = mesh->base.held;
    return EG_ALLOC(mesh->base.context, EG_BLOCK(held, mesh->edge), EG_BLOCK(held, mesh->edge_orientation),
                    EG_BLOCK(held, mesh->face), EG_BLOCK(held, mesh->face_orientation),
                    EG_BLOCK(mesh->faces, mesh->face_element), EG_BLOCK(mesh->faces, mesh->face_side),
                    EG_BLOCK(mesh->faces, mesh->face_boundary));
}

static void sum_counts(hex_counts *before, int parts)
{
    for (int p = 0; p < parts; p++) {
        before[p + 1].vertices += before[p].vertices;
        before[p + 1].edges += before[p].edges;
        before[p + 1].faces += before[p].faces;
    }
}

eg_status eg_hexes_count_sides(eg_hexes *mesh, const eg_hexes_input *input, const int32_t *order)
{
    eg_context *context = mesh->base.context;
    int64_t elements = mesh->base.held;
    int parts = eg_parts(context, elements, LEAST);
    counting c = {.mesh = mesh, .input = input, .order = order};
    EG_SCOPE(scope, context);
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(elements, c.place), EG_BLOCK(elements, c.first),
                          EG_BLOCK(parts + 1, c.before)));
    for (int s = 0; s < SHARED; s++)
        fill_sharing(s, &c.sharing[s]);
    fill_steps(&c);
    EG_LOOP(context, elements)
    for (int64_t e = 0; e < elements; e++)
        c.place[order[e]] = (int32_t)e;
    EG_TRY(eg_in_parts(context, parts, elements, mark_first_uses, &c));
    sum_counts(c.before, parts);
    mesh->vertices = c.before[parts].vertices;
    mesh->edges = c.before[parts].edges;
    mesh->faces = c.before[parts].faces;
    EG_TRY(allocate_sides(mesh));
    EG_TRY(eg_in_parts(context, parts, elements, number_first_uses, &c));
    return eg_in_parts(context, parts, elements, take_numbers, &c);
}

void eg_hexes_place_cell(const eg_hexes_input *input, int64_t cell, double centroid[3])
{
    const int64_t *cells = input->cells;
    int64_t line = cells[0] + 1, plane = line * (cells[1] + 1);
    int64_t first =
        cell % cells[0] + line * (cell / cells[0] % cells[1]) + plane * (cell / (cells[0] * cells[1]));
    for (int d = 0; d < 3; d++) {
        centroid[d] = 0.0;
        for (int v = 0; v < EG_HEX_VERTICES; v++)
            centroid[d] += 0.125 * input->x[first + (v & 1) + line * (v >> 1 & 1) + plane * (v >> 2)][d];
    }
}
