/* picture.png of a mesh of hexahedra, or of octrees: a slice through the last state. */
#include "base/parallel.h"
#include "io/picture/slice.h"
#include "run/observe/observe.h"
#include "run/state/state.h"

#include <string.h>

static eg_map_slice begin_slice(const eg_run *run)
{
    const eg_case *loaded = run->loaded;
    const double *low = run->mesh->box_low, *high = run->mesh->box_high;
    const eg_node *normal = eg_case_find(loaded, "output.picture.normal");
    const eg_node *arrows = eg_case_find(loaded, "output.picture.arrows");
    int axis = eg_node_is(normal, "x") ? 0 : eg_node_is(normal, "y") ? 1 : 2;
    double at = eg_case_real(loaded, "output.picture.at", 0.5 * (low[axis] + high[axis]));
    return eg_map_slice_begin(run->context, axis, at, low, high, arrows && eg_node_boolean(arrows));
}

static eg_status check_slice(const eg_run *run)
{
    static const char *const names[] = {"x", "y", "z"};
    const eg_node *at = eg_case_find(run->loaded, "output.picture.at");
    const double *low = run->mesh->box_low, *high = run->mesh->box_high;
    eg_map_slice slice = begin_slice(run);
    int n = slice.normal;
    if (!at || (slice.at >= low[n] && slice.at <= high[n]))
        return EG_OK;
    return eg_case_fail(run->loaded, at, EG_CASE,
                        "the picture's slice across %s at %.9g m lies outside the mesh, which spans "
                        "%.9g to %.9g m there",
                        names[n], slice.at, low[n], high[n]);
}

eg_status eg_run_check_slice(eg_run *run)
{
    return run->mesh->dimension == 3 ? eg_run_agree(run, check_slice(run)) : EG_OK;
}

/* Faces of the domain, and between regions; of two elements the lower one draws what is between them, which
 * every rank knows of its own. */
static void find_outlines(const eg_mesh *base, int64_t element, bool outlined[6])
{
    if (eg_mesh_is_forest(base)) {
        eg_leaf_outlines(eg_forest_of(base), element, outlined);
        return;
    }
    const eg_hexes *mesh = eg_hexes_of(base);
    for (int side = 0; side < 6; side++) {
        int32_t face = mesh->face[element][side], other = mesh->face_element[face][1];
        bool lower = mesh->face_element[face][0] == element && mesh->face_side[face][0] == side;
        outlined[side] = mesh->face_boundary[face] >= 0 ||
                         (lower && other >= 0 && mesh->base.region[other] != mesh->base.region[element]);
    }
}

/* The points of an element's map, equidistant in its reference cube. */
static void find_element_points(const eg_mesh *mesh, int64_t element, double (*x)[3])
{
    if (eg_mesh_is_forest(mesh))
        eg_leaf_points(eg_forest_of(mesh), element, mesh->degree, x);
    else
        eg_hexes_element_points(eg_hexes_of(mesh), element, x);
}

/* Which own elements the slice may meet. */
typedef struct meeting {
    const eg_run *run;
    const eg_map_slice *slice;
    uint8_t *meets; /* [own elements] */
} meeting;

static eg_status look_at_elements(void *with, int part, int64_t from, int64_t to)
{
    const meeting *m = with;
    const eg_mesh *mesh = m->run->mesh;
    int side = mesh->degree + 1;
    EG_SCRATCH double(*x)[3] = NULL;
    (void)part;
    EG_TRY(eg_alloc(mesh->context, (int64_t)side * side * side, sizeof *x, &x));
    for (int64_t i = from; i < to; i++) {
        find_element_points(mesh, mesh->own_first + i, x);
        m->meets[i] = eg_map_slice_meets(m->slice, mesh->degree, (const double(*)[3])x);
    }
    return EG_OK;
}

static eg_status list_met_elements(const eg_run *run, const eg_map_slice *slice, int64_t *count,
                                   int32_t **element)
{
    enum { LEAST = 1024 };
    eg_context *context = run->context;
    int64_t first = run->mesh->own_first, own = run->mesh->own;
    EG_SCRATCH uint8_t *meets = NULL;
    *count = 0;
    EG_TRY(eg_alloc(context, own, sizeof *meets, &meets));
    EG_TRY(eg_in_parts(context, eg_parts(context, own, LEAST), own, look_at_elements,
                       &(meeting){.run = run, .slice = slice, .meets = meets}));
    for (int64_t i = 0; i < own; i++)
        *count += meets[i];
    EG_TRY(eg_alloc(context, *count, sizeof **element, element));
    for (int64_t i = 0, at = 0; i < own; i++)
        if (meets[i])
            (*element)[at++] = (int32_t)(first + i);
    return EG_OK;
}

/* Elements that are cut; each part of them has a slice of its own. */
typedef struct cutting {
    const eg_run *run;
    const int32_t *element; /* [count] */
    const double *values;   /* [count][(degree+1)^3] */
    eg_map_slice *slice;    /* [parts] */
} cutting;

static eg_status cut_some_elements(void *with, int part, int64_t from, int64_t to)
{
    const cutting *w = with;
    const eg_mesh *mesh = w->run->mesh;
    int degree = eg_model_degree(w->run->model), volume = (degree + 1) * (degree + 1) * (degree + 1);
    int side = mesh->degree + 1;
    EG_SCRATCH double(*x)[3] = NULL;
    EG_TRY(eg_alloc(mesh->context, (int64_t)side * side * side, sizeof *x, &x));
    for (int64_t i = from; i < to; i++) {
        int32_t e = w->element[i];
        find_element_points(mesh, e, x);
        eg_map_slice_element element = {.geometry_degree = mesh->degree,
                                        .degree = degree,
                                        .x = (const double(*)[3])x,
                                        .values = w->values + i * volume,
                                        .region = mesh->region[e]};
        find_outlines(mesh, e, element.outlined);
        EG_TRY(eg_map_slice_add(&w->slice[part], &element));
    }
    return EG_OK;
}

/* Cuts elements on all threads, and puts together what they have in the order of the elements. */
static eg_status cut_met_elements(const eg_run *run, int64_t count, const int32_t *list, const double *values,
                                  eg_map_slice *slice)
{
    enum { LEAST = 64 };
    int parts = eg_parts(run->context, count, LEAST);
    cutting w = {.run = run, .element = list, .values = values};
    EG_SCRATCH eg_map_slice *of_part = NULL;
    EG_TRY(eg_alloc(run->context, parts, sizeof *of_part, &of_part));
    for (int p = 0; p < parts; p++)
        of_part[p] = *slice;
    w.slice = of_part;
    eg_status status = eg_in_parts(run->context, parts, count, cut_some_elements, &w);
    for (int p = 0; p < parts; p++) {
        if (status == EG_OK)
            status = eg_map_slice_append(slice, &of_part[p]);
        eg_map_slice_free(&of_part[p]);
    }
    return status;
}

static eg_status cut_own_elements(const eg_run *run, const void *memory, int output, eg_map_slice *slice)
{
    int64_t side = eg_model_degree(run->model) + 1, count = 0;
    int64_t volume = side * side * side;
    int components = run->diagnostics->table[output].components;
    EG_SCRATCH int32_t *element = NULL;
    EG_SCRATCH double *values = NULL;
    EG_TRY(list_met_elements(run, slice, &count, &element));
    EG_TRY(eg_alloc(run->context, count * volume * components, sizeof *values, &values));
    EG_TRY(run->class->nodal->values(run->model, memory, output, count, element, values));
    eg_picture_take_magnitudes(count * volume, components, values);
    return cut_met_elements(run, count, element, values, slice);
}

/* The items of all ranks, in their order, in the place of rank 0's. Collective; all agree. */
static eg_status gather_items(const eg_run *run, size_t size, int64_t *count, void **items)
{
    eg_context *context = run->context;
    EG_SCRATCH int64_t *count_of = NULL;
    EG_SCRATCH void *all = NULL;
    int64_t total = 0;
    EG_TRY(eg_run_agree(run, eg_alloc(context, eg_comm_size(run->comm), sizeof *count_of, &count_of)));
    eg_comm_allgather_counts(run->comm, *count, count_of);
    for (int r = 0; r < eg_comm_size(run->comm); r++)
        total += count_of[r];
    eg_status status = eg_alloc(context, eg_run_is_first(run) ? total : 0, size, &all);
    EG_TRY(eg_run_gather(run, *items, *count * (int64_t)size, all, status));
    if (!eg_run_is_first(run))
        return EG_OK;
    EG_FREE(items);
    *count = total;
    return eg_hand_over(&all, items);
}

static eg_status gather_slice(const eg_run *run, eg_map_slice *slice)
{
    void *triangles = slice->triangle, *segments = slice->segment;
    if (eg_comm_size(run->comm) == 1)
        return EG_OK;
    eg_status status = gather_items(run, sizeof *slice->triangle, &slice->triangles, &triangles);
    slice->triangle = triangles;
    if (status == EG_OK)
        status = gather_items(run, sizeof *slice->segment, &slice->segments, &segments);
    slice->segment = segments;
    if (status == EG_OK && eg_run_is_first(run)) { /* the arrays are others, and full */
        slice->triangle_room = slice->triangles;
        slice->segment_room = slice->segments;
    }
    return status;
}

/* Places that the case names near the slice; ends of layers and interfaces behind its own outlines. */
static eg_status mark_slice(const eg_run *run, eg_map_slice *slice, eg_picture_points *points)
{
    eg_picture_view view = {
        .dimension = 3, .axis = {slice->axis[0], slice->axis[1]}, .normal = slice->normal, .at = slice->at};
    memcpy(view.low, slice->low, sizeof view.low);
    memcpy(view.high, slice->high, sizeof view.high);
    eg_picture_lines lines = {slice->segment, slice->segments, slice->segment_room};
    eg_status status = eg_picture_box_layers(run->context, run->loaded, &view, &lines);
    if (status == EG_OK)
        status = eg_picture_interfaces(run->context, run->loaded, &view, &lines);
    slice->segment = lines.segment;
    slice->segments = lines.count;
    slice->segment_room = lines.room;
    return status == EG_OK ? eg_picture_points_find(run->context, run->loaded, &view, points) : status;
}

static eg_status draw_slice_map(eg_run *run, const eg_output *output, eg_map_slice *slice)
{
    const char *name = eg_node_text(eg_case_find(run->loaded, "title"));
    EG_ENDS_WITH(eg_picture_points_free) eg_picture_points points = {0};
    EG_TEXT(title, run->context);
    EG_TEXT(gradient, run->context); /* unit of the arrows */
    eg_map map = {0};
    if (slice->triangles == 0) {
        eg_run_log(run, "no picture: the slice across %c at %.9g m meets no element", "xyz"[slice->normal],
                   slice -> at);
        return EG_OK;
    }
    EG_TRY(mark_slice(run, slice, &points));
    EG_TRY(eg_map_slice_map(slice, &map));
    eg_text_add(&title, name[0] ? "%s (%c = %.6g m)" : "%s%c = %.6g m", name, "xyz"[slice->normal],
                slice -> at);
    eg_text_add(&gradient, strchr(output->unit, '/') ? "(%s)/m" : "%s/m",
                output->unit[0] ? output->unit : "1");
    EG_TRY(title.status);
    EG_TRY(gradient.status);
    map.symmetric = eg_values_are_signed(slice->values, 3 * slice->triangles);
    map.colormap = map.symmetric ? EG_COLORMAP_DIVERGING : EG_COLORMAP_SEQUENTIAL;
    map.title = eg_text_string(&title);
    map.vector_unit = eg_text_string(&gradient);
    map.has_time = !run->kind->is_steady;
    map.points = (const double(*)[2])points.place;
    map.point_names = (const char *const *)points.name;
    map.point_kinds = points.kind;
    map.point_count = points.count;
    eg_picture_describe(run, output, &map);
    return eg_picture_write(run, &map);
}

eg_status eg_run_slice_picture(eg_run *run)
{
    const eg_node *variable = eg_case_find(run->loaded, "output.picture.variable");
    const eg_diagnostics *known = run->diagnostics;
    int output = variable ? eg_output_find(known->table, known->outputs, eg_node_text(variable)) : 0;
    EG_ENDS_WITH(eg_map_slice_free) eg_map_slice slice = begin_slice(run);
    EG_STATE_COPY(copy, run);
    eg_status status = eg_state_read(&copy);
    if (status == EG_OK)
        status = cut_own_elements(run, copy.memory, output, &slice);
    eg_state_end(&copy); /* a picture takes memory, too */
    EG_TRY(eg_run_agree(run, status));
    EG_TRY(gather_slice(run, &slice));
    return eg_run_agree(run, run->folder ? draw_slice_map(run, &known->table[output], &slice) : EG_OK);
}
