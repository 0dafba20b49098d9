/* Canvas: which cell lies under each sample of a map.
 *
 * A sample belongs to the cell whose interior holds it; on an edge the rule is half-open. An edge
 * is cut with a row of samples by one expression that does not depend on the cell it is seen from,
 * so two neighbours agree on each sample: none is left out and none is taken twice. */
#include "io/picture/internal.h"

#include <math.h>

/* Vertices of a cell in samples (x right, y down). */
static int sample_vertices(const eg_shapes *shapes, const eg_canvas *map, int64_t cell, double (*v)[2])
{
    int64_t first = shapes->first[cell];
    int count = (int)(shapes->first[cell + 1] - first);
    for (int k = 0; k < count; k++) {
        const double *x = shapes->x[shapes->vertex[first + k]];
        v[k][0] = (x[0] - map->low[0]) * map->scale[0] * EG_SAMPLES;
        v[k][1] = (map->height - (x[1] - map->low[1]) * map->scale[1]) * EG_SAMPLES;
    }
    return count;
}

/* Number of the first sample whose centre is at `value` or beyond it. */
static int first_sample(double value, int most)
{
    double sample = ceil(value - 0.5);
    return sample < 0 ? 0 : sample > most ? most : (int)sample;
}

static void fill_samples_of_cell(const eg_shapes *shapes, eg_canvas *map, int64_t cell)
{
    double v[EG_CELL_VERTICES][2] = {{0, 0}};
    int count = sample_vertices(shapes, map, cell, v);
    double top = v[0][1], bottom = v[0][1];
    for (int k = 1; k < count; k++) {
        top = fmin(top, v[k][1]);
        bottom = fmax(bottom, v[k][1]);
    }
    int columns = map->width * EG_SAMPLES, rows = map->height * EG_SAMPLES;
    int end = first_sample(bottom, rows);
    for (int row = first_sample(top, rows); row < end; row++) {
        double y = row + 0.5, left = INFINITY, right = -INFINITY;
        for (int k = 0; k < count; k++) {
            const double *a = v[k], *b = v[(k + 1) % count];
            if ((a[1] <= y) == (b[1] <= y))
                continue;
            /* where the edge cuts the row, from its lower end whatever the order of a and b */
            const double *p = a[1] < b[1] ? a : b, *q = a[1] < b[1] ? b : a;
            double x = p[0] + (q[0] - p[0]) * ((y - p[1]) / (q[1] - p[1]));
            left = fmin(left, x);
            right = fmax(right, x);
        }
        if (!(left < right))
            continue;
        int to = first_sample(right, columns);
        for (int column = first_sample(left, columns); column < to; column++)
            map->cell[(int64_t)row * columns + column] = (int32_t)cell;
    }
}

void eg_canvas_pixel(const eg_canvas *map, const double place[2], eg_rect plot, double *x, double *y)
{
    *x = plot.x + (place[0] - map->low[0]) * map->scale[0] / map->fineness;
    *y = plot.y + plot.h - (place[1] - map->low[1]) * map->scale[1] / map->fineness;
}

void eg_canvas_point(const eg_canvas *map, int column, int row, double point[2])
{
    point[0] = map->low[0] + (column + 0.5) / (map->scale[0] * EG_SAMPLES);
    point[1] = map->low[1] + (map->height - (row + 0.5) / EG_SAMPLES) / map->scale[1];
}

void eg_canvas_close_seams(eg_canvas *map)
{
    int columns = map->width * EG_SAMPLES, rows = map->height * EG_SAMPLES;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            int32_t *at = &map->cell[(int64_t)row * columns + column];
            bool across = column > 0 && column + 1 < columns && at[-1] >= 0 && at[1] >= 0;
            bool along = row > 0 && row + 1 < rows && at[-columns] >= 0 && at[columns] >= 0;
            if (*at < 0 && (across || along))
                *at = across ? at[-1] : at[-columns];
        }
}

enum { LOOK_EVERY = 1 << 14 }; /* cells */

eg_status eg_canvas_fill(eg_context *context, const eg_shapes *shapes, eg_canvas *map)
{
    int64_t samples = (int64_t)map->width * map->height * EG_SAMPLES * EG_SAMPLES;
    EG_TRY(eg_alloc(context, samples, sizeof *map->cell, &map->cell));
    for (int64_t i = 0; i < samples; i++)
        map->cell[i] = -1;
    for (int64_t cell = 0; cell < shapes->cells; cell++) {
        if (cell % LOOK_EVERY == 0 && eg_context_is_stopped(context))
            return eg_fail(context, EG_STOPPED, "stopped while a picture was drawn");
        fill_samples_of_cell(shapes, map, cell);
    }
    return EG_OK;
}
