/* Elements by kind, and along the Hilbert curve: neighbours in space become neighbours in memory. */
#include "base/parallel.h"
#include "mesh/hexes/internal.h"

#include <string.h>

static void element_centroid(const void *with, int64_t element, double centroid[3])
{
    memcpy(centroid, ((const double(*)[3])with)[element], 3 * sizeof *centroid);
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
    EG_SCRATCH uint64_t *key = NULL;
    const eg_tied tied = {.source = input->source, .centroid = element_centroid, .with = centroid};
    int32_t *sorted;
    int64_t index[EG_HEX_KINDS] = {0};
    double side = longest_side(mesh);
    *order = NULL;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(input->elements, key), EG_BLOCK(input->elements, *order)));
    sorted = *order;
    for (int k = 1; k < EG_HEX_KINDS; k++)
        index[k] = index[k - 1] + mesh->base.group[k - 1].count;
    for (int64_t e = 0; e < input->elements; e++)
        sorted[index[kind[e]]++] = (int32_t)e;
    EG_LOOP(context, input->elements)
    for (int64_t to = 0; to < input->elements; to++) {
        double at[3];
        for (int i = 0; i < 3; i++)
            at[i] = (centroid[sorted[to]][i] - mesh->base.box_low[i]) / side;
        key[to] = eg_hilbert_space(at[0], at[1], at[2]);
    }
    for (int64_t k = 0, begin = 0; k < EG_HEX_KINDS; begin += mesh->base.group[k++].count)
        EG_TRY(eg_sort_along_curve(context, mesh->base.group[k].count, &key[begin], &sorted[begin], &tied));
    return EG_OK;
}
