/* picture.png: a slice through the solution. residuals.png: how the last solve converged. */
#include "base/parallel.h"
#include "io/picture/slice.h"
#include "run/models/elliptic/elliptic.h"

#include <math.h>

static eg_map_slice begin(const eg_elliptic *p)
{
    const eg_case *loaded = p->run->loaded;
    const double *low = p->mesh->base.box_low, *high = p->mesh->base.box_high;
    const eg_node *normal = eg_case_find(loaded, "output.picture.normal");
    const eg_node *arrows = eg_case_find(loaded, "output.picture.arrows");
    int axis = eg_node_is(normal, "x") ? 0 : eg_node_is(normal, "y") ? 1 : 2;
    double at = eg_case_real(loaded, "output.picture.at", 0.5 * (low[axis] + high[axis]));
    return eg_map_slice_begin(p->run->context, axis, at, low, high,
                              arrows && eg_node_boolean(arrows));
}

eg_status eg_elliptic_check_picture(const eg_elliptic *p)
{
    static const char *const names[] = {"x", "y", "z"};
    const eg_node *at = eg_case_find(p->run->loaded, "output.picture.at");
    const double *low = p->mesh->base.box_low, *high = p->mesh->base.box_high;
    eg_map_slice slice = begin(p);
    int n = slice.normal;
    if (!at || (slice.at >= low[n] && slice.at <= high[n]))
        return EG_OK;
    return eg_case_fail(
        p->run->loaded, at, EG_CASE,
        "the picture's slice across %s at %.9g m lies outside the mesh, which spans "
        "%.9g to %.9g m there",
        names[n], slice.at, low[n], high[n]);
}

/* Faces of the domain, and between regions; of two elements the lower one draws what is between them, which every rank
 * knows of its own. */
static void find_outlines(const eg_hexes *mesh, int64_t element, bool outlined[6])
{
    for (int side = 0; side < 6; side++) {
        int32_t face = mesh->face[element][side], other = mesh->face_element[face][1];
        bool lower = mesh->face_element[face][0] == element && mesh->face_side[face][0] == side;
        outlined[side] =
            mesh->face_boundary[face] >= 0 ||
            (lower && other >= 0 && mesh->base.region[other] != mesh->base.region[element]);
    }
}

/* Which own elements the slice may meet. */
typedef struct meeting {
    const eg_elliptic *p;
    const eg_map_slice *slice;
    uint8_t *meets; /* [own elements] */
} meeting;

static eg_status look_at_part(void *with, int part, int64_t from, int64_t to)
{
    const meeting *m = with;
    const eg_hexes *mesh = m->p->mesh;
    int side = mesh->base.degree + 1;
    double(*x)[3] = NULL;
    (void)part;
    EG_TRY(eg_alloc(mesh->base.context, (int64_t)side * side * side, sizeof *x, &x));
    for (int64_t i = from; i < to; i++) {
        eg_hexes_element_points(mesh, mesh->base.own_first + i, x);
        m->meets[i] = eg_map_slice_meets(m->slice, mesh->base.degree, (const double(*)[3])x);
    }
    eg_free(mesh->base.context, &x);
    return EG_OK;
}

static eg_status list_elements(const eg_elliptic *p, const eg_map_slice *slice, int64_t *count,
                               int32_t **element)
{
    enum { LEAST = 1024 };
    eg_context *context = p->run->context;
    int64_t first = p->mesh->base.own_first, own = eg_mesh_own_end(&p->mesh->base) - first;
    meeting m = {.p = p, .slice = slice};
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
static eg_status cut_elements(const eg_elliptic *p, int64_t count, const int32_t *list,
                              const double *values, eg_map_slice *slice)
{
    const eg_hexes *mesh = p->mesh;
    int side = mesh->base.degree + 1;
    double(*x)[3] = NULL;
    eg_status status = eg_alloc(p->run->context, (int64_t)side * side * side, sizeof *x, &x);
    for (int64_t i = 0; i < count && status == EG_OK; i++) {
        eg_hexes_element_points(mesh, list[i], x);
        eg_map_slice_element element = {.geometry_degree = mesh->base.degree,
                                        .degree = p->degree,
                                        .x = (const double(*)[3])x,
                                        .values = values + i * p->geometry->volume,
                                        .region = mesh->base.region[list[i]]};
        find_outlines(mesh, list[i], element.outlined);
        status = eg_map_slice_add(slice, &element);
    }
    eg_free(p->run->context, &x);
    return status;
}

static eg_status cut_own(const eg_elliptic *p, eg_map_slice *slice)
{
    int64_t count = 0;
    int32_t *element = NULL;
    double *values = NULL;
    eg_status status = list_elements(p, slice, &count, &element);
    if (status == EG_OK)
        status = eg_alloc(p->run->context, count * p->geometry->volume, sizeof *values, &values);
    if (status == EG_OK)
        status = eg_sem_equidistant(p->mesh, p->nodes, p->u, count, element, values);
    if (status == EG_OK)
        status = cut_elements(p, count, element, values, slice);
    eg_free(p->run->context, &values);
    eg_free(p->run->context, &element);
    return status;
}

/* The items of all ranks, in their order, in the place of rank 0's. Collective; all agree. */
static eg_status gather(const eg_elliptic *p, size_t size, int64_t *count, void **items)
{
    eg_context *context = p->run->context;
    int64_t *count_of = NULL, total = 0;
    void *all = NULL;
    eg_status status = eg_run_agree(
        p->run, eg_alloc(context, eg_comm_size(p->run->comm), sizeof *count_of, &count_of));
    if (status == EG_OK) {
        eg_comm_allgather_counts(p->run->comm, *count, count_of);
        for (int r = 0; r < eg_comm_size(p->run->comm); r++)
            total += count_of[r];
        status = eg_alloc(context, eg_run_is_first(p->run) ? total : 0, size, &all);
        status = eg_run_gather(p->run, *items, *count * (int64_t)size, all, status);
    }
    eg_free(context, &count_of);
    if (status != EG_OK || !eg_run_is_first(p->run)) {
        eg_free(context, &all);
        return status;
    }
    eg_free(context, items);
    *items = all;
    *count = total;
    return EG_OK;
}

static eg_status gather_slice(const eg_elliptic *p, eg_map_slice *slice)
{
    void *triangles = slice->triangle, *segments = slice->segment;
    if (eg_comm_size(p->run->comm) == 1)
        return EG_OK;
    eg_status status = gather(p, sizeof *slice->triangle, &slice->triangles, &triangles);
    slice->triangle = triangles;
    if (status == EG_OK)
        status = gather(p, sizeof *slice->segment, &slice->segments, &segments);
    slice->segment = segments;
    return status;
}

static void describe_map(const eg_elliptic *p, const eg_map_slice *slice, const char *title,
                         eg_map *map)
{
    const eg_node *range = eg_case_find(p->run->loaded, "output.picture.range");
    bool is_signed = eg_values_are_signed(slice->values, 3 * slice->triangles);
    map->title = title;
    map->label = p->output.name;
    map->unit = p->output.unit;
    map->has_time = p->heat;
    map->time = p->run->now.time;
    map->colormap = is_signed ? EG_COLORMAP_DIVERGING : EG_COLORMAP_SEQUENTIAL;
    map->symmetric = is_signed;
    map->vector_unit = p->heat ? "K/m" : "1/m";
    map->has_range = range != NULL;
    map->regions = p->mesh->base.regions.count > 1 ? p->mesh->base.regions.count : 0;
    map->region_names = (const char *const *)p->mesh->base.regions.name;
    if (range) {
        map->low = eg_node_real(eg_node_item(range, 0));
        map->high = eg_node_real(eg_node_item(range, 1));
    }
}

static eg_status draw(const eg_elliptic *p, eg_map_slice *slice, const char *path)
{
    static const char *const names[] = {"x", "y", "z"};
    eg_map map = {0};
    eg_text title = {.context = p->run->context};
    EG_TRY(eg_map_slice_map(slice, &map));
    eg_text_add(&title, "%s (%s = %.6g m)", eg_node_text(eg_case_find(p->run->loaded, "title")),
                names[slice->normal], slice->at);
    eg_status status = title.status;
    if (status == EG_OK) {
        describe_map(p, slice, eg_text_string(&title), &map);
        status = eg_plot_map(p->run->context, path, &map, NULL);
    }
    eg_text_free(&title);
    return status;
}

static eg_status draw_file(const eg_elliptic *p, eg_map_slice *slice)
{
    char *path;
    if (slice->triangles == 0) {
        eg_run_log(p->run, "no picture: the slice across %c at %.9g m meets no element",
                   "xyz"[slice->normal], slice -> at);
        return EG_OK;
    }
    EG_TRY(eg_run_path(p->run, "picture.png", &path));
    eg_status status = draw(p, slice, path);
    eg_free(p->run->context, &path);
    return status;
}

eg_status eg_elliptic_picture(eg_elliptic *p)
{
    if (!eg_elliptic_draws(p))
        return EG_OK;
    eg_map_slice slice = begin(p);
    eg_status status = eg_run_agree(p->run, cut_own(p, &slice));
    if (status == EG_OK)
        status = gather_slice(p, &slice);
    if (status == EG_OK && p->run->folder)
        status = draw_file(p, &slice);
    eg_map_slice_free(&slice);
    return eg_run_agree(p->run, status);
}

bool eg_elliptic_draws(const eg_elliptic *p)
{
    return !eg_node_is(eg_case_find(p->run->loaded, "output.picture"), "none");
}

/* A residual of 0 has no place on the axis: it is left out. */
static eg_status draw_residuals(eg_elliptic *p, const char *path, double *x, double *y)
{
    int64_t count = 0;
    for (int64_t i = 0; i < p->history_count; i++)
        if (p->history[i] > 0) {
            x[count] = (double)i;
            y[count++] = p->history[i];
        }
    const eg_line line = {.count = count, .x = x, .y = y};
    const eg_lines lines = {.title = eg_node_text(eg_case_find(p->run->loaded, "title")),
                            .x_label = "iteration",
                            .y_label = "norm of the residual",
                            .lines = &line,
                            .line_count = 1,
                            .y_log = true};
    return count > 1 ? eg_plot_lines(p->run->context, path, &lines, NULL) : EG_OK;
}

eg_status eg_elliptic_residual_picture(eg_elliptic *p)
{
    eg_context *context = p->run->context;
    double *x = NULL, *y = NULL;
    char *path = NULL;
    eg_status status;
    if (!eg_elliptic_draws(p))
        return EG_OK;
    EG_TRY_GOTO(eg_alloc(context, p->history_count, sizeof *x, &x));
    EG_TRY_GOTO(eg_alloc(context, p->history_count, sizeof *y, &y));
    EG_TRY_GOTO(eg_run_path(p->run, "residuals.png", &path));
    status = draw_residuals(p, path, x, y);
done:
    eg_free(context, &x);
    eg_free(context, &y);
    eg_free(context, &path);
    return status;
}
