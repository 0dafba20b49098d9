/* Friction that varies with the depth, on the device (kernels/fv/roughness.h). */
#include "scheme/fv/internal.h"

#include "fv/kinds.h" /* kernels/fv/kinds.h */

_Static_assert((int)EG_FV_CHEZY == ROUGH_CHEZY && (int)EG_FV_BY_DEPTH == ROUGH_TABLE, "the same laws");

/* Host arrays. */
typedef struct rough_arrays {
    int32_t *first;           /* [tables + 1] rows */
    double (*row)[ROUGH_ROW]; /* [rows] */
    int32_t *law, *face_law;  /* [slots], [open faces] */
} rough_arrays;

static void fill_rough_table(const eg_fv_depth_table *table, double (*row)[ROUGH_ROW])
{
    for (int64_t i = 0; i < table->rows; i++) {
        bool last = i + 1 == table->rows;
        double width = last ? 0 : table->depth[i + 1] - table->depth[i];
        row[i][0] = table->depth[i];
        row[i][1] = table->part[i];
        row[i][2] = last ? 0 : (table->part[i + 1] - table->part[i]) / width;
        row[i][3] = (double)table->rows;
    }
}

/* On the device a table is known by its first row. */
static int32_t device_law(const rough_arrays *to, int32_t law)
{
    return law < EG_FV_BY_DEPTH ? law : ROUGH_TABLE + to->first[law - EG_FV_BY_DEPTH];
}

/* A boundary with a roughness of its own has Manning's beyond. */
static void fill_face_laws(const eg_fv *fv, const eg_fv_options *options, const int32_t *open_index,
                           const rough_arrays *to)
{
    const eg_plane *mesh = fv->mesh;
    for (int64_t f = 0; f < mesh->faces; f++)
        if (open_index[f] >= 0) {
            bool given = options->boundaries[mesh->face_boundary[f]].manning > 0;
            int32_t law = options->roughness.law[mesh->face_cell[f][0]];
            to->face_law[open_index[f]] = given ? ROUGH_MANNING : device_law(to, law);
        }
}

eg_status eg_fv_build_roughness(eg_fv *fv, const eg_fv_options *options, const int32_t *open_index)
{
    const eg_fv_roughness *given = &options->roughness;
    const eg_layout *layout = &fv->layout;
    int64_t slots = eg_layout_slots(layout), faces = fv->open.blocks * layout->lanes, rows = 0;
    rough_arrays to = {0};
    EG_SCOPE(scope, fv->context);
    if (!given->law)
        return EG_OK;
    for (int i = 0; i < given->tables; i++)
        rows += given->table[i].rows;
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(given->tables + 1, to.first), EG_BLOCK(rows + 1, to.row),
                          EG_BLOCK(slots, to.law), EG_BLOCK(faces + 1, to.face_law)));
    for (int i = 0; i < given->tables; i++) {
        fill_rough_table(&given->table[i], &to.row[to.first[i]]);
        to.first[i + 1] = to.first[i] + (int32_t)given->table[i].rows;
    }
    for (int64_t c = 0; c < layout->cells + layout->ghosts; c++)
        to.law[eg_layout_slot(layout, c)] = device_law(&to, given->law[c]);
    fill_face_laws(fv, options, open_index, &to);
    return EG_UPLOAD(&fv->base, {"laws of friction", slots * 4, to.law, &fv->rough.law},
                     {"laws of friction at open faces", (faces + 1) * 4, to.face_law, &fv->rough.face_law},
                     {"roughness over the depth", (rows + 1) * ROUGH_ROW * 8, to.row, &fv->rough.rough});
}
