/* picture.png: the last state. */
#include "run/observe/observe.h"
#include "run/state/state.h"

#include <math.h>

/* Below a millimetre a picture shows land. */
static const double PICTURE_DRY = 1e-3;

/* Values of the picture and of what the model puts beside them; NULL: not wanted. */
typedef struct picture_fields {
    double *value, *depth, *bed, *vectors; /* [values], the last one [values][2] */
} picture_fields;

static void free_picture_fields(picture_fields *fields)
{
    EG_FREE(&fields->value, &fields->depth, &fields->bed, &fields->vectors);
}

/* Reads an output of all ranks, where there is one; of a vector its magnitude, unless `vectors`. Collective;
 * all agree. */
static eg_status read_picture_field(const eg_run *run, const void *memory, int output, bool vectors,
                                    double **field)
{
    if (output < 0)
        return EG_OK;
    int degree = eg_model_degree(run->model);
    int64_t count = eg_snapshot_value_count(run->mesh, degree);
    int64_t all = eg_run_is_first(run) ? eg_snapshot_all_values(run->mesh, degree) : 0;
    int components = run->diagnostics->table[output].components, kept = vectors ? components : 1;
    EG_SCRATCH double *own = NULL;
    eg_status status =
        EG_ALLOC(run->context, EG_BLOCK(count * components, own), EG_BLOCK(all * kept, *field));
    if (status == EG_OK)
        status = eg_state_output(run->model, run->mesh, memory, output, degree, true, own);
    if (status == EG_OK && kept < components)
        eg_picture_take_magnitudes(count, components, own);
    return eg_run_gather(run, own, count * kept * (int64_t)sizeof *own, *field, status);
}

/* The cells of all ranks, on rank 0. */
typedef struct picture_cells {
    eg_shapes shapes;
    double (*x)[3];
    uint8_t *type;
    int64_t *first;
    int32_t *vertex, *region; /* regions, where there are several */
    double (*segments)[4];    /* where the domain and regions end */
    int64_t segment_count;
} picture_cells;

static void free_picture_cells(picture_cells *cells)
{
    EG_FREE(&cells->x, &cells->type, &cells->first, &cells->vertex, &cells->region, &cells->segments);
}

static void set_shapes(picture_cells *cells, int64_t nodes, int64_t count)
{
    cells->shapes = (eg_shapes){.nodes = nodes,
                                .cells = count,
                                .x = (const double(*)[3])cells->x,
                                .first = cells->first,
                                .vertex = cells->vertex};
}

static eg_status make_picture_room(const eg_run *run, picture_cells *cells, int32_t **own)
{
    const eg_cell_group *group = run->mesh->group;
    int64_t all = run->mesh->all, rest = 3 * group[EG_TRIANGLE].all + 4 * group[EG_QUADRANGLE].all;
    EG_TRY(eg_alloc(run->context, eg_plane_of(run->mesh)->first[run->mesh->own], sizeof **own, own));
    if (!eg_run_is_first(run))
        return EG_OK;
    return EG_ALLOC(run->context, EG_BLOCK(eg_plane_all_nodes(eg_plane_of(run->mesh)), cells->x),
                    EG_BLOCK(all, cells->type), EG_BLOCK(all + 1, cells->first),
                    EG_BLOCK(rest, cells->vertex));
}

/* Leaves of a forest are quadrangles with vertices of their own. */
static eg_status fill_quadrangles(const eg_run *run, picture_cells *cells)
{
    int64_t all = run->mesh->all;
    if (!eg_run_is_first(run))
        return EG_OK;
    EG_TRY(EG_ALLOC(run->context, EG_BLOCK(4 * all, cells->x), EG_BLOCK(all + 1, cells->first),
                    EG_BLOCK(4 * all, cells->vertex)));
    for (int64_t c = 0; c <= all; c++)
        cells->first[c] = 4 * c;
    for (int64_t k = 0; k < 4 * all; k++)
        cells->vertex[k] = (int32_t)k;
    set_shapes(cells, 4 * all, all);
    return EG_OK;
}

static eg_status gather_leaves(const eg_run *run, picture_cells *cells)
{
    const eg_forest *forest = eg_forest_of(run->mesh);
    EG_SCRATCH double(*own)[4][3] = NULL;
    eg_status status = eg_alloc(run->context, run->mesh->own, sizeof *own, &own);
    if (status == EG_OK)
        status = fill_quadrangles(run, cells);
    for (int64_t c = 0; status == EG_OK && c < run->mesh->own; c++)
        eg_leaf_corners(forest, c, own[c]);
    return eg_run_gather(run, own, run->mesh->own * (int64_t)sizeof *own, cells->x, status);
}

/* Each rank gives the nodes that its cells are the first to have, and the vertices of its cells. Collective;
 * all agree. */
static eg_status gather_cells(const eg_run *run, picture_cells *cells)
{
    EG_SCRATCH int32_t *own = NULL;
    if (eg_mesh_is_forest(run->mesh))
        return gather_leaves(run, cells);
    const eg_plane *mesh = eg_plane_of(run->mesh);
    if (!mesh->part) {
        cells->shapes = eg_shapes_of_mesh(mesh);
        return EG_OK;
    }
    eg_status status = make_picture_room(run, cells, &own);
    int64_t vertices = status == EG_OK ? mesh->first[mesh->base.own] : 0;
    for (int64_t k = 0; k < vertices; k++)
        own[k] = eg_plane_whole_node(mesh, mesh->vertex[k]);
    status = eg_run_gather(run, mesh->x + mesh->part->first_node,
                           mesh->part->own_nodes * (int64_t)sizeof *mesh->x, cells->x, status);
    status = eg_run_gather(run, mesh->type, mesh->base.own, cells->type, status);
    status = eg_run_gather(run, own, vertices * (int64_t)sizeof *own, cells->vertex, status);
    for (int64_t c = 0; status == EG_OK && eg_run_is_first(run) && c < mesh->base.all; c++)
        cells->first[c + 1] = cells->first[c] + eg_cell_type_vertices((eg_cell_type)cells->type[c]);
    set_shapes(cells, eg_plane_all_nodes(mesh), mesh->base.all);
    return status;
}

/* Whether the outline goes along face k of an own cell; of two cells the lower one draws what is between
 * them. */
static bool is_edge_outlined(const eg_plane *mesh, int64_t cell, int64_t k)
{
    int32_t face = mesh->cell_face[k], other = eg_plane_neighbour(mesh, face, cell);
    if (other < 0)
        return true;
    return mesh->face_twin[face] < 0 && mesh->base.region[other] != mesh->base.region[cell] &&
           eg_mesh_whole_number(&mesh->base, other) > eg_mesh_whole_number(&mesh->base, cell);
}

static int64_t own_segments(const eg_run *run, double (*segments)[4])
{
    const eg_mesh *base = run->mesh;
    int64_t count = eg_picture_layers(run, segments);
    if (eg_mesh_is_forest(base))
        return count + eg_leaf_segments(eg_forest_of(base), segments ? segments + count : NULL);
    const eg_plane *mesh = eg_plane_of(base);
    for (int64_t cell = 0; cell < mesh->base.own; cell++)
        for (int64_t k = mesh->first[cell]; k < mesh->first[cell + 1]; k++) {
            if (!is_edge_outlined(mesh, cell, k))
                continue;
            const int32_t *ends = mesh->face_vertex[mesh->cell_face[k]];
            for (int i = 0; segments && i < 4; i++)
                segments[count][i] = mesh->x[ends[i / 2]][i % 2];
            count++;
        }
    return count;
}

/* The outlines, cell after cell, and the regions. Collective; all agree. */
static eg_status gather_outlines(const eg_run *run, picture_cells *cells)
{
    const eg_mesh *mesh = run->mesh;
    EG_SCRATCH double(*own)[4] = NULL;
    EG_SCRATCH int64_t *count_of = NULL;
    int64_t count = own_segments(run, NULL);
    int ranks = eg_comm_size(run->comm);
    bool several = mesh->regions.count > 1;
    eg_status status = EG_ALLOC(run->context, EG_BLOCK(count, own), EG_BLOCK(ranks, count_of));
    EG_TRY(eg_run_agree(run, status));
    own_segments(run, own);
    eg_comm_allgather_counts(run->comm, count, count_of);
    for (int r = 0; eg_run_is_first(run) && r < ranks; r++)
        cells->segment_count += count_of[r];
    int64_t all = eg_run_is_first(run) && several ? mesh->all : 0;
    status =
        EG_ALLOC(run->context, EG_BLOCK(cells->segment_count, cells->segments), EG_BLOCK(all, cells->region));
    status = eg_run_gather(run, own, count * (int64_t)sizeof *own, cells->segments, status);
    return several ? eg_run_gather(run, mesh->region, mesh->own * (int64_t)sizeof *mesh->region,
                                   cells->region, status)
                   : status;
}

/* ---- drawing */

static double dry_depth(const eg_run *run, const double *depth)
{
    double deepest = 0;
    int64_t count = eg_snapshot_all_values(run->mesh, eg_model_degree(run->model));
    for (int64_t c = 0; depth && c < count; c++)
        deepest = fmax(deepest, depth[c]);
    return fmin(PICTURE_DRY, 1e-3 * deepest);
}

static eg_status draw_map_of_plane(eg_run *run, const eg_output *output, eg_colormap colormap,
                                   const picture_cells *cells, const picture_fields *fields,
                                   const eg_picture_points *points)
{
    eg_map map = {.shapes = cells->shapes,
                  .degree = eg_model_degree(run->model),
                  .values = fields->value,
                  .title = eg_node_text(eg_case_find(run->loaded, "title")),
                  .has_time = true,
                  .colormap = colormap,
                  .symmetric = output->is_signed && output->components == 1,
                  .depth = fields->depth,
                  .dry_depth = dry_depth(run, fields->depth),
                  .bed = fields->bed,
                  .vectors = fields->vectors,
                  .vector_components = 2,
                  .points = (const double(*)[2])points->place,
                  .point_names = (const char *const *)points->name,
                  .point_kinds = points->kind,
                  .point_count = points->count,
                  .segments = (const double(*)[4])cells->segments,
                  .segment_count = cells->segment_count,
                  .region = cells->region};
    eg_picture_describe(run, output, &map);
    if (map.has_range && colormap == EG_COLORMAP_DIVERGING && map.low != -map.high) /* white would not be 0 */
        map.colormap = EG_COLORMAP_SEQUENTIAL;
    return eg_picture_write(run, &map);
}

/* How it looks, and the output whose arrows it has: a velocity in the plane, where the case wants them. */
static int choose_look(const eg_run *run, int id, eg_model_picture *look)
{
    const eg_output *table = run->diagnostics->table, *output = &table[id];
    const eg_node *arrows = eg_case_find(run->loaded, "output.picture.arrows");
    int velocity = eg_output_find(table, run->kind->keys.output_count, "velocity");
    bool diverges = output->is_signed && output->components == 1;
    *look = (eg_model_picture){diverges ? EG_COLORMAP_DIVERGING : EG_COLORMAP_SEQUENTIAL, -1, -1};
    if (run->class->picture)
        run->class->picture(run->model, id, look);
    bool shown = arrows && eg_node_boolean(arrows) && velocity >= 0 && table[velocity].components == 2;
    return shown ? velocity : -1;
}

static eg_picture_view view_of_plane(const eg_run *run)
{
    const double *low = run->mesh->box_low, *high = run->mesh->box_high;
    return (eg_picture_view){
        .dimension = 2, .axis = {0, 1}, .normal = -1, .low = {low[0], low[1]}, .high = {high[0], high[1]}};
}

static eg_status add_interfaces(const eg_run *run, const eg_picture_view *view, picture_cells *cells)
{
    eg_picture_lines lines = {cells->segments, cells->segment_count, cells->segment_count};
    eg_status status = eg_picture_interfaces(run->context, run->loaded, view, &lines);
    cells->segments = lines.segment;
    cells->segment_count = lines.count;
    return status;
}

static eg_status draw_plane(eg_run *run)
{
    const eg_node *variable = eg_case_find(run->loaded, "output.picture.variable");
    const eg_output *table = run->diagnostics->table;
    EG_ENDS_WITH(free_picture_fields) picture_fields fields = {0};
    EG_ENDS_WITH(free_picture_cells) picture_cells cells = {0};
    EG_ENDS_WITH(eg_picture_points_free) eg_picture_points points = {0};
    EG_STATE_COPY(copy, run);
    eg_model_picture with;
    int id = eg_output_find(table, run->kind->keys.output_count, eg_node_text(variable));
    assert(id >= 0);
    int vectors = choose_look(run, id, &with);
    EG_TRY(eg_run_agree(run, eg_state_read(&copy)));
    EG_TRY(read_picture_field(run, copy.memory, id, false, &fields.value));
    EG_TRY(read_picture_field(run, copy.memory, with.depth, false, &fields.depth));
    EG_TRY(read_picture_field(run, copy.memory, with.bed, false, &fields.bed));
    EG_TRY(read_picture_field(run, copy.memory, vectors, true, &fields.vectors));
    EG_TRY(gather_cells(run, &cells));
    EG_TRY(gather_outlines(run, &cells));
    const eg_picture_view view = view_of_plane(run);
    eg_status status =
        eg_run_is_first(run) ? eg_picture_points_find(run->context, run->loaded, &view, &points) : EG_OK;
    if (status == EG_OK && eg_run_is_first(run))
        status = add_interfaces(run, &view, &cells);
    if (status == EG_OK && eg_run_is_first(run))
        status = draw_map_of_plane(run, &table[id], with.colormap, &cells, &fields, &points);
    return eg_run_agree(run, status);
}

bool eg_run_draws(const eg_run *run)
{
    return !eg_node_is(eg_case_find(run->loaded, "output.picture"), "none");
}

static eg_status draw_picture(eg_run *run)
{
    if (!eg_run_draws(run))
        return EG_OK;
    return run->mesh->dimension == 3 ? eg_run_slice_picture(run) : draw_plane(run);
}

const eg_part_class eg_picture_class = {
    .check = eg_run_check_slice, .what = "pictures", .beside = true, .write = draw_picture};
