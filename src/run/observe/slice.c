/* picture.png of a mesh of hexahedra, or of octrees: a slice through the last state. */
#include "base/parallel.h"
#include "io/picture/slice.h"
#include "run/observe/leaves.h"
#include "run/observe/observe.h"
#include "run/state/state.h"

#include <math.h>

static eg_map_slice begin(const eg_run *run)
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
    eg_map_slice slice = begin(run);
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
static void find_points(const eg_mesh *mesh, int64_t element, double (*x)[3])
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

static eg_status look_at_part(void *with, int part, int64_t from, int64_t to)
{
    const meeting *m = with;
    const eg_mesh *mesh = m->run->mesh;
    int side = mesh->degree + 1;
    double(*x)[3] = NULL;
    (void)part;
    EG_TRY(eg_alloc(mesh->context, (int64_t)side * side * side, sizeof *x, &x));
    for (int64_t i = from; i < to; i++) {
        find_points(mesh, mesh->own_first + i, x);
        m->meets[i] = eg_map_slice_meets(m->slice, mesh->degree, (const double(*)[3])x);
    }
    eg_free(mesh->context, &x);
    return EG_OK;
}

static eg_status list_elements(const eg_run *run, const eg_map_slice *slice, int64_t *count,
                               int32_t **element)
{
    enum { LEAST = 1024 };
    eg_context *context = run->context;
    int64_t first = run->mesh->own_first, own = run->mesh->own;
    meeting m = {.run = run, .slice = slice};
    *count = 0;
    EG_TRY(eg_alloc(context, own, sizeof *m.meets, &m.meets));
    eg_status status = eg_in_parts(context, eg_parts(context, own, LEAST), own, look_at_part, &m);
    for (int64_t i = 0; i < own; i++)
        *count += m.meets[i];
    if (status == EG_OK)
        status = eg_alloc(context, *count, sizeof **element, element);
    for (int64_t i = 0, at = 0; i < own && status == EG_OK; i++)
        if (m.meets[i])
            (*element)[at++] = (int32_t)(first + i);
    eg_free(context, &m.meets);
    return status;
}

/* Cuts elements; values[count][(degree+1)^3]. */
static eg_status cut_elements(const eg_run *run, int64_t count, const int32_t *list, const double *values,
                              eg_map_slice *slice)
{
    const eg_mesh *mesh = run->mesh;
    int degree = eg_model_degree(run->model), volume = (degree + 1) * (degree + 1) * (degree + 1);
    int side = mesh->degree + 1;
    double(*x)[3] = NULL;
    eg_status status = eg_alloc(run->context, (int64_t)side * side * side, sizeof *x, &x);
    for (int64_t i = 0; i < count && status == EG_OK; i++) {
        find_points(mesh, list[i], x);
        eg_map_slice_element element = {.geometry_degree = mesh->degree,
                                        .degree = degree,
                                        .x = (const double(*)[3])x,
                                        .values = values + i * volume,
                                        .region = mesh->region[list[i]]};
        find_outlines(mesh, list[i], element.outlined);
        status = eg_map_slice_add(slice, &element);
    }
    eg_free(run->context, &x);
    return status;
}

/* Of vectors and tensors their magnitudes, in place. */
static void take_magnitudes(int64_t count, int components, double *values)
{
    for (int64_t i = 0; i < count && components > 1; i++) {
        double square = 0;
        for (int k = 0; k < components; k++)
            square += values[i * components + k] * values[i * components + k];
        values[i] = sqrt(square);
    }
}

static eg_status cut_own(const eg_run *run, const void *memory, int output, eg_map_slice *slice)
{
    int64_t side = eg_model_degree(run->model) + 1, count = 0;
    int64_t volume = side * side * side;
    int components = run->diagnostics->table[output].components;
    int32_t *element = NULL;
    double *values = NULL;
    eg_status status = list_elements(run, slice, &count, &element);
    if (status == EG_OK)
        status = eg_alloc(run->context, count * volume * components, sizeof *values, &values);
    if (status == EG_OK)
        status = run->class->nodal->values(run->model, memory, output, count, element, values);
    if (status == EG_OK)
        take_magnitudes(count * volume, components, values);
    if (status == EG_OK)
        status = cut_elements(run, count, element, values, slice);
    eg_free(run->context, &values);
    eg_free(run->context, &element);
    return status;
}

/* The items of all ranks, in their order, in the place of rank 0's. Collective; all agree. */
static eg_status gather(const eg_run *run, size_t size, int64_t *count, void **items)
{
    eg_context *context = run->context;
    int64_t *count_of = NULL, total = 0;
    void *all = NULL;
    eg_status status =
        eg_run_agree(run, eg_alloc(context, eg_comm_size(run->comm), sizeof *count_of, &count_of));
    if (status == EG_OK) {
        eg_comm_allgather_counts(run->comm, *count, count_of);
        for (int r = 0; r < eg_comm_size(run->comm); r++)
            total += count_of[r];
        status = eg_alloc(context, eg_run_is_first(run) ? total : 0, size, &all);
        status = eg_run_gather(run, *items, *count * (int64_t)size, all, status);
    }
    eg_free(context, &count_of);
    if (status != EG_OK || !eg_run_is_first(run)) {
        eg_free(context, &all);
        return status;
    }
    eg_free(context, items);
    *items = all;
    *count = total;
    return EG_OK;
}

static eg_status gather_slice(const eg_run *run, eg_map_slice *slice)
{
    void *triangles = slice->triangle, *segments = slice->segment;
    if (eg_comm_size(run->comm) == 1)
        return EG_OK;
    eg_status status = gather(run, sizeof *slice->triangle, &slice->triangles, &triangles);
    slice->triangle = triangles;
    if (status == EG_OK)
        status = gather(run, sizeof *slice->segment, &slice->segments, &segments);
    slice->segment = segments;
    return status;
}

/* A picture to be: of which output, and in what it is measured. */
typedef struct slice_title {
    const eg_output *output;
    eg_text title, gradient; /* unit of the arrows */
} slice_title;

static eg_status name_slice(const eg_run *run, const eg_map_slice *slice, slice_title *t)
{
    const char *unit = t->output->unit, *title = eg_node_text(eg_case_find(run->loaded, "title"));
    eg_text_add(&t->title, title[0] ? "%s (%c = %.6g m)" : "%s%c = %.6g m", title, "xyz"[slice->normal],
                slice -> at);
    eg_text_add(&t->gradient, "%s/m", unit[0] ? unit : "1");
    return t->title.status != EG_OK ? t->title.status : t->gradient.status;
}

static void describe_map(const eg_run *run, const eg_map_slice *slice, const slice_title *t, eg_map *map)
{
    const eg_node *range = eg_case_find(run->loaded, "output.picture.range");
    bool is_signed = eg_values_are_signed(slice->values, 3 * slice->triangles);
    map->title = eg_text_string(&t->title);
    map->label = t->output->name;
    map->unit = t->output->unit;
    map->has_time = !run->kind->is_steady;
    map->time = run->now.time;
    map->colormap = is_signed ? EG_COLORMAP_DIVERGING : EG_COLORMAP_SEQUENTIAL;
    map->symmetric = is_signed;
    map->vector_unit = eg_text_string(&t->gradient);
    map->has_range = range != NULL;
    map->regions = run->mesh->regions.count > 1 ? run->mesh->regions.count : 0;
    map->region_names = (const char *const *)run->mesh->regions.name;
    if (range) {
        map->low = eg_node_real(eg_node_item(range, 0));
        map->high = eg_node_real(eg_node_item(range, 1));
    }
}

static eg_status draw(const eg_run *run, const eg_output *output, eg_map_slice *slice, const char *path)
{
    eg_map map = {0};
    slice_title t = {.output = output, .title.context = run->context, .gradient.context = run->context};
    EG_TRY(eg_map_slice_map(slice, &map));
    eg_status status = name_slice(run, slice, &t);
    if (status == EG_OK) {
        describe_map(run, slice, &t, &map);
        status = eg_run_draw_contours(run, path, &map);
    }
    eg_text_free(&t.title);
    eg_text_free(&t.gradient);
    return status;
}

static eg_status draw_file(eg_run *run, const eg_output *output, eg_map_slice *slice)
{
    char *path;
    if (slice->triangles == 0) {
        eg_run_log(run, "no picture: the slice across %c at %.9g m meets no element", "xyz"[slice->normal],
                   slice -> at);
        return EG_OK;
    }
    EG_TRY(eg_run_path(run, "picture.png", &path));
    eg_status status = draw(run, output, slice, path);
    eg_free(run->context, &path);
    return status;
}

/* The output that the case names, or the first. */
static int choose_output(const eg_run *run)
{
    const eg_node *variable = eg_case_find(run->loaded, "output.picture.variable");
    int outputs;
    const eg_output *table = eg_model_outputs(run->model, &outputs);
    return variable ? eg_output_find(table, outputs, eg_node_text(variable)) : 0;
}

eg_status eg_run_slice_picture(eg_run *run)
{
    int output = choose_output(run);
    eg_map_slice slice = begin(run);
    void *memory = NULL;
    eg_status status = eg_run_read_state(run, &memory);
    if (status == EG_OK)
        status = cut_own(run, memory, output, &slice);
    if (memory)
        eg_run_free_state(run, &memory);
    status = eg_run_agree(run, status);
    if (status == EG_OK)
        status = gather_slice(run, &slice);
    if (status == EG_OK && run->folder)
        status = draw_file(run, &run->diagnostics->table[output], &slice);
    eg_map_slice_free(&slice);
    return eg_run_agree(run, status);
}
