/* How many snapshots a page shows, and how fine, so that it has at most so many bytes. */
#include "tools/page/page.h"

#include <math.h>

enum {
    CODE_BYTES = 2,
    CORNER_BYTES = 3,     /* of a cell's corner and its share of points, packed */
    WANTED_PLANE = 60,    /* snapshots that fineness leaves room for */
    WANTED_HEXES = 20,    /* as WANTED_PLANE */
    CELLS_MOST = 400000,  /* as polygons: a browser has to draw them at once */
    PIXELS_LEAST = 60000, /* then snapshots are left out */
    PIXELS_MOST = 1000000,
    SLICE_LEAST = 64, /* pixels along the longer side */
    SLICE_MOST = 256
};

/* The snapshots that fit, the first and the last among them, evenly between. */
static eg_status choose_plan(eg_page *page, const char *name, int64_t snapshots, double fitting,
                             eg_page_plan *plan)
{
    plan->count = snapshots;
    if (fitting < (double)snapshots)
        plan->count = eg_max_i64(1, (int64_t)fitting);
    EG_TRY(eg_alloc(page->context, plan->count, sizeof *plan->index, &plan->index));
    for (int64_t i = 0; i < plan->count; i++)
        plan->index[i] = plan->count == 1
                             ? snapshots - 1
                             : llround((double)i * (double)(snapshots - 1) / (double)(plan->count - 1));
    page->is_reduced |= plan->count < snapshots;
    if (plan->count < snapshots)
        eg_page_note(page, "%s: %lld of %lld snapshots are shown.", name, (long long)plan->count,
                     (long long)snapshots);
    return EG_OK;
}

/* ---- the plane: its mesh where there is room for it, else pixels */

static eg_status plan_plane(eg_page *page, const char *name, const eg_snapshot *s, int64_t snapshots,
                            int numbers, eg_page_plan *plan)
{
    int64_t cells = s->cells * eg_max_i64(1, (int64_t)s->degree * s->degree);
    double mesh = (double)CORNER_BYTES * 4 * (double)cells;
    double one = (double)CODE_BYTES * numbers * (double)s->values;
    double wanted = (double)eg_min_i64(snapshots, WANTED_PLANE), budget = (double)page->budget;
    if (cells <= CELLS_MOST && mesh + wanted * one <= budget)
        return choose_plan(page, name, snapshots, (budget - mesh) / one, plan);
    double pixels = budget / (wanted * CODE_BYTES * numbers);
    plan->pixels = (int64_t)fmin(PIXELS_MOST, fmax(PIXELS_LEAST, pixels));
    one = (double)CODE_BYTES * numbers * (double)plan->pixels;
    page->is_reduced |= plan->pixels < PIXELS_MOST;
    eg_page_note(page, "%s: %lld cells are shown by about %lld pixels, each with the value at its middle.",
                 name, (long long)s->cells, (long long)plan->pixels);
    return choose_plan(page, name, snapshots, budget / one, plan);
}

/* ---- hexahedra: at least half of the room for slices, what is left for the surface */

static void plan_slices(double room, int numbers, eg_page_plan *plan)
{
    static const int most[] = {9, 7, 5, 3, 1};
    for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
        plan->slices = most[i];
        plan->slice_pixels = (int64_t)sqrt(room / (CODE_BYTES * numbers * 3.0 * most[i]));
        if (plan->slice_pixels >= 2 * SLICE_LEAST)
            break;
    }
    plan->slice_pixels = eg_min_i64(SLICE_MOST, eg_max_i64(SLICE_LEAST, plan->slice_pixels));
}

static eg_status plan_hexes(eg_page *page, const char *name, const eg_snapshot *s, int64_t snapshots,
                            int numbers, eg_page_plan *plan)
{
    /* What a cube of such elements has on its six sides. */
    double sides = 6 * pow((double)s->hexahedra, 2.0 / 3), n = s->degree + 1.0;
    double wanted = (double)eg_min_i64(snapshots, WANTED_HEXES), budget = (double)page->budget;
    double room = budget / wanted, code = (double)CODE_BYTES * numbers;
    plan->coarse = s->degree > 1 && sides * n * n * code > room / 2;
    double surface = sides * (plan->coarse ? 4 : n * n) * code;
    plan_slices(fmax(room - surface, room / 2), numbers, plan);
    double slices = 3.0 * plan->slices * (double)plan->slice_pixels * (double)plan->slice_pixels;
    page->is_reduced |= plan->coarse || plan->slice_pixels < SLICE_MOST;
    if (plan->coarse)
        eg_page_note(page, "%s: the surface is shown by the corners of its elements alone.", name);
    eg_page_note(page,
                 "%s: %d slices across each axis, of at most %lld pixels along a side, each with "
                 "the value at its middle.",
                 name, plan->slices, (long long)plan->slice_pixels);
    return choose_plan(page, name, snapshots, budget / (surface + slices * code), plan);
}

eg_status eg_page_make_plan(eg_page *page, const char *name, const eg_snapshot *snapshot, int64_t snapshots,
                            int numbers, eg_page_plan *plan)
{
    *plan = (eg_page_plan){0};
    numbers = (int)eg_max_i64(1, numbers);
    return snapshot->hexahedra > 0 ? plan_hexes(page, name, snapshot, snapshots, numbers, plan)
                                   : plan_plane(page, name, snapshot, snapshots, numbers, plan);
}
