/* What memory a run takes, told before it is taken: from the counts of its mesh, by which its model tells
 * what it takes of them.
 *
 * The numbers of bytes are measured: docs/performance.md, "Memory", has the table, and tests/cli/memory.sh
 * holds the estimates to within a fifth of each model's peak and of what it has on the device. */
#include "run/life/life.h"

#include <math.h>

#include "base/room.h"

/* Leaves, where the cells are trees, or triangles that are halved. */
static double leaves_of(const eg_run *run)
{
    if (run->adaptation->bisects)
        return pow(2, run->adaptation->first);
    const eg_node *level = eg_case_find(run->loaded, "mesh.forest.level");
    return level ? pow(2, (double)run->kind->keys.dimensions * (double)eg_node_integer(level)) : 1;
}

/* The part of the work that this rank has. */
static double share_of_rank(const eg_comm *comm)
{
    eg_ranks ranks = eg_comm_ranks(comm);
    int rank = eg_comm_rank(comm);
    return ranks.before ? ranks.before[rank + 1] - ranks.before[rank] : 1.0 / ranks.count;
}

static eg_mesh_counts count_box(const eg_node *box)
{
    const eg_node *cells = eg_node_child(box, "cells"), *element = eg_node_child(box, "element");
    eg_mesh_counts found = {.cells = 1, .quadrangles = !eg_node_is(element, "triangle")};
    for (int64_t i = 0; i < eg_node_count(cells); i++)
        found.cells *= (double)eg_node_integer(eg_node_item(cells, i));
    if (eg_node_is(element, "triangle"))
        found.cells *= 2;
    const eg_node *degree = eg_node_child(box, "geometry_degree");
    bool mapped = eg_node_child(box, "map") != NULL;
    found.skew = mapped || eg_node_child(box, "topography");
    found.curved = mapped && !(degree && eg_node_integer(degree) == 1);
    return found;
}

/* Of hexahedra the file has the quadrangles of the boundary, too: about six sides of a cube. */
static eg_mesh_counts count_file(const char *path, bool solid)
{
    int64_t nodes, elements;
    eg_gmsh_count(path, &nodes, &elements);
    eg_mesh_counts found = {.cells = (double)elements, .nodes = (double)nodes, .skew = true};
    for (int i = 0; solid && i < 20; i++)
        found.cells = (double)elements - 6 * pow(found.cells, 2.0 / 3) * 0.7;
    found.cells = fmax(found.cells, 0);
    found.curved = solid && found.nodes > 3 * found.cells;
    return found;
}

/* MB that drawing takes: a picture is 1400 pixels wide, and as high as the domain's form asks for, which a
 * file tells later. */
static double picture_mb(const eg_run *run)
{
    const eg_node *size = eg_case_find(run->loaded, "mesh.box.size");
    if (run->kind->keys.dimensions == 3)
        return 20;
    if (!size)
        return 22;
    return 11 + 24 * fmin(0.8, eg_node_real(eg_node_item(size, 1)) / eg_node_real(eg_node_item(size, 0)));
}

/* Bytes of the process before there is a mesh, and of the picture when it is drawn; on several ranks of MPI,
 * too. */
static double base_bytes(const eg_run *run, bool first)
{
    enum { PROGRAM = 20, MESSAGES = 14 };
    bool none = eg_node_is(eg_case_find(run->loaded, "output.picture"), "none");
    return 1e6 *
           (PROGRAM + (first && !none ? picture_mb(run) : 0) + (eg_comm_size(run->comm) > 1 ? MESSAGES : 0));
}

/* The part that rank 0 holds of the whole mesh while it distributes it. */
static const double WHOLE_MESH = 0.45;

static bool has_file(const eg_node *node)
{
    bool found = eg_node_child(node, "raster") != NULL || eg_node_child(node, "volume") != NULL;
    for (int64_t i = 0; i < eg_node_count(node) && !found; i++)
        found = has_file(eg_node_item(node, i));
    return found;
}

/* What the counts of a mesh do not tell. */
static void leave_out(const eg_run *run, eg_text *left_out)
{
    static const struct {
        const char *key, *name;
    } of_case[] = {{"output.gauges", "gauges"}, {"output.lines", "lines"}};
    for (size_t i = 0; i < sizeof of_case / sizeof *of_case; i++)
        if (eg_case_find(run->loaded, of_case[i].key))
            eg_text_add(left_out, ", %s", of_case[i].name);
    if (eg_case_find(run->loaded, "mesh.forest.levels") || eg_case_find(run->loaded, "mesh.forest.regions") ||
        eg_case_find(run->loaded, "mesh.forest.adapt") || eg_case_find(run->loaded, "mesh.forest.wavelength"))
        eg_text_add(left_out, ", cells above mesh.forest.level");
    if (run->adaptation->bisects)
        eg_text_add(left_out, ", cells above mesh.adapt.first");
    if (has_file(eg_case_find(run->loaded, "materials")) || has_file(eg_case_find(run->loaded, "initial")))
        eg_text_add(left_out, ", rasters and volumes");
    if (run->kind->keys.dimensions == 2 && !run->kind->keys.forest && eg_case_find(run->loaded, "mesh.gmsh"))
        eg_text_add(left_out, ", quadrangles of the file (all cells are taken for triangles)");
    if (eg_comm_size(run->comm) > 1)
        eg_text_add(left_out, ", cells and nodes that ranks exchange");
}

/* Roots, where the cells are leaves. */
static eg_mesh_counts count_mesh(const eg_run *run)
{
    const eg_node *file = eg_case_find(run->loaded, "mesh.gmsh");
    return file ? count_file(eg_node_path(file), run->kind->keys.dimensions == 3)
                : count_box(eg_case_find(run->loaded, "mesh.box"));
}

bool eg_run_estimate(const eg_run *run, eg_text *left_out, eg_run_need *need)
{
    bool solid = run->kind->keys.dimensions == 3, file = eg_case_find(run->loaded, "mesh.gmsh");
    eg_mesh_counts mesh = count_mesh(run);
    double most = (double)INT32_MAX / (solid ? EG_HEX_EDGES : EG_CELL_VERTICES);
    /* what no mesh can hold is refused by the mesh, which says how much it can: more memory would not help */
    if (!file && !(mesh.cells > 0 && mesh.cells <= most))
        return false;
    mesh.cells *= leaves_of(run);
    double ranks = eg_comm_size(run->comm);
    double here = fmin(ranks, eg_comm_node_size(run->comm));
    eg_model_need of_model = {.left_out = left_out};
    run->class->need(run->kind, run->loaded, &mesh, &of_model);
    leave_out(run, left_out);
    double all = of_model.all;
    bool whole = ranks > 1 && !run->adaptation->bisects; /* no rank has all triangles that change */
    double first = whole ? fmax(all / ranks, WHOLE_MESH * all) : all / ranks;
    *need = (eg_run_need){.rank = base_bytes(run, true) + first,
                          .device = of_model.device * share_of_rank(run->comm)};
    need->least = of_model.least > 0 ? of_model.least * share_of_rank(run->comm) : need->device;
    need->machine = need->rank + (here - 1) * (base_bytes(run, false) + all / ranks);
    return mesh.cells > 0;
}

eg_status eg_run_check_cells(const eg_run *run, int64_t cells)
{
    eg_room room;
    eg_mesh_counts mesh = count_mesh(run);
    EG_TEXT(left_out, run->context);
    eg_model_need need = {.left_out = &left_out};
    double ranks = eg_comm_size(run->comm), here = fmin(ranks, eg_comm_node_size(run->comm));
    mesh.cells = (double)cells;
    run->class->need(run->kind, run->loaded, &mesh, &need);
    eg_memory_room("", &room);
    double bytes = need.all * here / ranks;
    if (run->options.overcommit || bytes <= room.bytes)
        return EG_OK;
    return eg_fail(run->context, EG_MEMORY,
                   "%s: mesh.adapt asks for %lld cells in place of %lld: they take about %.3g GB of memory "
                   "on this machine, and %.3g GB can be taken beside what the run has (%s). Take a larger "
                   "mesh.adapt.refine or a lower mesh.adapt.highest; --overcommit continues regardless",
                   eg_case_name(run->loaded), (long long)cells, (long long)run->mesh->all, bytes / 1e9,
                   room.bytes / 1e9, room.what);
}

/* EG_MEMORY where a device that has memory of its own has less free than is needed there. */
static eg_status check_device(const eg_run *run, const eg_run_need *need)
{
    const eg_device_info *device = eg_device_describe(run->device);
    bool own = device->kind == EG_DEVICE_CUDA || device->kind == EG_DEVICE_OPENCL;
    if (!own || device->memory_free <= 0 || need->least <= (double)device->memory_free)
        return EG_OK;
    return eg_fail(run->context, EG_MEMORY,
                   "%s: a run of this case takes about %.3g GB on %s%s, and %.3g GB are free there. "
                   "Take fewer cells, a lower order, numerics.precision: f32, or more devices; "
                   "--overcommit continues regardless",
                   eg_case_name(run->loaded), need->least / 1e9, device->spec,
                   eg_comm_size(run->comm) > 1 ? " of each rank" : "", (double)device->memory_free / 1e9);
}

static eg_status check_host_memory(const eg_run *run, const eg_run_need *need)
{
    eg_room room;
    eg_memory_room("", &room);
    if (!eg_run_is_first(run) || need->machine <= room.bytes)
        return EG_OK;
    return eg_fail(run->context, EG_MEMORY,
                   "%s: a run of this case takes about %.3g GB of memory on this machine, and %.3g "
                   "GB can be taken (%s). Take fewer cells, a lower order, or more machines; "
                   "--overcommit continues regardless",
                   eg_case_name(run->loaded), need->machine / 1e9, room.bytes / 1e9, room.what);
}

static bool has_mesh_file(const eg_run *run)
{
    return eg_case_find(run->loaded, "mesh.gmsh") != NULL;
}

/* Where nothing is known, or nothing is to be known, all is well. */
static eg_status check_memory(const eg_run *run, bool host, bool device)
{
    EG_TEXT(left_out, run->context);
    eg_run_need need;
    if (run->options.overcommit || !(host || device))
        return EG_OK;
    bool known = eg_run_estimate(run, &left_out, &need);
    EG_TRY(left_out.status);
    if (known && host)
        EG_TRY(check_host_memory(run, &need));
    return known && device ? check_device(run, &need) : EG_OK;
}

eg_status eg_run_check_memory(eg_run *run)
{
    if (has_mesh_file(run))
        EG_TRY(eg_device_finish(run->device)); /* it is open */
    return check_memory(run, true, has_mesh_file(run));
}

eg_status eg_run_check_device(eg_run *run)
{
    EG_TRY(eg_device_finish(run->device));
    return check_memory(run, false, !has_mesh_file(run));
}
