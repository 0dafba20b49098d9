/* Elements by kind, and along the Hilbert curve: neighbours in space become neighbours in memory. */
#include "base/parallel.h"
#include "mesh/hexes/internal.h"

#include <stdlib.h>

/* An element whose key another has too: where they go is settled by the centroid, then by the number in the
 * file. */
typedef struct tied_element {
    double centroid[3];
    int64_t source;
    int32_t element;
} tied_element;

static int compare_tied(const void *left, const void *right)
{
    const tied_element *a = left, *b = right;
    for (int i = 0; i < 3; i++)
        if (a->centroid[i] != b->centroid[i])
            return a->centroid[i] < b->centroid[i] ? -1 : 1;
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    return a->element < b->element ? -1 : a->element > b->element;
}

static eg_status sort_tied(eg_context *context, const eg_hexes_input *input, const double (*centroid)[3],
                           int32_t *order, int64_t count)
{
    tied_element *tied;
    EG_TRY(eg_alloc(context, count, sizeof *tied, &tied));
    for (int64_t i = 0; i < count; i++) {
        tied[i].element = order[i];
        tied[i].source = input->source[order[i]];
        for (int d = 0; d < 3; d++)
            tied[i].centroid[d] = centroid[order[i]][d];
    }
    qsort(tied, (size_t)count, sizeof *tied, compare_tied);
    for (int64_t i = 0; i < count; i++)
        order[i] = tied[i].element;
    eg_free(context, &tied);
    return EG_OK;
}

/* Sorts one kind's elements, order[count] with their keys. */
static eg_status sort_kind(eg_context *context, const eg_hexes_input *input, const double (*centroid)[3],
                           uint64_t *key, int32_t *order, int64_t count)
{
    EG_TRY(eg_radix_sort(context, count, key, order));
    for (int64_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && key[end] == key[begin];)
            end++;
        if (end > begin + 1)
            EG_TRY(sort_tied(context, input, centroid, order + begin, end - begin));
    }
    return EG_OK;
}

static double longest_side(const eg_hexes *mesh)
{
    double longest = 0.0;
    for (int i = 0; i < 3; i++) {
        double side = mesh->base.box_high[i] - mesh->base.box_low[i];
        longest = side > longest ? side : longest;
    }
    return longest;
}

eg_status eg_hexes_order(const eg_hexes *mesh, const eg_hexes_input *input, const uint8_t *kind,
                         const double (*centroid)[3], int32_t **order)
{
    eg_context *context = mesh->base.context;
    uint64_t *key = NULL;
    int64_t index[EG_HEX_KINDS] = {0};
    double side = longest_side(mesh);
    eg_status status;
    *order = NULL;
    EG_TRY_GOTO(eg_alloc(context, input->elements, sizeof *key, &key));
    EG_TRY_GOTO(eg_alloc(context, input->elements, sizeof **order, order));
    for (int k = 1; k < EG_HEX_KINDS; k++)
        index[k] = index[k - 1] + mesh->base.group[k - 1].count;
    for (int64_t e = 0; e < input->elements; e++)
        (*order)[index[kind[e]]++] = (int32_t)e;
    EG_LOOP(context, input->elements)
    for (int64_t to = 0; to < input->elements; to++) {
        double at[3];
        for (int i = 0; i < 3; i++)
            at[i] = (centroid[(*order)[to]][i] - mesh->base.box_low[i]) / side;
        key[to] = eg_hilbert_space(at[0], at[1], at[2]);
    }
    for (int64_t k = 0, begin = 0; k < EG_HEX_KINDS; begin += mesh->base.group[k++].count)
        EG_TRY_GOTO(
            sort_kind(context, input, centroid, key + begin, *order + begin, mesh->base.group[k].count));
done:
    eg_free(context, &key);
    if (status != EG_OK)
        eg_free(context, order);
    return status;
}
