/* Reading another run's state, and finding points in its mesh. */
#include "run/restart/transfer.h"

#include <math.h>
#include <string.h>

/* How far outside a cell a point may be, by the cell's size: no point falls between two cells. */
static const double SLACK = 1e-10;

/* ---- opening */

/* The one of initial.time, up to rounding, or the last. */
static eg_status choose_snapshot(const eg_setup *setup, const eg_node *from, const eg_snapshot_list *list,
                                 int64_t *chosen)
{
    const eg_node *time = eg_case_find(setup->loaded, "initial.time");
    double t = time ? eg_node_real(time) : 0;
    *chosen = list->count - 1;
    if (list->count == 0)
        return eg_case_fail(setup->loaded, from, EG_INPUT, "%s: has no snapshots", eg_node_path(from));
    if (!time)
        return EG_OK;
    for (int64_t i = 0; i < list->count; i++)
        if (fabs(list->time[i] - t) < fabs(list->time[*chosen] - t))
            *chosen = i;
    if (fabs(list->time[*chosen] - t) <= 1e-9 * fabs(t))
        return EG_OK;
    return eg_case_fail(setup->loaded, time, EG_INPUT,
                        "%s: has no snapshot of t = %.9g s; the nearest is of %.9g s, the first of "
                        "%.9g s, the last of %.9g s",
                        eg_node_path(from), t, list->time[*chosen], list->time[0],
                        list->time[list->count - 1]);
}

/* The path is the caller's to free. */
static eg_status find_snapshot(const eg_setup *setup, const eg_node *from, char **path)
{
    EG_ENDS_WITH(eg_snapshot_list_destroy) eg_snapshot_list *list = NULL;
    int64_t chosen;
    EG_TRY(eg_snapshot_list_create(setup->context, eg_node_path(from), &list));
    EG_TRY(choose_snapshot(setup, from, list, &chosen));
    return eg_strdup(setup->context, list->path[chosen], path);
}

static eg_status read_transfer_field(eg_transfer *transfer, const char *name)
{
    const eg_snapshot *snapshot = transfer->snapshot;
    int f = eg_snapshot_field_index(snapshot, name), k = transfer->fields;
    if (f >= 0) {
        transfer->fields++;
        transfer->columns[k] = snapshot->field[f].components;
        return eg_snapshot_read_field(snapshot, f, &transfer->field[k]);
    }
    EG_TEXT(there, snapshot->context);
    for (int i = 0; i < snapshot->field_count; i++)
        eg_text_add(&there, "%s%s", i ? ", " : "", snapshot->field[i].name);
    return eg_case_fail(transfer->setup->loaded, transfer->node, EG_INPUT,
                        "%s: has no field '%s', which the initial state needs; it holds %s. "
                        "output.fields.variables of the other run names what is written",
                        transfer->path, name, there.length > 0 ? eg_text_string(&there) : "none");
}

int eg_transfer_vertices(const eg_transfer *transfer, int64_t cell, double (*x)[2])
{
    const eg_snapshot_geometry *mesh = transfer->mesh;
    int count = (int)(mesh->first[cell + 1] - mesh->first[cell]);
    for (int v = 0; v < count; v++)
        memcpy(x[v], mesh->x[mesh->vertex[mesh->first[cell] + v]], sizeof *x);
    return count;
}

static eg_box box_of_old_cell(const eg_boxed *self, int64_t cell)
{
    double x[EG_CELL_VERTICES][2];
    int count = eg_transfer_vertices((const eg_transfer *)self, cell, x);
    eg_box box = {{x[0][0], x[0][1], 0}, {x[0][0], x[0][1], 0}};
    for (int v = 1; v < count; v++) {
        const double place[3] = {x[v][0], x[v][1], 0};
        eg_box_include(&box, place, place);
    }
    for (int i = 0; i < 2; i++) {
        double slack = SLACK * (box.high[i] - box.low[i]);
        box.low[i] -= slack;
        box.high[i] += slack;
    }
    return box;
}

static bool old_cell_holds(const eg_boxed *self, int64_t cell, const double point[3])
{
    double x[EG_CELL_VERTICES][2];
    int count = eg_transfer_vertices((const eg_transfer *)self, cell, x);
    for (int v = 0; v < count; v++) {
        const double *a = x[v], *b = x[(v + 1) % count];
        double ex = b[0] - a[0], ey = b[1] - a[1];
        if (ex * (point[1] - a[1]) - ey * (point[0] - a[0]) < -SLACK * (ex * ex + ey * ey))
            return false;
    }
    return true;
}

static eg_status read_other_run(eg_transfer *transfer, const char *const *fields, bool solid)
{
    const eg_setup *setup = transfer->setup;
    EG_TRY(find_snapshot(setup, transfer->node, &transfer->path));
    EG_TRY(eg_snapshot_open(setup->context, transfer->path, &transfer->snapshot));
    const eg_snapshot *snapshot = transfer->snapshot;
    if ((snapshot->hexahedra > 0) != solid)
        return eg_case_fail(setup->loaded, transfer->node, EG_INPUT,
                            solid ? "%s: is of cells of the plane, not of hexahedra"
                                  : "%s: is of hexahedra, not of cells of the plane",
                            transfer->path);
    for (; *fields; fields++)
        EG_TRY(read_transfer_field(transfer, *fields));
    EG_TRY(eg_snapshot_read_geometry(snapshot, &transfer->mesh));
    for (int type = 0; !solid && snapshot->degree > 0 && type < EG_CELL_TYPES; type++)
        eg_nodes_fill((eg_cell_type)type, snapshot->degree, &transfer->nodes[type]);
    if (!solid)
        EG_TRY(eg_boxes_create(setup->context, transfer->mesh->cells, &transfer->cells, &transfer->boxes));
    if (setup->notes)
        eg_text_add(setup->notes, "initial state from %s: step %lld, t = %.9g s, state %016llx\n",
                    transfer->path, (long long)snapshot->stamp.step, snapshot->stamp.time,
                    (unsigned long long)snapshot->stamp.state_hash);
    return EG_OK;
}

eg_status eg_transfer_open(const eg_setup *setup, const char *const *fields, bool solid,
                           eg_transfer *transfer)
{
    *transfer = (eg_transfer){.cells = {.box = box_of_old_cell, .holds = old_cell_holds}, .setup = setup};
    transfer->node = eg_case_find(setup->loaded, "initial.from");
    return read_other_run(transfer, fields, solid);
}

void eg_transfer_close(eg_transfer *transfer)
{
    if (!transfer->setup)
        return;
    for (int f = 0; f < EG_TRANSFER_FIELDS; f++)
        EG_FREE(&transfer->field[f]);
    eg_boxes_destroy(&transfer->boxes);
    eg_snapshot_geometry_destroy(&transfer->mesh);
    eg_snapshot_close(&transfer->snapshot);
    EG_FREE(&transfer->path);
}

/* ---- values */

/* Where in a cell the values of a polynomial begin, and how much each counts at the point. */
static int weights_in_cell(const eg_transfer *transfer, int64_t cell, const double point[2], int64_t *first,
                           double *weights)
{
    double x[EG_CELL_VERTICES][2], reference[2];
    int vertices = eg_transfer_vertices(transfer, cell, x);
    if (transfer->snapshot->degree == 0) {
        *first = cell;
        weights[0] = 1;
        return 1;
    }
    eg_cell_type type = vertices == 3 ? EG_TRIANGLE : EG_QUADRANGLE;
    const eg_nodes *nodes = &transfer->nodes[type];
    eg_reference_point(type, (const double(*)[2])x, point, reference);
    eg_nodes_weights(nodes, reference, weights);
    /* its first vertex is its first node */
    *first = transfer->mesh->vertex[transfer->mesh->first[cell]] - nodes->vertex[0];
    return nodes->count;
}

void eg_transfer_near(const eg_transfer *transfer, const double near[2], const double point[2],
                      double *values, bool *inside)
{
    const double place[3] = {near[0], near[1], 0};
    double weights[EG_NODES_MOST];
    int64_t cell = eg_boxes_find(transfer->boxes, &transfer->cells, place), first;
    *inside = cell >= 0;
    if (cell < 0)
        return;
    int count = weights_in_cell(transfer, cell, point, &first, weights);
    for (int f = 0; f < transfer->fields; f++)
        for (int k = 0; k < transfer->columns[f]; k++, values++) {
            double sum = 0;
            for (int n = 0; n < count; n++)
                sum += weights[n] * transfer->field[f][(first + n) * transfer->columns[f] + k];
            *values = sum;
        }
}

bool eg_transfer_same_mesh(const eg_transfer *transfer)
{
    const eg_plane *mesh = transfer->setup->mesh;
    if (transfer->mesh->cells != mesh->base.own)
        return false;
    for (int64_t c = 0; c < mesh->base.own; c++) {
        double here[EG_CELL_VERTICES][2], there[EG_CELL_VERTICES][2];
        int count = eg_plane_cell_vertices(mesh, c, here);
        if (eg_transfer_vertices(transfer, c, there) != count ||
            memcmp(here, there, (size_t)count * sizeof *here) != 0)
            return false;
    }
    return true;
}

/* ---- a checkpoint of the same moment */

static bool same_text(const eg_case *a, const eg_case *b, const char *key)
{
    const eg_node *here = eg_case_find(a, key), *there = eg_case_find(b, key);
    if (!here || !there)
        return here == there;
    if (eg_node_kind_of(here) == EG_NODE_INTEGER)
        return eg_node_kind_of(there) == EG_NODE_INTEGER && eg_node_integer(here) == eg_node_integer(there);
    return strcmp(eg_node_text(here), eg_node_text(there)) == 0;
}

/* Cells of a run that changes them are not told by the hash of its mesh. */
static bool keeps_cells(const eg_case *loaded)
{
    return !eg_case_find(loaded, "mesh.adapt") && !eg_case_find(loaded, "mesh.forest.adapt");
}

/* The case that the checkpoint is of has the same model, order or degree, and precision. */
static eg_status is_alike(const eg_setup *setup, const eg_node *from, eg_checkpoint *checkpoint, bool *alike)
{
    static const char *const keys[] = {"model", "numerics.order", "numerics.degree", "numerics.precision"};
    EG_ENDS_WITH(eg_case_destroy) eg_case *loaded = NULL;
    EG_SCRATCH char *text = NULL;
    int64_t bytes;
    EG_TRY(eg_checkpoint_text(checkpoint, "case", &text, &bytes));
    EG_TRY(eg_case_parse(setup->context, eg_case_models(setup->loaded), eg_node_path(from), ".", text, bytes,
                         NULL, 0, &loaded));
    *alike = true;
    for (size_t i = 0; *alike && i < sizeof keys / sizeof *keys; i++)
        *alike = same_text(setup->loaded, loaded, keys[i]);
    *alike = *alike && keeps_cells(setup->loaded) && keeps_cells(loaded);
    if (*alike && setup->kind && setup->kind->class->same_variables)
        *alike = setup->kind->class->same_variables(setup->loaded, loaded);
    return EG_OK;
}

/* Whether it is of the snapshot's moment, and of a run like this one. */
static eg_status fits_run(const eg_setup *setup, const eg_node *from, const eg_snapshot_stamp *stamp,
                          eg_checkpoint *checkpoint, bool *fitting)
{
    int64_t steps, hash;
    double time;
    *fitting = false;
    EG_TRY(eg_checkpoint_integer(checkpoint, "run", "mesh-hash", &hash));
    EG_TRY(eg_checkpoint_integer(checkpoint, "run", "steps", &steps));
    EG_TRY(eg_checkpoint_real(checkpoint, "run", "time", &time));
    if ((uint64_t)hash != setup->mesh_hash || steps != stamp->step || time != stamp->time)
        return EG_OK;
    return is_alike(setup, from, checkpoint, fitting);
}

static eg_status open_fitting(const eg_setup *setup, const eg_node *from, const char *folder,
                              eg_checkpoint **checkpoint)
{
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *snapshot = NULL;
    EG_SCRATCH char *path = NULL;
    bool fitting = false;
    eg_status status = eg_checkpoint_newest(setup->context, folder, NULL, checkpoint);
    if (status != EG_OK) /* without one the snapshot has the state, to rounding */
        return status == EG_CHECKPOINT ? EG_OK : status;
    status = find_snapshot(setup, from, &path);
    if (status == EG_OK)
        status = eg_snapshot_open(setup->context, path, &snapshot);
    if (status == EG_OK)
        status = fits_run(setup, from, &snapshot->stamp, *checkpoint, &fitting);
    if (status != EG_OK || !fitting)
        eg_checkpoint_close(checkpoint);
    return status;
}

eg_status eg_transfer_checkpoint(const eg_setup *setup, eg_checkpoint **checkpoint)
{
    const eg_node *from = eg_case_find(setup->loaded, "initial.from");
    EG_SCRATCH char *folder = NULL;
    *checkpoint = NULL;
    if (!from || setup->restoring || !eg_is_folder(eg_node_path(from)) ||
        eg_node_is(eg_case_find(setup->loaded, "initial.keep"), "level"))
        return EG_OK;
    EG_TRY(eg_path_join(setup->context, eg_node_path(from), "checkpoints", &folder));
    EG_TRY(open_fitting(setup, from, folder, checkpoint));
    if (*checkpoint && setup->notes)
        eg_text_add(setup->notes, "to the last bit, from the checkpoint of that moment\n");
    return EG_OK;
}

/* ---- places outside */

void eg_outside_add(eg_outside *outside, const double *place, int dimensions)
{
    if (outside->count < 3)
        memcpy(outside->first[outside->count], place, (size_t)dimensions * sizeof *place);
    outside->count++;
}

eg_status eg_outside_refuse(const eg_transfer *transfer, const eg_outside *outside, const char *what,
                            int dimensions)
{
    const eg_setup *setup = transfer->setup;
    if (outside->count == 0)
        return EG_OK;
    EG_TEXT(places, setup->context);
    for (int i = 0; i < 3 && i < outside->count; i++) {
        for (int d = 0; d < dimensions; d++)
            eg_text_add(&places, "%s%.9g", d ? ", " : i ? ") and (" : "(", outside->first[i][d]);
    }
    return eg_case_fail(setup->loaded, transfer->node, EG_CASE,
                        "%lld %s of the mesh lie outside that of %s, the first at %s)",
                        (long long)outside->count, what, transfer->path, eg_text_string(&places));
}
