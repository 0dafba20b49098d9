/* Meshes that are large enough for several threads: as many as there are, the mesh is one. Triangles and
 * quadrangles, in any order, from memory and from binary Gmsh files whose tags follow each other, leave gaps,
 * or are shuffled. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "base/parallel.h"
#include "mesh/plane/internal.h"
#include "mesh_check.h"

enum { SIDE = 240, ACROSS = SIDE + 1, NODES = ACROSS * ACROSS, MOST = 2 * SIDE * SIDE };

typedef struct square {
    double (*x)[3];
    uint8_t *type;
    int32_t (*vertex)[4], *region;
    int64_t *source, cells;
    uint64_t random;
} square;

static void add_cell(square *s, int count, const int64_t *corner)
{
    int64_t cell = s->cells++, at = (int64_t)(eg_random_bits(&s->random) % (uint64_t)count);
    s->type[cell] = count == 3 ? EG_TRIANGLE : EG_QUADRANGLE;
    bool clockwise = eg_random_bits(&s->random) & 1;
    for (int k = 0; k < 4; k++) /* from any corner, in either sense; each node has its number times 5003 */
        s->vertex[cell][k] =
            k < count ? (int32_t)(corner[(at + (clockwise ? count - k : k)) % count] * 5003 % NODES) : -1;
    s->source[cell] = 10 + cell;
}

static square *make_square(void)
{
    square *s = calloc(1, sizeof *s);
    s->x = calloc(NODES, sizeof *s->x);
    s->type = calloc(MOST, 1);
    s->vertex = calloc(MOST, sizeof *s->vertex);
    s->region = calloc(MOST, sizeof *s->region);
    s->source = calloc(MOST, sizeof *s->source);
    for (int64_t i = 0; i < NODES; i++) {
        double *x = s->x[i * 5003 % NODES];
        x[0] = (double)(i % ACROSS), x[1] = (double)(i / ACROSS), x[2] = 0.5 * x[0];
    }
    for (int64_t i = 0; i < SIDE * SIDE; i++) {
        int64_t turned = i * 7919 % (SIDE * SIDE), a = turned / SIDE * ACROSS + turned % SIDE;
        const int64_t corner[4] = {a, a + 1, a + ACROSS + 1, a + ACROSS};
        if (turned % 3 == 0)
            add_cell(s, 4, corner);
        else
            for (int half = 0; half < 2; half++)
                add_cell(s, 3, (const int64_t[]){corner[0], corner[1 + half], corner[2 + half]});
    }
    return s;
}

static void free_square(square *s)
{
    free(s->x);
    free(s->type);
    free(s->vertex);
    free(s->region);
    free(s->source);
    free(s);
}

static eg_plane_input input_of(const square *s)
{
    static const char *const all[1] = {"all"};
    return (eg_plane_input){.origin = "square",
                            .nodes = NODES,
                            .cells = s->cells,
                            .x = (const double(*)[3])s->x,
                            .type = s->type,
                            .vertex = (const int32_t(*)[4])s->vertex,
                            .region = s->region,
                            .source = s->source,
                            .regions = 1,
                            .region_name = all};
}

static eg_plane *build(eg_context *context, const square *s, int threads)
{
    const eg_plane_input input = input_of(s);
    eg_plane *mesh;
    eg_context_use_threads(context, threads);
    if (eg_plane_build(context, &input, &mesh) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    return mesh;
}

static void threads_build_one_mesh(void **state)
{
    eg_context *context = open_context();
    eg_plane *one = build(context, *state, 1);
    check_mesh(one, SIDE * SIDE, 0);
    for (int threads = 2; threads <= 5; threads += 3) {
        eg_plane *other = build(context, *state, threads);
        check_equal(one, other);
        assert_memory_equal(one->base.source, other->base.source,
                            (size_t)one->base.own * sizeof *one->base.source);
        eg_plane_destroy(&other);
    }
    close_context(&context, &one);
}

static void the_first_failure_is_told(void **state)
{
    square *s = *state;
    for (int threads = 1; threads <= 4; threads += 3) {
        eg_context *context = open_context();
        eg_plane *mesh;
        int32_t kept[2] = {s->vertex[s->cells / 3][1], s->vertex[s->cells - 1][1]};
        s->vertex[s->cells / 3][1] = s->vertex[s->cells - 1][1] = NODES;
        const eg_plane_input input = input_of(s);
        char element[32];
        snprintf(element, sizeof element, "element %d ", (int)(10 + s->cells / 3));
        eg_context_use_threads(context, threads);
        assert_int_equal(eg_plane_build(context, &input, &mesh), EG_MESH);
        assert_non_null(strstr(eg_context_error(context), element));
        s->vertex[s->cells / 3][1] = kept[0], s->vertex[s->cells - 1][1] = kept[1];
        close_context(&context, &mesh);
    }
}

/* Multiples of 2^-32 of a coordinate in [0, 1]. */
static uint32_t quantise(double x)
{
    double scaled = x * 4294967296.0;
    if (!(scaled > 0.0))
        return 0;
    return scaled >= 4294967295.0 ? 4294967295u : (uint32_t)scaled;
}

/* The key of one point, bit after bit. */
static uint64_t key_of(double x, double y)
{
    uint32_t a = quantise(x), b = quantise(y);
    uint64_t key = 0;
    for (int bit = 31; bit >= 0; bit--) {
        uint32_t right = a >> bit & 1, up = b >> bit & 1;
        key = key << 2 | (3 * right ^ up);
        if (!up) { /* the lower quadrants hold the curve mirrored at a diagonal */
            uint32_t flip = right ? 0xffffffffu : 0;
            uint32_t mirrored = a ^ flip;
            a = b ^ flip;
            b = mirrored;
        }
    }
    return key;
}

static void many_keys_are_those_of_each(void **state)
{
    enum { POINTS = 1000 };
    static double x[POINTS][2];
    static uint64_t key[POINTS];
    uint64_t random = 3;
    (void)state;
    for (int i = 0; i < POINTS; i++)
        for (int d = 0; d < 2; d++)
            x[i][d] = (double)(eg_random_bits(&random) >> 11) * 0x1.1p-53 - 0.01;
    x[7][0] = NAN, x[8][1] = 1.0, x[9][0] = -0.0;
    for (int count = POINTS; count > 0; count /= 3) {
        eg_hilbert_plane_keys(count, (const double(*)[2])x, key);
        for (int i = 0; i < count; i++)
            assert_true(key[i] == key_of(x[i][0], x[i][1]));
    }
}

/* ---- binary files ---- */

typedef enum tagging { IN_A_ROW, WITH_GAPS, SHUFFLED, TAGGINGS } tagging;

static int64_t tag_of(tagging tags, int64_t node)
{
    return tags == IN_A_ROW ? 4 + node : tags == WITH_GAPS ? 4 + node + node / 1000 : 1 + node * 9973 % NODES;
}

typedef struct bytes {
    char *data;
    int64_t length, tags, places, nodes_of_cells; /* where they begin */
} bytes;

static void put(bytes *b, const void *data, size_t length)
{
    memcpy(b->data + b->length, data, length);
    b->length += (int64_t)length;
}

static void put_text(bytes *b, const char *text)
{
    put(b, text, strlen(text));
}

static void put_head(bytes *b, int64_t blocks, int64_t count)
{
    const int64_t head[4] = {blocks, count, 1, INT32_MAX};
    put(b, head, sizeof head);
}

static void put_block(bytes *b, int32_t third, int64_t count)
{
    const int32_t block[3] = {2, 1, third};
    put(b, block, sizeof block);
    put(b, &count, sizeof count);
}

static void put_cells(bytes *b, const square *s, tagging tags, eg_cell_type type)
{
    int64_t count = 0;
    for (int64_t cell = 0; cell < s->cells; cell++)
        count += s->type[cell] == type;
    put_block(b, type == EG_TRIANGLE ? 2 : 3, count);
    for (int64_t cell = 0; cell < s->cells; cell++) {
        if (s->type[cell] != type)
            continue;
        put(b, &s->source[cell], 8);
        for (int k = 0; k < eg_cell_type_vertices(type); k++) {
            int64_t tag = tag_of(tags, s->vertex[cell][k]);
            put(b, &tag, 8);
        }
    }
}

static bytes write_square(const square *s, tagging tags)
{
    bytes b = {.data = malloc(NODES * 32 + MOST * 40 + 1000)};
    const int32_t one = 1;
    put_text(&b, "$MeshFormat\n4.1 1 8\n");
    put(&b, &one, 4);
    put_text(&b, "\n$EndMeshFormat\n$Nodes\n");
    put_head(&b, 1, NODES);
    put_block(&b, 0, NODES);
    b.tags = b.length;
    for (int64_t i = 0; i < NODES; i++) {
        int64_t tag = tag_of(tags, i);
        put(&b, &tag, 8);
    }
    b.places = b.length;
    put(&b, s->x, NODES * sizeof *s->x);
    put_text(&b, "\n$EndNodes\n$Elements\n");
    put_head(&b, 2, s->cells);
    b.nodes_of_cells = b.length + 28;
    put_cells(&b, s, tags, EG_TRIANGLE);
    put_cells(&b, s, tags, EG_QUADRANGLE);
    put_text(&b, "\n$EndElements\n");
    return b;
}

static void binary_files_are_read_by_threads(void **state)
{
    eg_context *context = open_context();
    eg_plane *built = build(context, *state, 1);
    for (int i = 0; i < 2 * TAGGINGS; i++) {
        bytes b = write_square(*state, (tagging)(i / 2));
        eg_plane *mesh;
        eg_context_use_threads(context, i % 2 ? 3 : 1);
        if (eg_plane_read_gmsh_memory(context, "square.msh", b.data, b.length, &mesh) != EG_OK)
            fail_msg("%s", eg_context_error(context));
        check_equal(built, mesh);
        eg_plane_destroy(&mesh);
        free(b.data);
    }
    close_context(&context, &built);
}

/* The text of the failure that a number of 8 bytes at a place of the file leads to. */
static void expect(const square *s, tagging tags, int64_t at, const void *number, const char *text)
{
    eg_context *context = open_context();
    eg_plane *mesh;
    bytes b = write_square(s, tags);
    char expected[256];
    snprintf(expected, sizeof expected, "square.msh: byte %lld: %s", (long long)at, text);
    memcpy(b.data + at, number, 8);
    eg_context_use_threads(context, 3);
    assert_int_equal(eg_plane_read_gmsh_memory(context, "square.msh", b.data, b.length, &mesh), EG_MESH);
    if (strncmp(eg_context_error(context), expected, strlen(expected)) != 0)
        fail_msg("%s\n%s", expected, eg_context_error(context));
    free(b.data);
    close_context(&context, &mesh);
}

static void what_is_wrong_is_told_with_its_byte(void **state)
{
    const double infinite = INFINITY;
    const int64_t first = 4, twice = 5, none = 0, far = 123456789;
    for (int tags = 0; tags < 2; tags++) {
        bytes b = write_square(*state, (tagging)tags);
        int64_t node = b.tags + 8 * 50000, place = b.places + 24 * 50000 + 8,
                corner = b.nodes_of_cells + 32 * 40000 + 16;
        free(b.data);
        expect(*state, (tagging)tags, node, &twice, "the node 5 is given a second time");
        expect(*state, (tagging)tags, b.tags + 8, &first, "the node 4 is given a second time");
        expect(*state, (tagging)tags, node, &none, "a node's tag is 0; it must be at least 1");
        expect(*state, (tagging)tags, place, &infinite, "a node's y is infinite");
        expect(*state, (tagging)tags, corner - 24, &none, "an element's tag is 0; it must be at least 1");
        expect(*state, (tagging)tags, corner, &none, "an element's node is 0; it must be at least 1");
    }
    bytes b = write_square(*state, IN_A_ROW);
    char text[64];
    int64_t corner = b.nodes_of_cells + 32 * 40000 + 16, number;
    memcpy(&number, b.data + corner - 24, sizeof number);
    free(b.data);
    snprintf(text, sizeof text, "the element %lld has the node 123456789, which", (long long)number);
    expect(*state, IN_A_ROW, corner, &far, text);
}

int main(void)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_build_one_mesh),
        cmocka_unit_test(the_first_failure_is_told),
        cmocka_unit_test(many_keys_are_those_of_each),
        cmocka_unit_test(binary_files_are_read_by_threads),
        cmocka_unit_test(what_is_wrong_is_told_with_its_byte),
    };
    square *s = make_square();
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        tests[i].initial_state = s;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free_square(s);
    return failed;
}
