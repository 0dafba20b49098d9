/* What every mesh has: names, and points found in it. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/parallel.h"
#include "mesh/internal.h"

void eg_mesh_begin(eg_context *context, const eg_mesh_class *class, eg_mesh *mesh)
{
    mesh->class = class;
    mesh->context = context;
    mesh->dimension = class->dimension;
    mesh->degree = 1;
    mesh->groups = class->groups;
    memcpy(mesh->group, class->group, sizeof mesh->group);
}

void eg_mesh_set_cells(eg_mesh *mesh, int64_t cells)
{
    mesh->held = mesh->own = mesh->all = cells;
    for (int g = 0; g < mesh->groups; g++)
        mesh->group[g].all = mesh->group[g].count;
}

static eg_status copy_names(eg_context *context, const eg_mesh_names *from, eg_mesh_names *to)
{
    EG_TRY(eg_alloc(context, from->count, sizeof *to->name, &to->name));
    to->count = from->count;
    for (int i = 0; i < from->count; i++)
        EG_TRY(eg_strdup(context, from->name[i], &to->name[i]));
    return EG_OK;
}

eg_status eg_mesh_copy_head(const eg_mesh *whole, eg_mesh *part)
{
    part->degree = whole->degree;
    for (int g = 0; g < whole->groups; g++)
        part->group[g].all = whole->group[g].count;
    memcpy(part->box_low, whole->box_low, sizeof part->box_low);
    memcpy(part->box_high, whole->box_high, sizeof part->box_high);
    EG_TRY(eg_strdup(part->context, whole->origin, &part->origin));
    EG_TRY(copy_names(part->context, &whole->regions, &part->regions));
    return copy_names(part->context, &whole->boundaries, &part->boundaries);
}

void eg_mesh_destroy(eg_mesh **mesh)
{
    eg_mesh *gone = mesh ? *mesh : NULL;
    if (!gone)
        return;
    *mesh = NULL;
    if (__atomic_fetch_sub(&gone->holders, 1, __ATOMIC_ACQ_REL) == 0)
        gone->class->destroy(gone);
}

eg_mesh *eg_mesh_hold(const eg_mesh *mesh)
{
    eg_mesh *held = (eg_mesh *)(uintptr_t)mesh; /* nothing that a reader sees changes */
    __atomic_fetch_add(&held->holders, 1, __ATOMIC_RELAXED);
    return held;
}

void eg_mesh_free(eg_mesh *mesh)
{
    eg_mesh_names_destroy(&mesh->regions);
    eg_mesh_names_destroy(&mesh->boundaries);
    eg_boxes_destroy(&mesh->boxes);
    if (mesh->partition)
        EG_FREE(&mesh->partition->rank_of, &mesh->partition->ghost_first, &mesh->partition->send_first,
                &mesh->partition->send_cell, &mesh->partition);
    EG_FREE(&mesh->origin, &mesh->region, &mesh->source, &mesh->centroid, &mesh);
}

eg_point_text eg_text_of_point(int dimension, const double *x)
{
    char text[3][32] = {""};
    for (int i = 0; i < dimension; i++)
        eg_format_real(x[i], text[i]);
    eg_point_text point;
    snprintf(point.text, sizeof point.text, "(%s, %s%s%s)", text[0], text[1], dimension > 2 ? ", " : "",
             text[2]);
    return point;
}

int eg_mesh_region_index(const eg_mesh *mesh, const char *name)
{
    return eg_mesh_names_index(&mesh->regions, name);
}

int eg_mesh_boundary_index(const eg_mesh *mesh, const char *name)
{
    return eg_mesh_names_index(&mesh->boundaries, name);
}

/* ---- points */

enum { LOCATE_LEAST = 64 }; /* points worth a thread */

typedef struct search {
    const eg_mesh *mesh;
    const double (*x)[3];
    eg_location *location;
} search;

static void locate_here(const search *s, int64_t count)
{
    EG_LOOP_OF(s->mesh->context, count, LOCATE_LEAST)
    for (int64_t i = 0; i < count; i++) {
        eg_location *found = &s->location[i];
        *found = (eg_location){.owner = -1, .cell = -1};
        found->held = s->mesh->class->locate(s->mesh, s->x[i], found->reference);
        if (found->held >= 0)
            found->cell = eg_mesh_whole_number(s->mesh, found->held);
    }
}

static void largest_of_ranks(const eg_comm *comm, double *values, int64_t count)
{
    for (int64_t from = 0; from < count; from += INT32_MAX)
        eg_comm_max(comm, &values[from], (int)eg_min_i64(count - from, INT32_MAX));
}

/* The lowest cell of all ranks, and who owns it. */
static void agree_on_cells(const search *s, const eg_comm *comm, int64_t count, double *value)
{
    for (int64_t i = 0; i < count; i++)
        value[i] = s->location[i].cell < 0 ? -INFINITY : -(double)s->location[i].cell;
    largest_of_ranks(comm, value, count);
    for (int64_t i = 0; i < count; i++) {
        eg_location *found = &s->location[i];
        found->cell = isfinite(value[i]) ? (int64_t)-value[i] : -1;
        found->held = found->cell < 0 ? -1 : eg_mesh_own_number(s->mesh, found->cell);
        value[i] = found->held >= 0 ? eg_comm_rank(comm) : -1;
    }
    largest_of_ranks(comm, value, count);
    for (int64_t i = 0; i < count; i++)
        s->location[i].owner = (int)value[i];
}

eg_status eg_mesh_locate(const eg_mesh *mesh, const eg_comm *comm, int64_t count, const double (*x)[3],
                         eg_location *location, eg_status status)
{
    eg_context *context = mesh->context;
    EG_SCRATCH double *value = NULL;
    const search s = {mesh, x, location};
    if (status == EG_OK)
        status = eg_alloc(context, count, sizeof *value, &value);
    if (status == EG_OK)
        locate_here(&s, count);
    status = eg_comm_agree(comm, status);
    if (status == EG_OK)
        agree_on_cells(&s, comm, count, value);
    return status;
}
