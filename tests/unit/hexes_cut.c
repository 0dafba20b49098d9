/* Parts of meshes of hexahedra: against the whole, element by element, node by node, face by face. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "hexes_check.h"
#include "hexes_meshes.h"

enum { LOCAL_MOST = (EG_HEX_DEGREE + 1) * (EG_HEX_DEGREE + 1) * (EG_HEX_DEGREE + 1) };

typedef struct parted {
    eg_hexes *whole, *part;
    eg_hex_nodes *nodes, *own;
    int ranks, rank, ghost_layers;
    int64_t first, last; /* nodes */
} parted;

/* ---- elements */

/* Whether two elements of the whole have a vertex in common. */
static bool meet(const eg_hexes *m, int64_t a, int64_t b)
{
    for (int i = 0; i < EG_HEX_VERTICES; i++)
        for (int j = 0; j < EG_HEX_VERTICES; j++)
            if (m->vertex[a][i] == m->vertex[b][j])
                return true;
    return false;
}

/* ghost_layer[elements], from what is in layer 0; 3: further away. */
static void find_ghost_layers(const eg_hexes *m, const uint8_t *touches, uint8_t *ghost_layer)
{
    for (int64_t e = 0; e < m->base.held; e++)
        ghost_layer[e] = touches[e] ? 0 : 3;
    for (int r = 0; r < 2; r++)
        for (int64_t e = 0; e < m->base.held; e++)
            for (int64_t f = 0; f < m->base.held && ghost_layer[e] == 3; f++)
                if (ghost_layer[f] == r && meet(m, e, f))
                    ghost_layer[e] = (uint8_t)(r + 1);
}

/* Elements with a node of the rank, and those that are its own. */
static uint8_t *mark_elements(const parted *p, int64_t *own_first, int64_t *own)
{
    static int32_t node[LOCAL_MOST];
    const eg_hexes *m = p->whole;
    int count = hex_cube(p->nodes->degree + 1);
    uint8_t *touches = calloc((size_t)m->base.held, 1);
    int64_t seen = 0;
    *own = 0;
    *own_first = 0;
    for (int64_t e = 0; e < m->base.held; e++) {
        int64_t begin = seen;
        eg_hex_element_nodes(m, p->nodes, e, node);
        for (int l = 0; l < count; l++) {
            touches[e] |= node[l] >= p->first && node[l] < p->last;
            seen = node[l] >= seen ? node[l] + 1 : seen;
        }
        begin = begin < p->nodes->nodes ? begin : p->nodes->nodes - 1;
        if (begin >= p->first && begin < p->last) {
            touches[e] = 1;
            *own_first = (*own)++ == 0 ? e : *own_first;
        }
    }
    assert_int_equal(seen, p->nodes->nodes);
    return touches;
}

static void check_elements(const parted *p)
{
    const eg_hexes_part *part = p->part->part;
    int64_t own_first, own, at = 0;
    uint8_t *touches = mark_elements(p, &own_first, &own);
    uint8_t *ghost_layer = calloc((size_t)p->whole->base.held, 1);
    find_ghost_layers(p->whole, touches, ghost_layer);
    for (int64_t e = 0; e < p->whole->base.held; e++) {
        if (ghost_layer[e] > p->ghost_layers)
            continue;
        assert_true(at < p->part->base.held);
        assert_int_equal(part->number[at], e);
        assert_int_equal(part->ghost_layer[at], ghost_layer[e]);
        assert_int_equal(eg_hexes_kind(p->part, at), eg_hexes_kind(p->whole, e));
        at++;
    }
    assert_int_equal(at, p->part->base.held);
    assert_int_equal(p->part->base.own, own);
    assert_int_equal(p->part->base.all, p->whole->base.held);
    if (own > 0) {
        assert_int_equal(p->part->base.before, own_first);
        assert_int_equal(part->number[p->part->base.own_first], own_first);
    }
    free(touches);
    free(ghost_layer);
}

/* ---- nodes */

static void check_nodes(const parted *p)
{
    static int32_t here[LOCAL_MOST], there[LOCAL_MOST];
    const eg_hex_nodes *n = p->own;
    int side = n->degree + 1, count = hex_cube(side);
    uint8_t *seen = calloc((size_t)n->nodes + 1, 1);
    assert_int_equal(n->own, p->last - p->first);
    assert_int_equal(n->all, p->nodes->nodes);
    for (int64_t e = 0; e < p->part->base.held; e++) {
        int64_t from = p->part->part->number[e];
        eg_hex_element_nodes(p->part, n, e, here);
        eg_hex_element_nodes(p->whole, p->nodes, from, there);
        for (int l = 0; l < count; l++) {
            assert_in_range(here[l], 0, n->nodes - 1);
            assert_int_equal(eg_hex_whole_node(n, here[l]), there[l]);
            assert_int_equal(here[l] < n->own, there[l] >= p->first && there[l] < p->last);
            assert_int_equal(eg_hex_is_first(n, e, here[l]), eg_hex_is_first(p->nodes, from, there[l]));
            assert_int_equal(here[l], eg_hex_node(p->part, n, e, l % side, l / side % side, l / side / side));
            seen[here[l]] = 1;
        }
    }
    for (int64_t i = 0; i < n->nodes; i++)
        assert_true(seen[i]);
    free(seen);
}

/* The first lower node of each rank, and at the places in the whole the number of the lower node there. */
static void find_places(const parted *p, int degree, int32_t *number, int64_t *first_of)
{
    uint8_t *used = calloc((size_t)p->nodes->nodes, 1);
    int64_t next = 0, first, last;
    eg_hex_mark_lower(p->whole, p->nodes, degree, used);
    for (int r = 0; r < p->ranks; r++) {
        eg_partition_range(p->nodes->nodes, EG_CHUNK, (eg_ranks){.count = p->ranks}, r, &first, &last);
        first_of[r] = next;
        for (int64_t i = first; i < last; i++)
            number[i] = used[i] ? (int32_t)next++ : -1;
    }
    first_of[p->ranks] = next;
    free(used);
}

/* Nodes of a lower degree: as those of the whole, in layer 0 where they are the rank's own. */
static void check_lower(const parted *p, int degree)
{
    static int32_t node[LOCAL_MOST];
    int count = hex_cube(degree + 1);
    int64_t first_of[8];
    int32_t *in_whole = calloc((size_t)p->nodes->nodes, sizeof *in_whole);
    int32_t *number = calloc((size_t)p->own->nodes + 1, sizeof *number);
    parted lower = *p;
    assert_true(p->ranks < 8);
    find_places(p, degree, in_whole, first_of);
    for (int64_t i = 0; i < p->own->nodes; i++)
        number[i] = in_whole[eg_hex_whole_node(p->own, i)];
    assert_int_equal(eg_hex_nodes_create(p->whole, degree, &lower.nodes), EG_OK);
    assert_int_equal(
        eg_hex_nodes_lower(p->part, p->own, degree, number, p->ranks, p->rank, first_of, &lower.own), EG_OK);
    lower.first = first_of[p->rank];
    lower.last = first_of[p->rank + 1];
    check_nodes(&lower);
    for (int64_t e = 0; e < p->part->base.held; e++) {
        eg_hex_element_nodes(p->part, lower.own, e, node);
        for (int l = 0; l < count; l++)
            assert_true(node[l] >= lower.own->own || p->part->part->ghost_layer[e] == 0);
    }
    for (int64_t i = 0; i < lower.own->nodes; i++) {
        int64_t whole = eg_hex_whole_node(lower.own, i);
        int owner = eg_hex_nodes_owner(lower.own, (eg_ranks){.count = p->ranks}, whole);
        assert_true(whole >= first_of[owner] && whole < first_of[owner + 1]);
    }
    eg_hex_nodes_destroy(&lower.nodes);
    eg_hex_nodes_destroy(&lower.own);
    free(in_whole);
    free(number);
}

/* ---- faces, places */

static void check_faces(const parted *p)
{
    const eg_hexes *m = p->part, *whole = p->whole;
    const int64_t *number = m->part->number;
    for (int64_t e = 0; e < m->base.held; e++) {
        int64_t from = number[e];
        assert_int_equal(m->edge_orientation[e], whole->edge_orientation[from]);
        for (int side = 0; side < EG_HEX_FACES; side++) {
            int32_t face = m->face[e][side], in_whole = whole->face[from][side];
            int which = m->face_element[face][0] == e && m->face_side[face][0] == side ? 0 : 1;
            assert_int_equal(m->face_element[face][which], e);
            assert_int_equal(m->face_side[face][which], side);
            assert_int_equal(m->face_orientation[e][side], whole->face_orientation[from][side]);
            assert_int_equal(m->face_boundary[face], whole->face_boundary[in_whole]);
            int there =
                whole->face_element[in_whole][0] == from && whole->face_side[in_whole][0] == side ? 0 : 1;
            int64_t other = m->face_element[face][1 - which],
                    expected = whole->face_element[in_whole][1 - there];
            if (other >= 0)
                assert_int_equal(number[other], expected);
            else if (m->part->ghost_layer[e] < p->ghost_layers)
                assert_int_equal(expected, -1); /* all neighbours are there */
        }
    }
}

static void check_places(const parted *p)
{
    static double x[LOCAL_MOST][3], expected[LOCAL_MOST][3], jacobian[2][LOCAL_MOST][3][3];
    int count = hex_cube(p->nodes->degree + 1);
    eg_hex_grid *here, *there;
    if (p->part->base.held == 0)
        return;
    assert_int_equal(eg_hex_grid_create(p->part, p->nodes->degree, &here), EG_OK);
    assert_int_equal(eg_hex_grid_create(p->whole, p->nodes->degree, &there), EG_OK);
    for (int64_t e = 0; e < p->part->base.held; e++) {
        int64_t from = p->part->part->number[e];
        double reference[2][3];
        eg_hex_grid_fill(here, e, x, jacobian[0]);
        eg_hex_grid_fill(there, from, expected, jacobian[1]);
        assert_memory_equal(x, expected, (size_t)count * sizeof *x);
        assert_memory_equal(jacobian[0], jacobian[1], (size_t)count * sizeof *jacobian[0]);
        assert_int_equal(p->part->base.region[e], p->whole->base.region[from]);
        assert_int_equal(p->part->base.source[e], p->whole->base.source[from]);
        assert_int_equal(eg_hexes_locate(p->part, p->part->base.centroid[e], reference[0]), e);
        assert_int_equal(eg_hexes_locate(p->whole, p->whole->base.centroid[from], reference[1]), from);
        assert_memory_equal(reference[0], reference[1], sizeof reference[0]);
    }
    eg_hex_grid_destroy(&here);
    eg_hex_grid_destroy(&there);
}

/* ---- all of it */

/* A part, packed and unpacked as it is on its way to another rank. */
static eg_status cut_part(const eg_hexes *whole, int ranks, int rank, int ghost_layers, eg_hexes **part)
{
    const eg_mesh_cut how = {.ghost_layers = ghost_layers};
    eg_context *context = whole->base.context;
    eg_mesh *cut, *unpacked = NULL;
    char *bytes = NULL;
    int64_t length;
    *part = NULL;
    EG_TRY(eg_mesh_cut_part(&whole->base, (eg_ranks){.count = ranks}, rank, &how, &cut));
    eg_status status = eg_mesh_pack(cut, &bytes, &length);
    if (status == EG_OK)
        status = eg_mesh_unpack(context, &eg_hexes_class, bytes, length, &unpacked);
    eg_mesh_destroy(&cut);
    eg_free(context, &bytes);
    *part = (eg_hexes *)unpacked;
    return status;
}

/* Cuts the mesh for so many ranks and checks each part; own nodes and own elements are those of the whole one
 * after the other. */
static void check_parts(eg_hexes *whole, int degree, int ranks, int ghost_layers)
{
    parted p = {.whole = whole, .ranks = ranks, .ghost_layers = ghost_layers};
    int64_t nodes = 0, elements = 0;
    assert_int_equal(eg_hexes_number_nodes(whole, degree), EG_OK);
    p.nodes = whole->nodes;
    for (p.rank = 0; p.rank < ranks; p.rank++) {
        eg_partition_range(p.nodes->nodes, EG_CHUNK, (eg_ranks){.count = ranks}, p.rank, &p.first, &p.last);
        assert_int_equal(cut_part(whole, ranks, p.rank, ghost_layers, &p.part), EG_OK);
        p.own = p.part->nodes;
        check_elements(&p);
        check_nodes(&p);
        for (int lower = 2; lower < degree; lower += 2)
            check_lower(&p, lower);
        check_faces(&p);
        check_places(&p);
        assert_true(p.own->own == 0 || p.own->first == nodes);
        assert_true(p.part->base.own == 0 || p.part->base.before == elements);
        nodes += p.own->own;
        elements += p.part->base.own;
        eg_hexes_destroy(&p.part);
    }
    assert_int_equal(nodes, p.nodes->nodes);
    assert_int_equal(elements, whole->base.held);
    eg_hex_nodes_destroy(&whole->nodes);
}

static void boxes(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_hexes *m = make_box(
        context, &(eg_hexes_box_options){.size = {1, 1, 1}, .cells = {9, 8, 7}, .shuffle = true, .seed = 3});
    check_parts(m, 3, 1, 0);
    check_parts(m, 3, 2, 0);
    check_parts(m, 3, 3, 2);
    check_parts(m, 6, 5, 1);
    check_parts(m, 1, 2, 2); /* one piece: a rank has nothing */
    close_context(&context, &m);
}

static void meshes_with_every_orientation(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_hexes *m = cut_cube(context, 2, true);
    check_parts(m, 5, 4, 2);
    eg_hexes_destroy(&m);
    m = cylinder(context, 2);
    check_parts(m, 7, 3, 1);
    close_context(&context, &m);
}

static void periodic_boxes(void **state)
{
    (void)state;
    double shift[3];
    eg_context *context = open_context();
    eg_hexes *m = make_box(context, &(eg_hexes_box_options){.size = {1, 1, 1}, .cells = {8, 1, 7}});
    for (int axis = 0; axis < 2; axis++)
        assert_int_equal(eg_hexes_join(m, eg_mesh_boundary_index(&m->base, cut_names[2 * axis]),
                                       eg_mesh_boundary_index(&m->base, cut_names[2 * axis + 1]), shift),
                         EG_OK);
    check_parts(m, 8, 3, 2);
    close_context(&context, &m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes),
        cmocka_unit_test(meshes_with_every_orientation),
        cmocka_unit_test(periodic_boxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
