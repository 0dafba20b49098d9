/* From a Gmsh file's numbers of physical groups to named regions and boundaries, and on to the mesh. */
#include "base/scope.h"
#include "mesh/gmsh/msh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The groups of one dimension that are in use. */
typedef struct group_table {
    eg_context *context;
    int dimension;
    int count;
    int32_t *tag;           /* [count] ascending */
    char (*number)[16];     /* [count] the tag as text */
    const char **name;      /* [count] a name of the file, number[], or a fixed text */
    const msh_reader *file; /* owns the names */
} group_table;

static void group_table_free(group_table *t)
{
    EG_FREE(&t->tag, &t->number, &t->name);
}

/* Collects the different tags in group[count]. Equal tags mostly follow each other, so that what is
 * sorted is short. */
static eg_status collect_tags(group_table *t, int64_t count, const int32_t *group)
{
    int64_t runs = 0, room = 0;
    for (int64_t i = 0; i < count; i++) {
        if (i > 0 && group[i] == group[i - 1])
            continue;
        EG_TRY(eg_reserve(t->context, runs + 1, &room, sizeof *t->tag, &t->tag));
        t->tag[runs++] = group[i];
    }
    if (runs > 0)
        qsort(t->tag, (size_t)runs, sizeof *t->tag, eg_ascending_i32);
    for (int64_t i = 0; i < runs; i++)
        if (i == 0 || t->tag[i] != t->tag[i - 1])
            t->tag[t->count++] = t->tag[i];
    return EG_OK;
}

static int compare_text(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Two groups may not have one name: a case could not tell them apart. */
static eg_status check_group_names(const group_table *t)
{
    static const char *const kinds[4] = {"points", "curves", "surfaces", "volumes"};
    EG_SCRATCH const char **sorted = NULL;
    EG_TRY(eg_alloc(t->context, t->count, sizeof *sorted, &sorted));
    for (int i = 0; i < t->count; i++)
        sorted[i] = t->name[i];
    if (t->count > 0)
        qsort(sorted, (size_t)t->count, sizeof *sorted, compare_text);
    for (int i = 1; i < t->count; i++)
        if (strcmp(sorted[i], sorted[i - 1]) == 0)
            return eg_fail(t->context, EG_MESH, "%s: two physical %s are called '%s': give each its own name",
                           t->file->c.name, kinds[t->dimension], sorted[i]);
    return EG_OK;
}

static eg_status name_tags(group_table *t)
{
    EG_TRY(EG_ALLOC(t->context, EG_BLOCK(t->count, t->number), EG_BLOCK(t->count, t->name)));
    for (int i = 0; i < t->count; i++) {
        snprintf(t->number[i], sizeof t->number[i], "%d", t->tag[i]);
        t->name[i] = eg_msh_find_name(t->file, t->dimension, t->tag[i]);
        if (t->tag[i] == 0) /* cells that are in no group */
            t->name[i] = t->count == 1 ? "all" : "unnamed";
        if (!t->name[i])
            t->name[i] = t->number[i];
    }
    return check_group_names(t);
}

static eg_status make_table(group_table *t, int64_t count, int32_t *group)
{
    EG_TRY(collect_tags(t, count, group));
    EG_TRY(name_tags(t));
    /* Replaces each tag by its index in the table. */
    int32_t last_tag = 0, last_index = -1;
    for (int64_t i = 0; i < count; i++) {
        if (last_index < 0 || group[i] != last_tag) {
            const int32_t *found =
                bsearch(&group[i], t->tag, (size_t)t->count, sizeof *t->tag, eg_ascending_i32);
            last_tag = group[i];
            last_index = (int32_t)(found - t->tag);
        }
        group[i] = last_index;
    }
    return EG_OK;
}

eg_status eg_msh_finish(msh_reader *r, eg_plane **mesh)
{
    EG_ENDS_WITH(group_table_free)
    group_table region = {.context = r->c.context, .dimension = 2, .file = r},
                boundary = {.context = r->c.context, .dimension = 1, .file = r};
    EG_TRY(make_table(&region, r->cells, r->group));
    EG_TRY(make_table(&boundary, r->edges, r->edge_group));
    eg_plane_input input = {
        .origin = r->c.name,
        .nodes = r->nodes,
        .cells = r->cells,
        .edges = r->edges,
        .x = r->x,
        .type = r->type,
        .vertex = r->vertex,
        .region = r->group,
        .source = r->source,
        .edge = r->edge,
        .edge_boundary = r->edge_group,
        .regions = region.count,
        .boundaries = boundary.count,
        .region_name = region.name,
        .boundary_name = boundary.name,
    };
    return eg_plane_build(r->c.context, &input, mesh);
}

eg_status eg_msh_finish_solid(msh_reader *r, eg_hexes **mesh)
{
    EG_ENDS_WITH(group_table_free)
    group_table region = {.context = r->c.context, .dimension = 3, .file = r},
                boundary = {.context = r->c.context, .dimension = 2, .file = r};
    EG_TRY(make_table(&region, r->cells, r->group));
    EG_TRY(make_table(&boundary, r->edges, r->edge_group));
    EG_TRY(eg_msh_complete_solids(r));
    eg_hexes_input input = {
        .origin = r->c.name,
        .degree = r->degree > 0 ? r->degree : 1,
        .points = r->nodes,
        .elements = r->cells,
        .quads = r->edges,
        .x = (const double(*)[3])r->x,
        .point = r->point,
        .region = r->group,
        .source = r->source,
        .quad = (const int32_t(*)[4])r->quad,
        .quad_boundary = r->edge_group,
        .regions = region.count,
        .boundaries = boundary.count,
        .region_name = region.name,
        .boundary_name = boundary.name,
    };
    return eg_hexes_build(r->c.context, &input, mesh);
}
