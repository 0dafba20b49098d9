/* Outlines of shapes: the edges at which the domain or a region ends. Between a large cell and smaller ones
 * an edge has two halves, which are edges of others: none of the three is outlined. */
#include "io/picture/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An edge by the numbers of its ends, the lower one first; whether it is seen once, or with two regions. */
typedef struct edge {
    int32_t end[2], region;
    bool outline;
} edge;

/* Finds equal items by their bytes: slots hold 1 + the number of an item, 0 where there is none. */
typedef struct finder {
    int32_t *slot;
    int64_t mask;
} finder;

static eg_status make_finder(eg_context *context, int64_t items, finder *f)
{
    int64_t slots = 64;
    while (slots < 2 * items)
        slots *= 2;
    f->mask = slots - 1;
    return eg_alloc(context, slots, sizeof *f->slot, &f->slot);
}

/* The slot of the item with that key among items of `stride` bytes that begin with their keys. */
static int32_t *find_slot(const finder *f, const void *key, size_t bytes, const void *items, size_t stride)
{
    int64_t at = (int64_t)(eg_hash64(key, (int64_t)bytes, 0) & (uint64_t)f->mask);
    while (f->slot[at] && memcmp((const char *)items + (size_t)(f->slot[at] - 1) * stride, key, bytes) != 0)
        at = (at + 1) & f->mask;
    return &f->slot[at];
}

/* Gives each corner of a cell the number of its place: nodes of point data are each cell's own. */
static void number_outline_places(const eg_shapes *shapes, const finder *f, double (*place)[2],
                                  int32_t *number)
{
    int32_t places = 0;
    for (int64_t i = 0; i < shapes->first[shapes->cells]; i++) {
        for (int k = 0; k < 2; k++)
            place[places][k] = shapes->x[shapes->vertex[i]][k] + 0.0; /* -0 is 0 */
        int32_t *slot = find_slot(f, place[places], sizeof *place, place, sizeof *place);
        if (!*slot)
            *slot = ++places;
        number[i] = *slot - 1;
    }
}

static int64_t collect_edges(const eg_shapes *shapes, const int32_t *region, const finder *f,
                             const int32_t *number, edge *edges)
{
    int32_t count = 0;
    for (int64_t cell = 0; cell < shapes->cells; cell++) {
        int64_t first = shapes->first[cell], corners = shapes->first[cell + 1] - first;
        for (int64_t k = 0; k < corners; k++) {
            int32_t a = number[first + k], b = number[first + (k + 1) % corners];
            const edge own = {{a < b ? a : b, a < b ? b : a}, region ? region[cell] : 0, true};
            int32_t *slot = find_slot(f, own.end, sizeof own.end, edges, sizeof *edges);
            if (!*slot) {
                edges[count] = own;
                *slot = ++count;
            } else {
                edges[*slot - 1].outline = edges[*slot - 1].region != own.region;
            }
        }
    }
    return count;
}

/* The number of a place near the middle of two, -1: there is none. Coordinates may be rounded otherwise, by a
 * last bit or two. */
static int32_t find_edge_middle(const finder *f, const double (*place)[2], int32_t a, int32_t b)
{
    static const int bits[] = {0, -1, 1, -2, 2};
    for (int n = 0; n < 25; n++) {
        const int way[2] = {bits[n % 5], bits[n / 5]};
        double middle[2];
        for (int k = 0; k < 2; k++) {
            middle[k] = 0.5 * (place[a][k] + place[b][k]) + 0.0;
            for (int i = 0; i < abs(way[k]); i++)
                middle[k] = nextafter(middle[k], way[k] * INFINITY) + 0.0;
        }
        const int32_t *slot = find_slot(f, middle, sizeof middle, place, sizeof *place);
        if (*slot)
            return *slot - 1;
    }
    return -1;
}

/* The edge between two places, NULL where there is none. */
static edge *find_edge(const finder *f, edge *edges, int32_t a, int32_t b)
{
    const int32_t end[2] = {a < b ? a : b, a < b ? b : a};
    const int32_t *slot = find_slot(f, end, sizeof end, edges, sizeof *edges);
    return *slot ? &edges[*slot - 1] : NULL;
}

static void join_halves(const finder *places, const finder *pairs, const double (*place)[2], edge *edges,
                        int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        edge *whole = &edges[i], *half[2];
        int32_t a = whole->end[0], b = whole->end[1];
        int32_t middle = whole->outline ? find_edge_middle(places, place, a, b) : -1;
        if (middle < 0)
            continue;
        half[0] = find_edge(pairs, edges, a, middle);
        half[1] = find_edge(pairs, edges, middle, b);
        if (!half[0] || !half[1])
            continue;
        whole->outline = false;
        for (int k = 0; k < 2; k++)
            half[k]->outline = half[k]->region != whole->region;
    }
}

typedef struct outline {
    double (*place)[2];
    int32_t *number;
    edge *edges;
    finder places, pairs;
} outline;

static eg_status take_edges(eg_context *context, const eg_shapes *shapes, const int32_t *region, outline *o,
                            double (**segments)[4], int64_t *count)
{
    int64_t all = shapes->first[shapes->cells], at = 0;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(all + 1, o->place), EG_BLOCK(all, o->number), EG_BLOCK(all, o->edges)));
    EG_TRY(make_finder(context, all, &o->places));
    EG_TRY(make_finder(context, all, &o->pairs));
    number_outline_places(shapes, &o->places, o->place, o->number);
    int64_t edges = collect_edges(shapes, region, &o->pairs, o->number, o->edges);
    join_halves(&o->places, &o->pairs, (const double(*)[2])o->place, o->edges, edges);
    for (int64_t i = 0; i < edges; i++)
        *count += o->edges[i].outline;
    EG_TRY(eg_alloc(context, *count, sizeof **segments, segments));
    for (int64_t i = 0; i < edges; i++)
        for (int k = 0; k < 4 && o->edges[i].outline; k++)
            (*segments)[k < 3 ? at : at++][k] = o->place[o->edges[i].end[k / 2]][k % 2];
    return EG_OK;
}

eg_status eg_shapes_outline(eg_context *context, const eg_shapes *shapes, const int32_t *region,
                            double (**segments)[4], int64_t *count)
{
    outline o = {.place = NULL};
    *count = 0;
    eg_status status = take_edges(context, shapes, region, &o, segments, count);
    EG_FREE(&o.place, &o.number, &o.edges, &o.places.slot, &o.pairs.slot);
    return status;
}
