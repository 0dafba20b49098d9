/* Cells along the Hilbert curve: neighbours in the plane become neighbours in memory. */
#include "base/parallel.h"
#include "mesh/plane/internal.h"

#include <stdlib.h>

/* ---- cells ---- */

/* A cell whose key another cell has too: where they go is settled by the centroid, then by the
 * number in the file. */
typedef struct tied_cell {
    double centroid[2];
    int64_t source;
    int32_t cell;
} tied_cell;

static int compare_tied(const void *left, const void *right)
{
    const tied_cell *a = left, *b = right;
    for (int i = 0; i < 2; i++)
        if (a->centroid[i] != b->centroid[i])
            return a->centroid[i] < b->centroid[i] ? -1 : 1;
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    return a->cell < b->cell ? -1 : a->cell > b->cell;
}

static void input_centroid(const eg_plane_input *input, int64_t cell, double centroid[2])
{
    int32_t vertex[4];
    double x[4][2];
    int count = eg_plane_canonical_cell(input, cell, vertex, x);
    eg_polygon_centroid(x, count, centroid);
}

static eg_status sort_tied(eg_context *context, const eg_plane_input *input, int32_t *order,
                           int64_t count)
{
    tied_cell *tied;
    EG_TRY(eg_alloc(context, count, sizeof *tied, &tied));
    for (int64_t i = 0; i < count; i++) {
        tied[i].cell = order[i];
        tied[i].source = input->source[order[i]];
        input_centroid(input, order[i], tied[i].centroid);
    }
    qsort(tied, (size_t)count, sizeof *tied, compare_tied);
    for (int64_t i = 0; i < count; i++)
        order[i] = tied[i].cell;
    eg_free(context, &tied);
    return EG_OK;
}

/* Sorts one type's cells, order[count] with their keys. */
static eg_status sort_type(eg_context *context, const eg_plane_input *input, uint64_t *key,
                           int32_t *order, int64_t count)
{
    EG_TRY(eg_radix_sort(context, count, key, order));
    for (int64_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && key[end] == key[begin];)
            end++;
        if (end > begin + 1)
            EG_TRY(sort_tied(context, input, order + begin, end - begin));
    }
    return EG_OK;
}

eg_status eg_plane_order_cells(eg_context *context, const eg_plane_input *input,
                               const eg_cell_group *group, const double box_low[3],
                               const double box_high[3], int32_t **order)
{
    uint64_t *key = NULL;
    eg_status status;
    *order = NULL;
    EG_TRY_GOTO(eg_alloc(context, input->cells, sizeof *key, &key));
    EG_TRY_GOTO(eg_alloc(context, input->cells, sizeof **order, order));
    double side[2] = {box_high[0] - box_low[0], box_high[1] - box_low[1]};
    double longest = side[0] > side[1] ? side[0] : side[1];
    int64_t place[EG_CELL_TYPES] = {0, group[EG_TRIANGLE].count};
    for (int64_t cell = 0; cell < input->cells; cell++) {
        double centroid[2];
        input_centroid(input, cell, centroid);
        int64_t at = place[input->type[cell]]++;
        key[at] = eg_hilbert_plane((centroid[0] - box_low[0]) / longest,
                                   (centroid[1] - box_low[1]) / longest);
        (*order)[at] = (int32_t)cell;
    }
    for (int64_t type = 0, begin = 0; type < EG_CELL_TYPES; begin += group[type++].count)
        EG_TRY_GOTO(sort_type(context, input, key + begin, *order + begin, group[type].count));
done:
    eg_free(context, &key);
    if (status != EG_OK)
        eg_free(context, order);
    return status;
}
