/* What memory a run takes, told before it is taken: from the counts of its mesh, and the order and kind of
 * its scheme.
 *
 * The numbers of bytes are measured: docs/performance.md, "Memory", has the table, and tests/cli/memory.sh
 * holds the estimate to within a fifth of the peak of each model. Who changes what a model keeps changes them
 * here. */
#include "run/internal.h"

#include <math.h>

#include "base/room.h"

/* What is there of a mesh before it is built. */
typedef struct counts {
    double cells, nodes; /* of hexahedra: elements, and vertices as the file has them */
    bool quadrangles, curved;
} counts;

static counts count_box(const eg_node *box)
{
    const eg_node *cells = eg_node_child(box, "cells"), *element = eg_node_child(box, "element");
    counts found = {.cells = 1, .quadrangles = !eg_node_is(element, "triangle")};
    for (int64_t i = 0; i < eg_node_count(cells); i++)
        found.cells *= (double)eg_node_integer(eg_node_item(cells, i));
    if (eg_node_is(element, "triangle"))
        found.cells *= 2;
    found.curved = eg_node_child(box, "map") != NULL;
    return found;
}

/* Of hexahedra the file has the quadrangles of the boundary, too: about six sides of a cube. */
static counts count_file(const char *path, bool solid)
{
    int64_t nodes, elements;
    eg_gmsh_count(path, &nodes, &elements);
    counts found = {.cells = (double)elements, .nodes = (double)nodes};
    for (int i = 0; solid && i < 20; i++)
        found.cells = (double)elements - 6 * pow(found.cells, 2.0 / 3) * 0.7;
    found.cells = fmax(found.cells, 0);
    found.curved = solid && found.nodes > 3 * found.cells;
    return found;
}

/* Components of the outputs that make up the state. */
static int variables_of(const eg_case *loaded)
{
    const eg_case_model *model = eg_case_model_of(loaded);
    int variables = 0;
    for (const char *const *name = model->state; *name; name++)
        variables +=
            model->outputs[eg_output_find(model->outputs, model->output_count, *name)].components;
    return variables;
}

static double integer_at(const eg_case *loaded, const char *key, double otherwise)
{
    const eg_node *node = eg_case_find(loaded, key);
    return node ? (double)eg_node_integer(node) : otherwise;
}

static bool has_friction(const eg_case *loaded)
{
    const eg_node *materials = eg_case_find(loaded, "materials");
    for (int64_t i = 0; i < eg_node_count(materials); i++)
        if (eg_node_child(eg_node_item(materials, i), "manning"))
            return true;
    return false;
}

static double shallow_water_bytes(const eg_run *run, const counts *mesh)
{
    double cell = mesh->quadrangles ? 540 : 480;
    if (has_friction(run->loaded)) /* the slope of the bed */
        cell += 3 * (double)eg_real_size(run->precision);
    if (run->precision == EG_F32)
        cell -= 60;
    if (eg_case_find(run->loaded, "output.maxima"))
        cell += 41;
    return mesh->cells * cell;
}

/* States and what is written of them, by mode and variable; the medium, by mode where it varies. */
static double waves_bytes(const eg_run *run, const counts *mesh)
{
    int variables = variables_of(run->loaded), materials = variables == 5 ? 4 : 2;
    double order = integer_at(run->loaded, "numerics.order", 4);
    double of_material = integer_at(run->loaded, "numerics.material_order", 1);
    double modes = order * (order + 1) / 2;
    double size = (double)eg_real_size(run->precision);
    double cell =
        330 + 42 * variables + (mesh->quadrangles ? 200 : 0) + 6.1 * size * modes * variables;
    if (of_material > 1)
        cell += 38 * materials * modes;
    return mesh->cells * cell;
}

/* Vectors and the operator, by node of the elements and by node of the mesh; multigrid's levels and Schwarz's
 * subdomains. */
static double elliptic_bytes(const eg_run *run, const counts *mesh)
{
    const eg_case *loaded = run->loaded;
    double degree = integer_at(loaded, "numerics.degree", 4), f32 = run->precision == EG_F32;
    double own = pow(degree + 1, 3), nodes = mesh->cells * pow(degree, 3);
    nodes = pow(cbrt(nodes) + 1, 3);
    const eg_node *preconditioner = eg_case_find(loaded, "numerics.preconditioner");
    double node = 110 - 34 * f32, element = 450 + 18 * own;
    if (mesh->curved)
        element += 51 * own;
    if (eg_node_is(eg_case_find(loaded, "model"), "heat"))
        node += 66;
    if (eg_node_is(preconditioner, "p-multigrid")) {
        node += 48;
        element += 700;
    }
    if (eg_node_is(preconditioner, "schwarz") ||
        eg_node_is(eg_case_find(loaded, "numerics.smoother"), "schwarz"))
        node += 127;
    return nodes * node + mesh->cells * (element + 8 * own);
}

/* Bytes of the process before there is a mesh, and of the picture when it is drawn; on several ranks of MPI, too. */
static double base_bytes(const eg_run *run, bool first)
{
    enum { PROGRAM = 20, PICTURE = 20, MESSAGES = 14 };
    bool none = eg_node_is(eg_case_find(run->loaded, "output.picture"), "none");
    return 1e6 * (PROGRAM + (first && !none ? PICTURE : 0) +
                  (eg_comm_size(run->comm) > 1 ? MESSAGES : 0));
}

/* The part that rank 0 holds of the whole mesh while it distributes it. */
static const double WHOLE_MESH = 0.45;

/* What no mesh can hold is refused by the mesh, which says how much it can: more memory would not help. */
static bool fits_a_mesh(const counts *mesh, bool solid)
{
    return mesh->cells > 0 &&
           mesh->cells <= (double)INT32_MAX / (solid ? EG_HEX_EDGES : EG_CELL_VERTICES);
}

bool eg_run_estimate(const eg_run *run, eg_run_need *need)
{
    const eg_node *file = eg_case_find(run->loaded, "mesh.gmsh");
    bool solid = run->kind->keys.dimensions == 3;
    const counts mesh = file ? count_file(eg_node_path(file), solid)
                             : count_box(eg_case_find(run->loaded, "mesh.box"));
    if (!file && !fits_a_mesh(&mesh, solid))
        return false;
    bool water = eg_node_is(eg_case_find(run->loaded, "model"), "shallow-water");
    double ranks = eg_comm_size(run->comm);
    double here = fmin(ranks, eg_comm_node_size(run->comm));
    double all = water   ? shallow_water_bytes(run, &mesh)
                 : solid ? elliptic_bytes(run, &mesh)
                         : waves_bytes(run, &mesh);
    double first = ranks > 1 ? fmax(all / ranks, WHOLE_MESH * all) : all;
    *need = (eg_run_need){.rank = base_bytes(run, true) + first};
    need->machine = need->rank + (here - 1) * (base_bytes(run, false) + all / ranks);
    return mesh.cells > 0;
}

eg_status eg_run_check_memory(eg_run *run)
{
    eg_room room;
    eg_run_need need;
    if (!eg_run_is_first(run) || run->options.overcommit || !eg_run_estimate(run, &need))
        return EG_OK;
    eg_memory_room("", &room);
    if (need.machine <= room.bytes)
        return EG_OK;
    return eg_fail(run->context, EG_MEMORY,
                   "%s: a run of this case takes about %.3g GB of memory on this machine, and %.3g "
                   "GB can be taken (%s). Take fewer cells, a lower order, or more machines; "
                   "--overcommit goes on regardless",
                   eg_case_name(run->loaded), need.machine / 1e9, room.bytes / 1e9, room.what);
}
