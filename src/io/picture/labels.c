/* Names over a map: boxes that neither touch each other nor a marker nor leave the frame. */
#include "io/picture/internal.h"

#include <math.h>
#include <string.h>

bool eg_rects_intersect(eg_rect a, eg_rect b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

static bool is_place_free(eg_rect frame, const eg_label *labels, int64_t count, eg_rect box)
{
    if (box.x < frame.x || box.y < frame.y || box.x + box.w > frame.x + frame.w ||
        box.y + box.h > frame.y + frame.h)
        return false;
    for (int64_t i = 0; i < count; i++) {
        double r = labels[i].radius;
        const eg_rect marker = {labels[i].x - r, labels[i].y - r, 2 * r, 2 * r};
        if ((labels[i].placed && eg_rects_intersect(box, labels[i].box)) ||
            (r > 0 && eg_rects_intersect(box, marker)))
            return false;
    }
    return true;
}

/* A box whose side that is nearest to the place is `gap` away from it in the direction (x, y), each -1 to 1;
 * pushed into the frame where it would stand out of it. */
static eg_rect box_towards(eg_rect frame, const eg_label *label, double x, double y, double gap)
{
    double middle_x = label->x + x * (gap + 0.5 * label->w);
    double middle_y = label->y + y * (gap + 0.5 * label->h);
    double left = fmin(middle_x - 0.5 * label->w, frame.x + frame.w - label->w);
    double top = fmin(middle_y - 0.5 * label->h, frame.y + frame.h - label->h);
    return (eg_rect){fmax(frame.x, left), fmax(frame.y, top), label->w, label->h};
}

/* Beside the marker, right first; then further away, with a leader. */
static void point(eg_rect frame, eg_label *labels, int64_t count, eg_label *label)
{
    static const double beside[][2] = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}};
    enum { RINGS = 8, ANGLES = 16 };
    double gap = label->radius > 0 ? label->radius + 2 : 0;
    if (!(label->w > 0))
        return;
    if (gap == 0) {
        label->box = box_towards(frame, label, 0, 0, 0);
        label->placed = is_place_free(frame, labels, count, label->box);
        return;
    }
    for (int i = 0; i < 8 && !label->placed; i++) {
        label->box = box_towards(frame, label, beside[i][0], beside[i][1], gap);
        label->placed = is_place_free(frame, labels, count, label->box);
    }
    for (int k = 0; k < RINGS * ANGLES && !label->placed; k++) {
        double angle = 6.283185307179586 * (k % ANGLES) / ANGLES;
        double far = gap + (1 + k / ANGLES) * label->h;
        label->box = box_towards(frame, label, cos(angle), sin(angle), far);
        label->placed = label->leader = is_place_free(frame, labels, count, label->box);
    }
}

/* The size of names that have no room in the usual one. */
static const double small = 0.7;

void eg_labels_place(eg_rect frame, eg_label *labels, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        labels[i].scale = 1;
        point(frame, labels, count, &labels[i]);
    }
    for (int64_t i = 0; i < count; i++) {
        if (labels[i].placed)
            continue;
        labels[i].scale = small;
        labels[i].w *= small;
        labels[i].h *= small;
        point(frame, labels, count, &labels[i]);
    }
}

/* ---- markers */

static void star_path(cairo_t *cairo, double x, double y, double radius)
{
    cairo_new_sub_path(cairo);
    for (int i = 0; i < 10; i++) {
        double r = i % 2 ? 0.45 * radius : radius, angle = 0.6283185307179586 * i;
        cairo_line_to(cairo, x + r * sin(angle), y - r * cos(angle));
    }
    cairo_close_path(cairo);
}

static void marker_path(cairo_t *cairo, eg_point_kind kind, double x, double y, double radius)
{
    if (kind == EG_POINT_SOURCE) {
        star_path(cairo, x, y, radius);
    } else if (kind == EG_POINT_RECEIVER) {
        cairo_move_to(cairo, x - 0.87 * radius, y - 0.6 * radius);
        cairo_line_to(cairo, x + 0.87 * radius, y - 0.6 * radius);
        cairo_line_to(cairo, x, y + 0.9 * radius);
        cairo_close_path(cairo);
    } else {
        cairo_new_sub_path(cairo);
        cairo_arc(cairo, x, y, radius, 0, 6.283185307179586);
    }
}

static eg_point_kind kind_of_label(const eg_map *map, int64_t i)
{
    return map->point_kinds ? map->point_kinds[i] : EG_POINT_GAUGE;
}

static void draw_marker(cairo_t *cairo, const eg_map *map, int64_t i, const eg_label *label)
{
    marker_path(cairo, kind_of_label(map, i), label->x, label->y, label->radius);
    cairo_set_source_rgb(cairo, 1, kind_of_label(map, i) == EG_POINT_SOURCE ? 0.85 : 1,
                         kind_of_label(map, i) == EG_POINT_SOURCE ? 0.2 : 1);
    cairo_fill_preserve(cairo);
    cairo_set_line_width(cairo, 1.6);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_source_rgb(cairo, 0.12, 0.13, 0.15);
    cairo_stroke(cairo);
}

/* ---- names */

/* The point of the box that is nearest to the place. */
static void draw_leader(cairo_t *cairo, const eg_label *label)
{
    double x = fmin(label->box.x + label->box.w, fmax(label->box.x, label->x));
    double y = fmin(label->box.y + label->box.h, fmax(label->box.y, label->y));
    eg_line(cairo, label->x, label->y, x, y);
    cairo_set_line_width(cairo, 1);
    cairo_set_source_rgb(cairo, 0.12, 0.13, 0.15);
    cairo_stroke(cairo);
}

/* On a white veil, so that it reads on any colour. */
static void draw_name(eg_figure *figure, const char *name, const eg_label *label, double size, bool bold)
{
    eg_rect box = label->box;
    cairo_set_source_rgba(figure->cairo, 1, 1, 1, 0.72);
    cairo_rectangle(figure->cairo, box.x, box.y, box.w, box.h);
    cairo_fill(figure->cairo);
    eg_text_draw(figure, name, size * label->scale, bold, box.x + 0.5 * box.w, box.y + 0.5 * box.h,
                 EG_ALIGN_MIDDLE, EG_ALIGN_MIDDLE);
}

static eg_label label_of_point(eg_figure *figure, const char *name, double x, double y, double size,
                               bool bold)
{
    double width = name ? eg_text_width(figure, name, size, bold) : 0;
    return (eg_label){.x = x, .y = y, .w = width > 0 ? width + 6 : 0, .h = 1.2 * size};
}

/* Blocks of step x step samples, and how many blocks each is away from another region. */
typedef struct region_grid {
    int step, columns, rows;
    int32_t *away; /* [rows][columns] */
} region_grid;

static int32_t region_at(const eg_map *map, const eg_canvas *canvas, const region_grid *grid, int i, int j)
{
    if (i < 0 || j < 0 || i >= grid->columns || j >= grid->rows)
        return -1;
    int column = i * grid->step + grid->step / 2, row = j * grid->step + grid->step / 2;
    int32_t cell = canvas->cell[(int64_t)row * canvas->width * EG_SAMPLES + column];
    return cell < 0 ? -1 : map->region[cell];
}

/* Two passes over the blocks: how many steps each is from another region, in a row or a column. */
static void measure_label(const eg_map *map, const eg_canvas *canvas, region_grid *grid)
{
    int w = grid->columns, h = grid->rows;
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < w * h; k++) {
            int at = pass ? w * h - 1 - k : k, i = at % w, j = at / w, way = pass ? 1 : -1;
            int32_t own = region_at(map, canvas, grid, i, j);
            bool beside = region_at(map, canvas, grid, i + way, j) == own;
            bool above = region_at(map, canvas, grid, i, j + way) == own;
            int32_t least = pass ? grid->away[at] : w + h;
            if (!beside || !above)
                least = least < 1 ? least : 1;
            if (beside && grid->away[at + way] + 1 < least)
                least = grid->away[at + way] + 1;
            if (above && grid->away[at + way * w] + 1 < least)
                least = grid->away[at + way * w] + 1;
            grid->away[at] = least;
        }
}

/* Where a region is widest, in units of the plot; false where it is not seen. */
static bool find_region_middle(const eg_map *map, const eg_canvas *canvas, const region_grid *grid,
                               int region, double point[2])
{
    int best = -1;
    for (int at = 0; at < grid->columns * grid->rows; at++)
        if (region_at(map, canvas, grid, at % grid->columns, at / grid->columns) == region &&
            (best < 0 || grid->away[at] > grid->away[best]))
            best = at;
    point[0] = (best % grid->columns + 0.5) * grid->step / (EG_SAMPLES * canvas->fineness);
    point[1] = (best / grid->columns + 0.5) * grid->step / (EG_SAMPLES * canvas->fineness);
    return best >= 0;
}

static eg_status label_regions(eg_figure *figure, const eg_map *map, const eg_canvas *canvas, eg_rect plot,
                               double size, eg_label *labels)
{
    region_grid grid = {.step = 1 + (canvas->width + canvas->height) * EG_SAMPLES / 300};
    grid.columns = canvas->width * EG_SAMPLES / grid.step;
    grid.rows = canvas->height * EG_SAMPLES / grid.step;
    EG_SCRATCH int32_t *away = NULL;
    EG_TRY(eg_alloc(figure->context, (int64_t)grid.columns * grid.rows, sizeof *away, &away));
    grid.away = away;
    measure_label(map, canvas, &grid);
    for (int r = 0; r < map->regions; r++) {
        double point[2];
        if (find_region_middle(map, canvas, &grid, r, point))
            labels[r] = label_of_point(figure, map->region_names[r], plot.x + point[0], plot.y + point[1],
                                       size, true);
    }
    return EG_OK;
}

/* Whether a point before has the same name next to the place: a gauge and a receiver. */
static bool has_name(const eg_map *map, const eg_label *labels, int i, double x, double y)
{
    for (int k = 0; k < i; k++)
        if (hypot(labels[k].x - x, labels[k].y - y) <= labels[k].radius && map->point_names[k] &&
            map->point_names[i] && strcmp(map->point_names[k], map->point_names[i]) == 0)
            return true;
    return false;
}

static void label_points(eg_figure *figure, const eg_map *map, const eg_canvas *canvas, eg_rect plot,
                         double size, eg_label *labels)
{
    for (int i = 0; i < map->point_count; i++) {
        double x, y;
        eg_canvas_pixel(canvas, map->points[i], plot, &x, &y);
        if (x < plot.x || x > plot.x + plot.w || y < plot.y || y > plot.y + plot.h)
            continue;
        const char *name = map->point_names && !has_name(map, labels, i, x, y) ? map->point_names[i] : NULL;
        labels[i] = label_of_point(figure, name, x, y, 0.85 * size, false);
        labels[i].radius = (kind_of_label(map, i) == EG_POINT_GAUGE ? 0.28 : 0.45) * size;
    }
}

static void draw_labels(eg_figure *figure, const eg_map *map, const eg_label *labels, double size)
{
    int points = map->point_count;
    for (int i = 0; i < points; i++)
        if (labels[i].placed && labels[i].leader)
            draw_leader(figure->cairo, &labels[i]);
    for (int i = 0; i < points; i++)
        if (labels[i].radius > 0)
            draw_marker(figure->cairo, map, i, &labels[i]);
    for (int i = 0; i < points + map->regions; i++)
        if (labels[i].placed && labels[i].w > 0)
            draw_name(figure, i < points ? map->point_names[i] : map->region_names[i - points], &labels[i],
                      0.85 * size, i >= points);
}

eg_status eg_map_points(eg_figure *figure, const eg_map *map, const eg_canvas *canvas, eg_rect plot,
                        double size, eg_rect taken)
{
    int64_t count = (int64_t)map->point_count + map->regions;
    EG_SCRATCH eg_label *labels = NULL;
    EG_TRY(eg_alloc(figure->context, count + 1, sizeof *labels, &labels));
    labels[count] = (eg_label){.placed = taken.w > 0, .box = taken};
    label_points(figure, map, canvas, plot, size, labels);
    if (map->region && map->regions > 0)
        EG_TRY(label_regions(figure, map, canvas, plot, 0.85 * size, labels + map->point_count));
    eg_labels_place(plot, labels, count + 1);
    draw_labels(figure, map, labels, size);
    return EG_OK;
}
