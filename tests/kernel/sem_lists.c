/* Lists of nodes by elements and sums by rows, as devices make them, against what a plain search finds: on meshes
 * whose elements lie in all ways to each other, are their own neighbours, or meet in other numbers than in a box. */
#include "kernel/sem_problem.h"

#include <unistd.h>

#include "kernel/there.h"

#include "scheme/sem/operator/element_lists.h"
#include "scheme/sem/operator/row_sums.h"

/* ---- problems */

enum mesh { TURNED, BENT, ROUND_ABOUT, ROD, MESHES };

/* A box that is one element wide and periodic in y, two in z. */
static eg_hexes *periodic_box(eg_context *context)
{
    const eg_hexes_box_options options = {.size = {1, 1, 1}, .cells = {3, 1, 2}, .shuffle = true, .seed = 3};
    eg_hexes *mesh;
    double shift[3];
    assert_int_equal(eg_hexes_box(context, &options, &mesh), EG_OK);
    for (int side = 0; side < 2; side++)
        assert_int_equal(eg_hexes_join(mesh, eg_mesh_boundary_index(&mesh->base, side ? "bottom" : "front"),
                                       eg_mesh_boundary_index(&mesh->base, side ? "top" : "back"), shift),
                         EG_OK);
    return mesh;
}

static void make_problem_of(sem_problem *p, const char *device, enum mesh mesh, int degree, bool listed)
{
    static const eg_sem_boundary side[8] = {{.condition = EG_SEM_DIRICHLET}};
    sem_begin(p, device);
    if (mesh == ROUND_ABOUT)
        p->mesh = periodic_box(p->context);
    else if (mesh == ROD)
        OK(p, eg_hexes_read_gmsh(p->context, "examples/rod/rod.msh", &p->mesh));
    else
        sem_set_mesh(p, mesh == TURNED ? SEM_TRILINEAR : SEM_MIXED, 3);
    assert_true(p->mesh->base.boundaries.count <= 8);
    sem_build(p, degree, &(eg_sem_options){.kappa = {.constant = {1}}, .boundary = side});
    if (listed)
        OK(p, eg_hex_nodes_list(p->mesh, p->nodes));
}

/* ---- a plain search */

/* Whether all ways from a view to where `beyond` points, a step a direction in any order, lead to one view, the
 * *end; `any` has come there before. */
static bool all_ways(const eg_hexes *mesh, const eg_hex_view *from, const int beyond[3], bool *any,
                     eg_hex_view *end)
{
    bool is_there = true;
    for (int d = 0; d < 3; d++) {
        int rest[3] = {beyond[0], beyond[1], beyond[2]};
        eg_hex_view next;
        if (beyond[d] == 0)
            continue;
        rest[d] = 0;
        is_there = false;
        if (!eg_hex_step(mesh, from, d, beyond[d] > 0, &next) || !all_ways(mesh, &next, rest, any, end))
            return false;
        is_there = true;
    }
    if (beyond[0] || beyond[1] || beyond[2])
        return is_there;
    bool same = !*any || eg_hex_view_equals(from, end);
    *any = true;
    *end = *from;
    return same;
}

/* The node at (x, y, z) of an element's subdomain; -1: none, or its value is given. */
static int32_t node_of_subdomain(const sem_problem *p, int64_t element, int layers, const int place[3])
{
    int side = p->nodes->degree + 1, beyond[3], at[3];
    const eg_hex_view own = eg_hex_view_of(element);
    eg_hex_view view;
    bool any = false;
    for (int d = 0; d < 3; d++)
        beyond[d] = place[d] < layers ? -1 : place[d] < layers + side ? 0 : 1;
    if (!all_ways(p->mesh, &own, beyond, &any, &view))
        return -1;
    for (int d = 0; d < 3; d++) {
        int x = place[d] - layers - beyond[d] * (side - 1);
        at[view.axis[d]] = view.reversed[d] ? side - 1 - x : x;
    }
    int32_t node = eg_hex_node(p->mesh, p->nodes, view.element, at[0], at[1], at[2]);
    return eg_sem_dirichlet(p->sem)[node] ? -1 : node;
}

/* ---- on a device */

enum { LANES = 4 };

/* A list of so many values an element, LANES elements side by side. */
static int32_t *read_list(const sem_problem *p, const eg_buffer *buffer)
{
    int32_t *list = malloc((size_t)eg_buffer_bytes(buffer));
    assert_non_null(list);
    OK(p, eg_buffer_read(buffer, 0, list, eg_buffer_bytes(buffer)));
    return list;
}

static int64_t place_in_list(int64_t element, int values, int v)
{
    return (element / LANES * values + v) * LANES + element % LANES;
}

typedef struct made {
    int32_t *element; /* that the lists are for, and may be lent */
    eg_element_lists lists;
    eg_element_lists_target target;
    eg_buffer *buffer;
} made;

/* For every second element from the second on. */
static void make_lists(const sem_problem *p, int values, made *m)
{
    int64_t elements = p->mesh->base.held / 2;
    int32_t *element = malloc((size_t)elements * sizeof *element);
    assert_non_null(element);
    for (int64_t i = 0; i < elements; i++)
        element[i] = (int32_t)(2 * i + 1);
    *m = (made){.element = element, .target = {.lanes = LANES, .blocks = eg_ceil_div(elements, LANES)}};
    OK(p, eg_buffer_create(p->device, m->target.blocks * LANES * values * 4, "list", &m->buffer));
    m->target.to = m->buffer;
    OK(p, eg_element_lists_create(p->sem, NULL, p->sem->volume, element, elements, &m->lists));
}

static void end_lists(made *m)
{
    eg_element_lists_destroy(&m->lists);
    eg_buffer_destroy(&m->buffer);
    free(m->element);
}

static void check_subdomains(const sem_problem *p, int layers)
{
    int wide = p->sem->side + 2 * layers, cube = wide * wide * wide;
    eg_hex_steps steps;
    made m;
    make_lists(p, cube, &m);
    OK(p, eg_hex_steps_create(p->mesh, &steps));
    OK(p, eg_element_lists_subdomains(&m.lists, &steps, layers, &m.target));
    int32_t *list = read_list(p, m.buffer);
    for (int64_t e = 0; e < m.target.blocks * LANES; e++)
        for (int v = 0; v < cube; v++) {
            const int place[3] = {v % wide, v / wide % wide, v / (wide * wide)};
            int32_t node = e < m.lists.elements ? node_of_subdomain(p, 2 * e + 1, layers, place) : -1;
            assert_int_equal(list[place_in_list(e, cube, v)], node);
        }
    free(list);
    end_lists(&m);
    eg_hex_steps_destroy(&steps);
}

static void check_own(const sem_problem *p)
{
    int volume = p->sem->volume;
    int32_t *node = malloc((size_t)volume * sizeof *node);
    uint8_t *seen = calloc((size_t)p->nodes->nodes, 1);
    made m;
    assert_non_null(node);
    assert_non_null(seen);
    make_lists(p, volume, &m);
    OK(p, eg_element_lists_own(&m.lists, &m.target));
    int32_t *list = read_list(p, m.buffer);
    for (int64_t e = 0; e < p->mesh->base.held; e++) {
        eg_hex_element_nodes(p->mesh, p->nodes, e, node);
        for (int v = 0; v < volume; v++) {
            bool own = !seen[node[v]] && !eg_sem_dirichlet(p->sem)[node[v]];
            seen[node[v]] = 1;
            if (e % 2)
                assert_int_equal(list[place_in_list(e / 2, volume, v)], own ? node[v] : -1);
        }
    }
    free(list);
    free(seen);
    free(node);
    end_lists(&m);
}

/* Of rows `from` on, as many as are left: sums in the order of elements, and weights. */
static void check_sums(const sem_problem *p, int64_t from)
{
    int volume = p->sem->volume;
    int64_t rows = p->nodes->nodes - from;
    made m;
    eg_row_sums *sums;
    eg_buffer *part, *y, *weight;
    make_lists(p, volume, &m);
    OK(p, eg_element_lists_rows(&m.lists, &m.target));
    int32_t *list = read_list(p, m.buffer), *many = calloc((size_t)rows, sizeof *many);
    int64_t values = m.target.blocks * LANES * volume;
    double *of_part = malloc((size_t)values * sizeof *of_part), *sum = calloc((size_t)rows, sizeof *sum),
           *found = malloc((size_t)rows * sizeof *found);
    for (int64_t i = 0; i < values; i++)
        of_part[i] = sem_random(i);
    for (int64_t e = 0; e < m.lists.elements; e++)
        for (int v = 0; v < volume; v++) {
            int64_t at = place_in_list(e, volume, v), row = list[at] - from;
            if (list[at] < 0 || row < 0)
                continue;
            sum[row] += of_part[at];
            many[row]++;
        }
    const eg_row_parts parts = {m.buffer, m.target.blocks, volume, LANES, from};
    OK(p, eg_row_sums_create(p->context, p->device, EG_F64, &parts, rows, &sums));
    OK(p, eg_buffer_upload(p->device, values * 8, "part", of_part, &part));
    OK(p, eg_buffer_create(p->device, rows * 8, "y", &y));
    OK(p, eg_buffer_create(p->device, rows * 8, "weight", &weight));
    OK(p, eg_row_sums_apply(sums, part, y));
    OK(p, eg_buffer_read(y, 0, found, rows * 8));
    assert_memory_equal(found, sum, (size_t)rows * 8);
    OK(p, eg_row_sums_weigh(sums, weight));
    OK(p, eg_buffer_read(weight, 0, found, rows * 8));
    for (int64_t i = 0; i < rows; i++)
        assert_true(found[i] == (many[i] ? 1 / sqrt(many[i]) : 0));
    eg_buffer_destroy(&part);
    eg_buffer_destroy(&y);
    eg_buffer_destroy(&weight);
    eg_row_sums_destroy(&sums);
    free(list), free(many), free(of_part), free(sum), free(found);
    end_lists(&m);
}

static void check_device(const char *device)
{
    for (int mesh = 0; mesh < MESHES; mesh++) {
        sem_problem p;
        make_problem_of(&p, device, (enum mesh)mesh, mesh == ROD ? 2 : 3, mesh % 2);
        check_subdomains(&p, 1 + mesh % 2);
        check_own(&p);
        check_sums(&p, 0);
        check_sums(&p, p.nodes->nodes / 3);
        sem_end(&p);
    }
}

static void hosts_find_what_a_search_finds(void **state)
{
    static const char *const device[] = {"host:1", "host:2", "checked", "checked:3"};
    (void)state;
    for (int i = 0; i < 4; i++)
        check_device(device[i]);
}

static void other_devices_do(void **state)
{
    device_spec spec[OTHER_DEVICES];
    int found = list_other_devices(spec);
    (void)state;
    for (int i = 0; i < found; i++)
        check_device(spec[i]);
    if (found == 0)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(hosts_find_what_a_search_finds),
                                       cmocka_unit_test(other_devices_do)};
    const char *source = getenv("EAGRE_SOURCE");
    if (!source || chdir(source))
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
