/* Cells along the Hilbert curve: neighbours in the plane become neighbours in memory. */
#include "base/parallel.h"
#include "mesh/plane/internal.h"

/* ---- cells ---- */

static int gather_vertices(const eg_plane_input *input, int64_t cell, double (*x)[2])
{
    int count = input->type[cell] == EG_TRIANGLE ? 3 : 4;
    for (int k = 0; k < count; k++) {
        x[k][0] = input->x[input->vertex[cell][k]][0];
        x[k][1] = input->x[input->vertex[cell][k]][1];
    }
    return count;
}

/* Of a cell whose vertices are at x, by the order in which they are turned. */
static void turned_centroid(int count, uint8_t turn, const double (*x)[2], double centroid[2])
{
    static const int32_t indices[EG_CELL_VERTICES] = {0, 1, 2, 3};
    int32_t index[EG_CELL_VERTICES];
    double turned[EG_CELL_VERTICES][2];
    eg_plane_turn(count, turn, indices, index);
    for (int k = 0; k < count; k++) {
        turned[k][0] = x[index[k]][0];
        turned[k][1] = x[index[k]][1];
    }
    eg_polygon_centroid((const double(*)[2])turned, count, centroid);
}

/* ---- keys ---- */

enum { BATCH = 64 };

typedef struct keying {
    eg_context *context;
    const eg_plane_input *input;
    int parts;
    const int64_t (*of_type)[EG_CELL_TYPES]; /* [parts] */
    double low[2], longest;
    eg_plane_order *order;
    uint64_t *key; /* [cells] of order->cell[]: triangles, then quadrangles */
} keying;

/* Checks and turns cells, and gives the keys of their centroids. */
static eg_status key_batch(const keying *k, int64_t first, int cells, uint64_t *key)
{
    const eg_plane_input *input = k->input;
    double x[BATCH][EG_CELL_VERTICES][2], scaled[BATCH][2];
    for (int i = 0; i < cells; i++) /* a loop of its own: many cells wait for memory at once */
        gather_vertices(input, first + i, x[i]);
    for (int i = 0; i < cells; i++) {
        const double(*own)[2] = (const double(*)[2])x[i];
        int count = input->type[first + i] == EG_TRIANGLE ? 3 : 4;
        double centroid[2];
        EG_TRY(eg_plane_check_cell(k->context, input, first + i, own));
        k->order->turn[first + i] = eg_plane_find_turn(count, own);
        turned_centroid(count, k->order->turn[first + i], own, centroid);
        for (int d = 0; d < 2; d++)
            scaled[i][d] = (centroid[d] - k->low[d]) / k->longest;
    }
    eg_hilbert_plane_keys(cells, (const double(*)[2])scaled, key);
    return EG_OK;
}

static eg_status make_keys(void *with, int part, int64_t from, int64_t to)
{
    const keying *k = with;
    uint64_t key[BATCH];
    int64_t index[EG_CELL_TYPES];
    /* Where the cells of each type go that a part begins with. */
    index[EG_TRIANGLE] = index[EG_QUADRANGLE] = 0;
    for (int p = 0; p < k->parts; p++) {
        index[EG_TRIANGLE] += p < part ? k->of_type[p][EG_TRIANGLE] : 0;
        index[EG_QUADRANGLE] += k->of_type[p][EG_TRIANGLE] + (p < part ? k->of_type[p][EG_QUADRANGLE] : 0);
    }
    for (int64_t first = from; first < to; first += BATCH) {
        int cells = (int)eg_min_i64(BATCH, to - first);
        EG_TRY(key_batch(k, first, cells, key));
        for (int i = 0; i < cells; i++) {
            int64_t at = index[k->input->type[first + i]]++;
            k->key[at] = key[i];
            k->order->cell[at] = (int32_t)(first + i);
        }
    }
    return EG_OK;
}

/* ---- order ---- */

static void turned_cell_centroid(const void *with, int64_t cell, double centroid[3])
{
    const keying *k = with;
    double x[EG_CELL_VERTICES][2];
    int count = gather_vertices(k->input, cell, x);
    turned_centroid(count, k->order->turn[cell], (const double(*)[2])x, centroid);
}

static eg_status sort_types(const keying *k)
{
    int64_t begin = 0, triangles = 0;
    for (int p = 0; p < k->parts; p++)
        triangles += k->of_type[p][EG_TRIANGLE];
    const int64_t count[EG_CELL_TYPES] = {triangles, k->input->cells - triangles};
    const eg_tied tied = {.source = k->input->source, .centroid = turned_cell_centroid, .with = k};
    for (int type = 0; type < EG_CELL_TYPES; begin += count[type++])
        EG_TRY(eg_sort_along_curve(k->context, count[type], &k->key[begin], &k->order->cell[begin], &tied));
    return EG_OK;
}

eg_status eg_plane_order_cells(eg_context *context, const eg_plane_input *input, int parts,
                               const int64_t (*of_type)[EG_CELL_TYPES], const double box_low[3],
                               const double box_high[3], eg_plane_order *order)
{
    double side[2] = {box_high[0] - box_low[0], box_high[1] - box_low[1]};
    keying k = {.context = context,
                .input = input,
                .parts = parts,
                .of_type = of_type,
                .low = {box_low[0], box_low[1]},
                .longest = side[0] > side[1] ? side[0] : side[1],
                .order = order};
    EG_SCRATCH uint64_t *key = NULL;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(input->cells, key), EG_BLOCK(input->cells, order->cell),
                    EG_BLOCK(input->cells, order->turn)));
    k.key = key;
    EG_TRY(eg_in_parts(context, parts, input->cells, make_keys, &k));
    return sort_types(&k);
}

void eg_plane_order_free(eg_plane_order *order)
{
    EG_FREE(&order->cell, &order->turn);
}
