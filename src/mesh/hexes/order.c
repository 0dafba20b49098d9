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

/* Elements whose keys are found, and where they stand in the cube of the longest side. */
typedef struct keying {
    const eg_hexes *mesh;
    const double (*centroid)[3];
    const int32_t *element;
    uint64_t *key;
    double side;
} keying;

static eg_status find_keys(void *with, int part, int64_t from, int64_t to)
{
    enum { SOME = 256 };
    const keying *k = with;
    double at[SOME][3];
    (void)part;
    for (int64_t first = from; first < to; first += SOME) {
        int64_t count = eg_min_i64(SOME, to - first);
        for (int64_t e = 0; e < count; e++)
            for (int i = 0; i < 3; i++)
                at[e][i] = (k->centroid[k->element[first + e]][i] - k->mesh->base.box_low[i]) / k->side;
        eg_hilbert_space_keys(count, (const double(*)[3])at, &k->key[first]);
    }
    return EG_OK;
}

eg_status eg_hexes_order(const eg_hexes *mesh, const eg_hexes_input *input, const uint8_t *kind,
                         const double (*centroid)[3], int32_t **order)
{
    eg_context *context = mesh->base.context;
    EG_SCRATCH uint64_t *key = NULL;
    const eg_tied tied = {.source = input->source, .centroid = element_centroid, .with = centroid};
    int32_t *sorted;
    int64_t index[EG_HEX_KINDS] = {0};
    *order = NULL;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(input->elements, key), EG_BLOCK(input->elements, *order)));
    sorted = *order;
    for (int k = 1; k < EG_HEX_KINDS; k++)
        index[k] = index[k - 1] + mesh->base.group[k - 1].count;
    for (int64_t e = 0; e < input->elements; e++)
        sorted[index[kind[e]]++] = (int32_t)e;
    keying k = {mesh, centroid, sorted, key, longest_side(mesh)};
    EG_TRY(eg_in_parts(context, eg_parts(context, input->elements, EG_LOOP_LEAST), input->elements, find_keys,
                       &k));
    for (int64_t kind_of = 0, begin = 0; kind_of < EG_HEX_KINDS; begin += mesh->base.group[kind_of++].count)
        EG_TRY(eg_sort_along_curve(context, mesh->base.group[kind_of].count, &key[begin], &sorted[begin],
                                   &tied));
    return EG_OK;
}
